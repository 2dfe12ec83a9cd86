"""Frames to MP4 files that play everywhere: H.264, yuv420p, one thread, the same bytes for the same frames."""

import itertools
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import numpy as np

from flowbench.errors import BadValue, MissingExtra, StoreError
from flowbench.records import Image

CODEC, CRF, PRESET = "libx264", 18, "veryfast"
# Looking ahead by macroblock trees makes x264 choose by what happens to lie in memory: equal frames, unequal bytes.
REPEATABLE = "mbtree=0"
MAX_FPS = 240


def write_video(path: Path, frames: Iterable[Image], fps: int) -> int:
    """Write (H, W, 3) uint8 frames of one size; returns how many.

    Equal frames give equal bytes with one build of the encoder.

    Raises:
        MissingExtra: without PyAV.
        BadValue: for no frames, frames of several sizes, odd sides (which yuv420p cannot hold) or a bad rate.
        StoreError: when the encoder is missing, or the file cannot be written.
    """
    if not isinstance(fps, int) or isinstance(fps, bool) or not 1 <= fps <= MAX_FPS:
        raise BadValue(f"A clip has 1 to {MAX_FPS} frames a second, got {fps!r}.")
    av = _library()
    stream_of = iter(frames)
    first = next(stream_of, None)
    if first is None:
        raise BadValue("A clip needs at least one frame.")
    _check_frame(first, first.shape)
    try:
        return _encode(av, path, itertools.chain([first], stream_of), fps, first.shape)
    except (av.FFmpegError, OSError) as e:
        raise StoreError(f"{path} cannot be written as {CODEC} video: {e}.") from e


def read_video(path: Path, max_frames: int = 4096) -> list[Image]:
    """The frames of a video, (H, W, 3) uint8.

    Raises:
        MissingExtra: without PyAV.
        StoreError: when it is no video, or longer.
    """
    av = _library()
    try:
        with av.open(str(path)) as container:
            frames: list[Image] = []
            for frame in container.decode(video=0):
                if len(frames) == max_frames:
                    raise StoreError(f"{path} has more than {max_frames} frames.")
                frames.append(frame.to_ndarray(format="rgb24"))
            return frames
    except (av.FFmpegError, OSError, IndexError) as e:
        raise StoreError(f"{path} is not a readable video: {e}.") from e


def _encode(av: ModuleType, path: Path, frames: Iterable[Image], fps: int, shape: tuple[int, ...]) -> int:
    if CODEC not in av.codec.codecs_available:
        raise StoreError(
            f"This build of PyAV has no encoder {CODEC}. Install the wheel of `av` from the package index."
        )
    count = 0
    with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"}) as container:
        options = {"crf": str(CRF), "preset": PRESET, "x264-params": REPEATABLE}
        stream = container.add_stream(CODEC, rate=Fraction(fps), options=options)
        stream.width, stream.height, stream.pix_fmt = shape[1], shape[0], "yuv420p"
        stream.thread_count = 1
        for frame in frames:
            _check_frame(frame, shape)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(np.ascontiguousarray(frame), format="rgb24")))
            count += 1
        container.mux(stream.encode(None))
    return count


def _check_frame(frame: Image, shape: tuple[int, ...]) -> None:
    if frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3 or frame.shape != shape:
        raise BadValue(
            f"Frames of a clip are (H, W, 3) uint8 of one size, got {frame.dtype} {frame.shape} after {shape}."
        )
    if frame.shape[0] % 2 or frame.shape[1] % 2:
        raise BadValue(f"yuv420p video needs even sides, got {frame.shape[1]} x {frame.shape[0]}: crop or pad a row.")


def _library() -> ModuleType:
    try:
        import av
    except ImportError as e:
        raise MissingExtra.of("av", "video") from e
    return av
