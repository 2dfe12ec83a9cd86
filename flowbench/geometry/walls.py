"""Signed gaps between boxes and the walls of a room, and whether points lie on its floor."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.geometry.boxes import corners
from flowbench.records import Floats, Wall


@dataclass(frozen=True)
class WallGap:
    """The nearest wall and the signed gap to it in metres: negative when the box reaches into the wall."""

    wall_id: str
    gap_m: float


def wall_gaps(box: Floats, walls: Sequence[Wall]) -> list[WallGap]:
    """Signed gap from a (15,) world box to each wall it stands before, the nearest first.

    A wall counts when the box's extent along it overlaps the wall's own; walls of a room that the box has left sideways
    do not hide that it has left.
    """
    points = corners(box)[:, [0, 2]]
    gaps = [gap for wall in walls if (gap := _gap(points, wall)) is not None]
    return sorted(gaps, key=lambda gap: gap.gap_m)


def _gap(points: Floats, wall: Wall) -> WallGap | None:
    start, inward = np.asarray(wall.start), np.asarray(wall.inward)
    along = np.asarray(wall.end) - start
    length = float(np.hypot(along[0], along[1]))
    offsets = points - start
    travel = (offsets[:, 0] * along[0] + offsets[:, 1] * along[1]) / length
    if travel.max() < 0.0 or travel.min() > length:
        return None
    return WallGap(wall.wall_id, float((offsets[:, 0] * inward[0] + offsets[:, 1] * inward[1]).min()))


def on_floor(floor: Floats, x: float, z: float) -> bool:
    """Whether a point lies inside a simple floor polygon (n, 2), by the even-odd rule."""
    inside = False
    for n in range(len(floor)):
        (ax, az), (bx, bz) = floor[n], floor[(n + 1) % len(floor)]
        if (az > z) != (bz > z) and x < ax + (z - az) / (bz - az) * (bx - ax):
            inside = not inside
    return inside
