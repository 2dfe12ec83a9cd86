"""All that can be poured together, and which of it matches a card."""

import itertools
import math
from collections.abc import Iterator

from flowbench.rules.processes.color_mix.pigments import difference
from flowbench.rules.processes.color_mix.records import CAPACITY, FULL, GOAL_DE, Bowl, Paints


def amounts(cups: int) -> Iterator[tuple[int, ...]]:
    """All amounts that cups and bowl allow, nothing apart."""
    for units in itertools.product(range(FULL + 1), repeat=cups):
        if 1 <= sum(units) <= CAPACITY:
            yield units


def ratio(units: tuple[int, ...]) -> tuple[int, ...]:
    """The smallest amounts that give the same colour."""
    divisor = math.gcd(*units)
    return tuple(amount // divisor for amount in units)


def matches(paints: Paints, units: tuple[int, ...]) -> bool:
    """Whether a mixture has the card's colour."""
    return any(units) and difference(paints.pigments, units, paints.target) <= GOAL_DE


def completion(paints: Paints, state: Bowl) -> tuple[int, ...] | None:
    """The least that is to be poured into the bowl, by cup; None when nothing helps any more."""
    more = (
        tuple(after - before for after, before in zip(units, state.poured, strict=True))
        for units in amounts(paints.count)
        if matches(paints, units)
    )
    return min((extra for extra in more if min(extra) >= 0), key=lambda extra: (sum(extra), extra), default=None)
