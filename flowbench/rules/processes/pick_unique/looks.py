"""How Pick Unique looks: icons, or painted buttons on cloth."""

import math
from collections.abc import Sequence

from flowbench.render.clip.sketch import Point, Shape, Sketch, disc, polygon, rectangle, rounded_rectangle
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import Piece, block, material, mesh, mixed, slab, turned
from flowbench.rules.processes.entity import Colour, Entity
from flowbench.rules.processes.pick_unique.records import FLOOR_M

HIGH_M = 0.016  # of an item
TRAY_HALF_M = 0.145
_STEP_M, _STEP_SHARE = 0.011, 0.9  # where the edge steps back, and how far
_RIM_M, _RIM_HIGH_M = 0.012, 0.026
_MARK: Colour = (252, 250, 244)


class LotLooks(Looks):
    """Tray, items, and the circle of a reference."""

    def flat(self, item: Entity) -> Sketch | None:
        """Icons with outlines."""
        if item.shape == "tray":
            floor = TRAY_HALF_M - _RIM_M
            rim = rectangle(TRAY_HALF_M, TRAY_HALF_M, (222, 222, 218), radius=0.02)
            return Sketch((rim, rectangle(floor, floor, (255, 255, 255), radius=0.012)), layer=-1)
        radius = float(item.fact("radius"))
        if item.shape == "circle mark":
            return Sketch((disc((0.0, 0.0), radius, (255, 255, 255), item.color, 8.0),))
        marks = [_flat_mark(mark) for mark in _marks(str(item.fact("pattern")), radius)]
        return Sketch((polygon(outline(item.shape, radius), item.color), *marks))

    def solid(self, item: Entity) -> Mesh | None:
        """Two-stepped buttons with painted marks."""
        if item.shape == "tray":
            return _tray(item)
        radius = float(item.fact("radius"))
        if item.shape == "circle mark":
            ring = [(radius, 0.0), (radius, 0.003), (radius - 0.008, 0.003), (radius - 0.008, 0.0)]
            return mesh([(turned(ring, sides=48), material(item.color))])
        paint = material(item.color, "", 0.5, 0.45)
        edge = outline(item.shape, radius)
        pieces: list[Piece] = [
            (slab(edge, 0.0, _STEP_M), material(mixed(item.color, (0, 0, 0), 0.18), "", 0.5, 0.3)),
            (slab([(_STEP_SHARE * x, _STEP_SHARE * y) for x, y in edge], _STEP_M - 0.001, HIGH_M), paint),
        ]
        white = material(_MARK, "", 0.5, 0.2)
        for mark in _marks(str(item.fact("pattern")), radius):
            pieces += [(slab(part, HIGH_M - 0.001, HIGH_M + 0.0008), white) for part in _solid_mark(mark)]
        return mesh(pieces)


def outline(form: str, radius: float) -> list[Point]:
    """A form about its middle, counter-clockwise."""
    return [(radius * x, radius * y) for x, y in _UNIT[form]]


def _regular(count: int, size: float, first_deg: float) -> list[Point]:
    angles = [math.radians(first_deg + 360.0 * k / count) for k in range(count)]
    return [(size * math.cos(a), size * math.sin(a)) for a in angles]


def _star() -> list[Point]:
    outer, inner = _regular(5, 1.2, 90.0), _regular(5, 0.62, 126.0)
    return [point for pair in zip(outer, inner, strict=True) for point in pair]


def _heart() -> list[Point]:
    angles = [2.0 * math.pi * k / 48 for k in range(48)]
    return [
        (
            0.063 * 16.0 * math.sin(-a) ** 3,
            0.063 * (13.0 * math.cos(a) - 5.0 * math.cos(2 * a) - 2.0 * math.cos(3 * a) - math.cos(4 * a)) + 0.12,
        )
        for a in angles
    ]


_CROSS = ((0.42, -1.05), (0.42, -0.42), (1.05, -0.42), (1.05, 0.42), (0.42, 0.42), (0.42, 1.05),
          (-0.42, 1.05), (-0.42, 0.42), (-1.05, 0.42), (-1.05, -0.42), (-0.42, -0.42), (-0.42, -1.05))  # fmt: skip
_ARROW = ((0.5, -1.0), (0.5, 0.0), (1.1, 0.0), (0.0, 1.15), (-1.1, 0.0), (-0.5, 0.0), (-0.5, -1.0))
_UNIT: dict[str, Sequence[Point]] = {
    "circle": _regular(40, 1.0, 0.0),
    "square": rounded_rectangle(0.9, 0.9, 0.14),
    "triangle": _regular(3, 1.25, 90.0),
    "star": _star(),
    "heart": _heart(),
    "cross": _CROSS,
    "arrow": _ARROW,
}

Mark = tuple[str, Point, float]  # bar or dot or ring, its middle, its half size


def _marks(pattern: str, radius: float) -> list[Mark]:
    """What is painted onto an item, within a circle that all forms hold."""
    r = radius
    return {
        "plain": [],
        "striped": [("bar", (-0.17 * r, 0.0), 0.3 * r), ("bar", (0.17 * r, 0.0), 0.3 * r)],
        "dotted": [("dot", (x * r, y * r), 0.12 * r) for x, y in ((-0.2, 0.16), (0.2, 0.16), (0.0, -0.2))],
        "ringed": [("ring", (0.0, 0.0), 0.34 * r)],
    }[pattern]


def _bar(middle: Point, half: float) -> list[Point]:
    return rounded_rectangle(0.26 * half, half, 0.1 * half, middle)


def _flat_mark(mark: Mark) -> Shape:
    kind, middle, half = mark
    if kind == "bar":
        return polygon(_bar(middle, half), _MARK, None)
    if kind == "dot":
        return disc(middle, half, _MARK, None)
    return polygon(_ring(half), _MARK, None)


def _ring(half: float) -> list[Point]:
    """A ring as one outline, cut open where it meets itself."""
    inner = [(0.6 * x, 0.6 * y) for x, y in _regular(32, half, 0.0)]
    outer = _regular(32, half, 0.0)
    return [*outer, outer[0], inner[0], *reversed(inner)]


def _solid_mark(mark: Mark) -> list[list[Point]]:
    kind, (x, y), half = mark
    if kind == "bar":
        return [_bar((x, y), half)]
    if kind == "dot":
        return [[(x + a, y + b) for a, b in _regular(20, half, 0.0)]]
    outer = _regular(32, half, 0.0)
    pairs = zip(outer, [*outer[1:], outer[0]], strict=True)
    return [[a, b, (0.6 * b[0], 0.6 * b[1]), (0.6 * a[0], 0.6 * a[1])] for a, b in pairs]


def _tray(item: Entity) -> Mesh:
    side, floor = TRAY_HALF_M, TRAY_HALF_M - _RIM_M
    wood = material(item.color, "wood", 0.4, 0.2)
    pieces: list[Piece] = [
        (block((-floor, -floor, 0.0), (floor, floor, FLOOR_M), 0.0005), material((146, 150, 146), "fabric", 0.12, 0.0))
    ]
    for sign in (-1.0, 1.0):
        low, high = sorted((sign * side, sign * floor))
        pieces.append((block((low, -side, 0.0), (high, side, _RIM_HIGH_M), 0.003), wood))
        pieces.append((block((-side, low, 0.0), (side, high, _RIM_HIGH_M), 0.003), wood))
    return mesh(pieces)
