"""Draws regions cut into pieces that fit together in one way only."""

import itertools

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.polyform_tiling.records import (
    TURNS,
    Cell,
    Shape,
    Tiling,
    box_of,
    canonical,
    normal,
    turned,
)  # fmt: skip
from flowbench.rules.processes.polyform_tiling.solver import covers

BOXES = {"easy": (4, 4), "mid": (5, 5), "hard": (6, 6)}  # rows, columns within which the region lies
PIECES = {"easy": (3, 3), "mid": (4, 4), "hard": (5, 6)}
CELLS = {"easy": (10, 12), "mid": (16, 20), "hard": (25, 30)}  # of the region
SIZES = {"easy": (3, 5), "mid": (4, 5), "hard": (5, 5)}  # cells of a piece
LONGEST = 4  # cells of a piece in a row
TALLEST_OF_MANY = 3  # rows of a waiting piece when there are three on a side
MOST_SLENDER = 3  # least rows and columns of a region
ATTEMPTS = 40  # cuts that are tried for one region


def draw_tiling(rng: np.random.Generator, level: str) -> Tiling:
    """A region and its pieces, turned where the level is hard.

    Raises:
        Reject: when no cut fits together in one way only.
    """
    count = int(rng.integers(PIECES[level][0], PIECES[level][1] + 1))
    sizes, (low, high) = SIZES[level], CELLS[level]
    size = int(rng.integers(max(low, count * sizes[0]), min(high, count * sizes[1]) + 1))
    region = _region(rng, BOXES[level], size)
    for _ in range(ATTEMPTS):
        parts = _cut(rng, frozenset(region), count, sizes)
        if parts and _is_good(parts) and _fits_once(region, parts):
            shown = tuple(_waiting(rng, part, level) for part in parts)
            order = rng.permutation(len(shown)).tolist()
            return Tiling(region, tuple(shown[k] for k in order))
    raise Reject("no cut fits together in one way only")


def _region(rng: np.random.Generator, box: tuple[int, int], size: int) -> tuple[Cell, ...]:
    """A compact region without holes, in which no turn of the whole is a solution again.

    Raises:
        Reject: when this one is not like that.
    """
    cells = {(row, column) for row in range(box[0]) for column in range(box[1])}
    while len(cells) > size:
        loose = sorted(cell for cell in cells if _neighbours(cell, cells) <= 2 and _holds_together(cells - {cell}))
        if not loose:
            raise Reject("no cell can be taken away")
        cells.remove(loose[int(rng.integers(len(loose)))])
    region = normal(tuple(cells))
    if any(turned(region, k) == region for k in (1, 2)) or min(box_of(region)) < MOST_SLENDER:
        raise Reject("a region that is symmetric or slender")
    return region


def _neighbours(cell: Cell, cells: set[Cell]) -> int:
    row, column = cell
    return sum(there in cells for there in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)))


def _holds_together(cells: set[Cell]) -> bool:
    """Whether one can walk from any cell to any other."""
    reached, edge = set(), {min(cells)}
    while edge:
        reached |= edge
        edge = {there for there in cells - reached if any(abs(there[0] - r) + abs(there[1] - c) == 1 for r, c in edge)}
    return reached == cells


def _fits_once(region: tuple[Cell, ...], parts: list[Shape]) -> bool:
    return len(list(itertools.islice(covers(frozenset(region), dict(enumerate(parts))), 2))) == 1


def _is_good(parts: list[Shape]) -> bool:
    kinds = {canonical(part) for part in parts}
    return len(kinds) == len(parts) and all(max(box_of(part)) <= LONGEST for part in parts)


def _waiting(rng: np.random.Generator, part: Shape, level: str) -> Shape:
    """As it lies on the table: as in the solution, or, where the level is hard, turned otherwise if it can be."""
    if level != "hard":
        return part
    others = [turned(part, k) for k in range(TURNS)]
    low = [shape for shape in others if box_of(shape)[0] <= TALLEST_OF_MANY]
    better = [shape for shape in low if shape != part] or low
    return better[int(rng.integers(len(better)))]


def _cut(rng: np.random.Generator, free: frozenset[Cell], count: int, sizes: tuple[int, int]) -> list[Shape]:
    """Cut a region into connected parts by chance; empty when it does not come out."""
    parts: list[Shape] = []
    while free:
        left = count - len(parts)
        low, high = max(sizes[0], len(free) - sizes[1] * (left - 1)), min(sizes[1], len(free) - sizes[0] * (left - 1))
        if left == 0 or low > high:
            return []
        part = _grown(rng, free, int(rng.integers(low, high + 1)))
        if part is None:
            return []
        parts.append(normal(tuple(part)))
        free -= part
    return parts


def _grown(rng: np.random.Generator, free: frozenset[Cell], size: int) -> frozenset[Cell] | None:
    """A connected part about the first free cell."""
    part = {min(free)}
    while len(part) < size:
        edge = sorted(cell for cell in free - part if any(abs(cell[0] - r) + abs(cell[1] - c) == 1 for r, c in part))
        if not edge:
            return None
        part.add(edge[int(rng.integers(len(edge)))])
    return frozenset(part)
