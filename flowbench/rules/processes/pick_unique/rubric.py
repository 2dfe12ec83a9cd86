"""The judge's items of Pick Unique."""

import numpy as np

from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.pick_unique.records import HELD_M, Lot, Picked
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import carried, continuous, hands, one_mover
from flowbench.rules.processes.predicates.spells import runs
from flowbench.rules.processes.predicates.stillness import fixed, still
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.reading import goal_at
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks


def item_ids(lot: Lot) -> tuple[str, ...]:
    """Ids of the items, row by row."""
    return tuple(f"item_{number}" for number in range(1, len(lot.things) + 1))


def rubric(rules: HandWork[Lot, Picked], lot: Lot) -> tuple[Item, ...]:
    """U1 to U6."""
    items = item_ids(lot)
    return (
        Item(
            "U1", "The same items in number, shape, colour, pattern and size throughout.",
            "object-state inconsistency", "none is added",
            lambda tracks: [*inventory(tracks, items), *attributes(tracks, items)],
        ),
        Item(
            "U2", "Only one item is moved.", "rule violation", "only one item",
            lambda tracks: [*_further(tracks, taken(lot, tracks)), *one_mover(tracks, items)],
        ),
        Item(
            "U3", "The item that is taken is the unique one.", "rule violation",
            "is the one that has no identical copy",
            lambda tracks: _first_is_another(tracks, taken(lot, tracks), items[lot.unique]),
        ),
        Item(
            "U4", "All other items, the tray and the camera stay as they are.", "object-state inconsistency",
            "stay exactly where they are",
            lambda tracks: [*still(tracks, _left(lot, tracks)), *fixed(tracks, ("tray",))],
        ),
        Item(
            "U5", "One hand carries the item, without jumps.", "physical collapse", "exactly one hand",
            lambda tracks: [*hands(tracks, 1, items), *continuous(tracks, items), *carried(tracks, items)],
        ),
        Item(
            "U6", "At the end the tray holds the unique item alone.", "rule violation", "and nothing else",
            lambda tracks: final(tracks, goal_at(rules, lot, tracks), "the tray does not hold the unique item alone"),
        ),
    )  # fmt: skip


def taken(lot: Lot, tracks: Tracks) -> dict[str, int]:
    """The items that leave their places, each with the row in which it does, in order of time."""
    return tracks.kept("taken", lambda: _taken(lot, tracks))


def _taken(lot: Lot, tracks: Tracks) -> dict[str, int]:
    found = {}
    for name in item_ids(lot):
        way = tracks[name].pos - tracks[name].pos[0]
        away = (way[:, 2] > HELD_M / 2.0) | (np.hypot(way[:, 0], way[:, 1]) > lot.pitch_m / 2.0)
        rows = [first for first, end in runs(away) if end - first >= TOL.least_frames]
        if rows:
            found[name] = rows[0]
    return dict(sorted(found.items(), key=lambda pair: pair[1]))


def _left(lot: Lot, tracks: Tracks) -> list[str]:
    return [name for name in item_ids(lot) if name not in taken(lot, tracks)]


def _further(tracks: Tracks, rows: dict[str, int]) -> list[Event]:
    """An event for each item that is taken after the first."""
    return [Event(tracks.time(row), tracks.time(row), name, "is taken, too") for name, row in list(rows.items())[1:]]


def _first_is_another(tracks: Tracks, rows: dict[str, int], unique: str) -> list[Event]:
    first = next(iter(rows), unique)
    if first == unique:
        return []
    return [Event(tracks.time(rows[first]), tracks.time(rows[first]), first, "has a copy")]
