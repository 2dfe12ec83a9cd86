"""Ask a language model for other words for all questions of a data set, and write down what came of it."""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flowbench.annotators.chat import Chat
from flowbench.annotators.rephrase import Manner, Rewording, can_be_reworded, request, reworded, unchanged
from flowbench.datasets.folders import locked, make_folder
from flowbench.datasets.replies import Replies
from flowbench.datasets.rewordings import read_rewordings, write_rewordings
from flowbench.datasets.sets import load
from flowbench.errors import BadValue, EndpointError, StoreError
from flowbench.records import Item

SUFFIX = ".jsonl"
MAX_SILENT = 5  # items in a row without a reply; then the endpoint is taken for dead


@dataclass(frozen=True)
class Report:
    """What came of it.

    Attributes:
        asked: requests that the endpoint answered in this run; the other replies were there from earlier runs.
        silent: items for which there was no reply.
        reasons: why items kept the template's words, with their numbers.
    """

    items: int
    from_model: int
    asked: int
    silent: int
    reasons: Counter[str]

    @property
    def exit_code(self) -> int:
        """0, or 1 where replies are missing: the same command asks for those again."""
        return 1 if self.silent else 0

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON values."""
        return {
            "asked": self.asked,
            "from_model": self.from_model,
            "from_template": self.items - self.from_model,
            "items": self.items,
            "reasons": dict(self.reasons.most_common()),
            "silent": self.silent,
        }


class Session:
    """One run: asks, keeps replies, and gives up on an endpoint that stays silent."""

    def __init__(self, chat: Chat, replies: Replies, manner: Manner) -> None:
        """Nothing is asked yet."""
        self._chat, self._replies, self._manner = chat, replies, manner
        self._in_a_row = 0
        self.asked = self.silent = 0

    def words(self, item: Item) -> Rewording:
        """The words for an item: asked for, or kept from earlier.

        Raises:
            EndpointError: if the endpoint refuses, or was silent for several items in a row.
        """
        if not can_be_reworded(item):
            return unchanged(item.question, "only questions about rooms are reworded")
        asked = request(item.question, self._manner)
        text = self._replies.get(asked)
        if text is not None:
            return reworded(item, text)
        reply = self._chat.complete(asked)
        if reply.text is None:
            self._note_silence(reply.problem)
            return unchanged(item.question, f"no reply: {reply.problem}")
        self._in_a_row = 0
        self.asked += 1
        self._replies.add(asked, reply.text)
        return reworded(item, reply.text)

    def _note_silence(self, problem: str) -> None:
        self.silent += 1
        self._in_a_row += 1
        if self._in_a_row >= MAX_SILENT:
            raise EndpointError(
                f"{self._chat.endpoint.url} gave no reply {MAX_SILENT} times in a row (last: {problem}). Replies so "
                "far are kept; once it answers, the same command goes on from here."
            )


def rephrase(
    data: str | os.PathLike[str],
    out: str | os.PathLike[str],
    chat: Chat,
    manner: Manner,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Write a file of rewordings for all items of a data set; a run that was stopped goes on.

    Beside the file lies NAME.replies.jsonl with every reply. The data set is only read.

    Args:
        out: a .jsonl file outside of the data set; an earlier one for the same data set is replaced.
        progress: called after each item with (done, all).

    Raises:
        BadValue, StoreError: for places that will not do; nothing has been asked then.
        EndpointError: if the endpoint refuses or is silent. Replies so far are kept.
    """
    dataset, path = load(data), Path(out)
    _check_place(path, Path(data))
    make_folder(path.parent)
    with locked(path.parent):
        _check_earlier(path, dataset.ids)
        session = Session(chat, Replies(path.with_name(path.stem + ".replies" + SUFFIX)), manner)
        rows = []
        for item in dataset:
            rows.append((item.item_id, session.words(item)))
            if progress is not None:
                progress(len(rows), len(dataset))
        write_rewordings(path, rows)
    words = [found for _, found in rows]
    return Report(
        items=len(words),
        from_model=sum(found.source == "model" for found in words),
        asked=session.asked,
        silent=session.silent,
        reasons=Counter(found.reason for found in words if found.reason),
    )


def _check_place(path: Path, data: Path) -> None:
    if path.suffix != SUFFIX:
        raise BadValue(f"The output must be a file NAME{SUFFIX}, got {str(path)!r}.")
    if path.resolve().is_relative_to(data.resolve()):
        raise BadValue(f"{path} lies inside the data set, which is never changed. Choose a place outside of {data}.")


def _check_earlier(path: Path, ids: tuple[str, ...]) -> None:
    """Refuse to replace anything but rewordings of this data set."""
    if os.path.lexists(path) and not set(read_rewordings(path)) <= set(ids):
        raise StoreError(f"{path} holds the words of another data set. Choose another file.")
