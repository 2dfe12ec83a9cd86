"""Signed gaps between boxes and the walls of a room, and whether points lie on its floor."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.geometry.jit import jit
from flowbench.records import Floats, Wall


@dataclass(frozen=True)
class WallGap:
    """A wall and the signed gap to it in metres: negative when the box reaches into the wall."""

    wall_id: str
    gap_m: float


def wall_gaps(box: Floats, walls: Sequence[Wall]) -> list[WallGap]:
    """Signed gap from a (15,) world box to each wall it stands before, the nearest first.

    A wall counts when the box's extent along it overlaps the wall's own.
    """
    gaps = gaps_to(box, wall_rows(walls))
    found = [WallGap(wall.wall_id, float(gap)) for wall, gap in zip(walls, gaps, strict=True) if gap < math.inf]
    return sorted(found, key=lambda gap: gap.gap_m)


def wall_rows(walls: Sequence[Wall]) -> Floats:
    """(w, 7) walls for the compiled checks: foot start (x, z), unit direction (x, z), length, inward normal (x, z)."""
    rows = np.zeros((len(walls), 7))
    for row, wall in zip(rows, walls, strict=True):
        along = np.subtract(wall.end, wall.start)
        length = math.hypot(along[0], along[1])
        row[:] = *wall.start, *(along / length), length, *wall.inward
    return rows


@jit
def gaps_to(box: Floats, walls: Floats) -> Floats:
    """(w,) signed gap in metres from a (15,) world box to each wall row; inf where it does not stand before it."""
    gaps = np.full(walls.shape[0], math.inf)
    for w in range(walls.shape[0]):
        wall = walls[w]
        along = (box[0] - wall[0]) * wall[2] + (box[2] - wall[1]) * wall[3]
        away = (box[0] - wall[0]) * wall[5] + (box[2] - wall[1]) * wall[6]
        reach_along, reach_away = 0.0, 0.0
        for k in range(3):
            x, z = box[6 + 3 * k], box[8 + 3 * k]
            reach_along += box[3 + k] * abs(x * wall[2] + z * wall[3])
            reach_away += box[3 + k] * abs(x * wall[5] + z * wall[6])
        if along + reach_along >= 0.0 and along - reach_along <= wall[4]:
            gaps[w] = away - reach_away
    return gaps


@jit
def on_floor(floor: Floats, x: float, z: float) -> bool:
    """Whether a point lies inside a simple floor polygon (n, 2), by the even-odd rule."""
    inside = False
    for n in range(len(floor)):
        ax, az = floor[n]
        bx, bz = floor[(n + 1) % len(floor)]
        if (az > z) != (bz > z) and x < ax + (z - az) / (bz - az) * (bx - ax):
            inside = not inside
    return inside
