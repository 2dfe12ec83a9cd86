"""Draws mazes: a spanning tree of the cells, so that there is one way between any two."""

from functools import partial

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.corridors import Cell, Edge, Way, tree, turns, ways_from
from flowbench.rules.processes.maze_square.records import COMPASS, STEPS, Maze

SIZES = {"easy": (4, 4), "mid": (5, 5), "hard": (6, 7)}  # cells a side, lowest and highest
LENGTHS = {"easy": (5, 7), "mid": (8, 11), "hard": (12, 17)}  # steps from start to goal
LEAST_TURNS = {"easy": 2, "mid": 3, "hard": 4}
LARGEST = 7


def draw_maze(rng: np.random.Generator, level: str) -> Maze:
    """A maze with start and goal.

    Raises:
        Reject: when no two cells are as far apart as the level wants, with enough turns between them.
    """
    low, high = SIZES[level]
    size = int(rng.integers(low, high + 1))
    cells = [(row, column) for row in range(size) for column in range(size)]
    maze = _walled(size, tree(rng, cells, partial(_around, size)))
    for k in rng.permutation(len(cells)).tolist():
        goals = [cell for cell, way in ways_from(maze, cells[k]).items() if _suits(way, level)]
        if goals:
            goal = goals[int(rng.integers(len(goals)))]
            way = ways_from(maze, cells[k])[goal]
            return Maze(size, maze.h, maze.v, cells[k], COMPASS[way[0]], goal)
    raise Reject("no way of the wanted length with enough turns")


def _suits(way: Way, level: str) -> bool:
    low, high = LENGTHS[level]
    return low <= len(way) <= high and turns(way) >= LEAST_TURNS[level]


def _around(size: int, cell: Cell) -> list[Cell]:
    """The cells next to one."""
    steps = ((cell[0] + row, cell[1] + column) for row, column in STEPS)
    return [there for there in steps if 0 <= there[0] < size and 0 <= there[1] < size]


def _walled(size: int, edges: set[Edge]) -> Maze:
    """Walls wherever no edge runs."""
    h = tuple(
        tuple(int(frozenset(((row - 1, column), (row, column))) not in edges) for column in range(size))
        for row in range(size + 1)
    )
    v = tuple(
        tuple(int(frozenset(((row, column - 1), (row, column))) not in edges) for column in range(size + 1))
        for row in range(size)
    )
    return Maze(size, h, v, (0, 0), "N", (0, 0))
