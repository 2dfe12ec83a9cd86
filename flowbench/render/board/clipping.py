"""Convex polygons cut by straight lines. Points are (x, y) in any unit."""

import math
from collections.abc import Sequence

from flowbench.render.board.canvas import Point

Shape = Sequence[Point]


def halved(shape: Shape, normal: Point, limit: float) -> list[Point]:
    """The part of a convex polygon whose dot product with `normal` is at most `limit`; empty if there is none."""
    a, b = normal
    kept: list[Point] = []
    x0, y0 = shape[-1]
    before = a * x0 + b * y0 - limit
    for x, y in shape:
        here = a * x + b * y - limit
        if (before < 0.0 < here) or (here < 0.0 < before):
            share = before / (before - here)
            kept.append((x0 + (x - x0) * share, y0 + (y - y0) * share))
        if here <= 0.0:
            kept.append((x, y))
        x0, y0, before = x, y, here
    return kept


def banded(shape: Shape, normal: Point, low: float, high: float) -> list[Point]:
    """The part of a convex polygon between two parallel lines; empty where there is none."""
    part = halved(shape, normal, high)
    return halved(part, (-normal[0], -normal[1]), -low) if part else part


def reach(shape: Shape, normal: Point) -> tuple[float, float]:
    """Least and greatest dot product of a corner with `normal`."""
    a, b = normal
    along = [a * x + b * y for x, y in shape]
    return min(along), max(along)


def area(shape: Shape) -> float:
    """Area of a simple polygon, whichever way round it runs."""
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(shape, [*shape[1:], shape[0]], strict=True))) / 2.0


def middle(shape: Shape) -> Point:
    """Centre of gravity of a simple polygon."""
    doubled = cx = cy = 0.0
    for (x0, y0), (x1, y1) in zip(shape, [*shape[1:], shape[0]], strict=True):
        cross = x0 * y1 - x1 * y0
        doubled, cx, cy = doubled + cross, cx + (x0 + x1) * cross, cy + (y0 + y1) * cross
    return cx / (3.0 * doubled), cy / (3.0 * doubled)


def direction(angle_deg: float) -> Point:
    """The unit vector at an angle from the x axis towards the y axis."""
    angle = math.radians(angle_deg)
    return math.cos(angle), math.sin(angle)
