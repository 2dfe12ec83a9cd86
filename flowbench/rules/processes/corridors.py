"""Mazes of any form: cells, steps between neighbours that walls may close, trees of corridors, and the ways in them."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy as np

Cell = tuple[int, int]  # row and column, or ring and sector
Point = tuple[float, float]  # metres
Edge = frozenset[Cell]  # two cells with no wall between them
Way = tuple[int, ...]  # directions one after the other


class Corridors(Protocol):
    """What every maze tells of itself. Directions are the numbers of the actions."""

    @property
    def start(self) -> Cell:
        """Where the way begins."""

    @property
    def goal(self) -> Cell:
        """Where it must end."""

    @property
    def directions(self) -> int:
        """How many directions there are."""

    @property
    def cell_m(self) -> float:
        """Width of a corridor, metres."""

    def beside(self, cell: Cell, direction: int) -> Cell | None:
        """The next cell in a direction, whatever stands between; None where the maze ends."""

    def is_open(self, cell: Cell, direction: int) -> bool:
        """Whether there is a cell in a direction and no wall in between."""

    def centre(self, cell: Cell) -> Point:
        """Middle of a cell, metres."""

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell of a point; None outside."""


def ways_from(maze: Corridors, start: Cell) -> Mapping[Cell, Way]:
    """A shortest way to each cell that can be reached, by breadth-first search."""
    ways: dict[Cell, Way] = {start: ()}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for direction in range(maze.directions):
            there = maze.beside(cell, direction) if maze.is_open(cell, direction) else None
            if there is not None and there not in ways:
                ways[there] = (*ways[cell], direction)
                queue.append(there)
    return ways


def turns(way: Way) -> int:
    """How often a way changes its direction."""
    return sum(a != b for a, b in zip(way, way[1:], strict=False))


def tree(rng: np.random.Generator, cells: Sequence[Cell], around: Callable[[Cell], Sequence[Cell]]) -> set[Edge]:
    """A uniformly drawn spanning tree (Wilson): walks with their loops erased, until all cells belong to it."""
    joined, edges = {cells[int(rng.integers(len(cells)))]}, set()
    for cell in cells:
        onward: dict[Cell, Cell] = {}
        walker = cell
        while walker not in joined:
            beside = around(walker)
            onward[walker] = beside[int(rng.integers(len(beside)))]
            walker = onward[walker]
        walker = cell
        while walker not in joined:
            joined.add(walker)
            edges.add(frozenset((walker, onward[walker])))
            walker = onward[walker]
    return edges
