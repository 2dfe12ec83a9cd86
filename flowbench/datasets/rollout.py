"""Roll out a data set: run slots, admit candidates, write items, until there are as many as asked for."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flowbench.datasets.crew import Crew
from flowbench.datasets.filling import Filling, Progress
from flowbench.datasets.plan import Plan, make_plan
from flowbench.datasets.report import Report, report_of
from flowbench.datasets.shards import Shard
from flowbench.datasets.slots import slot_count
from flowbench.datasets.store import read_manifest
from flowbench.datasets.writer import Writer, open_store
from flowbench.errors import BadValue, StoreError

MAX_WORKERS = 256


def rollout(
    env_id: str,
    out: str | os.PathLike[str],
    *,
    count: int,
    workers: int = 1,
    seed: int = 0,
    split: str = "train",
    preset: str = "balanced",
    kwargs: Mapping[str, Any] | None = None,
    per_view: int = 1,
    per_scene: int | None = None,
    progress: Progress | None = None,
    crew: Crew | None = None,
) -> Report:
    """Fill a folder with `count` verified items of an environment.

    The same arguments give the same bytes, whatever the number of workers. A run that was stopped goes on where it was;
    a larger count extends the data set to the bytes it would have had at once.

    Args:
        workers: processes that run slots; 1 runs them in this one. Scripts that ask for more need the usual
            `if __name__ == "__main__":`.
        kwargs: JSON values for `gymnasium.make`, such as `{"scenes": "ithor"}`; the preset apart.
        per_view: items of one view at most.
        per_scene: items of one scene at most.
        progress: called after each slot with how far it has come.
        crew: worker processes to use instead of new ones; they outlive the roll-out unless it fails.

    Raises:
        StoreError: if the folder is foreign, holds another data set or more items, or cannot be written.
        SimulatorError: if a worker process is gone.
    """
    _check_positive("count", count)
    _check_positive("number of workers", workers, MAX_WORKERS)
    plan = make_plan(
        env_id, seed=seed, split=split, preset=preset, kwargs=kwargs, per_view=per_view, per_scene=per_scene
    )
    with open_store(Path(out), plan) as store, _hands(crew, workers) as hands:
        _reach(plan, store, count, hands, progress)
        done = store.shards()
    rows = (row for shard in done for row in shard.rows)
    manifest = read_manifest(Path(out)) or {}
    return report_of(count, plan.rates, rows, (log for shard in done for log in shard.logs), manifest.get("digest", ""))


@contextlib.contextmanager
def _hands(crew: Crew | None, workers: int) -> Iterator[Crew]:
    """The crew given, or one of its own; after an error none of its processes is left."""
    own = Crew(workers) if crew is None else crew
    try:
        yield own
    except BaseException:
        own.close()
        raise
    if crew is None:
        own.close()


def _reach(plan: Plan, store: Writer, count: int, crew: Crew, progress: Progress | None) -> None:
    done = store.shards()
    items = sum(len(shard.rows) for shard in done)
    if items > count:
        raise StoreError(f"{store.root} holds {items} items already, more than {count}. Choose another folder.")
    if store.is_finished and (_ends_with_item(done) if items == count else _is_dry(plan, done)):
        return
    store.reopen()
    if items < count:
        Filling(plan, store, count, crew, progress).run(done)
    else:
        store.trim()
    store.finish(plan, exhausted=_is_dry(plan, store.shards()))


def _is_dry(plan: Plan, done: list[Shard]) -> bool:
    return sum(len(shard.logs) for shard in done) == slot_count(plan)


def _ends_with_item(done: list[Shard]) -> bool:
    return bool(done and done[-1].logs) and done[-1].logs[-1]["admission"] == "admitted"


def _check_positive(name: str, value: object, most: int | None = None) -> None:
    good = isinstance(value, int) and not isinstance(value, bool) and value >= 1
    if not good or (most is not None and isinstance(value, int) and value > most):
        limit = "" if most is None else f" up to {most}"
        raise BadValue(f"A {name} is a positive integer{limit}, got {type(value).__name__} {value!r}.")
