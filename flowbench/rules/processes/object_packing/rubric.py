"""The judge's items of Object Packing."""

from collections.abc import Sequence

import numpy as np

from flowbench.records import Floats, Mask
from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.object_packing.records import (
    CONTAINER_Y_M,
    HALF_X_M,
    HALF_Y_M,
    WALL_HIGH_M,
    Luggage,
    Packed,
)  # fmt: skip
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import carried, continuous, hands
from flowbench.rules.processes.predicates.spells import spells
from flowbench.rules.processes.predicates.stillness import fixed, still
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.reading import goal_at
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks

CONTAINER, CARD_ID = "container", "card"


def item_ids(luggage: Luggage) -> tuple[str, ...]:
    """Ids of the things."""
    return tuple(f"item_{number}" for number in range(1, len(luggage.items) + 1))


def rubric(rules: HandWork[Luggage, Packed], luggage: Luggage) -> tuple[Item, ...]:
    """K1 to K7."""
    items = item_ids(luggage)
    wrong = [name for k, name in enumerate(items) if k not in luggage.right]
    return (
        Item(
            "K1", "The same things in number, look and size throughout.", "object-state inconsistency", "none is added",
            lambda tracks: [*inventory(tracks, items), *attributes(tracks, items)],
        ),
        Item(
            "K2", "At the end the container holds exactly the right things.", "rule violation",
            "exactly the right things",
            lambda tracks: final(tracks, goal_at(rules, luggage, tracks), "it does not hold exactly the right things"),
        ),
        Item(
            "K3", "What is not to be packed stays where it lies.", "rule violation", "stays exactly where it lies",
            lambda tracks: still(tracks, wrong),
        ),
        Item(
            "K4", "The container stays where it is, its opening up.", "physical collapse", "its opening up",
            lambda tracks: [
                *still(tracks, (CONTAINER,)),
                *attributes(tracks, (CONTAINER,)),
                *inventory(tracks, (CONTAINER,), strangers=False),
            ],
        ),
        Item(
            "K5", "One hand lowers things through the opening; none jumps or passes through a wall.",
            "physical collapse", "through the opening from above",
            lambda tracks: [
                *hands(tracks, 1, items),
                *continuous(tracks, items),
                *carried(tracks, items),
                *through_walls(tracks, items),
                *too_long(tracks, [items[k] for k in luggage.too_large]),
            ],
        ),
        Item(
            "K6", "Card, table and camera stay as they are, and nothing is laid over the picture.",
            "object-state inconsistency", "card and table stay",
            lambda tracks: fixed(tracks, (CARD_ID,)),
        ),
        Item(
            "K7", "At the end as many things lie inside and outside as should.", "rule violation",
            "all others lie outside",
            lambda tracks: final(
                tracks, lambda row: _count_is_right(rules, luggage, tracks, row), "too many or too few are inside"
            ),
        ),
    )  # fmt: skip


def _count_is_right(rules: HandWork[Luggage, Packed], luggage: Luggage, tracks: Tracks, row: int) -> bool:
    state = rules.read(luggage, tracks, row)
    return state is not None and len(state.inside) == len(luggage.right)


def too_long(tracks: Tracks, names: Sequence[str]) -> list[Event]:
    """Things that do not fit and are inside all the same: they reach through the walls."""
    found = []
    for name in names:
        pos = tracks[name].pos
        found += spells(tracks, _is_inside(pos) & _is_low(pos), name, "reaches through the walls")
    return found


def through_walls(tracks: Tracks, items: tuple[str, ...]) -> list[Event]:
    """An event for each way into the container, or out of it, below the upper edge of its walls."""
    found = []
    for name in items:
        track = tracks[name]
        inside, low = _is_inside(track.pos), _is_low(track.pos)
        crossed = (inside[1:] != inside[:-1]) & low[1:] & low[:-1] & ~track.jumps[1:]
        for row in (np.flatnonzero(crossed) + 1).tolist():
            found.append(Event(tracks.time(row), tracks.time(row), name, "passes through a wall"))
    return found


def _is_inside(pos: Floats) -> Mask:
    """(N,) whether places (N, 3) lie within the walls."""
    return np.asarray((np.abs(pos[:, 0]) < HALF_X_M) & (np.abs(pos[:, 1] - CONTAINER_Y_M) < HALF_Y_M))


def _is_low(pos: Floats) -> Mask:
    """(N,) whether places (N, 3) lie below the upper edge of the walls."""
    return np.asarray(pos[:, 2] < WALL_HIGH_M - TOL.position_m)
