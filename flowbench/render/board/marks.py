"""Marks with names that are told apart by their outline alone, so that no colour is needed to read them."""

import math
from collections.abc import Callable

from flowbench.render.board.canvas import Canvas, Point
from flowbench.render.drawing import Colour

_CURVE = 48  # corners of a round outline


def _circle() -> list[Point]:
    angles = (2.0 * math.pi * k / _CURVE for k in range(_CURVE))
    return [(math.cos(angle), math.sin(angle)) for angle in angles]


def _square() -> list[Point]:
    return [(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)]


def _triangle() -> list[Point]:
    return [(0.0, -0.95), (1.0, 0.8), (-1.0, 0.8)]


def _plus() -> list[Point]:
    arm, end = 0.32, 1.0
    quarter = [(arm, -end), (arm, -arm), (end, -arm)]
    return [turned(point, k) for k in range(4) for point in quarter]


def turned(point: Point, quarters: int) -> Point:
    """A point turned about the origin by quarter turns clockwise (x right, y down)."""
    x, y = point
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y


def _heart() -> list[Point]:
    outline = []
    for k in range(_CURVE):
        t = 2.0 * math.pi * k / _CURVE
        x = math.sin(t) ** 3
        y = -(13.0 * math.cos(t) - 5.0 * math.cos(2 * t) - 2.0 * math.cos(3 * t) - math.cos(4 * t)) / 16.0
        outline.append((x, y - 0.08))
    return outline


def _moon() -> list[Point]:
    """A crescent: the left part of a circle, without another circle to its right."""
    outer = [math.radians(52.0 + 256.0 * k / _CURVE) for k in range(_CURVE + 1)]
    edge = [(math.cos(angle) + 0.2, math.sin(angle)) for angle in outer]
    (x, y), centre = edge[-1], (0.92, 0.0)
    reach = math.dist((x, y), centre)
    start = math.atan2(y - centre[1], x - centre[0]) % (2.0 * math.pi)
    end = 2.0 * math.pi - start
    inner = [start + (end - start) * k / _CURVE for k in range(1, _CURVE)]
    return edge + [(centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)) for angle in inner]


def _star() -> list[Point]:
    spokes = ((1.0 if k % 2 == 0 else 0.42, math.pi * k / 5.0 - math.pi / 2.0) for k in range(10))
    return [(reach * math.cos(angle), reach * math.sin(angle) + 0.06) for reach, angle in spokes]


def _diamond() -> list[Point]:
    return [(0.0, -1.0), (0.62, 0.0), (0.0, 1.0), (-0.62, 0.0)]


_OUTLINES: dict[str, Callable[[], list[Point]]] = {
    "circle": _circle,
    "square": _square,
    "triangle": _triangle,
    "plus": _plus,
    "heart": _heart,
    "moon": _moon,
    "star": _star,
    "diamond": _diamond,
}
MARKS = tuple(_OUTLINES)


def outline(name: str) -> list[Point]:
    """The corners of a mark of radius 1 around the origin, y down."""
    return _OUTLINES[name]()


def draw_mark(canvas: Canvas, name: str, centre: Point, radius: float, colour: Colour, ident: int) -> None:
    """A filled mark that fits into a circle of this radius."""
    points = [(centre[0] + x * radius, centre[1] + y * radius) for x, y in outline(name)]
    canvas.polygon(points, colour, ident)
