"""Draws mazes: a spanning tree of the cells, so that there is one way between any two."""

from collections import deque
from collections.abc import Mapping

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.maze_square.records import COMPASS, STEPS, Cell, Maze, beside

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
    maze = _walled(size, _tree(rng, size))
    cells = [(row, column) for row in range(size) for column in range(size)]
    for k in rng.permutation(len(cells)).tolist():
        goals = [cell for cell, way in ways_from(maze, cells[k]).items() if _suits(way, level)]
        if goals:
            goal = goals[int(rng.integers(len(goals)))]
            way = ways_from(maze, cells[k])[goal]
            return Maze(size, maze.h, maze.v, cells[k], COMPASS[way[0]], goal)
    raise Reject("no way of the wanted length with enough turns")


def _suits(way: tuple[int, ...], level: str) -> bool:
    low, high = LENGTHS[level]
    turns = sum(a != b for a, b in zip(way, way[1:], strict=False))
    return low <= len(way) <= high and turns >= LEAST_TURNS[level]


def ways_from(maze: Maze, start: Cell) -> Mapping[Cell, tuple[int, ...]]:
    """A shortest way to each cell that can be reached, by breadth-first search."""
    ways: dict[Cell, tuple[int, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for direction in range(len(STEPS)):
            there = beside(cell, direction)
            if maze.is_open(cell, direction) and there not in ways:
                ways[there] = (*ways[cell], direction)
                queue.append(there)
    return ways


def _tree(rng: np.random.Generator, size: int) -> set[frozenset[Cell]]:
    """A uniformly drawn spanning tree (Wilson): walks with their loops erased, until all cells belong to it."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    joined, edges = {cells[int(rng.integers(len(cells)))]}, set()
    for cell in cells:
        onward: dict[Cell, Cell] = {}
        walker = cell
        while walker not in joined:
            around = [beside(walker, direction) for direction in range(len(STEPS))]
            around = [there for there in around if 0 <= there[0] < size and 0 <= there[1] < size]
            onward[walker] = around[int(rng.integers(len(around)))]
            walker = onward[walker]
        walker = cell
        while walker not in joined:
            joined.add(walker)
            edges.add(frozenset((walker, onward[walker])))
            walker = onward[walker]
    return edges


def _walled(size: int, edges: set[frozenset[Cell]]) -> Maze:
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
