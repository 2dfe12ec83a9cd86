"""The things themselves: none comes or goes, and none changes its look or size."""

from collections.abc import Iterable

import numpy as np

from flowbench.records import Floats
from flowbench.rules.processes.colour import colour_difference
from flowbench.rules.processes.entity import CAMERA, GROUND, HAND, Entity
from flowbench.rules.processes.predicates.spells import spells
from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks


def inventory(tracks: Tracks, ids: Iterable[str], strangers: bool = True) -> list[Event]:
    """G.inv: an event for each of `ids` that is missing or half seen, and for each thing that was not there at first.

    Hands are no strangers (`hands` counts them), nor are the camera and the ground.
    """
    found = []
    for name in ids:
        lack = (1.0 - tracks[name].vis) / TOL.visibility
        found += spells(tracks, lack > 1.0, name, "is not there as it was", lack)
    for name in tracks.strangers if strangers else ():
        if tracks[name].kind not in (HAND, CAMERA, GROUND):
            shown = tracks[name].vis / TOL.visibility
            found += spells(tracks, shown > 1.0, name, "was not there at the beginning", shown)
    return found


def attributes(tracks: Tracks, ids: Iterable[str]) -> list[Event]:
    """G.attr and G.rigid: kind, colour, shape, size and further facts stay as they were."""
    found = []
    for name in ids:
        excess = _change(tracks, name)
        found += spells(tracks, excess > 1.0, name, "looks different from the beginning", excess)
    return found


def _change(tracks: Tracks, name: str) -> Floats:
    """(N,) how far the look is from that in row 0, in tolerances; what has another form is infinitely far."""
    first = tracks.start.get(name)
    if first is None:
        return np.zeros(len(tracks))
    return tracks[name].each(lambda item: 0.0 if item is None else look_change(first, item))


def look_change(first: Entity, item: Entity) -> float:
    """How far a look is from another, in tolerances of colour and size."""
    if (item.kind, item.shape) != (first.kind, first.shape) or item.extra != first.extra:
        return np.inf
    colour = 0.0 if item.color == first.color else colour_difference(first.color, item.color) / TOL.colour
    return max(colour, abs(item.scale / first.scale - 1.0) / TOL.scale)
