"""What finds its way through a maze: how far it came by open ways, whether it stands on the goal, and its way."""

import math

import numpy as np

from flowbench.records import Floats
from flowbench.rules.processes.corridors import Corridors, ways_from
from flowbench.rules.processes.tracks import Track, Tracks

STANDS = 0.5  # share of half a corridor's width within which a thing stands in the middle of a cell


def way_tier(maze: Corridors, tracks: Tracks, name: str) -> int:
    """2 on the goal at the end, 1 where open ways led nearer to it, else 0."""
    if all(stands_on_goal(maze, tracks, name, row) for row in range(len(tracks))[tracks.end]):
        return 2
    ways = ways_from(maze, maze.goal)
    cell = maze.start
    nearest = len(ways[cell])
    for x, y in tracks[name].pos[:, :2].tolist():
        there = maze.cell_at(x, y)
        if there == cell:
            continue
        if there is None or not is_next(maze, cell, there):
            break
        cell = there
        nearest = min(nearest, len(ways[cell]))
    return int(nearest < len(ways[maze.start]))


def is_next(maze: Corridors, cell: tuple[int, int], there: tuple[int, int]) -> bool:
    """Whether one cell opens to another."""
    return any(
        maze.beside(cell, direction) == there and maze.is_open(cell, direction) for direction in range(maze.directions)
    )


def stands_on_goal(maze: Corridors, tracks: Tracks, name: str, row: int) -> bool:
    """Whether a thing is in the middle of the goal and slow."""
    track, (x, y) = tracks[name], maze.centre(maze.goal)
    reach = STANDS * maze.cell_m / 2.0
    near = abs(float(track.pos[row, 0]) - x) <= reach and abs(float(track.pos[row, 1]) - y) <= reach
    return near and bool(track.there[row]) and not bool(track.moving[row])


def stretches(track: Track) -> list[slice]:
    """The rows between jumps."""
    cuts = [0, *np.flatnonzero(track.jumps).tolist(), len(track.pos)]
    return [slice(a, b) for a, b in zip(cuts, cuts[1:], strict=False) if b - a > 2]


def steadied(points: Floats) -> Floats:
    """(n, 2) the median of each three neighbours: a single odd frame is gone."""
    padded = np.concatenate([points[:1], points, points[-1:]])
    return np.asarray(np.median(np.stack([padded[:-2], padded[1:-1], padded[2:]]), axis=0))


def rope(points: Floats, step_m: float) -> list[int]:
    """Rows at which a way has come a step further than at the last of them, as a rope would lie along it."""
    rows = [0]
    x, y = points[0].tolist()
    for row, (a, b) in enumerate(points.tolist()):
        if math.hypot(a - x, b - y) >= step_m:
            rows.append(row)
            x, y = a, b
    return rows
