"""Draws puzzles: a picture, cuts of which no two have the same form, and how the pieces lie."""

import itertools

import numpy as np

from flowbench.rules.processes.jigsaw_puzzle.painting import KINDS, NUMBERS, Painting
from flowbench.rules.processes.jigsaw_puzzle.records import TURNS, Edge, Jigsaw

SIZES = {"easy": (2, 2), "mid": (2, 3), "hard": (3, 3)}  # rows, columns
PLACED = {"easy": 0, "mid": 1, "hard": 3}  # pieces that lie in their slots from the beginning
TURNED = {"easy": 0, "mid": 0, "hard": 4}  # of the pieces that wait, those that are not upright

# The forms of cuts: all combinations of these, each with a bit of chance; so no two of a puzzle are alike.
OFFSETS, TAB_SIZES, SKEWS = (-0.08, 0.0, 0.08), (0.1, 0.9), (-0.05, 0.0, 0.05)
_CHANCE = (0.012, 0.1, 0.006)  # at most, to either side
LEAST_APART = (0.05, 0.5, 0.03)  # in at least one of them two cuts differ by this


def draw_jigsaw(rng: np.random.Generator, level: str) -> Jigsaw:
    """A puzzle of a level."""
    rows, columns = SIZES[level]
    count, placed = rows * columns, PLACED[level]
    kind = tuple(KINDS)[int(rng.integers(len(KINDS)))]
    painting = Painting(kind, tuple(round(float(value), 3) for value in rng.random(NUMBERS)))
    homes = rng.permutation(count).tolist()
    turned = set(rng.permutation(count - placed)[: TURNED[level]].tolist())
    turns = tuple(int(rng.integers(1, TURNS)) if piece in turned else 0 for piece in range(count))
    return Jigsaw(rows, columns, _edges(rng, rows, columns), painting, tuple(homes), turns, placed)


def _edges(rng: np.random.Generator, rows: int, columns: int) -> tuple[Edge, ...]:
    """A cut between any two neighbours, each of another form."""
    forms = list(itertools.product(OFFSETS, TAB_SIZES, SKEWS))
    count = rows * (columns - 1) + (rows - 1) * columns
    found = []
    for k in rng.permutation(len(forms))[:count].tolist():
        offset, size, skew = (
            round(value + float(rng.uniform(-chance, chance)), 3)
            for value, chance in zip(forms[k], _CHANCE, strict=True)
        )
        found.append(Edge(int(rng.integers(2)), offset, size, skew))
    return tuple(found)


def are_apart(one: Edge, two: Edge) -> bool:
    """Whether two cuts have forms that one can tell from each other."""
    ways = (one.offset - two.offset, one.size - two.size, one.skew - two.skew)
    return any(abs(way) >= least for way, least in zip(ways, LEAST_APART, strict=True))
