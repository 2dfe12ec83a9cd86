"""Solids of things, given in the entity's own frame (z up), made for the render frame (y up): y and z change places."""

import math
from collections.abc import Sequence

import numpy as np

from flowbench.bodies.finish import Part, mesh_of
from flowbench.bodies.solids import Solid, chamfered, lathe, tube
from flowbench.records import Floats, Vector
from flowbench.render.meshes import Material, Mesh
from flowbench.rules.processes.entity import Colour

Point = tuple[float, float]
Piece = tuple[Solid, Material]


def material(color: Colour, texture: str = "", tile_m: float = 0.5, gloss: float = 0.15) -> Material:
    """A material of an entity's colour."""
    red, green, blue = (channel / 255.0 for channel in color)
    return Material(f"{texture or 'plain'} {color}", (red, green, blue), texture, tile_m, gloss)


def mixed(color: Colour, other: Colour, share: float) -> Colour:
    """A colour on the way to another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(color, other, strict=True))
    return red, green, blue


def mesh(pieces: Sequence[Piece]) -> Mesh:
    """One mesh of all pieces."""
    palette = tuple(dict.fromkeys(look for _, look in pieces))
    parts = [Part(solid, palette.index(look)) for solid, look in pieces]
    return mesh_of(parts, palette, np.ones(3), np.zeros(3), False)


def block(low: Vector, high: Vector, edge_m: float = 0.004) -> Solid:
    """A box with bevelled edges, from its lowest to its highest corner (x, y, z up)."""
    return chamfered((low[0], low[2], low[1]), (high[0], high[2], high[1]), edge_m)


def turned(profile: Sequence[tuple[float, float]], centre: Point = (0.0, 0.0), sides: int = 32) -> Solid:
    """A profile of (radius, height) turned about an upright axis."""
    return lathe(profile, sides).moved(centre[0], 0.0, centre[1])


def rod(path: Sequence[Vector], radius_m: float | Sequence[float], sides: int = 12) -> Solid:
    """A round rod along a path (x, y, z up)."""
    return tube([(x, z, y) for x, y, z in path], radius_m, sides)


def slab(outline: Sequence[Point], low_m: float, high_m: float) -> Solid:
    """Any simple outline (x, y) raised from one height to another."""
    ring = np.asarray(outline, dtype=np.float64)
    if _area(ring) < 0.0:
        ring = ring[::-1]
    count = len(ring)
    vertices = np.concatenate(
        [np.column_stack([ring[:, 0], np.full(count, level), ring[:, 1]]) for level in (low_m, high_m)]
    )
    caps = triangles(ring)
    k = np.arange(count)
    after = (k + 1) % count
    sides = np.concatenate(
        [np.stack([k, k + count, after], axis=1), np.stack([after, k + count, after + count], axis=1)]
    )
    # In the left-handed render frame an outline that runs counter-clockwise in (x, y) is wound the other way.
    faces = np.concatenate([caps, caps[:, ::-1] + count, sides])
    return Solid(vertices, faces.astype(np.int32))


def stroke(path: Sequence[Point], width_m: float, low_m: float, high_m: float) -> list[Solid]:
    """A pen's stroke with round ends and joints, raised: one slab a stretch."""
    solids = []
    for a, b in zip(path, path[1:], strict=False):
        angle = math.atan2(b[1] - a[1], b[0] - a[0])
        ring = []
        for end, start in ((b, angle - math.pi / 2), (a, angle + math.pi / 2)):
            for k in range(7):
                turn = start + math.pi * k / 6
                ring.append((end[0] + width_m / 2 * math.cos(turn), end[1] + width_m / 2 * math.sin(turn)))
        solids.append(slab(ring, low_m, high_m))
    return solids


def triangles(ring: Floats) -> Floats:
    """(n - 2, 3) vertex numbers: a counter-clockwise simple polygon (n, 2) cut into triangles, ear by ear."""
    left, found = list(range(len(ring))), []
    while len(left) > 3:
        k = next((k for k in range(len(left)) if _is_ear(ring, left, k)), 0)
        found.append((left[k - 1], left[k], left[(k + 1) % len(left)]))
        del left[k]
    return np.array([*found, tuple(left)])


def _is_ear(ring: Floats, left: Sequence[int], k: int) -> bool:
    a, b, c = (ring[left[j % len(left)]] for j in (k - 1, k, k + 1))
    if _cross(a, b, c) <= 1e-15:
        return False
    others = (ring[j] for j in left if j not in (left[k - 1], left[k], left[(k + 1) % len(left)]))
    return not any(
        _cross(a, b, p) >= 0.0 and _cross(b, c, p) >= 0.0 and _cross(c, a, p) >= 0.0
        and not (np.array_equal(p, a) or np.array_equal(p, c))
        for p in others
    )  # fmt: skip


def _cross(a: Floats, b: Floats, c: Floats) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def _area(ring: Floats) -> float:
    x, y = ring[:, 0], ring[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2.0
