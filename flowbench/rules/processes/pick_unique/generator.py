"""Draws lots in which one item has no copy: by one attribute, by two, or by a conjunction of three or four."""

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.pick_unique.records import COLOURS, FORMS, LOPSIDED, PATTERNS, TURNS, Lot, Thing

SIDES = {"easy": (3, 3), "mid": (4, 4), "hard": (5, 6)}
VARYING = {"easy": (1, 1), "mid": (2, 2), "hard": (3, 4)}  # attributes that vary
VALUES = {"easy": (3, 4), "mid": (3, 3), "hard": (2, 3)}  # of each of them
_POOLS: Mapping[str, Sequence[str | int]] = {"form": FORMS, "colour": COLOURS, "pattern": PATTERNS, "turn": TURNS}


def draw_lot(rng: np.random.Generator, level: str) -> Lot:
    """One item alone, all others twice or more.

    Where more than one attribute varies, the unique item has a twin for each of them that differs in it alone: no
    single attribute gives it away.

    Raises:
        Reject: when chance gave too few kinds.
    """
    side = int(rng.integers(SIDES[level][0], SIDES[level][1] + 1))
    varying = _varying(rng, level)
    values = {name: _values(rng, name, name in varying, level, "turn" in varying) for name in _POOLS}
    kinds = [Thing(*made) for made in itertools.product(*(values[name] for name in _POOLS))]  # type: ignore[arg-type]
    alone = kinds[int(rng.integers(len(kinds)))]
    others = [kinds[k] for k in rng.permutation(len(kinds)) if kinds[k] != alone]
    others.sort(key=lambda thing: _differences(thing, alone) > 1)  # near twins first
    rest = side * side - 1
    chosen = others[: max(2, min(len(others), rest // 2, rest // 3 + 1))]
    if level != "easy" and not _twins_everywhere(alone, chosen, len(varying)):
        raise Reject("one attribute gives it away")
    sizes = [2] * len(chosen)
    for k in rng.integers(len(chosen), size=rest - sum(sizes)):
        sizes[int(k)] += 1
    things = [alone, *(thing for thing, size in zip(chosen, sizes, strict=True) for _ in range(size))]
    return Lot(side, tuple(things[k] for k in rng.permutation(len(things))))


def _varying(rng: np.random.Generator, level: str) -> tuple[str, ...]:
    names = [name for name in _POOLS if level == "hard" or name != "turn"]
    low, high = VARYING[level]
    count = int(rng.integers(low, high + 1))
    return tuple(names[k] for k in rng.permutation(len(names))[:count])


def _values(rng: np.random.Generator, name: str, varies: bool, level: str, turned: bool) -> list[str | int]:
    """The values an attribute takes: one where it does not vary."""
    pool = LOPSIDED if name == "form" and turned else _POOLS[name]
    if name == "turn" and not varies:
        return [0]
    low, high = VALUES[level]
    count = int(rng.integers(low, high + 1)) if varies else 1
    return [pool[k] for k in rng.permutation(len(pool))[:count]]


def _differences(one: Thing, two: Thing) -> int:
    pairs = ((one.form, two.form), (one.colour, two.colour), (one.pattern, two.pattern), (one.turn_deg, two.turn_deg))
    return sum(a != b for a, b in pairs)


def _twins_everywhere(alone: Thing, others: Sequence[Thing], varying: int) -> bool:
    """Whether for each varying attribute some kind differs in it alone."""
    twins = [thing for thing in others if _differences(thing, alone) == 1]
    differing = {
        name
        for thing in twins
        for name in ("form", "colour", "pattern", "turn_deg")
        if getattr(thing, name) != getattr(alone, name)
    }
    return len(differing) == varying
