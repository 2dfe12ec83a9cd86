"""Clips that break the rules of Maze Square."""

from collections.abc import Iterator, Sequence

from flowbench.rules.processes.animation import Segment, animate, film
from flowbench.rules.processes.corridors import ways_from
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.corruptions.maze_work import through_wall, wrong_goal
from flowbench.rules.processes.entity import Entity, yaw
from flowbench.rules.processes.maze_square.records import FILLET, HEADINGS_DEG, Car, Maze
from flowbench.rules.processes.maze_work import MazeWork
from flowbench.rules.processes.motion import Road, cruised
from flowbench.rules.processes.table_plane import FPS
from flowbench.rules.processes.trajectory import Trajectory

SWERVE = 0.3  # cells to the side


def violations(rules: MazeWork[Maze, Car], maze: Maze, case_id: str) -> Sequence[Corruption]:
    """A drive to another cell, one through a wall, one that drives sideways, one that swerves."""
    return (
        *wrong_goal(rules, maze, case_id, "M5"),
        *through_wall(rules, maze, case_id, "M2"),
        *_askew(rules, maze, case_id),
    )


def _askew(rules: MazeWork[Maze, Car], maze: Maze, case_id: str) -> Iterator[Corruption]:
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


def _swerving(rules: MazeWork[Maze, Car], maze: Maze, case_id: str, way: tuple[int, ...], k: int) -> Trajectory:
    """The drive with a swerve to the side on leg k."""
    points = [maze.centre(state.cell) for state in rules.states_of(maze, way)]
    (ax, ay), (bx, by) = points[k : k + 2]
    points.insert(k + 1, ((ax + bx) / 2.0 - SWERVE * (by - ay), (ay + by) / 2.0 + SWERVE * (bx - ax)))
    scene = rules.scene(maze, rules.initial(maze))
    last = rules.scene(maze, Car(*maze.goal, way[-1]))
    road = Road(tuple(points), FILLET * maze.cell_m, HEADINGS_DEG[way[0]])

    def moving(share: float) -> dict[str, Entity]:
        (x, y), angle = road.at(cruised(share) * road.length_m)
        return {"car": scene["car"].at((x, y, 0.0), yaw(angle))}

    return film(case_id, [Segment(round(rules.seconds * len(way) * FPS), moving, scene, last, None, False)], scene)
