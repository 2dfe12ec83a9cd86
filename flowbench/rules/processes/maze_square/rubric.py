"""The judge's items of Maze Square."""

import math
from functools import partial
from typing import Any

import numpy as np

from flowbench.records import Floats
from flowbench.rules.processes.maze_square.generator import ways_from
from flowbench.rules.processes.maze_square.records import STEPS, Maze
from flowbench.rules.processes.predicates.driving import crossings, looks_elsewhere, wrapped
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import continuous, hands
from flowbench.rules.processes.predicates.spells import runs
from flowbench.rules.processes.predicates.stillness import fixed
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.tracks import Track, Tracks

CORNER = 0.3  # cells: how far from a cell's middle the car may turn
SAMPLE = 0.15  # cells between the points at which its way is looked at
LEAST_BEND_DEG = 30.0  # below, a change of direction is no turn
CREEP = 0.1  # cells a second: below, there is no direction
STANDS = 0.5  # share of a cell's half side within which a car stands on it


def rubric(maze: Maze) -> tuple[Item, ...]:
    """M1 to M5."""
    return (
        Item(
            "M1", "Walls, red square, floor and camera stay as they are.", "object-state inconsistency",
            "red square stay",
            lambda tracks: fixed(tracks, ("walls", "goal")),
        ),
        Item(
            "M2", "The car never gets to the other side of a wall other than round its end.", "rule violation",
            "pass through", lambda tracks: crossings(tracks, "car", maze.walls, maze.cell_m),
        ),
        Item(
            "M3", "It is one and the same car throughout, it never jumps, and nothing else appears.",
            "object-state inconsistency", "second car",
            lambda tracks: [
                *continuous(tracks, ("car",)), *inventory(tracks, ("car",)), *attributes(tracks, ("car",)),
                *hands(tracks, 0, ()),
            ],
        ),
        Item(
            "M4", "The car turns in the cells, not across corners, and looks where it drives.", "physical collapse",
            "turns only inside", lambda tracks: bad_turns(maze, tracks),
        ),
        Item(
            "M5", "At the end the car stands still on the red square.", "rule violation", "at rest on the red square",
            lambda tracks: final(tracks, partial(stands_on_goal, maze, tracks), "the car is not at rest on the goal"),
        ),
    )  # fmt: skip


def tier(rules: Process[Any, Any], maze: Maze, tracks: Tracks) -> int:
    """2 on the goal at the end, 1 where legal driving came nearer to it, else 0."""
    if all(stands_on_goal(maze, tracks, row) for row in range(len(tracks))[tracks.end]):
        return 2
    ways = ways_from(maze, maze.goal)
    cell = maze.start
    nearest = len(ways[cell])
    for row in range(len(tracks)):
        state = rules.read(maze, tracks, row)
        if state is None:
            break
        if state.cell != cell:
            move = (state.row - cell[0], state.column - cell[1])
            if move not in STEPS or not maze.is_open(cell, STEPS.index(move)):
                break
            cell = state.cell
            nearest = min(nearest, len(ways[cell]))
    return int(nearest < len(ways[maze.start]))


def stands_on_goal(maze: Maze, tracks: Tracks, row: int) -> bool:
    """Whether the car is on the goal cell and slow."""
    car, (x, y) = tracks["car"], maze.centre(maze.goal)
    reach = STANDS * maze.cell_m / 2.0
    near = abs(float(car.pos[row, 0]) - x) <= reach and abs(float(car.pos[row, 1]) - y) <= reach
    return near and bool(car.there[row]) and not bool(car.moving[row])


def bad_turns(maze: Maze, tracks: Tracks) -> list[Event]:
    """Turns away from the middle of a cell, and driving in another direction than the car looks in."""
    car = tracks["car"]
    found = looks_elsewhere(tracks, "car", CREEP * maze.cell_m)
    return found + _cut_corners(maze, tracks, car)


def _cut_corners(maze: Maze, tracks: Tracks, car: Track) -> list[Event]:
    """Turns whose sharpest point is far from the middle of a cell, on the way as a rope would lie along it."""
    found = []
    for stretch in _stretches(car):
        rows = _rope(_steadied(car.pos[stretch, :2]), SAMPLE * maze.cell_m)
        points = car.pos[stretch, :2][rows]
        bend = _bends(points)
        for first, end in runs(bend > LEAST_BEND_DEG):
            k = first + int(bend[first:end].argmax())
            x, y = points[k].tolist()
            middle = maze.centre(maze.cell_at(x, y))
            if max(abs(x - middle[0]), abs(y - middle[1])) > CORNER * maze.cell_m:
                time = tracks.time(stretch.start + rows[k])
                found.append(Event(time, time, "car", "turns between cells"))
    return found


def _stretches(car: Track) -> list[slice]:
    """The rows between jumps."""
    cuts = [0, *np.flatnonzero(car.jumps).tolist(), len(car.pos)]
    return [slice(a, b) for a, b in zip(cuts, cuts[1:], strict=False) if b - a > 2]


def _steadied(points: Floats) -> Floats:
    """(n, 2) the median of each three neighbours: a single odd frame is gone."""
    padded = np.concatenate([points[:1], points, points[-1:]])
    return np.asarray(np.median(np.stack([padded[:-2], padded[1:-1], padded[2:]]), axis=0))


def _rope(points: Floats, step_m: float) -> list[int]:
    """Rows at which the way has come a step further than at the last of them."""
    rows = [0]
    x, y = points[0].tolist()
    for row, (a, b) in enumerate(points.tolist()):
        if math.hypot(a - x, b - y) >= step_m:
            rows.append(row)
            x, y = a, b
    return rows


def _bends(points: Floats) -> Floats:
    """(n,) degrees by which a way bends at each of its points, seen over two to each side."""
    bend = np.zeros(len(points))
    if len(points) > 4:
        before, after = points[2:-2] - points[:-4], points[4:] - points[2:-2]
        angle = np.arctan2(after[:, 1], after[:, 0]) - np.arctan2(before[:, 1], before[:, 0])
        bend[2:-2] = np.abs(wrapped(np.degrees(angle)))
    return bend
