"""A body while it is being made: parts and collision boxes are added, then it is finished into arrays."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from flowbench.bodies.finish import Part, mesh_of
from flowbench.bodies.inside import draw_back, filling
from flowbench.bodies.materials import draw
from flowbench.bodies.solids import Solid, chamfered, cross, tube
from flowbench.records import Floats, Vector
from flowbench.render.meshes import Material, Mesh
from flowbench.seeding import Key, fraction

THINNEST_M = 0.004
THINNEST_HALF_M = 2e-4  # of a collision box
PIPE_SHARE = 0.86  # of a round rod's radius that the boxes of its pieces reach to each side
DECIMALS = 9  # of a metre, in collision boxes
Looks = Mapping[str, tuple[str, ...]]


def pick(slot: str, looks: Looks, shape_key: tuple[Key, ...], colour_key: tuple[Key, ...]) -> Material:
    """The material of a slot: which of its looks is the shape's business, which shade the colour's."""
    names = looks.get(slot, (slot,))
    return draw(names[int(fraction(*shape_key, slot) * len(names))], *colour_key, slot)


@dataclass(frozen=True, eq=False)
class Body:
    """How an object looks and what of it collides, in the body frame: origin at the box centre, y up, front +z.

    Attributes:
        mesh: what is drawn.
        boxes: (n, 15) collision boxes, see `flowbench.records`.
    """

    mesh: Mesh
    boxes: Floats


class Draft:
    """Recipe frame: x and z about the middle of the box, y from 0 at its bottom to `height`.

    Attributes:
        surfaces: heights at which the body is known to carry things, the main one first; may be empty.
        loose: the parts are where they belong and must not be stretched to fill the box.
        filled: collision boxes that fill the parts, pipes apart, are made from their shapes beside those given by hand.
    """

    def __init__(
        self,
        size: Vector,
        shape_key: tuple[Key, ...],
        colour_key: tuple[Key, ...],
        looks: Looks,
        surfaces: tuple[float, ...] = (),
        given: Mapping[str, Material] = MappingProxyType({}),
    ) -> None:
        """Start an empty body of a size.

        The keys decide its variant and its colours, `looks` its materials by slot, unless they are `given`.
        """
        self.width, self.height, self.depth = size
        self.surfaces = surfaces
        self.loose = False
        self.filled = False
        self._shape_key, self._colour_key, self._looks = shape_key, colour_key, looks
        self._given = given
        self._parts: list[Part] = []
        self._blocks: list[tuple[Vector, Vector]] = []
        self._bars: list[tuple[Vector, Vector, float, float]] = []
        self._piped: set[int] = set()
        self._numbers: dict[str, int] = {}
        self._palette: list[Material] = []

    @property
    def smallest(self) -> float:
        """The shortest side of the box."""
        return min(self.width, self.height, self.depth)

    def main_surface(self, usual: float, low: float = 0.4, high: float = 1.01) -> float:
        """Height of the main carrying surface: the first known one between two shares of the height, or the usual one.

        What lies on something else above or below (a paper under a chair) would make a nonsense of the shape.
        """
        likely = (height for height in self.surfaces if low * self.height <= height <= high * self.height)
        return min(next(likely, usual), self.height)

    def choose(self, what: str, count: int) -> int:
        """A variant in 0..count-1 that stays with the asset."""
        return int(fraction(*self._shape_key, what) * count)

    def between(self, what: str, low: float, high: float) -> float:
        """A measure between two that stays with the asset."""
        return low + (high - low) * fraction(*self._shape_key, what)

    def add(self, solid: Solid, slot: str = "main", picture: bool = False) -> None:
        """Draw a solid in a material: a slot of the looks, or a material's own name. Pictures span the part once."""
        self._parts.append(Part(solid, self._number(slot), picture))

    def block(self, low: Vector, high: Vector) -> None:
        """Add a collision box."""
        self._blocks.append((low, high))

    def panel(self, low: Vector, high: Vector, slot: str = "main", edge: float = 0.004) -> None:
        """Draw a box with bevelled edges that does not collide."""
        self.add(chamfered(low, high, edge), slot)

    def piece(self, low: Vector, high: Vector, slot: str = "main", edge: float = 0.004) -> None:
        """Draw a box with bevelled edges that collides."""
        self.panel(low, high, slot, edge)
        self.block(low, high)

    def walls(self, low: Vector, high: Vector, thickness: float, sides: str) -> None:
        """Collision boxes along some sides of a box: any of "-x", "+x", "-y", "+y", "-z", "+z", separated by blanks."""
        for side in sides.split():
            axis, upper = "xyz".index(side[1]), side[0] == "+"
            inner_low, inner_high = list(low), list(high)
            depth = min(thickness, (high[axis] - low[axis]) / 3)
            inner_low[axis] = high[axis] - depth if upper else low[axis]
            inner_high[axis] = high[axis] if upper else low[axis] + depth
            self.block((inner_low[0], inner_low[1], inner_low[2]), (inner_high[0], inner_high[1], inner_high[2]))

    def disc(self, radius_x: float, radius_z: float, low: float, high: float, x: float = 0.0, z: float = 0.0) -> None:
        """Three collision boxes that fill an upright elliptic cylinder from inside."""
        for angle_deg in (20, 45, 70):
            half_x = radius_x * math.cos(math.radians(angle_deg))
            half_z = radius_z * math.sin(math.radians(angle_deg))
            self.block((x - half_x, low, z - half_z), (x + half_x, high, z + half_z))

    def rod(self, start: Vector, end: Vector, reach: float, pieces: int = 3) -> None:
        """Collision boxes along a slanted leg or arm, one above the other, `reach` to each side of it."""
        a, b = np.array(start), np.array(end)
        for k in range(pieces):
            low, high = a + (b - a) * k / pieces, a + (b - a) * (k + 1) / pieces
            x, _, z = ((low + high) / 2).tolist()
            bottom, top = sorted((float(low[1]), float(high[1])))
            self.block((x - reach, bottom, z - reach), (x + reach, top, z + reach))

    def pipe(self, path: Sequence[Vector], radius: float, sides: int, slot: str, pieces: int) -> None:
        """Draw a round rod along a path that collides: as oriented boxes, one for each of `pieces` stretches of it."""
        self._piped.add(len(self._parts))
        self.add(tube(path, radius, sides), slot)
        reach = radius * PIPE_SHARE
        for k in range(pieces):
            first, last = (round((len(path) - 1) * (k + end) / pieces) for end in (0, 1))
            self._bars.append((path[first], path[last], reach, reach))

    def plate(self, start: Vector, end: Vector, half_x: float, half_thick: float) -> None:
        """An oriented collision box that rises or leans from a line along x to another."""
        self._bars.append((start, end, half_x, half_thick))

    def finish(self, size: Vector, turned: bool) -> Body:
        """The body that fills a box of `size` about the origin; `turned` drafts get a quarter turn about y first."""
        if not self.loose:
            self._parts = [part.within(0.0, self.height) for part in self._parts]
        points = np.concatenate([part.solid.vertices for part in self._parts])
        low, high = points.min(axis=0), points.max(axis=0)
        scale = np.array([self.width, self.height, self.depth]) / np.maximum(high - low, 1e-9)
        shift = -(low + high) / 2 * scale
        if self.loose:
            scale, shift = np.ones(3), np.array([0.0, -self.height / 2, 0.0])
        mesh = mesh_of(self._parts, tuple(self._palette), scale, shift, turned)
        level, bars = self._level_rows(scale, shift), self._bar_rows(scale, shift)
        rows = np.concatenate([level, bars])
        keeps_height = np.arange(len(rows)) < len(self._blocks)
        rows = draw_back(_turned(rows) if turned else rows, keeps_height, mesh)
        return Body(mesh, np.round(rows[(rows[:, 3:6] > THINNEST_HALF_M).all(axis=1)], DECIMALS))

    def _level_rows(self, scale: Floats, shift: Floats) -> Floats:
        """(n, 15) boxes along the axes: those added by hand, then those that fill the parts."""
        ends = np.array(self._blocks).reshape(-1, 2, 3) * scale + shift
        if self.filled:
            parts = [part for number, part in enumerate(self._parts) if number not in self._piped]
            ends = np.concatenate([ends, filling(parts, scale, shift)])
        rows = np.zeros((len(ends), 15))
        rows[:, :3], rows[:, 3:6] = ends.mean(axis=1), (ends[:, 1] - ends[:, 0]) / 2
        rows[:, 6:] = np.eye(3).ravel()
        return rows

    def _bar_rows(self, scale: Floats, shift: Floats) -> Floats:
        """(n, 15) boxes along bars."""
        rows = np.zeros((len(self._bars), 15))
        for row, (start, end, half_beside, half_thick) in zip(rows, self._bars, strict=True):
            a, b = np.array(start) * scale + shift, np.array(end) * scale + shift
            length = math.sqrt(float(((b - a) ** 2).sum()))
            along = ((b - a) / max(length, 1e-12))[None]
            beside = cross(along, np.cross(np.eye(3)[[int(np.argmin(np.abs(along[0])))]], along))
            beside /= np.sqrt((beside * beside).sum())
            across = cross(along, beside)
            wider, thicker = (math.sqrt(float(((scale * axis) ** 2).sum())) for axis in (beside, across))
            row[:3], row[3:6] = (a + b) / 2, (length / 2, half_beside * wider, half_thick * thicker)
            row[6:] = np.concatenate([along, beside, across]).ravel()
        return rows

    def _number(self, slot: str) -> int:
        if slot not in self._numbers:
            self._numbers[slot] = len(self._palette)
            self._palette.append(self._given.get(slot) or pick(slot, self._looks, self._shape_key, self._colour_key))
        return self._numbers[slot]


def _turned(rows: Floats) -> Floats:
    """Boxes after a quarter turn about y; those along the axes stay so, their sides change places."""
    turned = rows.copy()
    turned[:, :3] = rows[:, [2, 1, 0]] * (1, 1, -1)
    is_level = (rows[:, 6:] == np.eye(3).ravel()).all(axis=1)
    turned[is_level, 3:6] = rows[is_level][:, [5, 4, 3]]
    axes = rows[~is_level, 6:].reshape(-1, 3, 3)
    turned[~is_level, 6:] = (axes[:, :, [2, 1, 0]] * (1, 1, -1)).reshape(-1, 9)
    return turned
