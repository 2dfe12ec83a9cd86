"""Clips that break the rules of Maze Round."""

import math
from collections.abc import Iterator, Sequence

from flowbench.rules.processes.animation import Segment, film
from flowbench.rules.processes.corridors import ways_from
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.corruptions.maze_work import through_wall, wrong_goal
from flowbench.rules.processes.entity import Entity
from flowbench.rules.processes.maze_round.rails import Rails
from flowbench.rules.processes.maze_round.records import FLOOR_M, Labyrinth, Marble
from flowbench.rules.processes.maze_work import MazeWork
from flowbench.rules.processes.motion import cruised
from flowbench.rules.processes.table_plane import FPS

SWERVE = 0.44  # corridor widths to the side
LEAST_ARC = 1.0  # corridor widths: on shorter stretches there is no room to swerve


def violations(rules: MazeWork[Labyrinth, Marble], maze: Labyrinth, case_id: str) -> Sequence[Corruption]:
    """To another cell, through a wall, and away from the middle of a ring."""
    return (
        *wrong_goal(rules, maze, case_id, "M5"),
        *through_wall(rules, maze, case_id, "M2"),
        *_swerving(rules, maze, case_id),
    )


def _swerving(rules: MazeWork[Labyrinth, Marble], maze: Labyrinth, case_id: str) -> Iterator[Corruption]:
    """The right way, but on its longest stretch along a ring the marble comes near the outer wall."""
    way = ways_from(maze, maze.start)[maze.goal]
    rails = Rails(maze, tuple(state.cell for state in rules.states_of(maze, way)))
    first, last = max(rails.arcs_m, key=lambda arc: arc[1] - arc[0], default=(0.0, 0.0))
    if last - first < LEAST_ARC * maze.cell_m:
        return
    start, end = rules.scene(maze, Marble(*maze.start)), rules.scene(maze, Marble(*maze.goal))

    def moving(share: float) -> dict[str, Entity]:
        way_m = cruised(share) * rails.length_m
        x, y = rails.at(way_m)
        done = min(max((way_m - first) / (last - first), 0.0), 1.0)
        out = 1.0 + SWERVE * maze.cell_m * math.sin(math.pi * done) ** 2 / max(math.hypot(x, y), maze.cell_m)
        return {"marble": start["marble"].at((x * out, y * out, FLOOR_M))}

    clip = film(case_id, [Segment(round(rules.seconds * len(way) * FPS), moving, start, end, None, False)], start)
    yield Corruption("leaves the middle", clip, hits=("M4",), tiers=(2,), exactly=1)
