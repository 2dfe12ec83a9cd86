"""The judge's items of Leave Parking Lot."""

from typing import Any

import numpy as np

from flowbench.records import Floats
from flowbench.rules.processes.leave_parking_lot.looks import CAR_LONG_M, CAR_WIDE_M
from flowbench.rules.processes.leave_parking_lot.records import CELL_M, Lot
from flowbench.rules.processes.leave_parking_lot.walls import walls
from flowbench.rules.processes.predicates.driving import crossings, looks_elsewhere
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import continuous, hands
from flowbench.rules.processes.predicates.overlap import apart
from flowbench.rules.processes.predicates.spells import spells
from flowbench.rules.processes.predicates.stillness import fixed
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.reading import goal_at, rests
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.tracks import Tracks

LANE = 0.4  # cells: how far beside its track a car may be
SLACK_M = 0.008  # of a car's sides: what jitter may bring together
CREEP = 0.5  # cells a second: below, there is no direction


def car_ids(lot: Lot) -> tuple[str, ...]:
    """Ids of the cars."""
    return tuple(f"car_{number}" for number in range(1, len(lot.tracks) + 1))


def track_ids(lot: Lot) -> tuple[str, ...]:
    """Ids of the tracks."""
    return tuple(f"track_{number}" for number in range(1, len(lot.tracks) + 1))


def rubric(rules: Process[Any, Any], lot: Lot) -> tuple[Item, ...]:
    """P1 to P7."""
    cars = car_ids(lot)
    box = (CAR_LONG_M / 2.0 - SLACK_M, CAR_WIDE_M / 2.0 - SLACK_M, 0.02)
    return (
        Item(
            "P1", "Each car stays on its own track.", "rule violation", "stays on the track",
            lambda tracks: [event for k, name in enumerate(cars) for event in off_track(lot, tracks, k, name)],
        ),
        Item(
            "P2", "No car crosses a wall.", "rule violation", "over a wall",
            lambda tracks: [event for name in cars for event in crossings(tracks, name, walls(lot), CELL_M)],
        ),
        Item(
            "P3", "Cars do not touch.", "physical collapse", "never touch",
            lambda tracks: apart(tracks, dict.fromkeys(cars, box)),
        ),
        Item(
            "P4", "The same cars throughout.", "object-state inconsistency", "keep their colour",
            lambda tracks: [*inventory(tracks, cars), *attributes(tracks, cars), *hands(tracks, 0, ())],
        ),
        Item(
            "P5", "Cars drive smoothly along the direction they look in.", "physical collapse", "drive smoothly",
            lambda tracks: [
                *continuous(tracks, cars),
                *(event for name in cars for event in looks_elsewhere(tracks, name, CREEP * CELL_M, backwards=True)),
            ],
        ),
        Item(
            "P6", "Walls, tracks and camera stay as they are.", "object-state inconsistency", "tracks stay",
            lambda tracks: fixed(tracks, ("walls", *track_ids(lot))),
        ),
        Item(
            "P7", "At the end all cars are outside.", "rule violation", "cars are outside",
            lambda tracks: final(tracks, goal_at(rules, lot, tracks), "not all cars are outside"),
        ),
    )  # fmt: skip


def tier(rules: Process[Any, Any], lot: Lot, tracks: Tracks) -> int:
    """2 all out at the end, 1 some car out when all rest, else 0."""
    holds = goal_at(rules, lot, tracks)
    if all(holds(row) for row in range(len(tracks))[tracks.end]):
        return 2
    states = [rest.state for rest in rests(rules, lot, tracks, car_ids(lot)) if rest.state is not None]
    return int(any(lot.is_out(car, index) for state in states for car, index in enumerate(state.at)))


def off_track(lot: Lot, tracks: Tracks, car: int, name: str) -> list[Event]:
    """A car beside its own track."""
    corners = [lot.centre(lot.cell(car, index)) for index in range(len(lot.tracks[car]) + 1)]
    pos = tracks[name].pos[:, :2]
    beside = np.full(len(pos), np.inf)
    for a, b in zip(corners, corners[1:], strict=False):
        beside = np.minimum(beside, _beside(pos, np.array(a), np.array(b)))
    excess = beside / (LANE * CELL_M)
    return spells(tracks, excess > 1.0, name, "leaves its track", excess)


def _beside(points: Floats, a: Floats, b: Floats) -> Floats:
    """(n,) distances of points from a stretch."""
    way = b - a
    share = np.clip(((points - a) @ way) / float(way @ way), 0.0, 1.0)
    return np.asarray(np.sqrt(((points - a - share[:, None] * way) ** 2).sum(axis=1)))
