"""Shards: one folder a round, with the rows of its items and the log of its slots.

`slots.jsonl` is written last and says how far the round has come; rows of later slots do not count. So a run killed at
any moment leaves a prefix of the same round, and goes on at the slot after.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flowbench.datasets import strict_json
from flowbench.datasets.folders import inside, make_folder, remove, remove_temporaries, write_file
from flowbench.datasets.index import Row, check_log, read_row
from flowbench.datasets.plan import ROUND
from flowbench.errors import StoreError

MAX_SHARD_BYTES = 4 << 20  # of items.jsonl and of slots.jsonl
_NUMBER = re.compile(r"\d{5}")
_ITEM = re.compile(r"\d{6,9}")
TAR = "items.tar"  # in place of the items' folders, once a data set is packed


@dataclass
class Shard:
    """A round on disk: rows of its items, and one log line for each slot that was run."""

    number: int
    rows: list[Row] = field(default_factory=list)
    logs: list[Mapping[str, Any]] = field(default_factory=list)


def shards(root: Path) -> Iterator[Shard]:
    """All rounds of a store in order."""
    folder = inside(root, "shards")
    names = sorted(path.name for path in folder.iterdir() if _NUMBER.fullmatch(path.name)) if folder.is_dir() else []
    for number, name in enumerate(names):
        if int(name) != number:
            raise StoreError(f"{folder} lacks shard {number:05d}.")
        yield read_shard(root, number)


def read_shard(root: Path, number: int) -> Shard:
    """Read a round; one that was not begun is empty.

    Raises:
        StoreError: if its files are damaged.
    """
    logs = _lines(root, number, "slots.jsonl")
    for k, log in enumerate(logs):
        check_log(log, number * ROUND + k, f"shards/{number:05d}/slots.jsonl line {k + 1}")
    where = f"shards/{number:05d}/items.jsonl line"
    rows = [read_row(value, f"{where} {k + 1}") for k, value in enumerate(_lines(root, number, "items.jsonl"))]
    slots = [row.slot for row in rows]
    if slots != sorted(set(slots)) or any(slot // ROUND != number for slot in slots):
        raise StoreError(f"{where}s are not in the order of their slots.")
    return Shard(number, [row for row in rows if row.slot < number * ROUND + len(logs)], logs)


def commit_shard(root: Path, shard: Shard) -> None:
    """Make what a round has so far final. Its items' folders are in place already."""
    folder = shard_folder(root, shard.number)
    make_folder(folder)
    write_file(folder / "items.jsonl", strict_json.lines(row.to_json() for row in shard.rows))
    write_file(folder / "slots.jsonl", strict_json.lines(shard.logs))


def tidy_shard(root: Path, shard: Shard) -> None:
    """Remove what an interrupted run left: temporaries, and items and rows beyond the last finished slot.

    Raises:
        StoreError: if an item that is listed is missing.
    """
    folder = shard_folder(root, shard.number)
    if not folder.is_dir():
        return
    remove_temporaries(folder)
    if is_packed(root, shard.number):
        return
    listed = {row.parts[-1] for row in shard.rows}
    found = {path.name for path in folder.iterdir() if _ITEM.fullmatch(path.name)}
    if listed - found:
        raise StoreError(f"{folder} lacks {', '.join(sorted(listed - found))}. Delete {root} to roll out again.")
    for name in sorted(found - listed):
        remove(folder / name)
    rows = strict_json.lines(row.to_json() for row in shard.rows)
    if rows != _bytes(folder / "items.jsonl"):
        write_file(folder / "items.jsonl", rows)


def shard_folder(root: Path, number: int) -> Path:
    """Where a round lies."""
    return inside(root, "shards", f"{number:05d}")


def is_packed(root: Path, number: int) -> bool:
    """Whether a round's items lie in a tar file."""
    return (shard_folder(root, number) / TAR).exists()


def trim_shard(root: Path, shard: Shard) -> None:
    """Forget the slots after the last item: a run that reaches its count stops there."""
    last = shard.rows[-1].slot if shard.rows else -1
    kept = max(0, last + 1 - shard.number * ROUND)
    if not kept:
        remove(shard_folder(root, shard.number))
    elif kept < len(shard.logs):
        commit_shard(root, Shard(shard.number, shard.rows, shard.logs[:kept]))


def _bytes(path: Path) -> bytes:
    return strict_json.read_bytes(path, MAX_SHARD_BYTES) if path.exists() else b""


def _lines(root: Path, number: int, name: str) -> list[Any]:
    path = inside(root, "shards", f"{number:05d}", name)
    return strict_json.read_lines(path, MAX_SHARD_BYTES) if path.exists() else []
