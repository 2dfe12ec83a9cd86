"""The shapes of the objects: outlines of one piece each that are told apart however they are turned."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from flowbench.render.board.canvas import Point
from flowbench.render.board.marks import outline as mark_outline

OUTLINE_WIDTH = 0.085  # of the dark rim, in radii
STRIPE_PITCH, STRIPE_WIDTH, STRIPE_CLEARANCE = 0.38, 0.18, 0.11  # the last from the outline, as the rim is
DOT_PITCH, DOT_RADIUS = 0.40, 0.12
_SHIFTS = 8  # ways along either axis to lay stripes and dots
_AREA = 1.55  # of a shape of radius 1, unless it would not fit into the circle then
_ARC = 16  # corners of a round part
_SIMPLER = 0.006  # radii, a fifth of a pixel: by which outlines may leave finer ones, as they are drawn faster

Outline = tuple[Point, ...]


def _house() -> Sequence[Point]:
    return [
        (-0.75, 0.9), (-0.75, -0.1), (-1.05, -0.1), (0.0, -1.0), (0.3, -0.74), (0.3, -1.0), (0.62, -1.0),
        (0.62, -0.46), (1.05, -0.1), (0.75, -0.1), (0.75, 0.9),
    ]  # fmt: skip


def _pine() -> Sequence[Point]:
    right = [(0.55, -0.3), (0.3, -0.3), (0.72, 0.2), (0.42, 0.2), (0.9, 0.68), (0.2, 0.68), (0.2, 1.0)]
    return [(0.0, -1.0), *right, *((-x, y) for x, y in reversed(right))]


def _fish() -> Sequence[Point]:
    body = [math.radians(35.0 + 290.0 * k / _ARC) for k in range(_ARC + 1)]
    return [*((0.72 * math.cos(a) - 0.28, 0.52 * math.sin(a)) for a in body), (1.0, -0.6), (0.8, 0.0), (1.0, 0.6)]


def _mushroom() -> Sequence[Point]:
    cap = [math.pi * k / _ARC for k in range(_ARC + 1)]
    return [
        *((-math.cos(a), 0.1 - 0.95 * math.sin(a)) for a in cap),
        (0.32, 0.1),
        (0.4, 0.95),
        (-0.4, 0.95),
        (-0.32, 0.1),
    ]


def _crown() -> Sequence[Point]:
    return [(-1.0, 0.7), (-1.0, -0.6), (-0.45, 0.0), (0.0, -0.9), (0.45, 0.0), (1.0, -0.6), (1.0, 0.7)]


def _bottle() -> Sequence[Point]:
    right = [(0.24, -1.0), (0.24, -0.45), (0.5, -0.1), (0.5, 1.0)]
    return [*right, *((-x, y) for x, y in reversed(right))]


def _leaf() -> Sequence[Point]:
    side = [(0.62 * math.sin(math.pi * k / _ARC) ** 0.9, -1.0 + 1.7 * k / _ARC) for k in range(_ARC)]
    return [*side, (0.12, 0.68), (0.12, 1.0), (-0.12, 1.0), (-0.12, 0.68), *((-x, y) for x, y in reversed(side[1:]))]


def _bell() -> Sequence[Point]:
    right = [(0.18, -1.0), (0.5, -0.7), (0.62, -0.2), (0.7, 0.25), (1.0, 0.6), (0.3, 0.6), (0.22, 0.92)]
    return [*right, *((-x, y) for x, y in reversed(right))]


def _mug() -> Sequence[Point]:
    return [
        (-0.8, -0.8), (0.4, -0.8), (0.4, -0.45), (0.85, -0.45), (1.0, -0.3), (1.0, 0.25), (0.85, 0.4), (0.4, 0.4),
        (0.4, 0.8), (-0.8, 0.8),
    ]  # fmt: skip


_DRAWN: Mapping[str, Callable[[], Sequence[Point]]] = {
    "house": _house, "pine": _pine, "fish": _fish, "mushroom": _mushroom, "crown": _crown,
    "bottle": _bottle, "leaf": _leaf, "bell": _bell, "mug": _mug,
}  # fmt: skip
SHAPES = (*_DRAWN, "star", "heart", "moon")


@cache
def outline(shape: str) -> Outline:
    """The corners of a shape around its centroid, at most 1 away from it; all shapes are about equally large."""
    raw = _DRAWN[shape]() if shape in _DRAWN else _simpler(mark_outline(shape))
    area, (x, y) = _area_and_centroid(raw)
    reach = max(math.dist(point, (x, y)) for point in raw)
    scale = min(1.0 / reach, math.sqrt(_AREA / area))
    return tuple((scale * (px - x), scale * (py - y)) for px, py in raw)


def _simpler(points: Sequence[Point]) -> Sequence[Point]:
    from shapely import Polygon

    return [(float(x), float(y)) for x, y in Polygon(points).simplify(_SIMPLER).exterior.coords[:-1]]


@cache
def inside(shape: str) -> Outline:
    """The outline moved inward by the width of the rim."""
    return _inset(shape, OUTLINE_WIDTH)[0]


@cache
def stripes(shape: str) -> tuple[Outline, ...]:
    """Level bands inside of a shape, as rectangles: as much of them as fits."""
    points = _inset(shape, STRIPE_CLEARANCE)[0]
    return max(
        (_bands(points, shift) for shift in _shifts(STRIPE_PITCH)), key=lambda bands: (len(bands), _length(bands))
    )


def _bands(points: Sequence[Point], shift: float) -> tuple[Outline, ...]:
    found = []
    for k in range(-3, 4):
        low = shift + k * STRIPE_PITCH - STRIPE_WIDTH / 2
        high = low + STRIPE_WIDTH
        for (a, b), (c, d) in zip(_crossings(points, low), _crossings(points, high), strict=False):
            left, right = max(a, c), min(b, d)
            if right - left > STRIPE_WIDTH:
                found.append(((left, low), (right, low), (right, high), (left, high)))
    return tuple(found)


def _length(bands: Sequence[Outline]) -> float:
    return sum(band[1][0] - band[0][0] for band in bands)


@cache
def dots(shape: str) -> Outline:
    """Centres of dots inside of a shape, as many as fit."""
    pieces = _inset(shape, OUTLINE_WIDTH + DOT_RADIUS)
    places = ((x, y) for y in _shifts(DOT_PITCH) for x in _shifts(DOT_PITCH))
    return max((_grid(pieces, shift) for shift in places), key=len)


def _grid(pieces: Sequence[Outline], shift: Point) -> Outline:
    found = []
    for row in range(-4, 5):
        y = shift[1] + row * DOT_PITCH
        inside_at = [span for piece in pieces for span in _crossings(piece, y)]
        xs = [shift[0] + (column + 0.5 * (row % 2)) * DOT_PITCH for column in range(-4, 5)]
        found += [(x, y) for x in xs if any(a < x < b for a, b in inside_at)]
    return tuple(found)


def _shifts(pitch: float) -> list[float]:
    return [pitch * k / _SHIFTS for k in range(_SHIFTS)]


def placed(points: Sequence[Point], centre: Point, radius: float, turn_deg: float) -> list[Point]:
    """Points of a shape on a picture: enlarged, turned clockwise, and moved to its centre."""
    angle = math.radians(turn_deg)
    along, across = radius * math.cos(angle), radius * math.sin(angle)
    return [(centre[0] + along * x - across * y, centre[1] + across * x + along * y) for x, y in points]


def _area_and_centroid(points: Sequence[Point]) -> tuple[float, Point]:
    """Area of a polygon, positive, and its centroid (the shoelace formula)."""
    area = x = y = 0.0
    for (ax, ay), (bx, by) in _sides(points):
        cross = ax * by - bx * ay
        area += cross / 2.0
        x += (ax + bx) * cross / 6.0
        y += (ay + by) * cross / 6.0
    return abs(area), (x / area, y / area)


def _sides(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    return [(points[k - 1], points[k]) for k in range(len(points))]


@cache
def _inset(shape: str, width: float) -> tuple[Outline, ...]:
    """What is left of a shape, in one or more pieces, when its sides move inward by `width`; the largest first."""
    from shapely import MultiPolygon, Polygon

    left = Polygon(outline(shape)).buffer(-width, quad_segs=2).simplify(_SIMPLER)
    pieces = left.geoms if isinstance(left, MultiPolygon) else [left]
    ordered = sorted(pieces, key=lambda piece: -piece.area)
    return tuple(tuple((float(x), float(y)) for x, y in piece.exterior.coords[:-1]) for piece in ordered)


def _crossings(points: Sequence[Point], y: float) -> list[tuple[float, float]]:
    """The intervals in which a level line is inside of a polygon, from left to right."""
    xs = sorted(
        ax + (y - ay) / (by - ay) * (bx - ax) for (ax, ay), (bx, by) in _sides(points) if (ay <= y) != (by <= y)
    )
    return list(zip(xs[::2], xs[1::2], strict=True))
