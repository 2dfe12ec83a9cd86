"""Roll out a data set: run slots, admit candidates, write items, until there are as many as asked for."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flowbench.annotators.item import annotate
from flowbench.datasets.admit import Tally, quotas, refusal, tally
from flowbench.datasets.index import log_line, row_of
from flowbench.datasets.item_files import write_item
from flowbench.datasets.plan import ROUND, Plan, make_plan
from flowbench.datasets.record import episode_of
from flowbench.datasets.report import Report, report_of
from flowbench.datasets.run_slot import Candidate, SlotResult, run_round
from flowbench.datasets.shards import Shard
from flowbench.datasets.slots import round_count, slot_count
from flowbench.datasets.writer import Writer, open_store
from flowbench.errors import BadValue, StoreError

Progress = Callable[[int, int], None]  # items so far, slots so far


def rollout(
    env_id: str,
    out: str | os.PathLike[str],
    *,
    count: int,
    seed: int = 0,
    split: str = "train",
    preset: str = "balanced",
    kwargs: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Fill a folder with `count` verified items of an environment.

    The same arguments give the same bytes. A run that was stopped goes on where it was; a larger count extends the
    data set to the bytes it would have had at once.

    Args:
        kwargs: JSON values for `gymnasium.make`, such as `{"scenes": "ithor"}`; the preset apart.
        progress: called after each slot with the items and the slots so far.

    Raises:
        StoreError: if the folder is foreign, holds another data set or more items, or cannot be written.
    """
    if isinstance(count, bool) or not isinstance(count, int) or count < 1:
        raise BadValue(f"A count is a positive integer, got {type(count).__name__} {count!r}.")
    plan = make_plan(env_id, seed=seed, split=split, preset=preset, kwargs=kwargs)
    with open_store(Path(out), plan) as store:
        _reach(plan, store, count, progress or _silent)
        done = store.shards()
    rows = (row for shard in done for row in shard.rows)
    return report_of(count, plan.rates, rows, (log for shard in done for log in shard.logs))


def _reach(plan: Plan, store: Writer, count: int, progress: Progress) -> None:
    done = store.shards()
    items = sum(len(shard.rows) for shard in done)
    if items > count:
        raise StoreError(f"{store.root} holds {items} items already, more than {count}. Choose another folder.")
    if store.is_finished and (_ends_with_item(done) if items == count else _is_dry(plan, done)):
        return
    store.reopen()
    if items < count:
        _Filling(plan, store, count, progress).run(done)
    else:
        store.trim()
    store.finish(plan, exhausted=_is_dry(plan, store.shards()))


def _is_dry(plan: Plan, done: list[Shard]) -> bool:
    return sum(len(shard.logs) for shard in done) == slot_count(plan)


def _ends_with_item(done: list[Shard]) -> bool:
    return bool(done and done[-1].logs) and done[-1].logs[-1]["admission"] == "admitted"


class _Filling:
    """The serial fold: slots in order, each candidate admitted or refused, until the count is reached."""

    def __init__(self, plan: Plan, store: Writer, count: int, progress: Progress) -> None:
        self.plan, self.store, self.count, self.progress = plan, store, count, progress
        self.rules = quotas(plan)

    def run(self, done: list[Shard]) -> None:
        self.tally: Tally = tally(row.keys for shard in done for row in shard.rows)
        env = self.plan.make()
        try:
            for number in range(max(0, len(done) - 1), round_count(self.plan)):
                if self._is_full():
                    return
                shard = self.store.shard(number)
                for result in run_round(self.plan, number, env, start=len(shard.logs)):
                    self._fold(shard, result)
                    if self._is_full():
                        break
                self.store.commit(shard)
        finally:
            env.close()

    def _is_full(self) -> bool:
        return self.tally.total >= self.count

    def _fold(self, shard: Shard, result: SlotResult) -> None:
        admission = "none"
        for candidate in result.candidates:
            refused = refusal(self.rules, self.tally, candidate.keys)
            admission = refused or "admitted"
            if refused is None:
                self._admit(shard, candidate)
                break
        shard.logs.append(log_line(result, admission))
        if admission == "admitted":
            self.store.commit(shard)
        self.progress(self.tally.total, shard.number * ROUND + len(shard.logs))

    def _admit(self, shard: Shard, candidate: Candidate) -> None:
        index = candidate.slot.index
        item = annotate(candidate.transition, item_id=self.plan.item_id(index))
        episode = episode_of(candidate, item, self.plan.versions)
        files = self.store.put(index, lambda folder: write_item(folder, item, episode, candidate.keys))
        shard.rows.append(row_of(item, index, candidate.keys, files))
        self.tally = self.tally.plus(candidate.keys)


def _silent(items: int, slots: int) -> None:
    """Report nothing."""
