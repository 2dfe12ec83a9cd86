"""Driving: no wall is crossed, and what drives looks where it goes."""

import math
from collections.abc import Sequence

import numpy as np

from flowbench.records import Floats, Mask
from flowbench.rules.processes.predicates.spells import runs, spells
from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Track, Tracks

Segment = tuple[float, float, float, float]  # x, y of both ends, metres

INSIDE = 0.03  # cells: how far from a wall's end a way must meet it to cross it
BEYOND = 0.12  # cells: how far behind a wall a thing must get
ASKEW_DEG = 35.0  # how far a thing may look from where it drives


def crossings(tracks: Tracks, name: str, walls: Sequence[Segment], cell_m: float) -> list[Event]:
    """An event for each wall that a thing gets behind by going through it: neither a touch nor a graze is one."""
    car = tracks[name]
    found = []
    for wall in walls:
        across, along = _beside(car.pos[:, :2], wall)
        length = math.dist(wall[:2], wall[2:])
        sides = across[:-1] * across[1:] < 0.0
        if not sides.any():
            continue
        share = across[:-1] / np.where(sides, across[:-1] - across[1:], 1.0)
        met = along[:-1] + share * (along[1:] - along[:-1])
        margin = INSIDE * cell_m
        through = sides & (met > margin) & (met < length - margin) & ~car.jumps[1:]
        for k in np.flatnonzero(through).tolist():
            if _gets_behind(across, k + 1, BEYOND * cell_m):
                found.append(Event(tracks.time(k + 1), tracks.time(k + 1), name, "goes through a wall"))
    return found


def _beside(points: Floats, wall: Segment) -> tuple[Floats, Floats]:
    """(N,) signed distances of points from the line of a wall, and how far along it they are."""
    start, way = np.array(wall[:2]), np.array(wall[2:]) - np.array(wall[:2])
    way = way / np.sqrt((way * way).sum())
    offset = points - start
    return offset[:, 1] * way[0] - offset[:, 0] * way[1], offset[:, 0] * way[0] + offset[:, 1] * way[1]


def _gets_behind(across: Floats, row: int, least_m: float) -> bool:
    """Whether the car, from a row on, gets so far on that side of a line before it comes back."""
    sign = math.copysign(1.0, float(across[row]))
    for value in across[row:].tolist():
        if value * sign <= 0.0:
            return False
        if value * sign > least_m:
            return True
    return False


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
