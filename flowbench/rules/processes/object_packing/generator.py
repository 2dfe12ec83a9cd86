"""Draws what lies beside a container: things that belong into it and things that do not."""

from collections.abc import Sequence

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.object_packing.knowledge import OCCASIONS, Ware, fits, is_arguable, reasons, wares
from flowbench.rules.processes.object_packing.records import Luggage

ITEMS = {"easy": 4, "mid": 5, "hard": 6}
RIGHT = {"easy": (2, 2), "mid": (2, 3), "hard": (3, 4)}


def draw_luggage(rng: np.random.Generator, level: str) -> Luggage:
    """Things of different kinds; hard ones have a pair of near twins of which one belongs into the container.

    Raises:
        Reject: when the hard draw has no such pair.
    """
    occasion = OCCASIONS[int(rng.integers(len(OCCASIONS)))]
    low, high = RIGHT[level]
    count = int(rng.integers(low, high + 1))
    right, wrong = sorted_out(occasion, 1 if level == "easy" else 2)
    good = _some(rng, right, count, [])
    twins = [item for item in wrong if item.family and item.family in {other.family for other in good}]
    if level == "hard":
        if not twins:
            raise Reject("no near twins")
        first = [twins[int(rng.integers(len(twins)))]]
    else:
        first, wrong = [], [item for item in wrong if item not in twins]
    bad = [*first, *_some(rng, wrong, ITEMS[level] - count - len(first), [*good, *first])]
    if sum(not fits(item, occasion) for item in bad) > 1:
        raise Reject("more than one thing that is too long")
    names = [item.name for item in (*good, *bad)]
    return Luggage(occasion, tuple(names[k] for k in rng.permutation(len(names))))


def sorted_out(occasion: str, most_reasons: int) -> tuple[list[Ware], list[Ware]]:
    """The things beyond dispute: those to pack, and those that so many rules at most speak against."""
    known = [item for item in wares().values() if not is_arguable(item, occasion)]
    right = [item for item in known if not reasons(item, occasion)]
    return right, [item for item in known if 1 <= len(reasons(item, occasion)) <= most_reasons]


def _some(rng: np.random.Generator, pool: Sequence[Ware], count: int, taken: Sequence[Ware]) -> list[Ware]:
    """Things that look different from each other and from those taken."""
    chosen: list[Ware] = []
    for k in rng.permutation(len(pool)):
        item = pool[int(k)]
        looks = {(other.icon, other.colour) for other in (*chosen, *taken)}
        families = {other.family for other in (*chosen, *taken)} - {""}
        if len(chosen) < count and (item.icon, item.colour) not in looks and item.family not in families:
            chosen.append(item)
    if len(chosen) < count:
        raise Reject("too few things that look different")
    return chosen
