"""Driving: no wall is crossed, and what drives looks where it goes."""

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from flowbench.records import Floats, Mask
from flowbench.rules.processes.predicates.spells import runs, spells
from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Track, Tracks

Segment = tuple[float, float, float, float]  # x, y of both ends, metres
Arc = tuple[float, float, float]  # radius (metres) about the origin, first and last angle (degrees, counter-clockwise)

INSIDE = 0.03  # cells: how far from a wall's end a way must meet it to cross it
BEYOND = 0.12  # cells: how far before and behind a wall a thing must be
ASKEW_DEG = 35.0  # how far a thing may look from where it drives


def crossings(tracks: Tracks, name: str, walls: Sequence[Segment], cell_m: float) -> list[Event]:
    """An event for each straight wall that a thing gets behind by going through it: neither touch nor graze is one."""
    found = []
    for wall in walls:
        across, along = _beside(tracks[name].pos[:, :2], wall)
        found += _passages(tracks, name, across, partial(_met_on_line, along), math.dist(wall[:2], wall[2:]), cell_m)
    return found


def arc_crossings(tracks: Tracks, name: str, arcs: Sequence[Arc], cell_m: float) -> list[Event]:
    """The same for walls that are arcs about the origin."""
    x, y = tracks[name].pos[:, 0], tracks[name].pos[:, 1]
    radius, angle = np.sqrt(x * x + y * y), np.degrees(np.unwrap(np.arctan2(y, x)))
    found = []
    for arc in arcs:
        length = arc[0] * math.radians(arc[2] - arc[1])
        found += _passages(tracks, name, radius - arc[0], partial(_met_on_arc, angle, arc), length, cell_m)
    return found


def _passages(
    tracks: Tracks, name: str, across: Floats, met: Callable[[Floats], Floats], length_m: float, cell_m: float
) -> list[Event]:
    """Where a thing gets behind a wall.

    Args:
        across: (N,) signed distances from the line of the wall.
        met: how far along the wall its line is met, at shares (N - 1,) of the ways from row to row.
    """
    sides = (across[:-1] < 0.0) != (across[1:] < 0.0)
    if not sides.any():
        return []
    along = met(across[:-1] / np.where(sides, across[:-1] - across[1:], 1.0))
    margin = INSIDE * cell_m
    through = sides & (along > margin) & (along < length_m - margin) & ~tracks[name].jumps[1:]
    rows = [row for row in _changes_of_side(across, sides, BEYOND * cell_m) if through[row]]
    return [Event(tracks.time(row + 1), tracks.time(row + 1), name, "goes through a wall") for row in rows]


def _changes_of_side(across: Floats, sides: Mask, least_m: float) -> list[int]:
    """The rows after which a line was crossed for good: clearly on one side of it before, and on the other after."""
    clear = np.flatnonzero(np.abs(across) > least_m)
    changed = np.flatnonzero((across[clear[:-1]] < 0.0) != (across[clear[1:]] < 0.0))
    return [int(clear[k] + np.flatnonzero(sides[clear[k] : clear[k + 1]])[-1]) for k in changed.tolist()]


def _met_on_line(along: Floats, share: Floats) -> Floats:
    return np.asarray(along[:-1] + share * (along[1:] - along[:-1]))


def _met_on_arc(angle_deg: Floats, arc: Arc, share: Floats) -> Floats:
    radius, start, end = arc
    offset = wrapped(angle_deg[:-1] + share * (angle_deg[1:] - angle_deg[:-1]) - (start + end) / 2.0)
    return np.asarray(radius * np.radians(offset + (end - start) / 2.0))


def _beside(points: Floats, wall: Segment) -> tuple[Floats, Floats]:
    """(N,) signed distances of points from the line of a wall, and how far along it they are."""
    start, way = np.array(wall[:2]), np.array(wall[2:]) - np.array(wall[:2])
    way = way / np.sqrt((way * way).sum())
    offset = points - start
    return offset[:, 1] * way[0] - offset[:, 0] * way[1], offset[:, 0] * way[0] + offset[:, 1] * way[1]


def looks_elsewhere(tracks: Tracks, name: str, creep_m_per_s: float, backwards: bool = False) -> list[Event]:
    """Driving in another direction than looked in; below the slow speed there is no direction.

    Args:
        backwards: whether it may also drive straight backwards.
    """
    car = tracks[name]
    speed = np.sqrt((car.velocity[:, :2] ** 2).sum(axis=1))
    driving = _lasting(speed > max(creep_m_per_s, 2.0 * TOL.position_m / ((2 * TOL.window + 1) * tracks.dt)))
    way = np.degrees(np.arctan2(car.velocity[:, 1], car.velocity[:, 0]))
    apart = np.abs(wrapped(car.heading_deg - way))
    apart = np.minimum(apart, 180.0 - apart) if backwards else apart
    askew = np.where(driving & ~_near_jump(car), apart / ASKEW_DEG, 0.0)
    return spells(tracks, askew > 1.0, name, "drives in another direction than it looks", askew)


def _lasting(mask: Mask) -> Mask:
    """Only the runs that are longer than what a single odd frame brings about."""
    kept = np.zeros_like(mask)
    for first, end in runs(mask):
        kept[first:end] = end - first > 2 * TOL.window + 1
    return kept


def _near_jump(car: Track) -> Mask:
    """(N,) whether a jump lies within the window that a velocity is taken over."""
    near = car.jumps.copy()
    for k in range(1, TOL.window + 1):
        near[k:] |= car.jumps[:-k]
        near[:-k] |= car.jumps[k:]
    return near


def wrapped(angles_deg: Floats) -> Floats:
    """Angles in [-180, 180)."""
    return np.asarray((angles_deg + 180.0) % 360.0 - 180.0)
