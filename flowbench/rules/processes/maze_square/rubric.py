"""The judge's items of Maze Square."""

import math
from functools import partial

import numpy as np

from flowbench.records import Floats
from flowbench.rules.processes.maze_square.records import Maze
from flowbench.rules.processes.predicates.corridors import rope, stands_on_goal, steadied, stretches
from flowbench.rules.processes.predicates.driving import crossings, looks_elsewhere, wrapped
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import continuous, hands
from flowbench.rules.processes.predicates.spells import runs
from flowbench.rules.processes.predicates.stillness import fixed
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.tracks import Track, Tracks

CORNER = 0.3  # cells: how far from a cell's middle the car may turn
SAMPLE = 0.15  # cells between the points at which its way is looked at
LEAST_BEND_DEG = 30.0  # below, a change of direction is no turn
CREEP = 0.1  # cells a second: below, there is no direction


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
            lambda tracks: final(
                tracks, partial(stands_on_goal, maze, tracks, "car"), "the car is not at rest on the goal"
            ),
        ),
    )  # fmt: skip


def bad_turns(maze: Maze, tracks: Tracks) -> list[Event]:
    """Turns away from the middle of a cell, and driving in another direction than the car looks in."""
    car = tracks["car"]
    found = looks_elsewhere(tracks, "car", CREEP * maze.cell_m)
    return found + _cut_corners(maze, tracks, car)


def _cut_corners(maze: Maze, tracks: Tracks, car: Track) -> list[Event]:
    """Turns whose sharpest point is far from the middle of a cell, on the way as a rope would lie along it."""
    found = []
    for stretch in stretches(car):
        rows = rope(steadied(car.pos[stretch, :2]), SAMPLE * maze.cell_m)
        points = car.pos[stretch, :2][rows]
        bend = _bends(points)
        for first, end in runs(bend > LEAST_BEND_DEG):
            k = first + int(bend[first:end].argmax())
            x, y = points[k].tolist()
            cell = maze.cell_at(x, y)
            middle = maze.centre(cell) if cell is not None else (math.inf, math.inf)
            if max(abs(x - middle[0]), abs(y - middle[1])) > CORNER * maze.cell_m:
                time = tracks.time(stretch.start + rows[k])
                found.append(Event(time, time, "car", "turns between cells"))
    return found


def _bends(points: Floats) -> Floats:
    """(n,) degrees by which a way bends at each of its points, seen over two to each side."""
    bend = np.zeros(len(points))
    if len(points) > 4:
        before, after = points[2:-2] - points[:-4], points[4:] - points[2:-2]
        angle = np.arctan2(after[:, 1], after[:, 0]) - np.arctan2(before[:, 1], before[:, 0])
        bend[2:-2] = np.abs(wrapped(np.degrees(angle)))
    return bend
