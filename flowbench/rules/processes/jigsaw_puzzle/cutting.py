"""The outlines of pieces: four sides, each straight or along a cut with a tab."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import shapely

from flowbench.rules.processes.jigsaw_puzzle.records import TURNS, Edge

Point = tuple[float, float]
Side = tuple[int, float, float, float]  # 1 tab, -1 hole, 0 straight; offset, size and skew of the edge

STRAIGHT: Side = (0, 0.0, 0.0, 0.0)
_STEPS = 7  # points of each curve
_NECK = (0.145, 0.2)  # width of the tab where it is narrowest, smallest and largest, sides
_HEAD = (0.125, 0.19)  # how far its head reaches beside its middle, as a control point
_HIGH = (0.18, 0.245)  # how far it sticks out
_NECK_AT = 0.05  # how far out the neck is
# Clockwise: where each side of a piece one unit wide begins, its direction, and what is outward.
_FRAMES = (
    ((-0.5, 0.5), (1.0, 0.0), (0.0, 1.0)),
    ((0.5, 0.5), (0.0, -1.0), (1.0, 0.0)),
    ((0.5, -0.5), (-1.0, 0.0), (0.0, -1.0)),
    ((-0.5, -0.5), (0.0, 1.0), (-1.0, 0.0)),
)


@lru_cache(maxsize=2048)
def piece_shape(sides: tuple[Side, ...], cell_m: float, inset_m: float = 0.0) -> Any:
    """The polygon of a piece about the middle of its slot, metres, upright; `inset_m` draws it in."""
    points = [point for k in range(TURNS) for point in _side_points(sides[k], k)[:-1]]
    shape = shapely.Polygon([(x * cell_m, y * cell_m) for x, y in points])
    return shape.buffer(-inset_m, join_style="mitre") if inset_m else shape


def side_of(edge: Edge, sign: int) -> Side:
    """A side along an edge, with its tab (1) or its hole (-1)."""
    return sign, edge.offset, edge.size, edge.skew


def outline(shape: Any) -> list[Point]:
    """The border of a polygon without holes, counter-clockwise."""
    points = [(float(x), float(y)) for x, y in shape.exterior.coords[:-1]]
    return points if shapely.is_ccw(shape.exterior) else points[::-1]


def _side_points(side: Side, direction: int) -> list[Point]:
    """A side in the frame of its piece, one unit wide, from one corner to the next, clockwise."""
    sign = side[0]
    curve = [(0.0, 0.0), (1.0, 0.0)] if sign == 0 else _tab(*side[1:])
    if sign < 0:  # the hole is the neighbour's tab, seen from the other side
        curve = [(1.0 - u, -v) for u, v in reversed(curve)]
    (x, y), (along_x, along_y), (out_x, out_y) = _FRAMES[direction]
    return [(x + u * along_x + v * out_x, y + u * along_y + v * out_y) for u, v in curve]


@lru_cache(maxsize=256)
def _tab(offset: float, size: float, skew: float) -> list[Point]:
    """Along a side (0 to 1) and outward: from the corner to the neck, round the head, and on to the next corner."""
    neck, head, high = (low + (wide - low) * size for low, wide in (_NECK, _HEAD, _HIGH))
    middle, top = 0.5 + offset, 0.5 + offset + skew
    left, right = middle - neck / 2.0, middle + neck / 2.0
    rise = _NECK_AT + 0.6 * (high - _NECK_AT)
    curves = (
        ((0.0, 0.0), (0.55 * left, 0.0), (left + 0.04, -0.045), (left, _NECK_AT)),
        ((left, _NECK_AT), (left - 0.11, rise), (top - head, high), (top, high)),
        ((top, high), (top + head, high), (right + 0.11, rise), (right, _NECK_AT)),
        ((right, _NECK_AT), (right - 0.04, -0.045), (1.0 - 0.55 * (1.0 - right), 0.0), (1.0, 0.0)),
    )
    points = [(0.0, 0.0)]
    for curve in curves:
        points += [_bezier(curve, k / _STEPS) for k in range(1, _STEPS + 1)]
    return points


def _bezier(curve: Sequence[Point], share: float) -> Point:
    a, b, c, d = (1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
