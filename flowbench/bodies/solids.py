"""Closed triangle solids: boxes, lofts, turned and swept shapes. Everything is a few rings of points joined."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from flowbench.records import Floats, Vector

Faces = NDArray[np.int32]  # (F, 3)
Ring = Floats  # (m, 2) x and z of a closed outline


@dataclass(frozen=True, eq=False)
class Solid:
    """Vertices (V, 3) and faces (F, 3) of one part; wound so that its volume is positive."""

    vertices: Floats
    faces: Faces

    def moved(self, x: float, y: float, z: float) -> "Solid":
        """The same solid elsewhere."""
        return Solid(self.vertices + np.array([x, y, z]), self.faces)

    def tilted(self, angle_deg: float, pivot: Vector, axis: int = 0) -> "Solid":
        """The solid turned about an axis (0 = x, 1 = y, 2 = z) through a pivot."""
        a, b = (axis + 1) % 3, (axis + 2) % 3
        sine, cosine = math.sin(math.radians(angle_deg)), math.cos(math.radians(angle_deg))
        offset = self.vertices - np.array(pivot)
        turned = offset.copy()
        turned[:, a] = cosine * offset[:, a] - sine * offset[:, b]
        turned[:, b] = sine * offset[:, a] + cosine * offset[:, b]
        return Solid(turned + np.array(pivot), self.faces)


def loft(rings: Floats) -> Solid:
    """Join (n, m, 3) rings one after the other and close both ends.

    Ends are closed ladder-wise (point i with point m - 1 - i), which is right for convex rings and for ribbons whose
    second half runs back along the first.
    """
    levels, count = rings.shape[:2]
    return _outward(rings.reshape(-1, 3), _loft_faces(levels, count))


def box(low: Vector, high: Vector) -> Solid:
    """A plain axis-aligned box: 12 triangles."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    ring = np.array([(x0, z0), (x1, z0), (x1, z1), (x0, z1)])
    return loft(level([ring, ring], [y0, y1]))


def chamfered(low: Vector, high: Vector, edge: float) -> Solid:
    """A box with bevelled edges: 44 triangles. The bevel never takes more than a third of a side."""
    middle = (np.array(low) + np.array(high)) / 2
    half = (np.array(high) - np.array(low)) / 2
    edge = min(edge, float(half.min()) * 0.66)
    owner, signs, faces = _chamfer_pattern()
    reach = half - edge + edge * owner
    return Solid(middle + signs * reach, faces)


def level(outlines: Sequence[Ring], heights: Sequence[float]) -> Floats:
    """Lay outlines (x, z) at heights: the rings of a loft along y."""
    return np.stack(
        [np.column_stack([o[:, 0], np.full(len(o), y), o[:, 1]]) for o, y in zip(outlines, heights, strict=True)]
    )


def ellipse(radius_x: float, radius_z: float, sides: int) -> Ring:
    """An ellipse about the origin."""
    angle = np.arange(sides) * (2 * math.pi / sides)
    return np.column_stack([radius_x * np.cos(angle), radius_z * np.sin(angle)])


def rounded(half_x: float, half_z: float, radius: float, steps: int = 3) -> Ring:
    """A rectangle about the origin with round corners of `steps` points each."""
    radius = min(radius, 0.999 * half_x, 0.999 * half_z)
    corner = np.linspace(0.0, math.pi / 2, steps)
    points = []
    for quarter, (sx, sz) in enumerate([(1, 1), (-1, 1), (-1, -1), (1, -1)]):
        angle = corner + quarter * math.pi / 2
        middle = np.array([sx * (half_x - radius), sz * (half_z - radius)])
        points.append(middle + radius * np.column_stack([np.cos(angle), np.sin(angle)]))
    return np.concatenate(points)


def lathe(profile: Sequence[tuple[float, float]], sides: int = 16, flat: float = 1.0) -> Solid:
    """Turn a profile of (radius, height) about the y axis; `flat` squeezes it along z."""
    return loft(level([ellipse(r, r * flat, sides) for r, _ in profile], [y for _, y in profile]))


def prism(outline: Ring, low: float, high: float) -> Solid:
    """An outline (x, z) raised from one height to another."""
    return loft(level([outline, outline], [low, high]))


def pad(low: Vector, high: Vector, radius: float, steps: int = 3) -> Solid:
    """A soft block: a rounded outline whose upper and lower edges are rounded as well."""
    half_x, half_z = (high[0] - low[0]) / 2, (high[2] - low[2]) / 2
    radius = min(radius, (high[1] - low[1]) / 2, half_x * 0.9, half_z * 0.9)
    insets = [radius, radius * 0.3, 0.0, 0.0, radius * 0.3, radius]
    rises = [0.0, radius * 0.3, radius]
    heights = [low[1] + r for r in rises] + [high[1] - r for r in reversed(rises)]
    corner = max(radius * 1.5, 1e-4)
    outlines = [rounded(half_x - i, half_z - i, max(corner - i, radius * 0.5), steps) for i in insets]
    return loft(level(outlines, heights)).moved((low[0] + high[0]) / 2, 0.0, (low[2] + high[2]) / 2)


def blob(low: Vector, high: Vector, power: float = 1.0, sides: int = 16, levels: int = 9) -> Solid:
    """A superellipsoid filling a box: 1 is an egg, below 1 squarer, above 1 sharper (2 is a diamond)."""
    middle = (np.array(low) + np.array(high)) / 2
    half = (np.array(high) - np.array(low)) / 2
    outline = ellipse(1.0, 1.0, sides)
    outline = np.sign(outline) * np.abs(outline) ** power
    polar = np.linspace(-math.pi / 2, math.pi / 2, levels)
    widths = np.abs(np.cos(polar)) ** power
    heights = np.sign(np.sin(polar)) * np.abs(np.sin(polar)) ** power
    solid = loft(level([outline * w for w in widths], list(heights)))
    return Solid(middle + solid.vertices * half, solid.faces)


def tube(path: Sequence[Vector], radius: float | Sequence[float], sides: int = 8) -> Solid:
    """A round rod along a path, with one radius or a radius for each point."""
    points = np.array(path, dtype=np.float64)
    radii = np.broadcast_to(np.asarray(radius, dtype=np.float64), (len(points),))
    ways = np.gradient(points, axis=0)
    ways /= np.maximum(np.sqrt((ways * ways).sum(axis=1, keepdims=True)), 1e-12)
    beside = _untwisted(ways)
    circles = radii[:, None, None] * ellipse(1.0, 1.0, sides)
    across = circles[:, :, :1] * beside[:, None]
    return loft(points[:, None] + across + circles[:, :, 1:] * cross(ways, beside)[:, None])


def _untwisted(ways: Floats) -> Floats:
    """(n, 3) a unit vector square to each direction of a way, each as near as can be to the one before."""
    first = cross(ways[:1], np.eye(3)[[int(np.argmin(np.abs(ways[0])))]])[0]
    x, y, z = first.tolist()
    found = []
    for a, b, c in ways.tolist():
        along = x * a + y * b + z * c
        x, y, z = x - a * along, y - b * along, z - c * along
        length = max(math.sqrt(x * x + y * y + z * z), 1e-12)
        x, y, z = x / length, y / length, z / length
        found.append((x, y, z))
    return np.array(found)


def cross(a: Floats, b: Floats) -> Floats:
    """Row-wise cross product of (n, 3) vectors."""
    product = np.empty_like(a)
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        product[:, i] = a[:, j] * b[:, k] - a[:, k] * b[:, j]
    return product


def curve(points: Sequence[Vector], steps: int = 4) -> list[Vector]:
    """A smooth way (Catmull-Rom) through points, with `steps` pieces between neighbours."""
    knots = np.array([points[0], *points, points[-1]], dtype=np.float64)
    way: list[Vector] = []
    for k in range(len(points) - 1):
        p0, p1, p2, p3 = knots[k : k + 4]
        for t in np.arange(steps) / steps:
            q = 0.5 * (
                2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3
            )
            way.append((float(q[0]), float(q[1]), float(q[2])))
    return [*way, points[-1]]


def blade(spine: Sequence[Vector], widths: Sequence[float], across: Vector, thickness: float) -> Solid:
    """A thin strip along a spine: `across` is its sideways direction, `widths` are half widths along the spine."""
    points, side = np.array(spine, dtype=np.float64), np.array(across, dtype=np.float64)
    ways = np.gradient(points, axis=0)
    up = cross(ways, np.broadcast_to(side, ways.shape))
    up *= (thickness / 2) / np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-12)
    reach = np.array(widths, dtype=np.float64)[:, None] * side
    return loft(np.stack([points - reach, points - up, points + reach, points + up], axis=1))


def _outward(vertices: Floats, faces: Faces) -> Solid:
    a, b, c = (vertices[faces[:, k]] - vertices[0] for k in range(3))
    volume = float(np.sum(a * cross(b, c)))
    return Solid(vertices, faces if volume >= 0 else faces[:, ::-1])


@cache
def _loft_faces(levels: int, count: int) -> Faces:
    i, j = (grid.ravel() for grid in np.meshgrid(np.arange(levels - 1), np.arange(count), indexing="ij"))
    a, b = i * count + j, i * count + (j + 1) % count
    sides = np.concatenate([np.stack([a, b, b + count], axis=1), np.stack([a, b + count, a + count], axis=1)])
    k = np.arange((count - 1) // 2)
    lower, upper = count - 1 - k, count - 2 - k
    cap = np.concatenate([np.stack([k, k + 1, upper], axis=1), np.stack([k, upper, lower], axis=1)])
    cap = cap[cap[:, 1] != cap[:, 2]]
    return np.concatenate([sides, cap[:, ::-1], cap + (levels - 1) * count]).astype(np.int32)


@cache
def _chamfer_pattern() -> tuple[Floats, Floats, Faces]:
    """Which axis each of the 24 vertices reaches fully, their signs, and the faces between them."""
    corners = list(itertools.product((-1, 1), repeat=3))
    number = {(axis, corner): 8 * axis + k for axis in range(3) for k, corner in enumerate(corners)}
    loops: list[list[int]] = [[number[axis, corner] for axis in range(3)] for corner in corners]
    for axis in range(3):
        b, c = (axis + 1) % 3, (axis + 2) % 3
        for sign in (-1, 1):
            loops.append(
                [number[axis, _corner({axis: sign, b: u, c: v})] for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            )
        for u, v in itertools.product((-1, 1), repeat=2):
            ends = [_corner({axis: s, b: u, c: v}) for s in (-1, 1)]
            loops.append([number[b, ends[0]], number[c, ends[0]], number[c, ends[1]], number[b, ends[1]]])
    owner = np.repeat(np.eye(3), 8, axis=0)
    signs = np.array(corners * 3, dtype=np.float64)
    places = signs * (0.7 + 0.3 * owner)
    triangles = [(loop[0], loop[k], loop[k + 1]) for loop in loops for k in range(1, len(loop) - 1)]
    return owner, signs, np.array([_facing_out(t, places) for t in triangles], dtype=np.int32)


def _corner(signs: dict[int, int]) -> tuple[int, int, int]:
    return signs[0], signs[1], signs[2]


def _facing_out(triangle: tuple[int, int, int], places: Floats) -> tuple[int, int, int]:
    a, b, c = (places[k] for k in triangle)
    outward = float(np.dot(np.cross(b - a, c - a), a + b + c)) > 0
    return triangle if outward else (triangle[0], triangle[2], triangle[1])
