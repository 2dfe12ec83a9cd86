"""Clips that are wrong in ways that all mazes share."""

from collections.abc import Iterator
from typing import Any

from flowbench.rules.processes.animation import MOST_ACTIONS, animate
from flowbench.rules.processes.corridors import ways_from
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.maze_work import MazeWork

LEAST_ASTRAY = 2  # steps to a wrong end


def wrong_goal(rules: MazeWork[Any, Any], maze: Any, case_id: str, item: str) -> Iterator[Corruption]:
    """By open ways to the farthest other cell that a clip has room for."""
    ways = {
        cell: way
        for cell, way in ways_from(maze, maze.start).items()
        if cell != maze.goal and LEAST_ASTRAY <= len(way) <= MOST_ACTIONS and maze.goal not in _passed(maze, way)
    }
    cell = max(ways, key=lambda cell: (len(ways[cell]), cell))
    yield Corruption("wrong goal", animate(rules, maze, case_id, ways[cell]), hits=(item,), tiers=(0, 1))


def _passed(maze: Any, way: tuple[int, ...]) -> list[tuple[int, int]]:
    cells = [maze.start]
    for direction in way:
        cells.append(maze.beside(cells[-1], direction))
    return cells


def through_wall(rules: MazeWork[Any, Any], maze: Any, case_id: str, item: str) -> Iterator[Corruption]:
    """To a cell that is shut off by one wall of the way, through that wall, and on to the goal."""
    for cell, way in ways_from(maze, maze.start).items():
        for direction in range(maze.directions):
            there = maze.beside(cell, direction)
            if there is not None and not maze.is_open(cell, direction):
                onward = ways_from(maze, there)[maze.goal]
                if 3 <= len(way) + 1 + len(onward) <= MOST_ACTIONS:
                    clip = animate(rules, maze, case_id, (*way, direction, *onward), permissive=True)
                    yield Corruption("through a wall", clip, hits=(item,), tiers=(0, 1, 2), exactly=1)
                    return
