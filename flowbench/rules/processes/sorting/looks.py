"""How Sorting looks: flat swatches, or glazed ceramic and painted wood on a rack."""

import math

from flowbench.render.clip.sketch import Point, Shape, Sketch, disc, rectangle, rounded_rectangle
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.look import Looks
from flowbench.rules.processes.drawing.solids import block, material, mesh, mixed, slab, turned
from flowbench.rules.processes.entity import Colour, Entity
from flowbench.rules.processes.sorting.records import RACK_HIGH_M

HIGH_M = 0.022  # of a piece
_RIM_M, _RIM_HIGH_M = 0.03, 0.014
_PALE: Colour = (240, 240, 236)
_DARK: Colour = (40, 30, 22)


class SortingLooks(Looks):
    """Mat, rack, pieces."""

    def flat(self, item: Entity) -> Sketch | None:
        """Flat fills."""
        radius = float(item.fact("radius"))
        if item.shape in ("mat", "rack"):
            half_x, half_y = _half(item)
            ground = rectangle(half_x, half_y, _PALE if item.shape == "rack" else None, None, radius=0.02)
            marks = _marks(item, radius) if item.shape == "rack" else ()
            return Sketch((ground, *marks), layer=-1) if marks else None
        if item.shape.endswith("tile"):
            return Sketch((rectangle(radius, radius, item.color, radius=0.25 * radius),))
        return Sketch((disc((0.0, 0.0), radius, item.color),))

    def solid(self, item: Entity) -> Mesh | None:
        """A felt mat, a wooden rack with hollows, pieces with a soft edge."""
        radius = float(item.fact("radius"))
        half_x, half_y = _half(item) if item.shape in ("mat", "rack") else (0.0, 0.0)
        if item.shape == "mat":
            outline = rounded_rectangle(half_x, half_y, 0.03)
            return mesh([(slab(outline, 0.0, 0.0025), material(item.color, "fabric", 0.16, 0.0))])
        if item.shape == "rack":
            return _rack(item, half_x, half_y, radius)
        return _piece(item.shape, item.color, radius)


def _half(item: Entity) -> Point:
    """Half the length and width of mat and rack."""
    pitch, count, radius = (float(item.fact(name)) for name in ("pitch", "count", "radius"))
    return (count - 1.0) / 2.0 * pitch + radius + _RIM_M, radius + _RIM_M


def _middles(item: Entity) -> list[float]:
    pitch, count = float(item.fact("pitch")), int(item.fact("count"))
    return [(k - (count - 1) / 2.0) * pitch for k in range(count)]


def _marks(item: Entity, radius: float) -> tuple[Shape, ...]:
    """The outlines of the slots."""
    wide = radius + 0.008
    if item.fact("square"):
        return tuple(
            rectangle(wide, wide, (255, 255, 255), centre=(x, 0.0), radius=0.25 * wide) for x in _middles(item)
        )
    return tuple(disc((x, 0.0), wide, (255, 255, 255)) for x in _middles(item))


def _rack(item: Entity, half_x: float, half_y: float, radius: float) -> Mesh:
    """A board with a rim, and a dark floor in each slot."""
    wood, floor = (
        material(item.color, "wood", 0.4, 0.2),
        material(mixed(item.color, _DARK, 0.45), "wood", 0.3, 0.05),
    )
    wide, z = radius + 0.007, RACK_HIGH_M
    pieces = [(block((-half_x, -half_y, 0.0), (half_x, half_y, z - 0.001), 0.0005), wood)]
    for y in (-1.0, 1.0):
        edge = sorted((y * half_y, y * (half_y - 0.014)))
        pieces.append((block((-half_x, edge[0], 0.0), (half_x, edge[1], _RIM_HIGH_M), 0.003), wood))
    for x in (-1.0, 1.0):
        edge = sorted((x * half_x, x * (half_x - 0.014)))
        pieces.append((block((edge[0], -half_y, 0.0), (edge[1], half_y, _RIM_HIGH_M), 0.003), wood))
    for x in _middles(item):
        if item.fact("square"):
            outline = rounded_rectangle(wide, wide, 0.25 * wide, (x, 0.0))
        else:
            angles = [2.0 * math.pi * k / 40 for k in range(40)]
            outline = [(x + wide * math.cos(a), wide * math.sin(a)) for a in angles]
        pieces.append((slab(outline, 0.0, z), floor))
    return mesh(pieces)


def _piece(shape: str, color: Colour, radius: float) -> Mesh:
    gloss, texture = (0.55, "") if shape.startswith("ceramic") else (0.15, "wood")
    look = material(color, texture, 0.25, gloss)
    if shape.endswith("tile"):
        return mesh([(block((-radius, -radius, 0.0), (radius, radius, HIGH_M), 0.006), look)])
    edge = 0.007
    profile = [(radius - edge, 0.0), (radius - 0.3 * edge, 0.3 * edge), (radius, edge)]
    profile += [(x, HIGH_M - y) for x, y in reversed(profile)]
    return mesh([(turned(profile, sides=48), look)])
