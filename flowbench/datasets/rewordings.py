"""A file of rewordings, and a data set read with the words in it. The store itself never changes.

One JSON object a line, for all items in order:
`{"id", "text", "choices", "source": "model" | "template", "reason"}`.
"""

import dataclasses
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from flowbench.annotators.rephrase import Rewording, refusal
from flowbench.datasets import strict_json
from flowbench.datasets.folders import write_file
from flowbench.datasets.sets import Collection
from flowbench.datasets.store import Dataset
from flowbench.errors import StoreError
from flowbench.records import Item

MAX_BYTES = 1 << 30
SOURCES = ("model", "template")
AGAIN = "Run `flowbench rephrase` on this data set again."


class Reworded(Sequence[Item]):
    """The items of a data set with other words. See `reworded`."""

    def __init__(self, dataset: Dataset | Collection, words: Mapping[str, Rewording], name: str) -> None:
        """Hold both; items are read when they are looked at."""
        self.dataset, self.words, self.name = dataset, words, name

    def __len__(self) -> int:
        """Number of items."""
        return len(self.dataset)

    def __iter__(self) -> Iterator[Item]:
        """The items in order."""
        return (self._reword(item) for item in self.dataset)

    def __getitem__(self, key: Any) -> Any:
        """The item at a position (negative ones count from the end) or with an id."""
        return self._reword(self.dataset[key])

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids in order."""
        return self.dataset.ids

    def _reword(self, item: Item) -> Item:
        words = self.words[item.item_id]
        question = item.question
        if words.source == "template":
            same = (words.text, words.choices) == (question.text, question.choices)
            reason = "" if same else "another template"
        else:
            reason = refusal(item, words)
        if reason:
            raise StoreError(f"{self.name}: the words for {item.item_id} do not ask its question ({reason}). {AGAIN}")
        return with_words(item, words)


def reworded(dataset: Dataset | Collection, file: str | os.PathLike[str]) -> Reworded:
    """A data set with the words of a file, each checked once more against its item when it is read.

    Args:
        dataset: what `flowbench.load` gives.
        file: what `flowbench rephrase` wrote for it, or for a set of which it is a part.

    Raises:
        StoreError: if the file cannot be read, holds something else or lacks items; when an item is read, if its words
            do not ask its question.
    """
    words = read_rewordings(Path(file))
    missing = [item_id for item_id in dataset.ids if item_id not in words]
    if missing:
        raise StoreError(f"{file} lacks {len(missing)} of {len(dataset)} items, such as {missing[0]}. {AGAIN}")
    return Reworded(dataset, words, str(file))


def with_words(item: Item, words: Rewording) -> Item:
    """An item with other words; all else is kept, but for the copy of its words in `state["texts"]["names"]`."""
    question = dataclasses.replace(item.question, text=words.text, choices=words.choices)
    state = dict(item.state)
    if "texts" in state:
        names = {**state["texts"]["names"], "question": words.text, "choices": list(words.choices)}
        state["texts"] = {**state["texts"], "names": names}
    return dataclasses.replace(item, question=question, state=state)


def write_rewordings(path: Path, rows: Iterable[tuple[str, Rewording]]) -> None:
    """Write a file whole, in place of an earlier one."""
    write_file(path, strict_json.lines({"id": item_id, **dataclasses.asdict(words)} for item_id, words in rows))


def read_rewordings(path: Path) -> dict[str, Rewording]:
    """The words by item id.

    Raises:
        StoreError: for what is no such file; names the line.
    """
    words: dict[str, Rewording] = {}
    for number, row in enumerate(strict_json.read_lines(path, MAX_BYTES), start=1):
        where = f"{path.name} line {number}"
        if not _is_row(row):
            raise StoreError(f"{where} is no rewording of ours.")
        if row["id"] in words:
            raise StoreError(f"{where}: the item {row['id']} has words already.")
        words[row["id"]] = Rewording(row["text"], tuple(row["choices"]), row["source"], row["reason"])
    return words


def _is_row(row: Any) -> bool:
    texts = isinstance(row, dict) and all(isinstance(row.get(name), str) for name in ("id", "text", "reason"))
    return (
        texts
        and row.get("source") in SOURCES
        and isinstance(row.get("choices"), list)
        and all(isinstance(choice, str) for choice in row["choices"])
    )
