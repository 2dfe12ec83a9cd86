"""Draws the kinds of objects of a scene: many differ from another one in a single attribute."""

from functools import cache
from itertools import product

import numpy as np

from flowbench.rules.games.difficulty import level
from flowbench.rules.games.hidden_object.records import COLOURS, FILLS, Kind
from flowbench.rules.games.hidden_object.shapes import SHAPES

LOOK_ALIKES = (0.5, 0.65, 0.8)  # share of kinds that are made from another one: easy, medium, hard
FILLS_USED = {"easy": FILLS[:1], "medium": FILLS[:2], "hard": FILLS}


def draw_kinds(rng: np.random.Generator, count: int, hard: float) -> tuple[Kind, ...]:
    """Different kinds, in any order."""
    fills = FILLS_USED[level(hard)]
    share = float(np.interp(hard, (0.0, 0.5, 1.0), LOOK_ALIKES))
    kinds: list[Kind] = []
    while len(kinds) < count:
        copied = kinds and rng.random() < share
        kind = _changed(rng, kinds[int(rng.integers(len(kinds)))], fills) if copied else _any(rng, fills)
        if kind not in kinds:
            kinds.append(kind)
    return tuple(kinds[int(k)] for k in rng.permutation(count))


def _any(rng: np.random.Generator, fills: tuple[str, ...]) -> Kind:
    kinds = _all_kinds(fills)
    return kinds[int(rng.integers(len(kinds)))]


def _changed(rng: np.random.Generator, kind: Kind, fills: tuple[str, ...]) -> Kind:
    """A kind with one attribute drawn again."""
    attribute = int(rng.integers(3 if len(fills) > 1 else 2))
    drawn = _any(rng, fills)
    return Kind(
        drawn.shape if attribute == 0 else kind.shape,
        drawn.colour if attribute == 1 else kind.colour,
        drawn.fill if attribute == 2 else kind.fill,
    )


@cache
def _all_kinds(fills: tuple[str, ...]) -> tuple[Kind, ...]:
    return tuple(Kind(*attributes) for attributes in product(SHAPES, COLOURS, fills))
