"""Flat pieces that lie on a table: their outlines as polygons, and where they lie on each other."""

import itertools
import math
from collections.abc import Iterable, Mapping
from typing import Any

import shapely

from flowbench.rules.processes.reading import resting
from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks

Outlines = Mapping[str, Any]  # id -> `drawn_in` polygon about the reference point of the piece, unturned, metres


def moved(polygon: Any, x: float, y: float, turn_deg: float) -> Any:
    """A polygon turned about the origin and moved."""
    cosine, sine = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    return shapely.transform(polygon, lambda p: p @ [[cosine, sine], [-sine, cosine]] + [x, y])


def drawn_in(polygon: Any) -> Any:
    """A polygon without a margin of half the position tolerance, so that what lies side by side does not overlap."""
    return polygon.buffer(-TOL.position_m / 2.0, join_style="mitre")


def lying(tracks: Tracks, outlines: Outlines, row: int) -> dict[str, Any]:
    """The outlines of the pieces that lie on the table, where they lie."""
    found = {}
    for name, shape in outlines.items():
        x, y, z = tracks[name].pos[row].tolist()
        if abs(z - float(tracks[name].pos[0, 2])) <= TOL.position_m:
            found[name] = moved(shape, x, y, float(tracks[name].heading_deg[row]))
    return found


def overlaps(tracks: Tracks, outlines: Outlines, sliver_m2: float) -> list[Event]:
    """An event for each pair of pieces that come to lie on each other, by more than a sliver of their outlines."""
    found: list[Event] = []
    before: set[tuple[str, str]] = set()
    for first, end in resting(tracks, outlines):
        pairs = set(_pairs(lying(tracks, outlines, (first + end) // 2), sliver_m2))
        new = sorted(pairs - before)
        found += [Event(tracks.time(first), tracks.time(end - 1), two, f"lies on {one}") for one, two in new]
        before = pairs
    return found


def _pairs(places: Mapping[str, Any], sliver_m2: float) -> Iterable[tuple[str, str]]:
    for one, two in itertools.combinations(places, 2):
        if places[one].intersects(places[two]) and places[one].intersection(places[two]).area > sliver_m2:
            yield one, two
