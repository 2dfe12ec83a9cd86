"""The store on disk, written: opened for one plan, filled slot by slot, finished with a manifest."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flowbench.datasets import strict_json
from flowbench.datasets.folders import (
    PATIENCE_S,
    TEMPORARY,
    inside,
    locked,
    make_folder,
    move_folder,
    remove,
    remove_temporaries,
    sync_folder,
    write_file,
)
from flowbench.datasets.index import Row
from flowbench.datasets.parquet import PARQUET, write_parquet
from flowbench.datasets.plan import Plan
from flowbench.datasets.shards import Shard, commit_shard, is_packed, read_shard, shards, tidy_shard, trim_shard
from flowbench.datasets.store import one_digest, read_plan_file, store_digests
from flowbench.datasets.work import SCRATCH, scratch_folder
from flowbench.errors import StoreError
from flowbench.records import SCHEMA_VERSION


class Writer:
    """A store that this process holds."""

    def __init__(self, root: Path) -> None:
        """Use `open_store`."""
        self.root = root
        self._kept: list[Path] = []  # since the last commit

    @property
    def is_finished(self) -> bool:
        """Whether a roll-out reached its end here."""
        return (self.root / "manifest.json").exists()

    def shards(self) -> list[Shard]:
        """What is there, round by round."""
        return list(shards(self.root))

    def shard(self, number: int) -> Shard:
        """One round, begun or not."""
        return read_shard(self.root, number)

    @property
    def scratch(self) -> Path:
        """Where candidates are written until they are admitted; its name is temporary, on the same file system."""
        return self.root / SCRATCH

    def keep(self, row: Row) -> None:
        """Put the folder of an admitted candidate in place. It counts once its round is committed."""
        make_folder(inside(self.root, *row.parts[:-1]))
        folder = inside(self.root, *row.parts)
        move_folder(scratch_folder(self.scratch, row.slot), folder)
        self._kept.append(folder)

    def drop(self, slot: int) -> None:
        """Delete the folder of a candidate, if it has one."""
        folder = scratch_folder(self.scratch, slot)
        if folder.exists():
            remove(folder)

    def commit(self, shard: Shard) -> None:
        """Make what a round has so far final."""
        for folder in self._kept:
            sync_folder(folder)
        commit_shard(self.root, shard)
        self._kept = []

    def reopen(self) -> None:
        """Withdraw the manifest, which vouches for what is about to change. What is there can still be loaded.

        Raises:
            StoreError: if the items are packed; nothing has changed then.
        """
        if any(is_packed(self.root, shard.number) for shard in self.shards()):
            raise StoreError(f"{self.root} is packed. Run `flowbench pack {self.root} --undo` first.")
        for name in ("manifest.json", "index.jsonl", PARQUET):
            if os.path.lexists(self.root / name):
                remove(self.root / name)

    def trim(self) -> None:
        """Forget the slots after the last item."""
        for shard in reversed(self.shards()):
            trim_shard(self.root, shard)
            if shard.rows:
                break

    def finish(self, plan: Plan, exhausted: bool) -> None:
        """Write the index, then the manifest."""
        everything = self.shards()
        rows = [row for shard in everything for row in shard.rows]
        index = strict_json.lines(row.to_json() for row in rows)
        write_file(self.root / "index.jsonl", index)
        write_parquet(self.root / PARQUET, rows)
        counts = {name: sum(row.keys["class"] == name for row in rows) for name in plan.rates}
        digests = store_digests(self.root)
        manifest = {
            "counts": {"classes": counts, "items": len(rows), "slots": sum(len(shard.logs) for shard in everything)},
            "digest": one_digest(digests),
            "digests": digests,
            "exhausted": exhausted,
            "schema_version": SCHEMA_VERSION,
            "versions": plan.versions,
        }
        write_file(self.root / "manifest.json", strict_json.dumps(manifest, indent=1).encode() + b"\n")


@contextlib.contextmanager
def open_store(out: Path, plan: Plan) -> Iterator[Writer]:
    """Open a folder to write this plan's items into: a new or empty one, or one that this plan began.

    Raises:
        StoreError: if the folder holds something else, another plan, or another process writes to it. Nothing has
            been written then.
    """
    content = plan.describe()
    _check_folder(out, content)
    make_folder(out)
    with locked(out):
        begun = _check_folder(out, content)  # again: another process may have been here meanwhile
        _clear(out)
        if not begun:
            write_file(out / "plan.json", strict_json.dumps(content, indent=1).encode() + b"\n")
        make_folder(out / "shards")
        for shard in shards(out):
            tidy_shard(out, shard)
            _check_classes(shard, plan)
        make_folder(out / SCRATCH)
        try:
            yield Writer(out)
        finally:
            _clear(out)


def _clear(out: Path) -> None:
    """Remove what is unfinished, once the processes that wrote it are gone."""
    if (out / SCRATCH).is_dir():
        with locked(out / SCRATCH, patience_s=PATIENCE_S):
            remove_temporaries(out)
    remove_temporaries(out)


def _check_folder(out: Path, content: Mapping[str, Any]) -> bool:
    """Whether the plan was begun there. Refuses what is not ours."""
    if not os.path.lexists(out):
        return False
    if not out.is_dir():
        raise StoreError(f"{out} is not a folder. Choose another place.")
    names = sorted(path.name for path in out.iterdir() if not path.name.startswith(TEMPORARY))
    if not names:
        return False
    if "plan.json" not in names:
        raise StoreError(f"{out} holds other things ({', '.join(names[:3])}). Choose a new or empty folder.")
    there = read_plan_file(out)
    changed = _differences(there, content)
    if changed:
        raise StoreError(f"{out} holds another data set: {'; '.join(changed[:4])}. Choose another folder.")
    return True


def _check_classes(shard: Shard, plan: Plan) -> None:
    odd = {row.keys["class"] for row in shard.rows} - set(plan.rates)
    if odd:
        raise StoreError(f"Shard {shard.number:05d} has items of classes {sorted(odd)}, which the plan does not know.")


def _differences(there: Any, here: Any, field: str = "") -> list[str]:
    if isinstance(there, dict) and isinstance(here, dict):
        names = sorted({*there, *here})
        fields = ((name, f"{field}.{name}" if field else name) for name in names)
        return [text for name, path in fields for text in _differences(there.get(name), here.get(name), path)]
    return [] if there == here else [f"{field} is {there!r} there, {here!r} was asked for"]
