"""Draws round mazes: a spanning tree of the cells, so that there is one way between any two."""

from functools import partial

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.corridors import Cell, Edge, Way, tree, turns, ways_from
from flowbench.rules.processes.maze_round.records import CLOCKWISE, INWARD, Flags, Labyrinth, sectors

RINGS = {"easy": 3, "mid": 4, "hard": 5}
LENGTHS = {"easy": (5, 7), "mid": (8, 11), "hard": (12, 16)}  # steps between the middle and the mouth
LEAST_TURNS = {"easy": 2, "mid": 3, "hard": 4}
OUTWARD_SHARE = 0.3  # of the mazes that begin in the middle
MIDDLE: Cell = (0, 0)


def draw_labyrinth(rng: np.random.Generator, level: str) -> Labyrinth:
    """A maze with start and goal.

    Raises:
        Reject: when no cell of the outermost ring is as far from the middle as the level wants.
    """
    rings = RINGS[level]
    cells = [(ring, sector) for ring in range(1, rings + 1) for sector in range(sectors(ring))]
    gap = int(rng.integers(sectors(1)))
    edges = tree(rng, cells, partial(_around, rings)) | {frozenset((MIDDLE, (1, gap)))}
    blank = _walled(rings, edges, MIDDLE, (rings, 0))
    ways = ways_from(blank, MIDDLE)
    mouths = [cell for cell in cells if cell[0] == rings and _suits(ways[cell], level)]
    if not mouths:
        raise Reject("no way of the wanted length with enough turns")
    mouth = mouths[int(rng.integers(len(mouths)))]
    outward = rng.random() < OUTWARD_SHARE
    return _walled(rings, edges, *((MIDDLE, mouth) if outward else (mouth, MIDDLE)))


def _suits(way: Way, level: str) -> bool:
    low, high = LENGTHS[level]
    return low <= len(way) <= high and turns(way) >= LEAST_TURNS[level]


def _around(rings: int, cell: Cell) -> list[Cell]:
    """The cells next to one, the middle left out."""
    ring, sector = cell
    count = sectors(ring)
    found = [(ring, (sector + 1) % count), (ring, (sector - 1) % count)]
    if ring > 1:
        found.append((ring - 1, sector * sectors(ring - 1) // count))
    if ring < rings:
        parts = sectors(ring + 1) // count
        found += [(ring + 1, sector * parts + k) for k in range(parts)]
    return found


def _walled(rings: int, edges: set[Edge], start: Cell, goal: Cell) -> Labyrinth:
    """Walls wherever no edge runs."""
    open_maze = Labyrinth(rings, _flags(rings), _flags(rings), start, goal)
    inner, sides = (
        tuple(
            tuple(
                int(frozenset(((ring, sector), _next(open_maze, (ring, sector), direction))) not in edges)
                for sector in range(sectors(ring))
            )
            for ring in range(1, rings + 1)
        )
        for direction in (INWARD, CLOCKWISE)
    )
    return Labyrinth(rings, inner, sides, start, goal)


def _next(maze: Labyrinth, cell: Cell, direction: int) -> Cell:
    return maze.beside(cell, direction) or cell


def _flags(rings: int) -> Flags:
    return tuple((0,) * sectors(ring) for ring in range(1, rings + 1))
