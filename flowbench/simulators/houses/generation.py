"""The real generator of ProcTHOR, as it is on PyPI, on the embedded engine.

    PYTHONHASHSEED=0 python -m flowbench.simulators.houses.generation PLAN.json

PLAN.json holds {"seed", "split", "numbers", "folder"}; each house goes to FOLDER/NUMBER.json, and houses that are there
already are not made again. The generator draws from sets of strings, so that its houses are the same in each process
only where the hashes of strings are: a process without PYTHONHASHSEED=0 is refused.
"""

import json
import logging
import os
import sys
import traceback
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from flowbench import seeding
from flowbench.errors import BadValue, MissingExtra, SimulatorError
from flowbench.simulators.embedded.engine import Engine
from flowbench.simulators.embedded.event import Event
from flowbench.simulators.houses.upgrade import upgraded

SPLITS = ("train", "val", "test")
TRIES = 12  # the generator fails now and then, or makes rooms that nobody can walk to
HASH_SEED = "0"
MODULE_ENVIRONMENT = {"PYTHONHASHSEED": HASH_SEED}
NEEDED = ("procthor", "ai2thor", "moviepy", "pandas", "fcl", "pysat", "attrs", "scipy", "matplotlib")
SEEDS = 2**31
WARM_SEED = 0
TELEVISION_VALUES = 3
MOST_PAIRINGS = 10_000  # of groups of rooms in one house; a house with ten rooms needs some dozens


class HouseController:
    """What the generator calls a controller: `step` and `reset`, no pictures."""

    def __init__(self) -> None:
        """Begin with nothing loaded."""
        self._engine = Engine(16, 16, "flat")
        self.reset()

    def reset(self, scene: str = "Procedural", **options: Any) -> Event:
        """Empty the scene."""
        return self._engine.step("Reset", sceneName=scene)

    def step(self, action: str, raise_for_failure: bool = False, **parameters: Any) -> Event:
        """Do one action.

        Raises:
            SimulatorError: when it fails and `raise_for_failure` is set.
        """
        event = self._engine.step(action, **parameters)
        if raise_for_failure and not event:
            raise SimulatorError(f"{action} failed: {event.metadata['errorMessage']}")
        return event


class Generator:
    """Makes houses by number; each follows from seed, split and number alone."""

    def __init__(self, seed: int, split: str) -> None:
        """Load the generator and what it keeps from house to house.

        Raises:
            MissingExtra: when it is not installed.
            BadValue: for an unknown split, or in a process whose hashes differ from run to run.
        """
        for package in NEEDED:
            if find_spec(package) is None:
                raise MissingExtra.of(package, "thor")
        if split not in SPLITS:
            raise BadValue(f"The split of houses is one of {SPLITS}, got {split!r}.")
        if os.environ.get("PYTHONHASHSEED") != HASH_SEED:
            raise BadValue(f"Houses are made in a process with PYTHONHASHSEED={HASH_SEED}: use `flowbench houses`.")
        self._seed, self._split, self._controller = seed, split, HouseController()
        _count_televisions()
        _order_rooms()
        _end_searches()
        self._keep_groups()

    def _keep_groups(self) -> None:
        """Have the generator measure its groups of furniture now: it draws numbers for that, once a controller."""
        import random

        from procthor.databases import get_spawnable_asset_group_info

        random.seed(WARM_SEED)
        np.random.seed(WARM_SEED)
        get_spawnable_asset_group_info(self._split, self._controller)

    def house(self, number: int) -> tuple[dict[str, Any], list[str]]:
        """A house of schema 1.0.0 without warnings, and why earlier tries at it were thrown away.

        Raises:
            SimulatorError: when no try succeeds.
        """
        failures: list[str] = []
        for attempt in range(TRIES):
            seed = int(seeding.generator(self._seed, "houses", self._split, number, attempt).integers(SEEDS))
            try:
                made = self._try(seed)
            except Exception as e:  # the generator raises whatever it happens to run into
                failures.append(f"{type(e).__name__}: {e}")
                continue
            if not made["metadata"]["warnings"]:
                return upgraded(made), failures
            failures.append(f"warnings: {', '.join(made['metadata']['warnings'])}")
        raise SimulatorError(f"No house {number} of seed {self._seed} in {TRIES} tries; the last: {failures[-1]}")

    def _try(self, seed: int) -> dict[str, Any]:
        from procthor.generation import PROCTHOR10K_ROOM_SPEC_SAMPLER, HouseGenerator

        generator = HouseGenerator(
            split=self._split,
            seed=seed,
            room_spec_sampler=PROCTHOR10K_ROOM_SPEC_SAMPLER,
            controller=self._controller,
        )
        house, _ = generator.sample()
        house.validate(self._controller)
        made: dict[str, Any] = json.loads(json.dumps(house.data, default=_plain))
        return made


def _count_televisions() -> None:
    """Have the generator count televisions on walls where a split has none for walls, as "val" has not.

    It returns two values there where three are taken from it, so that it would make no house of that split.
    """
    from procthor.generation import wall_objects

    def counted(*arguments: Any, **named: Any) -> tuple[Any, ...]:
        found: tuple[Any, ...] = hang(*arguments, **named)
        return found if len(found) == TELEVISION_VALUES else (defaultdict(int), *found)

    hang = wall_objects.add_televisions
    wall_objects.add_televisions = counted


def _order_rooms() -> None:
    """Have sets of rooms, from which the generator draws, in an order of their numbers and not of their addresses."""
    from procthor.utils.types import LeafRoom, MetaRoom

    for kind in (LeafRoom, MetaRoom):
        kind.__hash__ = lambda room: int(room.room_id)


def _end_searches() -> None:
    """Have the search for rooms that doors can join end where there are none: it would go on for ever."""
    from procthor.generation import doors

    left = 0

    def search(*arguments: Any, **named: Any) -> Any:
        nonlocal left
        left = MOST_PAIRINGS
        return select(*arguments, **named)

    def pair(*arguments: Any, **named: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise SimulatorError("These rooms cannot be joined by doors.")
        return prioritize(*arguments, **named)

    select, prioritize = doors.select_openings, doors.randomly_prioritize_room_ids
    doors.select_openings, doors.randomly_prioritize_room_ids = search, pair


def _plain(value: Any) -> Any:
    """A number of NumPy's as Python's own."""
    return value.item()


def main(plan: Mapping[str, Any]) -> None:
    """Make the houses of a plan that are not there yet; one line of JSON for each on standard output.

    Raises:
        SystemExit: when a house cannot be made; standard error says why.
    """
    logging.disable(logging.WARNING)
    folder, generator = Path(plan["folder"]), None
    for number in plan["numbers"]:
        target = folder / f"{number}.json"
        if not target.exists():
            generator = generator or Generator(plan["seed"], plan["split"])
            _apart(partial(_write, generator, number, target))


def _write(generator: Generator, number: int, target: Path) -> None:
    house, failures = generator.house(number)
    unfinished = target.with_name(f".{number}.tmp")
    unfinished.write_text(json.dumps(house, separators=(",", ":"), sort_keys=True), encoding="utf-8")
    unfinished.replace(target)
    print(json.dumps({"house": number, "rooms": len(house["rooms"]), "thrown_away": failures}), flush=True)


def _apart(work: Callable[[], None]) -> None:
    """Do something in a copy of this process: what the generator remembers of a house changes the next ones."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        if os.waitpid(child, 0)[1]:
            raise SystemExit(1)
        return
    status = 1
    try:
        work()
        status = 0
    except Exception:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
