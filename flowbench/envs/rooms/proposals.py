"""The tasks of one view, made as far as somebody asks for them."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from flowbench.records import Snapshot, Task


class Proposals:
    """What can be asked at a view: its picture, and its tasks by number.

    A caller who walks from one proposal to the next resets for each; the picture is drawn and the tasks are found once.

    Attributes:
        key: everything they depend on; empty once finding them has failed, since the rest is lost then.
    """

    def __init__(self, key: tuple[Any, ...], before: Snapshot, tasks: Iterator[Task]) -> None:
        """Hold the picture; no task is made yet."""
        self.key, self.before = key, before
        self._found: list[Task] = []
        self._rest = tasks

    def task(self, number: int) -> Task | None:
        """The task of a number, from 0; None if there are not so many."""
        try:
            self._found += islice(self._rest, max(0, number + 1 - len(self._found)))
        except BaseException:
            self.key = ()
            raise
        return self._found[number] if number < len(self._found) else None
