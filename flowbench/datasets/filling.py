"""The serial fold that fills a store: slots in order, each candidate admitted or refused, up to the count."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flowbench.datasets.admit import Tally, quotas, refusal, tally
from flowbench.datasets.crew import Crew
from flowbench.datasets.index import log_line
from flowbench.datasets.plan import ROUND, Plan
from flowbench.datasets.pool import Pool
from flowbench.datasets.run_slot import SlotLog
from flowbench.datasets.shards import Shard
from flowbench.datasets.slots import Slot, slot, slot_count
from flowbench.datasets.work import Bench, Executor, Finished
from flowbench.datasets.writer import Writer
from flowbench.errors import StoreError


@dataclass
class Status:
    """How far a roll-out has come.

    Attributes:
        items, slots: in the data set so far.
        outcomes: what came of this run's slots ("found", "not found", ...), with how often.
        reasons: why attempts failed, and which quotas refused, with how often.
    """

    items: int = 0
    slots: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)


Progress = Callable[[Status], None]
COMMIT_S = 1.0  # between two commits; a machine that stops loses no more
WARM_SLOTS = 8  # slots after which workers start, should none of them have found anything


class Filling:
    """One run of the fold. A slot that no quota could let in is not run at all."""

    def __init__(self, plan: Plan, store: Writer, count: int, crew: Crew, progress: Progress | None) -> None:
        """Prepare; nothing runs yet."""
        self._plan, self._store, self._count, self._crew = plan, store, count, crew
        self._progress = progress
        self._rules = quotas(plan)
        self._tally = Tally()
        self._status = Status()
        self._committed_s = time.monotonic()

    def run(self, done: list[Shard]) -> None:
        """Go on after what is done."""
        self._tally = tally(row.keys for shard in done for row in shard.rows)
        first = sum(len(shard.logs) for shard in done)
        shard = self._store.shard(first // ROUND)
        executor: Executor = Bench(self._plan, self._store.scratch)  # the first items warm the caches of compiled code
        try:
            for index in range(first, slot_count(self._plan)):
                if self._tally.total >= self._count:
                    break
                if index // ROUND != shard.number:
                    self._store.commit(shard)
                    shard = self._store.shard(index // ROUND)
                if self._crew.size > 1 and isinstance(executor, Bench) and self._is_warm():
                    executor.close()
                    executor = Pool(self._plan, self._store.scratch, self._crew)
                self._fold(executor, shard, slot(self._plan, index))
            self._store.commit(shard)
        except BaseException:
            with contextlib.suppress(StoreError):  # the first error says more
                self._store.commit(shard)
            raise
        finally:
            executor.close()

    def _is_warm(self) -> bool:
        outcomes = self._status.outcomes
        return self._crew.is_started or outcomes["found"] > 0 or outcomes.total() - outcomes["skipped"] >= WARM_SLOTS

    def _fold(self, executor: Executor, shard: Shard, asked: Slot) -> None:
        refused = refusal(self._rules, self._tally, asked.keys)
        if refused is not None:
            self._note(shard, SlotLog(asked, "skipped"), refused)
            return
        finished = executor.result(asked.index, self._tally)
        keys = finished.keys
        if keys is None:
            self._note(shard, finished.log, "none")
            return
        refused = refusal(self._rules, self._tally, keys)
        if refused is not None:
            self._store.drop(asked.index)
        else:
            self._keep(executor, shard, finished, keys)
        self._note(shard, finished.log, refused or "admitted")

    def _keep(self, executor: Executor, shard: Shard, finished: Finished, keys: Mapping[str, str]) -> None:
        row = finished.row or executor.result(finished.index, Tally()).row  # an empty tally refuses nothing
        assert row is not None
        self._store.keep(row)
        shard.rows.append(row)
        self._tally.add(keys)

    def _note(self, shard: Shard, log: SlotLog, admission: str) -> None:
        shard.logs.append(log_line(log, admission))
        if admission == "admitted" and time.monotonic() >= self._committed_s + COMMIT_S:
            self._store.commit(shard)
            self._committed_s = time.monotonic()
        status = self._status
        status.items, status.slots = self._tally.total, shard.number * ROUND + len(shard.logs)
        status.outcomes[log.outcome] += 1
        status.reasons.update(log.reasons)
        if admission not in ("admitted", "none"):
            status.reasons[f"quota of {admission}"] += 1
        if self._progress is not None:
            self._progress(status)
