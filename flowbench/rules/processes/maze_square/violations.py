"""Clips that break the rules of Maze Square."""

from collections.abc import Iterator, Sequence
from typing import Any

from flowbench.rules.processes.animation import Segment, animate, film
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.entity import Entity, yaw
from flowbench.rules.processes.maze_square.generator import ways_from
from flowbench.rules.processes.maze_square.records import COMPASS, FILLET, HEADINGS_DEG, Maze, beside
from flowbench.rules.processes.motion import Road, cruised
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.table_plane import FPS
from flowbench.rules.processes.trajectory import Trajectory

SWERVE = 0.3  # cells to the side


def violations(rules: Process[Any, Any], maze: Maze, case_id: str) -> Sequence[Corruption]:
    """A drive to another cell, one through a wall, one that drives sideways, one that swerves."""
    return (*_wrong_goal(rules, maze, case_id), *_through_wall(rules, maze, case_id), *_askew(rules, maze, case_id))


def _wrong_goal(rules: Process[Any, Any], maze: Maze, case_id: str) -> Iterator[Corruption]:
    ways = ways_from(maze, maze.start)
    others = {cell: way for cell, way in ways.items() if cell not in (maze.start, maze.goal) and 2 <= len(way) <= 12}
    cell = max(others, key=lambda cell: (len(others[cell]), cell))
    yield Corruption("wrong goal", animate(rules, maze, case_id, others[cell]), hits=("M5",), tiers=(0, 1))


def _through_wall(rules: Process[Any, Any], maze: Maze, case_id: str) -> Iterator[Corruption]:
    """To a cell that is shut off by one wall of the way, through that wall, and on to the goal."""
    for cell, way in ways_from(maze, maze.start).items():
        for direction in range(len(COMPASS)):
            there = beside(cell, direction)
            if maze.holds(there) and not maze.is_open(cell, direction):
                onward = ways_from(maze, there)[maze.goal]
                if 3 <= len(way) + 1 + len(onward) <= 14:
                    clip = animate(rules, maze, case_id, (*way, direction, *onward), permissive=True)
                    yield Corruption("through a wall", clip, hits=("M2",), tiers=(0, 1, 2), exactly=1)
                    return


def _askew(rules: Process[Any, Any], maze: Maze, case_id: str) -> Iterator[Corruption]:
    """The right way, but always looking as at the beginning; and with a swerve where there is nothing to turn for."""
    way = ways_from(maze, maze.start)[maze.goal]
    clip = animate(rules, maze, case_id, way)
    heading = clip.frames[0].entities["car"].quat
    scenes = [
        {**frame.entities, "car": frame.entities["car"].at(frame.entities["car"].pos, heading)} for frame in clip.frames
    ]
    yield Corruption("looks elsewhere", clip.with_scenes(list(scenes)), hits=("M4",), tiers=(2,))
    for k in range(1, len(way) - 1):
        if way[k - 1] == way[k] == way[k + 1]:
            clip = _swerving(rules, maze, case_id, way, k)
            yield Corruption("swerves between cells", clip, hits=("M4",), tiers=(2,), exactly=1)
            return


def _swerving(rules: Process[Any, Any], maze: Maze, case_id: str, way: tuple[int, ...], k: int) -> Trajectory:
    """The drive with a swerve to the side on leg k."""
    cells = [maze.start]
    for direction in way:
        cells.append(beside(cells[-1], direction))
    points = [maze.centre(cell) for cell in cells]
    (ax, ay), (bx, by) = points[k : k + 2]
    points.insert(k + 1, ((ax + bx) / 2.0 - SWERVE * (by - ay), (ay + by) / 2.0 + SWERVE * (bx - ax)))
    scene = rules.scene(maze, rules.initial(maze))
    last = rules.scene(maze, rules.initial(maze).__class__(*maze.goal, way[-1]))
    road = Road(tuple(points), FILLET * maze.cell_m, HEADINGS_DEG[way[0]])

    def moving(share: float) -> dict[str, Entity]:
        (x, y), angle = road.at(cruised(share) * road.length_m)
        return {"car": scene["car"].at((x, y, 0.0), yaw(angle))}

    return film(case_id, [Segment(round(rules.seconds * len(way) * FPS), moving, scene, last, None, False)], scene)
