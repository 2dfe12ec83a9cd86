"""Pack a finished data set: one tar a shard instead of a folder an item; and undo it."""

import os
from pathlib import Path

from flowbench.datasets.files import LooseFiles
from flowbench.datasets.folders import (
    TEMPORARY,
    inside,
    locked,
    make_folder,
    move_folder,
    remove,
    remove_temporaries,
    write_file,
)
from flowbench.datasets.index import Row
from flowbench.datasets.item_files import Limits
from flowbench.datasets.shards import TAR, Shard, is_packed, shard_folder, shards
from flowbench.datasets.store import read_manifest, read_plan_file
from flowbench.datasets.tar import PackedFiles, Places, read_places, write_tar
from flowbench.errors import StoreError


def pack(root: str | os.PathLike[str]) -> int:
    """Put each shard's items into `items.tar`; gives the number of shards. Stopped anywhere, it can be run again.

    Raises:
        StoreError: if the data set is not finished, or a file is not as its row says.
    """
    done = _finished_shards(Path(root))
    with locked(Path(root)):
        for shard in done:
            _pack_shard(Path(root), shard)
    return len(done)


def unpack(root: str | os.PathLike[str]) -> int:
    """Undo `pack`; gives the number of shards."""
    done = _finished_shards(Path(root))
    with locked(Path(root)):
        for shard in done:
            if is_packed(Path(root), shard.number):
                _unpack_shard(Path(root), shard)
    return len(done)


def _finished_shards(root: Path) -> list[Shard]:
    read_plan_file(root)
    if read_manifest(root) is None:
        raise StoreError(f"{root} is not finished. Run its `flowbench rollout` to the end first.")
    return list(shards(root))


def _pack_shard(root: Path, shard: Shard) -> None:
    folder = shard_folder(root, shard.number)
    remove_temporaries(folder)
    if not is_packed(root, shard.number):
        write_tar(folder / TAR, shard.rows, root)
    for row in shard.rows:  # the tar is whole and in place
        if os.path.lexists(inside(root, *row.parts)):
            remove(inside(root, *row.parts))


def _unpack_shard(root: Path, shard: Shard) -> None:
    folder = shard_folder(root, shard.number)
    remove_temporaries(folder)
    places = read_places(folder / TAR, Limits().file_bytes)
    for row in shard.rows:
        if not inside(root, *row.parts).exists():
            _unpack_item(folder, root, row, places)
    remove(folder / TAR)


def _unpack_item(folder: Path, root: Path, row: Row, places: Places) -> None:
    temporary = folder / f"{TEMPORARY}{row.parts[-1]}"
    make_folder(temporary)
    packed, loose = PackedFiles(folder / TAR, row.item_id, places), LooseFiles(temporary)
    for member in row.members:
        write_file(loose.folder / member, packed.read(member, Limits().file_bytes))
    move_folder(temporary, inside(root, *row.parts))
