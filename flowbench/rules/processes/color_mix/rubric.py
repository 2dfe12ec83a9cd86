"""The judge's items of Color Mix."""

from collections.abc import Sequence
from functools import cache, partial

import numpy as np

from flowbench.records import Floats
from flowbench.rules.processes.color_mix.pigments import mixed_colour
from flowbench.rules.processes.color_mix.records import FULL, GOAL_DE, Bowl, Paints
from flowbench.rules.processes.color_mix.things import BOWL, CARD, MIXTURE, STAND, STICK, cup_id, paint_id
from flowbench.rules.processes.colour import colour_difference
from flowbench.rules.processes.entity import Colour, Entity
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import carried, continuous, hands
from flowbench.rules.processes.predicates.spells import spells
from flowbench.rules.processes.predicates.stillness import fixed
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.reading import goal_at
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks

POURED_UNITS = 0.1  # less than this is no pouring
LOST_SHARE = 0.05  # of what was poured may be missing in the bowl, or be too much; of a unit where it was less
FASTEST_UNITS_PER_S = 14.4  # paint that comes faster has jumped
FREE_DE = 8.0  # CIEDE2000 by which a mixture may differ from what its paints give
_WET_UNITS = 0.02  # the colour of less is not looked at


def rubric(rules: Process[Paints, Bowl], paints: Paints) -> tuple[Item, ...]:
    """C1 to C6."""
    cups = tuple(map(cup_id, range(paints.count)))
    coats = tuple(map(paint_id, range(paints.count)))
    return (
        Item(
            "C1", "Only paints that are needed are poured.", "rule violation", "only paints that the colour",
            lambda tracks: _needless(paints, tracks),
        ),
        Item(
            "C2", "The bowl rises by what leaves the cups, steadily.", "physical collapse", "neither lost nor made",
            lambda tracks: _unsteady(paints, tracks),
        ),
        Item(
            "C3", "The mixture has the colour that its paints give.", "physical collapse",
            "never changes colour by itself",
            lambda tracks: _recoloured(paints, tracks),
        ),
        Item(
            "C4", "Cups, labels, paints, stick, bowl, card and camera stay as they are.", "object-state inconsistency",
            "bowl and card stay",
            lambda tracks: [
                *inventory(tracks, (*cups, *coats, STICK, MIXTURE)),
                *attributes(tracks, (*cups, STICK)),
                *_tinted(tracks, coats),
                *fixed(tracks, (BOWL, CARD, STAND)),
            ],
        ),
        Item(
            "C5", "One hand holds the cup that is tipped and the stick; nothing moves by itself.",
            "object-state inconsistency", "exactly one hand",
            lambda tracks: [
                *hands(tracks, 1, (*cups, STICK)),
                *continuous(tracks, (*cups, STICK)),
                *carried(tracks, (*cups, STICK)),
            ],
        ),
        Item(
            "C6", "At the end the bowl is evenly mixed and matches the card.", "rule violation", "matches the card",
            lambda tracks: final(
                tracks,
                lambda row: goal_at(rules, paints, tracks)(row) and _looks_right(paints, tracks, row),
                "the mixture is uneven or of another colour",
            ),
        ),
    )  # fmt: skip


def levels(tracks: Tracks, names: Sequence[str]) -> Floats:
    """(things, N) the units of paint in each vessel; while it is not there, as they were last."""
    return tracks.kept(("levels", tuple(names)), lambda: np.array([_level(tracks, name) for name in names]))


def _level(tracks: Tracks, name: str) -> Floats:
    last = 0.0

    def level(item: Entity | None) -> float:
        nonlocal last
        told = None if item is None else item.fact("units")
        last = last if told is None else float(told)
        return last

    return tracks[name].each(level)


def poured(paints: Paints, tracks: Tracks) -> Floats:
    """(cups, N) the units that have left each cup."""
    held = levels(tracks, [paint_id(cup) for cup in range(paints.count)])
    return FULL - held


def _needless(paints: Paints, tracks: Tracks) -> list[Event]:
    gone = poured(paints, tracks)
    return [
        event
        for cup, units in enumerate(paints.recipe)
        if not units
        for event in spells(tracks, gone[cup] > POURED_UNITS, cup_id(cup), "is poured and not needed")
    ]


def _unsteady(paints: Paints, tracks: Tracks) -> list[Event]:
    """Where the bowl holds more or less than was poured, and where paint jumps."""
    gone, (risen,) = poured(paints, tracks), levels(tracks, (MIXTURE,))
    total = gone.sum(axis=0)
    excess = np.abs(risen - total) / (LOST_SHARE * np.maximum(total, 1.0))
    steps = np.abs(np.diff(np.vstack([gone, risen]), axis=1)).max(axis=0, initial=0.0)
    jumps = np.concatenate([[False], steps > FASTEST_UNITS_PER_S * tracks.dt])
    found = spells(tracks, (excess > 1.0) & ~jumps, "", "the bowl holds other than what was poured", excess)
    return found + spells(tracks, jumps, "", "paint jumps")


def _recoloured(paints: Paints, tracks: Tracks) -> list[Event]:
    gone, (risen,) = np.maximum(poured(paints, tracks), 0.0), levels(tracks, (MIXTURE,))
    excess = np.zeros(len(tracks))

    @cache
    def off(color: Colour, *units: float) -> float:
        return colour_difference(color, mixed_colour(paints.pigments, units)) / FREE_DE

    for row in np.flatnonzero((risen > _WET_UNITS) & (gone.sum(axis=0) > _WET_UNITS)).tolist():
        item = tracks[MIXTURE].entities[row]
        excess[row] = 0.0 if item is None else off(item.color, *gone[:, row].tolist())
    return spells(tracks, excess > 1.0, MIXTURE, "has another colour than its paints give", excess)


def _tinted(tracks: Tracks, coats: Sequence[str]) -> list[Event]:
    """Paints in cups that change colour or kind; their level and their surface change as they run."""
    found = []
    for name in coats:
        excess = tracks[name].each(partial(_tint, tracks.start[name]))
        found += spells(tracks, excess > 1.0, name, "looks different from the beginning", excess)
    return found


def _tint(first: Entity, item: Entity | None) -> float:
    if item is None:
        return 0.0
    return np.inf if item.shape != first.shape else _off(first.color, item.color)


def _off(one: Colour, two: Colour) -> float:
    return 0.0 if one == two else colour_difference(one, two) / TOL.colour


def _looks_right(paints: Paints, tracks: Tracks, row: int) -> bool:
    item = tracks[MIXTURE].entities[row]
    return item is not None and colour_difference(item.color, paints.target) <= GOAL_DE
