"""The judge's items of Maze Round."""

import math
from functools import partial

from flowbench.rules.processes.maze_round.records import Labyrinth, sectors
from flowbench.rules.processes.predicates.corridors import rope, stands_on_goal, steadied, stretches
from flowbench.rules.processes.predicates.driving import arc_crossings, crossings
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import continuous, hands
from flowbench.rules.processes.predicates.stillness import fixed
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.tracks import Tracks

ASIDE = 0.35  # corridor widths: how far from the middle of its way the marble may be
SAMPLE = 0.25  # corridor widths between the points at which its way is looked at
FIXTURES = ("board", "walls", "goal")


def rubric(maze: Labyrinth) -> tuple[Item, ...]:
    """M1 to M5."""
    return (
        Item(
            "M1", "Board, walls, red spot and camera stay as they are.", "object-state inconsistency",
            "red spot stay", lambda tracks: fixed(tracks, FIXTURES),
        ),
        Item(
            "M2", "The marble never gets to the other side of a wall other than through a gap.", "rule violation",
            "pass through",
            lambda tracks: [
                *arc_crossings(tracks, "marble", maze.arcs, maze.cell_m),
                *crossings(tracks, "marble", maze.spokes, maze.cell_m),
            ],
        ),
        Item(
            "M3", "It is one and the same marble throughout, it never jumps, and nothing else appears.",
            "object-state inconsistency", "second marble",
            lambda tracks: [
                *continuous(tracks, ("marble",)), *inventory(tracks, ("marble",)), *attributes(tracks, ("marble",)),
                *hands(tracks, 0, ()),
            ],
        ),
        Item(
            "M4", "The marble rolls along the middle of the rings and straight through the gaps.", "physical collapse",
            "along the middle of the rings", lambda tracks: aside(maze, tracks),
        ),
        Item(
            "M5", "At the end the marble lies still on the red spot.", "rule violation", "at rest on the red spot",
            lambda tracks: final(
                tracks, partial(stands_on_goal, maze, tracks, "marble"), "the marble is not at rest on the goal"
            ),
        ),
    )  # fmt: skip


def aside(maze: Labyrinth, tracks: Tracks) -> list[Event]:
    """Where the marble is far from the middle of the ring along which, or of the gap through which, it rolls.

    The way is looked at as a rope would lie along it, which is the same however slowly the marble rolls.
    """
    marble, found = tracks["marble"], []
    for stretch in stretches(marble):
        rows = rope(steadied(marble.pos[stretch, :2]), SAMPLE * maze.cell_m)
        points = marble.pos[stretch, :2][rows].tolist()
        for row, one, two in zip(rows[1:], points, points[1:], strict=False):
            if _deviation(maze, (one[0], one[1]), (two[0], two[1])) > ASIDE * maze.cell_m:
                time = tracks.time(stretch.start + row)
                found.append(Event(time, time, "marble", "leaves the middle of its way"))
    return found


def _deviation(maze: Labyrinth, one: tuple[float, float], two: tuple[float, float]) -> float:
    """How far the middle of a short way is from the line of the ring, or across the rings, along which it leads."""
    x, y = (one[0] + two[0]) / 2.0, (one[1] + two[1]) / 2.0
    radius, angle = math.hypot(x, y), math.atan2(y, x)
    if radius > maze.cell_m * (maze.rings + 1):
        return math.inf
    across = abs(math.cos(math.atan2(two[1] - one[1], two[0] - one[0]) - angle)) > math.sqrt(0.5)
    if not across:
        return abs(radius - maze.radius(min(int(radius / maze.cell_m), maze.rings)))
    outer = min(max(round(radius / maze.cell_m), 1), maze.rings)
    step = 2.0 * math.pi / sectors(outer)
    apart = (math.pi / 2.0 - angle) / step - 0.5  # from the middle line of sector 0, in sectors
    return radius * math.sin(abs(apart - round(apart)) * step)
