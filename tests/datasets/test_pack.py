import hashlib
import io
import re
import shutil
import tarfile
from pathlib import Path
from typing import Any

import fake_world
import numpy as np
import pytest
from fake_world import content

from flowbench.datasets import pack as packing
from flowbench.datasets.item_files import Limits
from flowbench.datasets.pack import pack, unpack
from flowbench.datasets.replay import replay
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load
from flowbench.errors import StoreError

COUNT, KWARGS = 42, {"scenes": 24}  # two shards


def fill(out: Path, count: int = COUNT) -> None:
    rollout(fake_world.ENV_ID, out, count=count, kwargs=KWARGS)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "data"
    fill(folder)
    return folder


@pytest.fixture
def data(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "data"))


def tar_of(data: Path) -> Path:
    return data / "shards/00000/items.tar"


def webdataset_samples(tar: Path) -> dict[str, dict[str, bytes]]:
    """The samples of a shard as WebDataset and Hugging Face's reader group them: names split at the first dot."""
    samples: dict[str, dict[str, bytes]] = {}
    with tarfile.open(tar) as archive:
        for member in archive:
            found = re.fullmatch(r"((?:.*/|)[^.]+)[.]([^/]*)", member.name)
            body = archive.extractfile(member)
            assert found is not None
            assert body is not None
            samples.setdefault(found[1], {})[found[2]] = body.read()
    return samples


def test_packed_items_are_the_same_items(made: Path, data: Path) -> None:
    assert pack(data) == len(list(data.glob("shards/*")))
    assert {path.name for path in data.glob("shards/*/*")} == {"items.tar", "items.jsonl", "slots.jsonl"}
    for loose, packed in zip(load(made), load(data), strict=True):
        assert loose.item_id == packed.item_id
        assert loose.state == packed.state
        assert (loose.images["i1"] == packed.images["i1"]).all()
        assert all(np.array_equal(loose.arrays[name], packed.arrays[name]) for name in loose.arrays)


def test_packed_data_replay_equal(data: Path) -> None:
    pack(data)
    assert (replay(data).count("equal"), replay(data).exit_code) == (COUNT, 0)


def test_equal_data_give_equal_tars(data: Path, tmp_path: Path) -> None:
    fill(tmp_path / "again")
    pack(data)
    pack(tmp_path / "again")
    assert content(data) == content(tmp_path / "again")


def test_other_readers_get_the_ids_and_all_members(data: Path) -> None:
    pack(data)
    dataset = load(data)
    for row in dataset.rows[:3]:
        sample = webdataset_samples(tar_of(data))[row.item_id]
        assert {name: hashlib.sha256(body).hexdigest() for name, body in sample.items()} == row.files


def test_unpacking_gives_the_folders_back(data: Path) -> None:
    before = content(data)
    pack(data)
    unpack(data)
    assert content(data) == before


def test_packing_twice_is_packing_once(data: Path) -> None:
    pack(data)
    once = content(data)
    pack(data)
    assert content(data) == once


@pytest.mark.parametrize("function", ["remove", "write_tar"])
@pytest.mark.parametrize("moment", [0, 1])
def test_packing_cut_off_can_be_read_and_goes_on(
    made: Path, data: Path, tmp_path: Path, monkeypatch: Any, function: str, moment: int
) -> None:
    real, calls = getattr(packing, function), []

    def cut(*arguments: Any) -> None:
        calls.append(arguments)
        if len(calls) > moment:
            raise KeyboardInterrupt
        real(*arguments)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(packing, function, cut)
        pack(data)
    assert [item.answer for item in load(data)] == [item.answer for item in load(made)]
    assert load(data)[0].images["i0"].any()
    pack(data)
    unpack(data)
    assert content(data) == content(made)


def test_packed_data_are_not_extended_by_accident(data: Path) -> None:
    pack(data)
    before = content(data)
    fill(data)
    with pytest.raises(StoreError, match="is packed. Run `flowbench pack"):
        fill(data, COUNT + 1)
    assert content(data) == before


def test_unfinished_data_are_not_packed(data: Path) -> None:
    (data / "manifest.json").unlink()
    with pytest.raises(StoreError, match="not finished"):
        pack(data)


def test_a_file_that_is_not_as_its_row_says_is_not_packed(data: Path) -> None:
    dataset = load(data)
    (dataset.folder(dataset.row(0)) / "i0.png").write_bytes(b"x")
    with pytest.raises(StoreError, match="not what its row says"):
        pack(data)
    assert not tar_of(data).exists()


def test_an_altered_byte_in_a_tar_is_found(data: Path) -> None:
    pack(data)
    body = bytearray(tar_of(data).read_bytes())
    body[len(body) // 3] ^= 1
    tar_of(data).write_bytes(body)
    try:
        report = replay(data)
    except StoreError as e:
        assert "items.tar" in str(e)
    else:
        assert report.exit_code == 1


def foreign(name: str, kind: bytes = tarfile.REGTYPE, size: int = 4) -> bytes:
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, size
    return info.tobuf(tarfile.GNU_FORMAT) + b"data".ljust(512, b"\0")


# trouble reports R46, R47
@pytest.mark.parametrize(
    "content",
    [
        foreign("../../x.png"),
        foreign("/etc/hostname"),
        foreign("house_1.5.i0.png"),
        foreign("a.i0.png", tarfile.SYMTYPE),
        foreign("a.i0.png", tarfile.XHDTYPE),
        foreign("a.pkl"),
        foreign("a.i0.png", size=1 << 40),
        foreign("a.i0.png") * 2,
        b"".join(foreign(f"a{k}.i0.png") for k in range(300)),
        b"not a tar" * 100,
    ],
)
def test_a_tar_that_is_not_ours_is_refused(data: Path, content: bytes) -> None:
    pack(data)
    tar_of(data).write_bytes(content)
    with pytest.raises(StoreError, match=r"items\.tar"):
        load(data)[0]


def test_a_tar_that_is_cut_off_is_refused(data: Path) -> None:
    pack(data)
    whole = tar_of(data).read_bytes()
    tar_of(data).write_bytes(whole[:1000])
    with pytest.raises(StoreError, match=r"items\.tar.*(cut off|missing)"):
        load(data)[0]


# trouble report R45
def test_pickled_arrays_in_a_tar_are_refused_by_name(data: Path) -> None:
    row, body = load(data).row(0), io.BytesIO()
    np.savez(body, depth0=np.array([{}], dtype=object))
    pack(data)
    info = tarfile.TarInfo(f"{row.item_id}.arrays.npz")
    info.size = len(body.getvalue())
    tar_of(data).write_bytes(
        info.tobuf(tarfile.USTAR_FORMAT) + body.getvalue() + bytes(-info.size % 512) + tar_of(data).read_bytes()
    )
    with pytest.raises(StoreError):
        load(data)[0].arrays["depth0"]


def test_sizes_in_a_tar_are_capped(data: Path) -> None:
    pack(data)
    with pytest.raises(StoreError, match="too large"):
        load(data, Limits(file_bytes=10))[0]
