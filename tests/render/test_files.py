import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of
from PIL import Image

from flowbench.errors import BadValue, StoreError
from flowbench.render.files import (
    read_flo,
    read_kitti_flow,
    read_png,
    read_png16_depth,
    write_flo,
    write_kitti_flow,
    write_png,
    write_png16_depth,
)
from flowbench.render.png import encode

RNG = np.random.default_rng(0)


def png_of(path: Path, width: int, height: int, bits: int = 8) -> Path:
    """A PNG that declares a size and holds next to nothing."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, bits, 0, 0, 0, 0)
    chunks = [head, b"IDAT" + zlib.compress(bytes(100)), b"IEND"]
    body = b"".join(struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in chunks)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + body)
    return path


# trouble report R16
def test_depth_survives_within_half_a_millimetre_and_never_wraps(tmp_path: Path) -> None:
    depth = np.linspace(0.5, 9.0, 35, dtype=np.float32).reshape(7, 5)
    depth[0] = (0.0, 0.001, 65.535, 66.0, 131.1)
    depth[1, 0] = np.inf
    write_png16_depth(tmp_path / "d.png", depth)
    back = read_png16_depth(tmp_path / "d.png")
    assert back.shape == (7, 5) and back.dtype == np.float32
    assert back[0].tolist() == [0.0, np.float32(0.001), np.float32(65.535), 0.0, 0.0]
    assert back[1, 0] == 0.0
    assert np.abs(back[2:] - depth[2:]).max() <= 0.0005 + 1e-6


# trouble report R16
def test_pillow_and_opencv_read_the_same_millimetres(tmp_path: Path) -> None:
    depth = RNG.uniform(0.1, 60.0, (7, 5)).astype(np.float32)
    write_png16_depth(tmp_path / "d.png", depth)
    with Image.open(tmp_path / "d.png") as file:
        notes, pillow = file.info, np.asarray(file)
    assert notes["unit"] == "millimetre"
    assert (pillow == cv2.imread(str(tmp_path / "d.png"), cv2.IMREAD_UNCHANGED)).all()
    assert (pillow == np.rint(depth.astype(np.float64) * 1000)).all()


def test_flow_survives_kitti_within_a_128th_of_a_pixel(tmp_path: Path) -> None:
    flow = RNG.uniform(-511, 511, (7, 5, 2)).astype(np.float32)
    valid = RNG.random((7, 5)) < 0.7
    flow[~valid] = np.nan
    write_kitti_flow(tmp_path / "f.png", flow, valid)
    back, known = read_kitti_flow(tmp_path / "f.png")
    assert (known == valid).all() and not back[~valid].any()
    assert np.abs(back[valid] - flow[valid]).max() <= 1 / 128


@pytest.mark.parametrize("value", [511.5, -600.0, np.nan, np.inf])
def test_kitti_refuses_what_it_cannot_hold(value: float, tmp_path: Path) -> None:
    flow = np.zeros((3, 4, 2), dtype=np.float32)
    flow[1, 2, 0] = value
    with pytest.raises(BadValue, match="511"):
        write_kitti_flow(tmp_path / "f.png", flow)
    assert not (tmp_path / "f.png").exists()


def test_flo_survives_exactly(tmp_path: Path) -> None:
    flow = RNG.normal(0, 800, (7, 5, 2)).astype(np.float32)
    write_flo(tmp_path / "f.flo", flow)
    assert read_flo(tmp_path / "f.flo").tobytes() == flow.tobytes()


def test_a_picture_survives_exactly_and_has_the_same_bytes_twice(tmp_path: Path) -> None:
    picture = RNG.integers(0, 256, (7, 5, 3), dtype=np.uint8)
    write_png(tmp_path / "a.png", picture)
    write_png(tmp_path / "b.png", picture)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (read_png(tmp_path / "a.png") == picture).all()


@settings(max_examples=40, deadline=None)
@given(arrays_of.arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(3))))
def test_every_reader_sees_the_same_picture(picture: np.ndarray) -> None:
    data = encode(picture)
    assert (np.asarray(Image.open(io.BytesIO(data))) == picture).all()
    assert (cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)[:, :, ::-1] == picture).all()


def test_a_flat_picture_is_small_and_one_that_is_not_contiguous_survives(tmp_path: Path) -> None:
    write_png(tmp_path / "flat.png", np.full((800, 800, 3), 77, dtype=np.uint8))
    assert (tmp_path / "flat.png").stat().st_size < 20_000
    picture = RNG.integers(0, 256, (8, 12, 3), dtype=np.uint8)[::2, ::3, ::-1]
    write_png(tmp_path / "part.png", picture)
    assert (read_png(tmp_path / "part.png") == picture).all()


@pytest.mark.parametrize("read", [read_png, read_png16_depth, read_kitti_flow, read_flo])
def test_text_cut_files_and_empty_files_are_refused_by_name(read: Callable[..., object], tmp_path: Path) -> None:
    for content in (b"", b"{}", b"\x89PNG\r\n\x1a\n", struct.pack("<fii", 202021.25, 5, 5) + b"123"):
        path = tmp_path / "odd.bin"
        path.write_bytes(content)
        with pytest.raises(StoreError, match="odd.bin"):
            read(path)


# trouble report R47
@pytest.mark.parametrize(("read", "bits"), [(read_png, 8), (read_png16_depth, 16), (read_kitti_flow, 16)])
def test_a_small_png_that_declares_a_huge_picture_is_refused(
    read: Callable[..., object], bits: int, tmp_path: Path
) -> None:
    with pytest.raises(StoreError, match="60000 x 60000 pixels; the limit is"):
        read(png_of(tmp_path / "huge.png", 60_000, 60_000, bits))


def test_a_flo_that_declares_a_huge_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "huge.flo").write_bytes(struct.pack("<fii", 202021.25, 2**31 - 1, 2**31 - 1))
    with pytest.raises(StoreError, match="limit"):
        read_flo(tmp_path / "huge.flo")


def test_limits_can_be_set(tmp_path: Path) -> None:
    write_png(tmp_path / "a.png", np.zeros((7, 5, 3), dtype=np.uint8))
    with pytest.raises(StoreError, match="limit is 34"):
        read_png(tmp_path / "a.png", max_pixels=34)


# trouble report R16
def test_an_eight_bit_picture_is_not_taken_for_depth(tmp_path: Path) -> None:
    write_png(tmp_path / "a.png", np.zeros((7, 5, 3), dtype=np.uint8))
    with pytest.raises(StoreError, match="8 bits"):
        read_png16_depth(tmp_path / "a.png")


def test_wrong_arrays_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match="float64"):
        write_png16_depth(tmp_path / "d.png", np.zeros((3, 3)))  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="H, W, 2"):
        write_flo(tmp_path / "f.flo", np.zeros((3, 3, 3), dtype=np.float32))
