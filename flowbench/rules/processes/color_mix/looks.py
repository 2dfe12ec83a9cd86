"""How Color Mix looks: flat beakers, or glasses with paint on a table before a wall."""

import math
from collections.abc import Callable, Mapping

import numpy as np

from flowbench.bodies.solids import Solid, loft
from flowbench.records import Floats
from flowbench.render.clip.sketch import Point, Shape, Sketch, label, line, polygon, rectangle
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.color_mix.liquid import surface_m
from flowbench.rules.processes.color_mix.records import (
    BOWL_HIGH_M,
    BOWL_RADIUS_M,
    CUP_HIGH_M,
    CUP_RADIUS_M,
    FLOOR_M,
    FULL,
    RISE_M,
    STICK_GRIP_M,
    STICK_M,
    UNIT_HIGH_M,
)  # fmt: skip
from flowbench.rules.processes.drawing.digits import strokes
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import Piece, block, material, mesh, mixed, rod, slab, turned
from flowbench.rules.processes.entity import Colour, Entity

_SIDES = 32
_WALL_M = 0.004  # thickness of glass
_CARD_M = 0.095  # half the side of the card
_REPEATS = 3  # how often the paints of an uneven mixture alternate around the bowl
_STREAM_M = 0.007  # half its width
_GLASS_INK: Colour = (70, 84, 96)
_PAPER: Colour = (252, 250, 244)
_SHINE: Colour = (255, 255, 255)
_HALF = CUP_HIGH_M / 2.0


class MixLooks(Looks):
    """Card, cups with paint, bowl with its mixture, stick and stand, the stream."""

    def flat(self, item: Entity) -> Sketch | None:
        """Seen from the front."""
        return _FLAT[item.shape](item)

    def solid(self, item: Entity) -> Mesh | None:
        """Glass is told by its edges: rim, foot, sides and a shine; paint fills it."""
        return _SOLID[item.shape](item)


# Flat


def _flat_cup(item: Entity) -> Sketch:
    r, h = CUP_RADIUS_M + _WALL_M, _HALF
    marks = [
        line([(-r, FLOOR_M / 2 - h + k * UNIT_HIGH_M), (-0.62 * r, FLOOR_M / 2 - h + k * UNIT_HIGH_M)], _GLASS_INK, 2.0)
        for k in range(1, FULL + 1)
    ]
    wall = [(r + 0.004, h), (r, h - 0.004), (r, -h)]
    glass = line([*((-x, z) for x, z in wall), *reversed(wall)], _GLASS_INK, 4.0)
    plate = rectangle(0.019, 0.019, _PAPER, centre=(0.012, -0.022), radius=0.004, stroke_px=2.0)
    return Sketch((glass, *marks, plate, label(str(item.fact("label")), (0.012, -0.022), 0.026)))


def _flat_paint(item: Entity) -> Sketch | None:
    """The cut through the cup: level in the world, however the cup leans."""
    units, lean, r = float(item.fact("units")), float(item.fact("lean")), CUP_RADIUS_M
    if units <= 0.0:
        return None
    tops = [(x, surface_m(units, lean, x) - _HALF) for x in np.linspace(r, -r, 17).tolist()]
    return Sketch((polygon([(-r, -_HALF), (r, -_HALF), *tops], item.color, None),))


def _flat_bowl(item: Entity) -> Sketch:
    r, h = BOWL_RADIUS_M + _WALL_M, BOWL_HIGH_M + FLOOR_M
    wall = [(r + 0.008, h), (r, h - 0.008), (r, 0.012), (r - 0.012, 0.0)]
    return Sketch((line([*((-x, z) for x, z in wall), *reversed(wall)], _GLASS_INK, 5.0),))


def _flat_mixture(item: Entity) -> Sketch | None:
    units, r = float(item.fact("units")), BOWL_RADIUS_M
    if units <= 0.0:
        return None
    top = FLOOR_M + RISE_M * units
    shapes: list[Shape] = [rectangle(r, top / 2.0, item.color, None, centre=(0.0, top / 2.0))]
    for color, start, end in _arcs(item):
        for left, right in _in_front(start, end):
            bend = 0.25 * (right - left)
            shapes.append(polygon([(left, 0.0), (right, 0.0), (right - bend, top), (left, top)], color, None))
    return Sketch(tuple(shapes))


def _flat_stream(item: Entity) -> Sketch:
    x, top, low = (float(item.fact(name)) for name in ("x", "top", "low"))
    return Sketch((rectangle(_STREAM_M, (top - low) / 2.0, item.color, None, centre=(x, (top + low) / 2.0)),))


def _flat_stick(item: Entity) -> Sketch:
    low, high = -STICK_GRIP_M, STICK_M - STICK_GRIP_M
    return Sketch((rectangle(0.007, (high - low) / 2.0, item.color, centre=(0.0, (high + low) / 2.0), radius=0.006),))


def _flat_stand(item: Entity) -> Sketch:
    return Sketch((rectangle(0.03, 0.028, item.color, centre=(0.0, 0.028), radius=0.005),))


def _flat_card(item: Entity) -> Sketch:
    wide = _CARD_M + 0.016
    return Sketch(
        (rectangle(wide, wide, _PAPER, radius=0.008), rectangle(_CARD_M, _CARD_M, item.color, None)), layer=-1
    )


# Solid


def _solid_glass(radius: float, high: float, low: float) -> list[Piece]:
    """Foot, rim, two sides and a shine of a round glass whose inside begins at `low`."""
    glass, edge = material((206, 226, 232), "", 0.5, 0.7), material((170, 198, 208), "", 0.5, 0.7)
    r, top = radius + _WALL_M, low + high
    foot = [(r - 0.002, low - FLOOR_M), (r, low - FLOOR_M + 0.002), (r, low), (r - 0.004, low)]
    rim = [(radius, top - 0.006), (r + 0.001, top - 0.006), (r + 0.002, top), (radius, top)]
    sides = [block((s * r - 0.0018, -0.003, low), (s * r + 0.0018, 0.003, top), 0.0005) for s in (-1.0, 1.0)]
    shine = _strip(r + 0.0008, 222.0, 6.0, low + 0.12 * high, low + 0.9 * high)
    ring = loft(_ring_levels([*rim, rim[0]]))
    return [
        (turned(foot, sides=_SIDES), glass), (ring, edge), *((side, edge) for side in sides),
        (shine, material(_SHINE, "", 0.5, 0.9)),
    ]  # fmt: skip


def _ring_levels(profile: list[Point]) -> Floats:
    """A closed profile turned about the axis, as a loft along the turn."""
    angles = np.linspace(0.0, 2.0 * math.pi, _SIDES + 1)
    radii, heights = np.array(profile[:-1]).T
    return np.stack([np.column_stack([radii * math.cos(a), heights, radii * math.sin(a)]) for a in angles])


def _strip(radius: float, middle_deg: float, half_deg: float, low: float, high: float) -> Solid:
    """A narrow upright strip on a round wall; 270 degrees is the front."""
    arc = [math.radians(middle_deg + half_deg * k / 3.0) for k in range(-3, 4)]
    outer = [(radius * math.cos(a), radius * math.sin(a)) for a in arc]
    inner = [((radius - 0.001) * math.cos(a), (radius - 0.001) * math.sin(a)) for a in reversed(arc)]
    return slab([*outer, *inner], low, high)


def _solid_cup(item: Entity) -> Mesh:
    front = -CUP_RADIUS_M - _WALL_M
    plate = block((-0.019, front - 0.0035, -0.043), (0.019, front + 0.001, -0.005), 0.001)
    digits = [
        rod([(x, front - 0.004, z - 0.024) for x, z in path], 0.0019, 6)
        for path in strokes(str(item.fact("label")), 0.026)
    ]
    ink = material((40, 40, 46), "", 0.5, 0.1)
    pieces = _solid_glass(CUP_RADIUS_M, CUP_HIGH_M, -_HALF)
    return mesh([*pieces, (plate, material(_PAPER, "", 0.5, 0.1)), *((part, ink) for part in digits)])


def _solid_paint(item: Entity) -> Mesh | None:
    units, lean, r = float(item.fact("units")), float(item.fact("lean")), CUP_RADIUS_M - 0.0005
    if units <= 0.0:
        return None
    angles = np.arange(_SIDES) * (2.0 * math.pi / _SIDES)
    x, y = r * np.cos(angles), r * np.sin(angles)
    tops = np.array([max(surface_m(units, lean, float(a)), 0.0004) - _HALF for a in x])
    rings = np.stack([np.column_stack([x, np.full(_SIDES, -_HALF), y]), np.column_stack([x, tops, y])])
    return mesh([(loft(rings), material(item.color, "", 0.5, 0.5))])


def _solid_bowl(item: Entity) -> Mesh:
    return mesh(_solid_glass(BOWL_RADIUS_M, BOWL_HIGH_M, FLOOR_M))


def _solid_mixture(item: Entity) -> Mesh:
    units, r = float(item.fact("units")), BOWL_RADIUS_M - 0.0005
    top = max(FLOOR_M + RISE_M * units, FLOOR_M + 0.0015)
    arcs = _arcs(item)
    if not arcs:
        return mesh([(turned([(r, 0.001), (r, top)], sides=48), material(item.color, "", 0.5, 0.5))])
    pieces: list[Piece] = []
    for color, start, end in arcs:
        count = max(2, math.ceil((end - start) / 6.0) + 1)
        rim = [(r * math.cos(math.radians(a)), r * math.sin(math.radians(a))) for a in np.linspace(start, end, count)]
        pieces.append((slab([(0.0, 0.0), *rim], 0.001, top), material(color, "", 0.5, 0.5)))
    return mesh(pieces)


def _solid_stream(item: Entity) -> Mesh:
    x, top, low = (float(item.fact(name)) for name in ("x", "top", "low"))
    return mesh(
        [(rod([(x, 0.0, low), (x, 0.0, top)], [0.8 * _STREAM_M, _STREAM_M], 12), material(item.color, "", 0.5, 0.6))]
    )


def _solid_stick(item: Entity) -> Mesh:
    low, high = -STICK_GRIP_M, STICK_M - STICK_GRIP_M
    return mesh([(rod([(0.0, 0.0, low), (0.0, 0.0, high)], 0.0065, 14), material(item.color, "wood", 0.2, 0.2))])


def _solid_stand(item: Entity) -> Mesh:
    """A block with a hole."""
    ring = [(0.009, 0.0), (0.03, 0.0), (0.03, 0.054), (0.028, 0.056), (0.009, 0.056), (0.009, 0.0)]
    return mesh([(loft(_ring_levels(ring)), material(item.color, "wood", 0.2, 0.2))])


def _solid_card(item: Entity) -> Mesh:
    wide = _CARD_M + 0.016
    paper = block((-wide, 0.0, -wide), (wide, 0.008, wide), 0.002)
    coat = block((-_CARD_M, -0.004, -_CARD_M), (_CARD_M, 0.001, _CARD_M), 0.0005)
    return mesh([(paper, material(_PAPER, "paper", 0.2, 0.0)), (coat, material(item.color, "", 0.5, 0.05))])


# Uneven mixtures


def _arcs(item: Entity) -> list[tuple[Colour, float, float]]:
    """The paints of an uneven mixture around the bowl: colour, first and last degree; none where it is even."""
    uneven, phase, parts = float(item.fact("uneven")), float(item.fact("phase")), item.fact("parts")
    total = sum(part[3] for part in parts)
    if uneven <= 0.0 or len(parts) < 2 or total <= 0.0:
        return []
    found, angle = [], phase
    for _ in range(_REPEATS):
        for red, green, blue, amount in parts:
            end = angle + 360.0 / _REPEATS * amount / total
            found.append((mixed(item.color, (red, green, blue), uneven), angle, end))
            angle = end
    return found


def _in_front(start: float, end: float) -> list[tuple[float, float]]:
    """Where an arc is seen from the front, from left to right; 270 degrees is the front."""
    spans = []
    turn = 360.0 * math.floor(start / 360.0)
    for base in (turn, turn + 360.0):
        a, b = max(start, base + 180.0), min(end, base + 360.0)
        if b > a:
            spans.append((BOWL_RADIUS_M * math.cos(math.radians(a)), BOWL_RADIUS_M * math.cos(math.radians(b))))
    return spans


_FLAT: Mapping[str, Callable[[Entity], Sketch | None]] = {
    "cup": _flat_cup, "paint": _flat_paint, "bowl": _flat_bowl, "mixture": _flat_mixture, "stream": _flat_stream,
    "stick": _flat_stick, "stand": _flat_stand, "card": _flat_card,
}  # fmt: skip
_SOLID: Mapping[str, Callable[[Entity], Mesh | None]] = {
    "cup": _solid_cup, "paint": _solid_paint, "bowl": _solid_bowl, "mixture": _solid_mixture, "stream": _solid_stream,
    "stick": _solid_stick, "stand": _solid_stand, "card": _solid_card,
}  # fmt: skip
