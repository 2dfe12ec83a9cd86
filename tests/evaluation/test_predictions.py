import zipfile

import numpy as np
import pytest

from flowbench.errors import StoreError
from flowbench.evaluation.predictions import FLOW_SUFFIXES, Predictions, read_flow, read_frame
from flowbench.render.arrays import write_npz
from flowbench.render.files import write_flo, write_kitti_flow, write_png

SHAPE = (5, 7)
FLOW = np.random.default_rng(0).integers(-640, 640, (*SHAPE, 2)).astype(np.float32) / 64.0  # exact in 64ths


@pytest.fixture
def folder(tmp_path):
    write_flo(tmp_path / "a.flo", FLOW)
    write_npz(tmp_path / "b.npz", {"flow": FLOW.astype(np.float64)})
    write_kitti_flow(tmp_path / "c.png", FLOW)
    (tmp_path / "notes.txt").write_text("not looked at")
    return tmp_path


def test_three_formats_give_the_same_flow(folder):
    files = Predictions(folder, FLOW_SUFFIXES).files
    assert sorted(files) == ["a", "b", "c"]
    for path in files.values():
        flow = read_flow(path, SHAPE)
        assert flow.dtype == np.float32
        assert np.array_equal(flow, FLOW)


def test_invalid_pixels_of_kitti_files_are_no_numbers(tmp_path):
    valid = np.ones(SHAPE, np.bool_)
    valid[1, 2] = False
    write_kitti_flow(tmp_path / "a.png", FLOW, valid)
    flow = read_flow(tmp_path / "a.png", SHAPE)
    assert np.array_equal(np.isnan(flow).any(axis=2), ~valid)


@pytest.mark.parametrize("name", ["a.flo", "b.npz", "c.png"])
def test_another_size_is_refused_with_both_sizes(folder, name):
    with pytest.raises(StoreError, match=rf"{name}.*\(5, 7, 2\).*\(10, 14, 2\)"):
        read_flow(folder / name, (10, 14))


def test_arrays_of_another_name_type_or_shape_are_refused(tmp_path):
    for k, arrays in enumerate(({"f": FLOW}, {"flow": FLOW.astype(np.int32)}, {"flow": FLOW[..., 0]})):
        write_npz(tmp_path / f"{k}.npz", arrays)
        with pytest.raises(StoreError, match=f"{k}.npz"):
            read_flow(tmp_path / f"{k}.npz", SHAPE)


def test_nothing_is_unpickled(tmp_path):
    mark, path = tmp_path / "MARK", tmp_path / "a.npz"

    class Touch:
        def __reduce__(self):
            return type(mark).touch, (mark,)

    np.savez(path, flow=np.array([Touch()], dtype=object))
    with pytest.raises(StoreError, match="never loaded"):
        read_flow(path, SHAPE)
    assert not mark.exists()


def test_a_header_that_promises_too_much_is_refused(tmp_path):
    head = b"\x93NUMPY\x01\x00"
    text = b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,)}".ljust(117) + b"\n"
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("flow.npy", head + len(text).to_bytes(2, "little") + text)
    with pytest.raises(StoreError, match="1000000000000"):
        read_flow(tmp_path / "a.npz", SHAPE)


def test_two_files_of_one_id_and_links_are_refused(folder):
    write_flo(folder / "b.flo", FLOW)
    with pytest.raises(StoreError, match=r"b\.flo and b\.npz"):
        _ = Predictions(folder, FLOW_SUFFIXES).files
    (folder / "b.flo").unlink()
    (folder / "d.flo").symlink_to(folder / "a.flo")
    with pytest.raises(StoreError, match=r"d\.flo is not a regular file"):
        _ = Predictions(folder, FLOW_SUFFIXES).files


def test_a_folder_must_exist(tmp_path):
    with pytest.raises(StoreError, match="not a folder"):
        Predictions(tmp_path / "nowhere", FLOW_SUFFIXES)


def test_pictures_have_the_size_of_the_item_s(tmp_path):
    picture = np.random.default_rng(0).integers(0, 256, (*SHAPE, 3)).astype(np.uint8)
    write_png(tmp_path / "a.png", picture)
    assert np.array_equal(read_frame(tmp_path / "a.png", SHAPE), picture)
    with pytest.raises(StoreError, match="7 x 5, expected 5 x 7"):
        read_frame(tmp_path / "a.png", SHAPE[::-1])
