"""The rows of a data set: one line of JSON an item, from which everything but the arrays can be listed.

`shards/*/items.jsonl` hold the rows of one round each; `index.jsonl` is all of them one after the other. (A Parquet
copy is written beside it; the lines are the truth.)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flowbench.datasets.folders import ITEM_ID
from flowbench.datasets.plan import ROUND
from flowbench.datasets.run_slot import SlotLog
from flowbench.errors import StoreError
from flowbench.records import Item

MAX_PICTURES = 8  # of an item, named i0 to i7
FIXED_FILES = ("record.json", "arrays.npz")
IMAGE_FILES = tuple(f"i{k}.png" for k in range(MAX_PICTURES))


@dataclass(frozen=True)
class Row:
    """One item in short.

    Attributes:
        keys: what quotas looked at.
        files: file name -> SHA-256 of its bytes, in hex.
    """

    item_id: str
    slot: int
    question: str
    answer: str
    keys: Mapping[str, str]
    files: Mapping[str, str]

    @property
    def images(self) -> tuple[str, ...]:
        """The names of its pictures in order: "i0", ..."""
        return tuple(name.removesuffix(".png") for name in IMAGE_FILES if name in self.files)

    @property
    def members(self) -> tuple[str, ...]:
        """The names of its files, in the order in which they are packed."""
        first, last = FIXED_FILES
        return (first, *(f"{name}.png" for name in self.images), last)

    @property
    def parts(self) -> tuple[str, str, str]:
        """Where the item lies below the root: it follows from the slot alone."""
        return item_parts(self.slot)

    def to_json(self) -> dict[str, Any]:
        """The row as JSON values."""
        return {
            "answer": self.answer,
            "files": dict(self.files),
            "folder": "/".join(self.parts),
            "id": self.item_id,
            "keys": dict(self.keys),
            "question": self.question,
            "slot": self.slot,
        }


def row_of(item: Item, slot: int, keys: Mapping[str, str], files: Mapping[str, str]) -> Row:
    """The row of an item whose files are written."""
    return Row(item.item_id, slot, item.question.text, item.answer, dict(keys), dict(files))


def item_parts(slot: int) -> tuple[str, str, str]:
    """Where the item of a slot lies below the root."""
    return "shards", f"{slot // ROUND:05d}", f"{slot:06d}"


def read_row(value: Any, where: str) -> Row:
    """Read a row and check each field.

    Raises:
        StoreError: if a field is missing, of the wrong type, or names a place outside the layout.
    """
    if not isinstance(value, dict):
        raise StoreError(f"{where} is no object.")
    row = Row(
        item_id=_string(value, "id", where),
        slot=_slot(value, where),
        question=_string(value, "question", where),
        answer=_string(value, "answer", where),
        keys=_strings(value, "keys", where),
        files=_strings(value, "files", where),
    )
    if not ITEM_ID.fullmatch(row.item_id):
        raise StoreError(f"{where}: {row.item_id!r} is not an id that ours can have.")
    if value.get("folder") != "/".join(row.parts):
        raise StoreError(f"{where}: folder {value.get('folder')!r} is not where slot {row.slot} lies.")
    if "class" not in row.keys:
        raise StoreError(f"{where}: keys lack the class.")
    whole = {*FIXED_FILES, *IMAGE_FILES[: max(1, len(row.files) - len(FIXED_FILES))]}
    if set(row.files) != whole:
        raise StoreError(f"{where}: files {sorted(row.files)} are not {sorted(whole)}.")
    return row


def log_line(log: SlotLog, admission: str) -> dict[str, Any]:
    """One line of slots.jsonl: what a slot asked for, what it tried, and whether its candidate was admitted.

    `admission` is "admitted", "none" where there is no candidate, or the name of the quota that refused it.
    """
    return {
        "admission": admission,
        "outcome": log.outcome,
        "proposals": log.proposals,
        "reasons": dict(log.reasons),
        "renders": log.renders,
        "scene": log.slot.scene,
        "slot": log.slot.index,
        "view": log.slot.view,
        "wanted": log.slot.wanted,
    }


def check_log(value: Any, slot: int, where: str) -> None:
    """Check a line of slots.jsonl.

    Raises:
        StoreError: if it is not the log of this slot.
    """
    kinds = {"admission": str, "outcome": str, "reasons": dict, "scene": str, "view": int, "wanted": str}
    if not isinstance(value, dict) or value.get("slot") != slot:
        raise StoreError(f"{where} is not the log of slot {slot}.")
    for name, kind in kinds.items():
        if not isinstance(value.get(name), kind):
            raise StoreError(f"{where}: {name} is {value.get(name)!r}, expected {kind.__name__}.")


def _string(value: Mapping[str, Any], name: str, where: str) -> str:
    found = value.get(name)
    if not isinstance(found, str):
        raise StoreError(f"{where}: {name} is {found!r}, expected a string.")
    return found


def _strings(value: Mapping[str, Any], name: str, where: str) -> dict[str, str]:
    found = value.get(name)
    if not isinstance(found, dict) or not all(isinstance(item, str) for item in found.values()):
        raise StoreError(f"{where}: {name} is {found!r}, expected strings by name.")
    return found


def _slot(value: Mapping[str, Any], where: str) -> int:
    found = value.get("slot")
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < 10**9:
        raise StoreError(f"{where}: slot is {found!r}, expected a number of at most nine digits.")
    return found
