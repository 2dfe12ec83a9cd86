import sys

import numpy as np
import pytest

from flowbench.errors import BadValue, MissingExtra, StoreError
from flowbench.render.clip.video import read_video, write_video

FRAMES = [np.full((48, 64, 3), (40 * k, 90, 200 - 20 * k), dtype=np.uint8) for k in range(6)]


def test_frames_come_back_nearly_equal_and_bytes_are_equal(tmp_path):
    pytest.importorskip("av")
    for name in ("a.mp4", "b.mp4"):
        assert write_video(tmp_path / name, iter(FRAMES), 24) == 6
    assert (tmp_path / "a.mp4").read_bytes() == (tmp_path / "b.mp4").read_bytes()
    back = read_video(tmp_path / "a.mp4")
    assert len(back) == 6 and back[0].shape == (48, 64, 3)
    assert max(np.abs(a.astype(int) - b.astype(int)).max() for a, b in zip(back, FRAMES, strict=True)) <= 6


def test_bytes_do_not_depend_on_what_lay_in_memory_before(tmp_path):
    pytest.importorskip("av")
    rng = np.random.default_rng(0)
    tiles = rng.integers(0, 255, (31, 31, 3), dtype=np.uint8).repeat(4, axis=0).repeat(4, axis=1)
    seen = set()
    for number in range(400):
        height, width = ((50, 66), (100, 120))[number % 2]
        frames = [np.roll(tiles[:height, :width], 2 * k, axis=1) // (1 + k % 2) for k in range(8)]
        for size in rng.integers(1, 200_000, 4):
            rng.integers(0, 255, int(size), dtype=np.uint8)  # memory that is free again at once, and full of something
        write_video(tmp_path / "a.mp4", iter(frames), 24)
        seen.add((tmp_path / "a.mp4").read_bytes())
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("frames", "fps", "message"),
    [
        ([], 24, "at least one frame"),
        ([FRAMES[0], FRAMES[0][:40]], 24, "one size"),
        ([FRAMES[0][:47]], 24, "even sides"),
        ([FRAMES[0][:, :63]], 24, "even sides"),
        ([FRAMES[0].astype(float)], 24, "uint8"),
        ([FRAMES[0][..., 0]], 24, r"\(H, W, 3\)"),
        (FRAMES, 0, "frames a second"),
        (FRAMES, 24.0, "frames a second"),
        (FRAMES, True, "frames a second"),
    ],
)
def test_bad_clips_are_one_clear_error(tmp_path, frames, fps, message):
    pytest.importorskip("av")
    with pytest.raises(BadValue, match=message):
        write_video(tmp_path / "x.mp4", frames, fps)


def test_missing_library_encoder_and_folder_are_told(tmp_path, monkeypatch):
    av = pytest.importorskip("av")
    with pytest.raises(StoreError, match="cannot be written"):
        write_video(tmp_path / "no" / "x.mp4", FRAMES, 24)
    (tmp_path / "text.mp4").write_text("no video")
    with pytest.raises(StoreError, match="not a readable video"):
        read_video(tmp_path / "text.mp4")
    write_video(tmp_path / "six.mp4", FRAMES, 24)
    with pytest.raises(StoreError, match="more than 3 frames"):
        read_video(tmp_path / "six.mp4", max_frames=3)
    monkeypatch.setattr(av.codec, "codecs_available", set())
    with pytest.raises(StoreError, match="no encoder libx264"):
        write_video(tmp_path / "x.mp4", FRAMES, 24)
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(MissingExtra, match=r"flowbench-gym\[video\]"):
        write_video(tmp_path / "x.mp4", FRAMES, 24)
