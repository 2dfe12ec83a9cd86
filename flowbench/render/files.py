"""The files pictures go to: PNG, 16-bit depth PNG, KITTI and Middlebury flow. Arrays are in `arrays`.

Every reader checks the size a header declares before it allocates anything, and every file it refuses is a
`StoreError` that names it. Writing the same array twice gives the same bytes.
"""

import struct
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import PngImagePlugin

from flowbench.errors import BadValue, StoreError
from flowbench.records import DepthMap, FlowMap, Image, Mask
from flowbench.render.png import encode

MAX_PIXELS = 1 << 26  # 8192 x 8192
MAX_DEPTH_M = 65.535
MAX_FLOW_PX = 511.0
_FLO_MAGIC = 202021.25
_PNG_MAGIC = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
_FAST = 1  # zlib level: half the time of the default, files a tenth larger


def write_png(path: Path, image: Image) -> None:
    """Write an (H, W, 3) uint8 RGB picture."""
    _expect(image, np.uint8, (3,), "picture")
    path.write_bytes(encode(image))


def read_png(path: Path, max_pixels: int = MAX_PIXELS) -> Image:
    """Read an 8-bit PNG as (H, W, 3) uint8 RGB."""
    _check_png(path, max_pixels, bits=8)
    try:
        with Pillow.open(path, formats=("PNG",)) as file:
            return np.asarray(file.convert("RGB"))
    except (OSError, SyntaxError, ValueError) as e:
        raise StoreError(f"{path} is not a readable PNG: {e}") from e


def write_png16_depth(path: Path, depth: DepthMap) -> None:
    """Write z-depth as a 16-bit PNG in millimetres, rounded; 0 means invalid.

    What is not finite, not positive or beyond 65.535 m is invalid: it is never wrapped into a near value.
    """
    _expect(depth, np.float32, (), "depth map")
    inside = np.isfinite(depth) & (depth > 0.0) & (depth < MAX_DEPTH_M + 0.0005)
    millimetres = np.rint(np.where(inside, depth, 0.0).astype(np.float64) * 1000.0).astype(np.uint16)
    notes = PngImagePlugin.PngInfo()
    notes.add_text("unit", "millimetre")
    notes.add_text("invalid", "0")
    Pillow.fromarray(millimetres).save(path, "PNG", compress_level=_FAST, pnginfo=notes)


def read_png16_depth(path: Path, max_pixels: int = MAX_PIXELS) -> DepthMap:
    """Read a 16-bit depth PNG as float32 metres; 0 where it is invalid."""
    _check_png(path, max_pixels, bits=16)
    pixels = _read_16(path)
    if pixels.ndim != 2:
        raise StoreError(f"{path} is not a depth map: it has {pixels.shape[2]} channels, not 1.")
    return (pixels.astype(np.float64) / 1000.0).astype(np.float32)


def write_kitti_flow(path: Path, flow: FlowMap, valid: Mask | None = None) -> None:
    """Write flow (u right, v down) as KITTI's 16-bit PNG, in 64ths of a pixel; without `valid` all of it counts.

    Raises:
        BadValue: where a valid vector is not finite or longer than 511 pixels in u or v, which the format cannot hold.
    """
    _expect(flow, np.float32, (2,), "flow map")
    counts = np.ones(flow.shape[:2], dtype=np.bool_) if valid is None else np.asarray(valid, dtype=np.bool_)
    if counts.shape != flow.shape[:2]:
        raise BadValue(f"The mask of valid flow must have shape {flow.shape[:2]}, got {counts.shape}.")
    vectors = flow[counts]
    if not np.isfinite(vectors).all() or np.abs(vectors).max(initial=0.0) > MAX_FLOW_PX:
        raise BadValue(f"KITTI flow holds finite values up to {MAX_FLOW_PX:g} pixels. Write .flo, or mask the rest.")
    pixels = np.zeros((*counts.shape, 3), dtype=np.uint16)  # OpenCV's order: valid, v, u
    pixels[counts, 0] = 1
    pixels[counts, 1:] = np.rint(vectors[:, ::-1].astype(np.float64) * 64.0 + 32768.0).astype(np.uint16)
    path.write_bytes(cv2.imencode(".png", pixels)[1].tobytes())


def read_kitti_flow(path: Path, max_pixels: int = MAX_PIXELS) -> tuple[FlowMap, Mask]:
    """Read KITTI's 16-bit flow PNG: (H, W, 2) float32 pixels, 0 where invalid, and the (H, W) mask of valid flow."""
    _check_png(path, max_pixels, bits=16)
    pixels = _read_16(path)
    if pixels.ndim != 3 or pixels.shape[2] != 3:
        raise StoreError(f"{path} is not KITTI flow: it does not have 3 channels.")
    valid = pixels[:, :, 0] > 0
    flow = (pixels[:, :, :0:-1].astype(np.float32) - 32768.0) / 64.0
    return np.where(valid[:, :, None], flow, np.float32(0.0)).astype(np.float32), valid


def write_flo(path: Path, flow: FlowMap) -> None:
    """Write (H, W, 2) float32 flow in Middlebury's .flo format."""
    _expect(flow, np.float32, (2,), "flow map")
    height, width = flow.shape[:2]
    path.write_bytes(struct.pack("<fii", _FLO_MAGIC, width, height) + flow.astype("<f4").tobytes())


def read_flo(path: Path, max_pixels: int = MAX_PIXELS) -> FlowMap:
    """Read Middlebury's .flo format: (H, W, 2) float32."""
    with path.open("rb") as file:
        head = file.read(12)
        if len(head) < 12 or struct.unpack("<f", head[:4])[0] != _FLO_MAGIC:
            raise StoreError(f"{path} is not a .flo file.")
        width, height = struct.unpack("<ii", head[4:])
        _check_size(path, width, height, max_pixels)
        body = file.read(width * height * 8 + 1)
    if len(body) != width * height * 8:
        raise StoreError(f"{path} is damaged: its length does not fit {width} x {height} vectors.")
    return np.frombuffer(body, dtype="<f4").reshape(height, width, 2).astype(np.float32)


def _expect(array: NDArray[np.generic], kind: type[np.generic], tail: tuple[int, ...], what: str) -> None:
    if array.dtype != kind or array.ndim != 2 + len(tail) or array.shape[2:] != tail or array.size == 0:
        wanted = ", ".join(["H", "W", *map(str, tail)])
        raise BadValue(f"A {what} is ({wanted}) {kind.__name__} and not empty, got {array.shape} {array.dtype}.")


def _check_png(path: Path, max_pixels: int, bits: int) -> None:
    """Read the header alone; Pillow and OpenCV would allocate, warn or convert first."""
    with path.open("rb") as file:
        head = file.read(26)
    if len(head) < 26 or not head.startswith(_PNG_MAGIC):
        raise StoreError(f"{path} is not a PNG file.")
    width, height, found = struct.unpack(">IIB", head[16:25])
    _check_size(path, width, height, max_pixels)
    if found != bits and not (bits == 8 and found < 8):
        raise StoreError(f"{path} has {found} bits a channel, expected {bits}.")


def _check_size(path: Path, width: int, height: int, max_pixels: int) -> None:
    if not (width > 0 and height > 0 and width * height <= max_pixels):
        raise StoreError(f"{path} declares {width} x {height} pixels; the limit is {max_pixels} in all.")


def _read_16(path: Path) -> NDArray[np.uint16]:
    pixels = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if pixels is None or pixels.dtype != np.uint16:
        raise StoreError(f"{path} is not a readable 16-bit PNG.")
    return np.asarray(pixels)
