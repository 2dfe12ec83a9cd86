import io
import pickle
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from flowbench.errors import BadValue, StoreError
from flowbench.render.arrays import read_npz, write_npz

MARK: list[str] = []


class Trap:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return MARK.append, ("run",)


def header(shape: str, kind: str = "<f4") -> bytes:
    """The start of a .npy file with a given shape."""
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117).encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


def archive(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, body in members.items():
            file.writestr(name, body)
    return path


@settings(max_examples=60, deadline=None)
@given(
    array=arrays_of.arrays(
        st.sampled_from([np.float32, np.int32, np.uint8, np.bool_, np.int64]),
        arrays_of.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5),
    )
)
def test_arrays_survive_exactly(array: np.ndarray, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("npz") / "a.npz"
    write_npz(path, {"x": array, "y": np.array(array, order="F")})
    back = read_npz(path)
    for name in ("x", "y"):
        assert back[name].dtype == array.dtype and back[name].shape == array.shape
        assert back[name].tobytes() == array.tobytes()


def test_equal_arrays_give_equal_bytes_in_any_order_and_numpy_reads_them(tmp_path: Path) -> None:
    one, two = np.arange(6.0).reshape(2, 3), np.zeros((4, 4), dtype=np.int32)
    write_npz(tmp_path / "a.npz", {"one": one, "two": two})
    write_npz(tmp_path / "b.npz", {"two": two, "one": one})
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    with np.load(tmp_path / "a.npz") as file:
        assert (file["one"] == one).all()


# trouble report R45
def test_pickled_objects_are_neither_written_nor_run(tmp_path: Path) -> None:
    trap = np.array([Trap()], dtype=object)
    with pytest.raises(BadValue, match="objects"):
        write_npz(tmp_path / "a.npz", {"x": trap})
    np.savez(tmp_path / "trap.npz", x=trap)
    with pytest.raises(StoreError, match=r"trap\.npz.*never loaded"):
        read_npz(tmp_path / "trap.npz")
    assert MARK == []


# trouble report R45
@pytest.mark.parametrize("body", [b"{}", b"", pickle.dumps([1, 2]), b"PK\x03\x04 cut short"])
def test_other_files_with_the_ending_are_refused(body: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd.npz").write_bytes(body)
    with pytest.raises(StoreError, match="odd.npz"):
        read_npz(tmp_path / "odd.npz")


# trouble report R45
@pytest.mark.parametrize("shape", ["(1000000000000,)", "(100000, 100000)", "(-5,)", "(1000000, 1000000, 1000000)"])
def test_a_header_that_declares_too_much_is_refused_before_allocation(shape: str, tmp_path: Path) -> None:
    path = archive(tmp_path / "giant.npz", {"x.npy": header(shape)})
    tracemalloc.start()
    with pytest.raises(StoreError, match="giant.npz"):
        read_npz(path)
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_the_total_of_all_members_is_limited(tmp_path: Path) -> None:
    write_npz(tmp_path / "a.npz", {name: np.zeros(1000, dtype=np.float32) for name in "abc"})
    assert len(read_npz(tmp_path / "a.npz", max_bytes=12_000)) == 3
    with pytest.raises(StoreError, match="bytes are left"):
        read_npz(tmp_path / "a.npz", max_bytes=11_999)


def test_a_body_longer_or_shorter_than_its_header_is_refused(tmp_path: Path) -> None:
    for body in (bytes(12), bytes(20)):
        with pytest.raises(StoreError, match="damaged"):
            read_npz(archive(tmp_path / "a.npz", {"x.npy": header("(4,)") + body}))


# trouble report R47
def test_a_hundred_thousand_members_are_refused_without_reading_their_names(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for number in range(5_000):
            file.writestr(f"{number}.npy", b"")
    (tmp_path / "many.npz").write_bytes(buffer.getvalue())
    with pytest.raises(StoreError, match="5000 members; the limit is 256"):
        read_npz(tmp_path / "many.npz")


def test_members_that_are_no_arrays_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="readme.txt"):
        read_npz(archive(tmp_path / "a.npz", {"readme.txt": b"hello"}))
    with pytest.raises(StoreError, match="not an array"):
        read_npz(archive(tmp_path / "b.npz", {"x.npy": b"hello, I am not an array at all"}))


def test_damage_inside_is_noticed(tmp_path: Path) -> None:
    write_npz(tmp_path / "a.npz", {"x": np.arange(1000)})
    body = bytearray((tmp_path / "a.npz").read_bytes())
    body[200] ^= 0xFF
    (tmp_path / "a.npz").write_bytes(body)
    with pytest.raises(StoreError, match="a.npz"):
        read_npz(tmp_path / "a.npz")


def test_members_are_deflated_about_as_small_as_zlib_makes_them_quickly(tmp_path: Path) -> None:
    depth = np.add.outer(np.arange(200) % 17, np.arange(300) // 7).astype(np.float32)
    write_npz(tmp_path / "a.npz", {"depth": depth, "none": np.zeros((0, 3))})
    body = io.BytesIO()
    np.save(body, depth)
    with zipfile.ZipFile(tmp_path / "a.npz") as file:
        first, second = file.infolist()
        assert file.testzip() is None
        assert file.read(first) == body.getvalue()
        assert first.compress_size <= 1.3 * len(zlib.compress(body.getvalue(), 1))
        assert (first.date_time, first.external_attr >> 16) == ((1980, 1, 1, 0, 0, 0), 0o644)
        assert second.filename == "none.npy"
