"""Walls with holes in them, and the floors and ceilings of the rooms of a house."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from flowbench.bodies.finish import Part, mesh_of
from flowbench.bodies.materials import draw
from flowbench.bodies.solids import Solid, chamfered
from flowbench.bodies.structure import SKIRTING_DEPTH_M, SKIRTING_HEIGHT_M, triangulate
from flowbench.geometry.walls import SLAB_HALF_M
from flowbench.records import Floats, Opening, Room, Wall
from flowbench.render.meshes import Material, Mesh

QUAD = np.array([(0, 1, 2), (0, 2, 3)], dtype=np.int32)
Rectangle = tuple[float, float, float, float]  # x low, y low, x high, y high, along the wall from its start


@lru_cache(maxsize=512)
def wall(length: float, height: float, openings: tuple[Opening, ...], look: Material, mirrored: bool) -> Mesh:
    """A wall of a house: origin at the middle of its foot, its face in the plane z = 0 looking to +z.

    It is half a slab thick, and shows that at its ends and around its openings.

    Args:
        mirrored: openings are measured from the end at +x instead of the one at -x.
    """
    holes = [_turned(opening, length) if mirrored else opening for opening in openings]
    parts = [Part(_rectangle(piece, length), 0) for piece in _pieces(length, height, holes)]
    parts += [Part(solid, 0) for solid in _returns(length, height, holes)]
    top = min(SKIRTING_HEIGHT_M, height / 4)
    for low, high in _feet(length, holes, top):
        edge = min(0.004, (high - low) / 3)
        ends = (low - length / 2, 0.0, 0.0), (high - length / 2, top, SKIRTING_DEPTH_M)
        parts.append(Part(chamfered(*ends, edge), 1))
    palette = (look, draw("white paint", "structure", look.name, "skirting"))
    return mesh_of(parts, palette, np.ones(3), np.zeros(3), False)


@lru_cache(maxsize=512)
def slab(room: Room, height: float, look: Material) -> Mesh:
    """The floor of a room (height 0) or its ceiling."""
    polygon = np.array(room.floor)
    vertices = np.column_stack([polygon[:, 0], np.full(len(polygon), height), polygon[:, 1]]).astype(np.float64)
    faces = np.array(triangulate(polygon), dtype=np.int32)
    part = Part(Solid(vertices, faces[:, ::-1] if height == 0.0 else faces), 0)
    return mesh_of([part], (look,), np.ones(3), np.zeros(3), False)


def _turned(opening: Opening, length: float) -> Opening:
    return Opening(length - opening.end_m, length - opening.start_m, opening.low_m, opening.high_m, opening.passable)


def _pieces(length: float, height: float, holes: list[Opening]) -> Iterator[Rectangle]:
    """The wall without its holes, as rectangles: columns between the sides of holes, cut where holes are."""
    sides = sorted({0.0, length, *(hole.start_m for hole in holes), *(hole.end_m for hole in holes)})
    for low, high in zip(sides, sides[1:], strict=False):
        reached = 0.0
        here = [hole for hole in holes if hole.start_m < (low + high) / 2 < hole.end_m]
        for hole in sorted(here, key=lambda hole: hole.low_m):
            if hole.low_m > reached:
                yield low, reached, high, hole.low_m
            reached = max(reached, hole.high_m)
        if reached < height:
            yield low, reached, high, height


def _rectangle(piece: Rectangle, length: float) -> Solid:
    x0, y0, x1, y1 = piece
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return Solid(np.array([(x - length / 2, y, 0.0) for x, y in corners]), QUAD)


def _returns(length: float, height: float, holes: list[Opening]) -> Iterator[Solid]:
    """The narrow faces from the wall's face back to its middle plane, at both ends and around holes."""
    yield from (_strip((x, 0.0), (x, height), length) for x in (0.0, length))
    for hole in holes:
        low, high = (hole.start_m, hole.low_m), (hole.end_m, hole.high_m)
        yield _strip(low, (low[0], high[1]), length)
        yield _strip((high[0], low[1]), high, length)
        yield _strip((low[0], high[1]), high, length)
        if hole.low_m > 0.0:
            yield _strip(low, (high[0], low[1]), length)


def _strip(start: tuple[float, float], end: tuple[float, float], length: float) -> Solid:
    points = [(start, 0.0), (end, 0.0), (end, -SLAB_HALF_M), (start, -SLAB_HALF_M)]
    return Solid(np.array([(x - length / 2, y, z) for (x, y), z in points]), QUAD)


def _feet(length: float, holes: list[Opening], top: float) -> Iterator[tuple[float, float]]:
    """The stretches of a wall's foot that no hole reaches down to."""
    reached = 0.0
    for hole in sorted((hole for hole in holes if hole.low_m < top), key=lambda hole: hole.start_m):
        if hole.start_m > reached:
            yield reached, hole.start_m
        reached = max(reached, hole.end_m)
    if reached < length:
        yield reached, length


def is_mirrored(wall: Wall) -> bool:
    """Whether a wall's start lies at +x as seen in its own frame, whose z looks into the room."""
    along: Floats = np.subtract(wall.end, wall.start)
    return bool(along[0] * wall.inward[1] - along[1] * wall.inward[0] < 0.0)
