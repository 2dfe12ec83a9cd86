import gzip
import json
import os
import pickle
import shutil
import time
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import fake_world
import numpy as np
import pytest

from flowbench.datasets.item_files import Limits
from flowbench.datasets.pack import pack
from flowbench.datasets.replay import replay
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load
from flowbench.errors import BadValue, StoreError, UnknownName


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "data"
    rollout(fake_world.ENV_ID, folder, count=4)
    return folder


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "data"))


def first(data: Path) -> Path:
    return data / load(data).row(0).to_json()["folder"]


def edit_index(data: Path, change: Any) -> None:
    rows = [json.loads(line) for line in (data / "index.jsonl").read_text().splitlines()]
    change(rows)
    (data / "index.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def test_items_are_found_by_position_and_id(made: Path) -> None:
    dataset = load(str(made))
    assert len(dataset) == 4
    assert dataset[-1].item_id == dataset.ids[3] == dataset[dataset.ids[3]].item_id
    assert [item.item_id for item in dataset] == list(dataset.ids)
    assert dataset[np.int64(1)].item_id == dataset.ids[1]  # type: ignore[index]


def test_an_item_comes_back_whole(made: Path) -> None:
    item = load(made)[0]
    assert item.question.images == (("i0", "before"), ("i1", "after"))
    assert item.images["i0"].shape == (fake_world.HEIGHT, fake_world.WIDTH, 3)
    assert sorted(item.arrays) == [
        "depth0", "depth1", "flow01", "flow10", "ids0", "ids1", "valid01", "valid10",
    ]  # fmt: skip
    assert item.arrays["valid01"].dtype == np.bool_


def test_arrays_are_read_when_looked_at(data: Path) -> None:
    (first(data) / "arrays.npz").unlink()
    item = load(data)[0]
    assert item.images["i1"].any()
    with pytest.raises(StoreError, match="arrays.npz"):
        item.arrays["depth0"]


@pytest.mark.parametrize(
    ("key", "error"), [("nothing", UnknownName), (4, IndexError), (1.0, BadValue), (True, BadValue)]
)
def test_what_is_not_there_is_an_error(made: Path, key: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        load(made)[key]


def test_a_folder_that_is_no_data_set_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no plan.json"):
        load(tmp_path)
    with pytest.raises(StoreError, match="not a folder"):
        load(tmp_path / "nothing")


# trouble report R45
def test_pickled_arrays_are_refused(data: Path, tmp_path: Path) -> None:
    mark = tmp_path / "MARK"

    class Trap:
        def __reduce__(self) -> Any:
            return Path.touch, (mark,)

    np.savez(first(data) / "arrays.npz", depth0=np.array([Trap()], dtype=object))
    with pytest.raises(StoreError, match="arrays.npz"):
        dict(load(data)[0].arrays)
    assert not mark.exists()


# trouble report R45
def test_a_pickle_beside_the_items_is_never_opened(data: Path, tmp_path: Path) -> None:
    mark = tmp_path / "MARK"

    class Trap:
        def __reduce__(self) -> Any:
            return Path.touch, (mark,)

    for folder in (data, first(data)):
        (folder / "cache.pkl").write_bytes(pickle.dumps(Trap()))
    assert replay(data).count("equal") == len([(item.answer, dict(item.arrays)) for item in load(data)])
    pack(data)
    assert load(data)[0].images["i0"].any()
    assert not mark.exists()


# trouble report R45
@pytest.mark.parametrize("content", [b"{}", b"", b"PK\x05\x06"])
def test_what_is_no_npz_is_refused(data: Path, content: bytes) -> None:
    (first(data) / "arrays.npz").write_bytes(content)
    with pytest.raises(StoreError, match="arrays.npz"):
        load(data)[0].arrays["depth0"]


# trouble report R45
def test_a_giant_header_is_refused_before_allocation(data: Path) -> None:
    header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000,), }"
    header += b" " * (64 - (10 + len(header) + 1) % 64) + b"\n"
    with zipfile.ZipFile(first(data) / "arrays.npz", "w") as file:
        file.writestr("depth0.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
    with pytest.raises(StoreError, match="arrays.npz"):
        load(data)[0].arrays["depth0"]


# trouble report R47
def test_a_small_file_that_unpacks_to_a_huge_one_is_refused(data: Path) -> None:
    np.savez_compressed(first(data) / "arrays.npz", depth0=np.zeros((2000, 2000), np.float32))
    with pytest.raises(StoreError, match="arrays.npz"):
        load(data, Limits(array_bytes=1 << 20))[0].arrays["depth0"]


# trouble report R47
def test_a_zip_of_many_entries_is_refused(data: Path) -> None:
    with zipfile.ZipFile(first(data) / "arrays.npz", "w") as file:
        for k in range(5000):
            file.writestr(f"a{k}.npy", b"")
    with pytest.raises(StoreError, match="arrays.npz"):
        load(data)[0].arrays["depth0"]


# trouble report R47
def test_a_giant_picture_is_refused(data: Path) -> None:
    path = first(data) / "i0.png"
    content = bytearray(path.read_bytes())
    content[16:24] = (60_000).to_bytes(4, "big") * 2
    path.write_bytes(content)
    with pytest.raises(StoreError, match="i0.png"):
        load(data)[0].images["i0"]


# trouble report R46
@pytest.mark.parametrize("name", ["record.json", "i0.png", "arrays.npz"])
def test_a_symlink_is_refused(data: Path, tmp_path: Path, name: str) -> None:
    path = first(data) / name
    path.rename(tmp_path / "outside")
    path.symlink_to(tmp_path / "outside")
    with pytest.raises(StoreError, match="symlink"):
        (item := load(data)[0]).images["i0"], item.arrays["depth0"]


# trouble report R46
def test_a_linked_folder_is_refused(data: Path, tmp_path: Path) -> None:
    folder = first(data)
    folder.rename(tmp_path / "outside")
    folder.symlink_to(tmp_path / "outside")
    with pytest.raises(StoreError, match="symlink"):
        load(data)[0]


def test_a_pipe_does_not_block(data: Path) -> None:
    path = first(data) / "record.json"
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(StoreError, match="not a regular file"):
        load(data)[0]


# trouble report R46
@pytest.mark.parametrize(
    "folder", ["../../x", "/etc", "..\\..\\x", "C:\\x", "shards/./../../x", "shards/00000/CON", "shards/00000/000000\0"]
)
def test_a_folder_named_elsewhere_is_refused(data: Path, folder: str) -> None:
    edit_index(data, lambda rows: rows[0].update(folder=folder))
    with pytest.raises(StoreError, match="is not where slot"):
        load(data)


# trouble report R46
@pytest.mark.parametrize(
    "item_id",
    ["a; touch MARK", "aux.png", "CON", "nul", "com1", "x" * 300, "\u00fc", "u\u0308", "", "-x", "../x", "a\n"],
)
def test_an_id_outside_the_pattern_is_refused(data: Path, item_id: str) -> None:
    edit_index(data, lambda rows: rows[0].update(id=item_id))
    with pytest.raises(StoreError, match="not an id"):
        load(data)


# trouble report R46
def test_ids_that_clash_are_refused(data: Path) -> None:
    edit_index(data, lambda rows: (rows[0].update(id="A"), rows[1].update(id="a")))
    with pytest.raises(StoreError, match="an id twice"):
        load(data)


@pytest.mark.parametrize(
    "change", [{"slot": -1}, {"slot": 10**12}, {"slot": "0"}, {"files": {"x": "y"}}, {"answer": 3}]
)
def test_a_row_of_another_shape_is_refused(data: Path, change: dict[str, Any]) -> None:
    edit_index(data, lambda rows: rows[0].update(change))
    with pytest.raises(StoreError, match="index.jsonl line 1"):
        load(data)


# trouble report R47
def test_sizes_are_capped(data: Path) -> None:
    with pytest.raises(StoreError, match="more than the limit of 100"):
        load(data, Limits(index_bytes=100))
    with pytest.raises(StoreError, match="more than the limit of 100"):
        load(data, Limits(record_bytes=100))[0]
    with pytest.raises(StoreError, match="more than the limit of 10"):
        load(data, Limits(file_bytes=10))[0].images["i0"]


# trouble report R47
def test_an_endless_line_is_refused(data: Path) -> None:
    (data / "index.jsonl").write_text('{"x": "' + "a" * (2 << 20) + '"}\n')
    with pytest.raises(StoreError, match="Line 1 of index.jsonl is cut off, or longer"):
        load(data)


# trouble report R47
def test_a_deeply_nested_record_is_refused(data: Path) -> None:
    (first(data) / "record.json").write_text("[" * 100_000)
    with pytest.raises(StoreError, match="record.json"):
        load(data)[0]


# trouble report R47
def test_an_episode_of_a_billion_steps_is_refused(data: Path) -> None:
    path = first(data) / "record.json"
    record = json.loads(path.read_text())
    record["episode"]["actions"] = [[0.0, 0.0, 0.0]] * 10_001
    path.write_text(json.dumps(record))
    with pytest.raises(StoreError, match="10001 actions"):
        load(data)[0]


def sparse(path: Path, start: bytes, size: int) -> None:
    """A file of a size that is mostly a hole: nothing is written for it."""
    with open(path, "wb") as file:
        file.write(start)
        file.truncate(size)


# trouble report R47
@pytest.mark.parametrize("name", ["plan.json", "index.jsonl", "record.json", "i0.png", "arrays.npz"])
@pytest.mark.parametrize("content", ["one line of 500 MB", "packed zeros"])
def test_a_small_file_that_would_become_huge_is_refused_quickly_and_in_little_memory(
    data: Path, name: str, content: str
) -> None:
    path = data / name if (data / name).exists() else first(data) / name
    if content == "packed zeros":
        path.write_bytes(gzip.compress(bytes(100 << 20)))
    else:
        sparse(path, b'{"x": "', 500 << 20)
    begin = time.monotonic()
    tracemalloc.start()
    with pytest.raises(StoreError, match=name.replace(".", r"\.")):
        item = load(data)[0]
        item.images["i0"], item.arrays["depth0"]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200 << 20 and time.monotonic() - begin < 5.0
