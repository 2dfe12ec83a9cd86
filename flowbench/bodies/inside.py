"""Collision boxes from shapes: few boxes that fill solids from inside, and boxes drawn back into the hull of a body."""

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from flowbench.bodies.finish import Part
from flowbench.geometry.jit import jit
from flowbench.records import Floats
from flowbench.render.meshes import Mesh

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

CELLS = 14  # along each axis
MOST_BOXES = 14
ENOUGH = 0.86  # share of the volume from which on no more boxes are added
LEAST_GAIN = 0.008  # of the volume, by one more box
FULL = 4  # of the eight points of a cell that lie in the solid when the cell counts as solid
NEAREST = 0.025  # of the extent: planes between cells keep this distance
SHARED_PLANES = 9  # planes along an axis that may be taken from where parts begin and end
BEYOND_M, MENDED_M = 0.004, 0.0036  # how far a corner may lie outside the hull; how far one does that was drawn back
TOO_FAR_M = BEYOND_M + 1e-9
HULL_ERROR_M, HULL_STEPS = 2e-4, 400  # in finding the nearest point of the hull
MOST_STEPS = 40  # in drawing a box back
OFFSETS = (0.259, 0.743)  # points of a cell along each axis; no round numbers, which would hit edges of faces

WAYS: Floats = np.array(
    [way for way in itertools.product(range(-3, 4), repeat=3) if max(map(abs, way)) == 3], dtype=float
)
WAYS /= np.sqrt((WAYS * WAYS).sum(axis=1, keepdims=True))


def filling(parts: list[Part], scale: Floats, shift: Floats) -> Floats:
    """(n, 2, 3) lowest and highest corners of at most fourteen boxes that fill the union of closed parts.

    Boxes are unions of cells of a grid whose planes lie where large parts begin and end; the box that adds most volume
    comes first. Parts are given before scaling: points * scale + shift.
    """
    solids = [part.solid.vertices * scale + shift for part in parts]
    spans = np.array([(points.min(axis=0), points.max(axis=0)) for points in solids])
    planes = np.stack([_planes(spans, axis) for axis in range(3)])
    inside = np.zeros((2 * CELLS,) * 3, dtype=np.bool_)
    for part, points in zip(parts, solids, strict=True):
        _add_inside(points, part.solid.faces, _samples(planes), inside)
    counts = inside.reshape(CELLS, 2, CELLS, 2, CELLS, 2).sum(axis=(1, 3, 5))
    numbers = _largest_boxes(counts >= FULL, planes[:, 1:] - planes[:, :-1])
    return np.stack([planes[np.arange(3), numbers[:, end]] for end in (0, 1)], axis=1)


def draw_back(rows: Floats, keeps_height: Flags, mesh: Mesh) -> Floats:
    """Boxes (n, 15) made smaller until their corners lie in the hull of a mesh or at most 4 mm outside.

    Sides move in, the longer ones more. Boxes (n,) of which it is asked keep their heights, so that they stand and what
    rests on them does so still; unless the top or the bottom itself sticks out.
    """
    found = rows.copy()
    if len(rows):
        outer, reaches = _extremes(mesh.vertices)
        for row, is_kept in zip(found, keeps_height, strict=True):
            _draw_box_back(row, mesh.vertices, outer, reaches, bool(is_kept))
    return found


def _planes(spans: Floats, axis: int) -> Floats:
    """(CELLS + 1,) where cells end along an axis: ends of parts, the largest parts first, then even cuts."""
    low, high = float(spans[:, 0, axis].min()), float(spans[:, 1, axis].max())
    volumes = np.prod(np.round(spans[:, 1] - spans[:, 0], 9), axis=1)
    found = [low, high]
    for number in np.argsort(-volumes, kind="stable"):
        for end in spans[number, :, axis].tolist():
            if len(found) < SHARED_PLANES and min(abs(end - other) for other in found) > NEAREST * (high - low):
                found.append(end)
    found.sort()
    while len(found) <= CELLS:
        k = int(np.argmax(np.round(np.diff(found), 9)))
        found.insert(k + 1, (found[k] + found[k + 1]) / 2)
    return np.array(found)


def _samples(planes: Floats) -> Floats:
    """(3, 2 * CELLS) two coordinates in each cell along each axis."""
    sides = planes[:, 1:] - planes[:, :-1]
    return np.stack([planes[:, :-1] + share * sides for share in OFFSETS], axis=2).reshape(3, -1)


@jit
def _add_inside(points: Floats, faces: NDArray[np.int32], samples: Floats, inside: Flags) -> None:
    """Mark the samples that lie in a closed solid: below an odd number of its faces."""
    count = samples.shape[1]
    odd = np.zeros((count, count, count), dtype=np.bool_)
    for face in range(faces.shape[0]):
        a, b, c = points[faces[face, 0]], points[faces[face, 1]], points[faces[face, 2]]
        low_x, high_x = min(a[0], b[0], c[0]), max(a[0], b[0], c[0])
        low_z, high_z = min(a[2], b[2], c[2]), max(a[2], b[2], c[2])
        for i in range(np.searchsorted(samples[0], low_x), np.searchsorted(samples[0], high_x)):
            for k in range(np.searchsorted(samples[2], low_z), np.searchsorted(samples[2], high_z)):
                x, z = samples[0, i], samples[2, k]
                one = (b[0] - a[0]) * (z - a[2]) - (b[2] - a[2]) * (x - a[0])
                two = (c[0] - b[0]) * (z - b[2]) - (c[2] - b[2]) * (x - b[0])
                three = (a[0] - c[0]) * (z - c[2]) - (a[2] - c[2]) * (x - c[0])
                if (one >= 0 and two >= 0 and three >= 0) or (one < 0 and two < 0 and three < 0):
                    height = (two * a[1] + three * b[1] + one * c[1]) / (one + two + three)
                    for j in range(np.searchsorted(samples[1], height)):
                        odd[i, j, k] = not odd[i, j, k]
    inside |= odd


@jit
def _largest_boxes(solid: Flags, sides: Floats) -> Numbers:
    """(n, 2, 3) first and one past last cells of boxes of solid cells; each adds most volume to those before it."""
    n = solid.shape[0]
    free = np.zeros((n, n, n))
    for i in range(n):
        for j in range(n):
            for k in range(n):
                if solid[i, j, k]:
                    free[i, j, k] = sides[0, i] * sides[1, j] * sides[2, k]
    whole, covered = free.sum(), 0.0
    found = np.empty((MOST_BOXES, 2, 3), dtype=np.int64)
    for number in range(MOST_BOXES):
        gain = _largest_box(solid, _sums(free), found[number])
        if covered >= ENOUGH * whole or gain <= LEAST_GAIN * whole:
            return found[:number]
        covered += gain
        low, high = found[number]
        free[low[0] : high[0], low[1] : high[1], low[2] : high[2]] = 0.0
    return found


@jit
def _sums(values: Floats) -> Floats:
    """(n + 1, n + 1, n + 1) sums of the values below, left and in front."""
    n = values.shape[0]
    sums = np.zeros((n + 1, n + 1, n + 1))
    for i in range(n):
        for j in range(n):
            row = 0.0
            for k in range(n):
                row += values[i, j, k]
                sums[i + 1, j + 1, k + 1] = sums[i, j + 1, k + 1] + sums[i + 1, j, k + 1] - sums[i, j, k + 1] + row
    return sums


@jit
def _column(sums: Floats, x0: int, x1: int, y0: int, y1: int, z: int) -> float:
    """The sum over cells x0 to x1, y0 to y1 and 0 to z."""
    return float(sums[x1, y1, z] - sums[x0, y1, z] - sums[x1, y0, z] + sums[x0, y0, z])


@jit
def _largest_box(solid: Flags, sums: Floats, best: Numbers) -> float:
    """The box of solid cells with the largest sum, written to `best`; returns the sum."""
    n, most = solid.shape[0], 0.0
    run = np.empty(n, dtype=np.bool_)
    for x0 in range(n):
        layer = np.ones((n, n), dtype=np.bool_)
        for x1 in range(x0 + 1, n + 1):
            layer &= solid[x1 - 1]
            for y0 in range(n):
                run[:] = True
                for y1 in range(y0 + 1, n + 1):
                    for z in range(n):
                        run[z] &= layer[y1 - 1, z]
                    start = 0
                    for z in range(n + 1):
                        if z < n and run[z]:
                            continue
                        if z > start:
                            gain = _column(sums, x0, x1, y0, y1, z) - _column(sums, x0, x1, y0, y1, start)
                            if gain > most * (1.0 + 1e-9):
                                most = gain
                                best[0, 0], best[0, 1], best[0, 2] = x0, y0, start
                                best[1, 0], best[1, 1], best[1, 2] = x1, y1, z
                        start = z + 1
                    if not run.any():
                        break
            if not layer.any():
                break
    return most


@jit
def _extremes(points: Floats) -> tuple[Floats, Floats]:
    """(m, 3) points that are the furthest along one of `WAYS`, or nearly so; how far points reach along each.

    Along the axes 4 mm less, so that no box leaves the box that the points fill.
    """
    chosen = np.zeros(points.shape[0], dtype=np.bool_)
    along, reaches = np.empty(points.shape[0]), np.empty(WAYS.shape[0])
    for way in range(WAYS.shape[0]):
        for point in range(points.shape[0]):
            along[point] = (
                WAYS[way, 0] * points[point, 0] + WAYS[way, 1] * points[point, 1] + WAYS[way, 2] * points[point, 2]
            )
        most = along.max()
        reaches[way] = most - (BEYOND_M if np.abs(WAYS[way]).max() == 1.0 else 0.0)
        for point in range(points.shape[0]):
            chosen[point] |= along[point] > most - HULL_ERROR_M
    return points[chosen], reaches


@jit
def _furthest(points: Floats, x: float, y: float, z: float) -> int:
    best, most = 0, -np.inf
    for point in range(points.shape[0]):
        along = x * points[point, 0] + y * points[point, 1] + z * points[point, 2]
        if along > most:
            best, most = point, along
    return best


@jit
def _draw_box_back(row: Floats, points: Floats, outer: Floats, reaches: Floats, keeps_height: bool) -> None:
    """See `draw_back`; the corner that sticks out furthest first. Outer points are tried before all are."""
    axes, box = row[6:].copy().reshape(3, 3), np.empty((2, 3))
    corner, way, worst, ways = np.empty(3), np.empty(3), np.empty(3), _seen_from(axes, WAYS)
    for axis in range(3):
        middle = (axes[axis] * row[:3]).sum()
        box[0, axis], box[1, axis] = middle - row[3 + axis], middle + row[3 + axis]
    for _ in range(MOST_STEPS):
        most, number = _sticks_out(box, ways, reaches)
        worst[:] = WAYS[number]
        if most <= TOO_FAR_M:
            for sign in range(8):
                corner[:] = 0.0
                for axis in range(3):
                    corner += axes[axis] * box[(sign >> axis) & 1, axis]
                excess = _beyond(outer, corner, way)
                if excess > BEYOND_M:
                    excess = _beyond(points, corner, way)
                if excess > most:
                    most = excess
                    worst[:] = way
        if most <= TOO_FAR_M or (box[1] <= box[0]).any():
            break
        _shorten(box, _seen_from(axes, worst.reshape(1, 3))[0], most - MENDED_M, keeps_height)
    row[:3] = 0.0
    for axis in range(3):
        row[:3] += axes[axis] * (box[0, axis] + box[1, axis]) / 2
        row[3 + axis] = (box[1, axis] - box[0, axis]) / 2


@jit
def _seen_from(axes: Floats, ways: Floats) -> Floats:
    """Directions (n, 3) in the frame of a box."""
    local = np.empty_like(ways)
    for number in range(ways.shape[0]):
        for axis in range(3):
            local[number, axis] = (
                axes[axis, 0] * ways[number, 0] + axes[axis, 1] * ways[number, 1] + axes[axis, 2] * ways[number, 2]
            )
    return local


@jit
def _sticks_out(box: Floats, ways: Floats, reaches: Floats) -> tuple[float, int]:
    """How far a box reaches beyond along one of `WAYS`, given in its frame, and along which."""
    worst, most = 0, -np.inf
    for number in range(ways.shape[0]):
        reach = 0.0
        for axis in range(3):
            reach += ways[number, axis] * box[1 if ways[number, axis] > 0.0 else 0, axis]
        if reach - reaches[number] > most:
            worst, most = number, reach - reaches[number]
    return most, worst


@jit
def _beyond(points: Floats, corner: Floats, way: Floats) -> float:
    """How far a corner lies outside the hull of points, along a direction that is written to `way`.

    From point to nearer point of the hull. Numbers one by one: arrays of three would cost more than all else.
    """
    x, y, z = corner
    first = _furthest(points, x, y, z)
    near_x, near_y, near_z = points[first, 0], points[first, 1], points[first, 2]
    most = -np.inf
    way[:] = 0.0
    for _ in range(HULL_STEPS):
        to_x, to_y, to_z = x - near_x, y - near_y, z - near_z
        distance = math.sqrt(to_x * to_x + to_y * to_y + to_z * to_z)
        if distance <= BEYOND_M:
            break
        way_x, way_y, way_z = to_x / distance, to_y / distance, to_z / distance
        other = _furthest(points, way_x, way_y, way_z)
        other_x, other_y, other_z = points[other, 0], points[other, 1], points[other, 2]
        excess = (x - other_x) * way_x + (y - other_y) * way_y + (z - other_z) * way_z
        if excess > most:
            most = excess
            way[0], way[1], way[2] = way_x, way_y, way_z
        step_x, step_y, step_z = other_x - near_x, other_y - near_y, other_z - near_z
        length = step_x * step_x + step_y * step_y + step_z * step_z
        if length == 0.0 or distance - most < HULL_ERROR_M or most > BEYOND_M:
            break
        share = min(max((step_x * to_x + step_y * to_y + step_z * to_z) / length, 0.0), 1.0)
        near_x, near_y, near_z = near_x + step_x * share, near_y + step_y * share, near_z + step_z * share
    return most


@jit
def _shorten(box: Floats, way: Floats, excess: float, keeps_height: bool) -> None:
    """Move the sides of a box that look along a direction in until it reaches `excess` less far."""
    sides = box[1] - box[0]
    weights = sides * np.abs(way)
    if keeps_height and weights[0] + weights[2] > 0.0:
        weights[1] = 0.0
    total = weights.sum()
    for axis in range(3):
        move = excess * weights[axis] / abs(way[axis]) / total if weights[axis] > 0.0 else 0.0
        box[1 if way[axis] > 0.0 else 0, axis] -= move if way[axis] > 0.0 else -move
