"""One slot as a unit of work: run it, and write its candidate where admission finds it. The same in every executor."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

from flowbench.datasets.admit import Tally, quotas, refusal
from flowbench.datasets.folders import TEMPORARY, fill_folder
from flowbench.datasets.index import Row, row_of
from flowbench.datasets.item_files import write_item
from flowbench.datasets.plan import Plan
from flowbench.datasets.run_slot import SlotLog
from flowbench.datasets.runners import Product, make_runner

SCRATCH = TEMPORARY + "work"  # folder of the candidates that are not admitted yet, below the root


@dataclass(frozen=True)
class Finished:
    """What came of a slot.

    Attributes:
        keys: of its candidate; None where it found none.
        row: of its candidate; None where it found none, or where what was known of the tally refused it, so that it
            was not written.
    """

    index: int
    log: SlotLog
    keys: Mapping[str, str] | None = None
    row: Row | None = None


class Executor(Protocol):
    """Whatever runs slots: this process, or a pool of others."""

    def result(self, index: int, so_far: Tally) -> Finished:
        """What comes of a slot; asked for in the order of the indices.

        Its candidate is written unless `so_far`, or an earlier tally, refuses it.
        """

    def close(self) -> None:
        """Stop, and leave nothing running."""


class Bench:
    """A plan's runner, and a folder for candidates: runs one slot after the other in this process."""

    def __init__(self, plan: Plan, scratch: Path) -> None:
        """Make the runner."""
        self._scratch = scratch
        self._rules = quotas(plan)
        self._runner = make_runner(plan)

    def result(self, index: int, so_far: Tally) -> Finished:
        """Run a slot."""
        run = self._runner.run(index)
        if run.keys is None or run.make is None:
            return Finished(index, run.log)
        refused = refusal(self._rules, so_far, run.keys)
        return Finished(index, run.log, run.keys, None if refused else self._write(index, run.make(), run.keys))

    def _write(self, index: int, product: Product, keys: Mapping[str, str]) -> Row:
        item, episode = product
        folder = scratch_folder(self._scratch, index)
        digests = fill_folder(folder, lambda path: write_item(path, item, episode, keys))
        return row_of(item, index, keys, digests)

    def close(self) -> None:
        """Close the runner."""
        self._runner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def scratch_folder(scratch: Path, index: int) -> Path:
    """Where the candidate of a slot lies before it is admitted."""
    return scratch / f"{index:06d}"
