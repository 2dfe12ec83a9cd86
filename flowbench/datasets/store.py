"""The store on disk, read: `load` and the `Dataset` it gives.

```
plan.json                                   what the stream is (see `plan.Plan.describe`)
shards/00003/items.jsonl                    the rows of round 3's items
shards/00003/slots.jsonl                    the log of round 3's slots
shards/00003/000192/record.json             words, facts and episode of the item of slot 192
shards/00003/000192/{i0.png,i1.png,...}     its pictures; in rooms before and after
shards/00003/000192/arrays.npz              depth, flow, segmentation, ... (no pickle)
shards/00003/items.tar                      instead of the folders, once packed (see `pack`)
index.jsonl                                 all rows
index.parquet                               the same as a table, where pyarrow is installed
manifest.json                               counts, digests, versions; written last
```
Where there is no manifest yet, because a roll-out was stopped, what was finished can be loaded all the same.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from flowbench.datasets import strict_json
from flowbench.datasets.files import Files, LooseFiles
from flowbench.datasets.folders import inside
from flowbench.datasets.index import Row, read_row
from flowbench.datasets.item_files import Limits, arrays_in, images_in
from flowbench.datasets.record import Record, read_record
from flowbench.datasets.shards import TAR, shards
from flowbench.datasets.tar import PackedFiles, Places, read_places
from flowbench.errors import BadValue, StoreError, UnknownName
from flowbench.records import SCHEMA_VERSION, Item


class Dataset:
    """The items of a store, by position or id. Pictures and arrays are read when they are looked at."""

    def __init__(self, root: Path, plan: Mapping[str, Any], rows: Iterable[Row], limits: Limits) -> None:
        """Hold the rows; nothing else is read."""
        self.root, self.plan, self.rows, self.limits = root, plan, tuple(rows), limits
        self._tars: dict[Path, Places] = {}
        self._positions = {row.item_id: k for k, row in enumerate(self.rows)}
        if len({name.casefold() for name in self._positions}) != len(self.rows):
            raise StoreError(f"{root} holds an id twice (ids that differ in case only clash too).")

    def __len__(self) -> int:
        """Number of items."""
        return len(self.rows)

    def __iter__(self) -> Iterator[Item]:
        """The items in order."""
        return (self[k] for k in range(len(self)))

    def __getitem__(self, key: int | str) -> Item:
        """The item at a position (negative ones count from the end) or with an id."""
        row = self.row(key)
        files = self.files(row)
        return self.record(key).item(images_in(files, self.limits, row.images), arrays_in(files, self.limits))

    def __repr__(self) -> str:
        """Where it lies and how much it holds."""
        return f"Dataset({str(self.root)!r}, {len(self)} items)"

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids in order."""
        return tuple(self._positions)

    def row(self, key: int | str) -> Row:
        """The index row of an item.

        Raises:
            UnknownName: if there is no such id.
            IndexError: if there is no such position.
        """
        if isinstance(key, str):
            if key not in self._positions:
                raise UnknownName.among("item", key, self._positions)
            return self.rows[self._positions[key]]
        if isinstance(key, bool) or not hasattr(key, "__index__"):
            raise BadValue(f"An item is found by position or id, got {type(key).__name__} {key!r}.")
        return self.rows[key]

    def record(self, key: int | str) -> Record:
        """The words, facts and episode of an item."""
        files = self.files(self.row(key))
        return read_record(files.read("record.json", self.limits.record_bytes), files.name("record.json"))

    def folder(self, row: Row) -> Path:
        """Where an item lies, unless it is packed."""
        return inside(self.root, *row.parts)

    def files(self, row: Row) -> Files:
        """The files of an item, in its folder or in its shard's tar.

        Raises:
            StoreError: if the tar is damaged or holds something else.
        """
        tar = inside(self.root, *row.parts[:-1], TAR)
        if not tar.exists():
            return LooseFiles(self.folder(row))
        if tar not in self._tars:
            self._tars[tar] = read_places(tar, self.limits.file_bytes)
        return PackedFiles(tar, row.item_id, self._tars[tar])


def load(path: str | os.PathLike[str], limits: Limits | None = None) -> Dataset:
    """Open a data set made by `flowbench rollout`.

    Args:
        path: its folder.
        limits: sizes beyond which files are refused.

    Raises:
        StoreError: if the folder is missing, foreign or damaged.
    """
    root, limits = Path(path), limits or Limits()
    if not root.is_dir():
        raise StoreError(f"{root} is not a folder.")
    plan = read_plan_file(root)
    manifest = read_manifest(root)
    if manifest is None:
        return Dataset(root, plan, stored_rows(root), limits)
    lines = strict_json.read_lines(inside(root, "index.jsonl"), limits.index_bytes)
    rows = [read_row(value, f"index.jsonl line {k + 1}") for k, value in enumerate(lines)]
    return Dataset(root, plan, rows, limits)


def read_plan_file(root: Path) -> dict[str, Any]:
    """The content of plan.json.

    Raises:
        StoreError: if there is none, or it is not ours.
    """
    path = inside(root, "plan.json")
    if not path.exists():
        raise StoreError(f"{root} is not a data set of ours: it has no plan.json.")
    content = strict_json.read(path)
    if not isinstance(content, dict) or "schema_version" not in content:
        raise StoreError(f"{path} is not a plan of ours.")
    if content["schema_version"] != SCHEMA_VERSION:
        raise StoreError(f"{path} has schema version {content['schema_version']!r}, this is {SCHEMA_VERSION}.")
    return content


def read_manifest(root: Path) -> dict[str, Any] | None:
    """The content of manifest.json, or None where the roll-out is not finished."""
    path = inside(root, "manifest.json")
    if not path.exists():
        return None
    content = strict_json.read(path)
    if not isinstance(content, dict) or not isinstance(content.get("digests"), dict):
        raise StoreError(f"{path} is not a manifest of ours.")
    return content


def stored_rows(root: Path) -> list[Row]:
    """The rows of all shards, finished or not."""
    return [row for shard in shards(root) for row in shard.rows]


def store_digests(root: Path) -> dict[str, str]:
    """SHA-256 of what the manifest vouches for."""
    digests = {name: _file_digest(inside(root, name)) for name in ("plan.json", "index.jsonl")}
    slots, items = hashlib.sha256(), hashlib.sha256()
    for shard in shards(root):
        slots.update(strict_json.lines(shard.logs))
        items.update(strict_json.lines(row.to_json() for row in shard.rows))
    return digests | {"items.jsonl": items.hexdigest(), "slots.jsonl": slots.hexdigest()}


def one_digest(digests: Mapping[str, str]) -> str:
    """One SHA-256 for a whole data set: equal exactly where all that the manifest vouches for is equal."""
    return hashlib.sha256(strict_json.dumps(digests).encode()).hexdigest()


def _file_digest(path: Path) -> str:
    with strict_json.opened(path, Limits().index_bytes) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
