"""What a camera would see of boxes, sampled at points of a coarse grid: no mesh, no colour, no picture.

A picture of H rows is sampled every H / 200 pixels, or at every pixel where it is smaller; each sample stands for the
pixels of its cell. Boxes are opaque; those the camera is inside of, and what is nearer than 5 cm, are not seen.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.camera import NEAR_M, axes, focal_px
from flowbench.geometry.jit import jit
from flowbench.records import Camera, Floats

SAMPLED_ROWS = 200  # of a picture, whatever its height beyond that
PARALLEL = 1e-12

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class BoxSight:
    """Which surface is nearest at each sample.

    Attributes:
        depth: (rows, columns) z-depth, metres; inf where no box is met.
        owners: (rows, columns) surface id of the nearest box; 0 where there is none.
        free: (n + 1,) samples at which each surface id would be met with nothing in front.
    """

    depth: Floats
    owners: Ints
    free: Ints


def sampling(camera: Camera) -> tuple[int, int, float]:
    """Rows and columns of the grid, and the pixels of the picture that a sample stands for."""
    rows = min(camera.height, SAMPLED_ROWS)
    columns = max(1, round(camera.width * rows / camera.height))
    return rows, columns, camera.width * camera.height / (rows * columns)


def nothing_seen(camera: Camera, surface_count: int) -> BoxSight:
    """The grid of a camera before any box."""
    rows, columns, _ = sampling(camera)
    return BoxSight(
        np.full((rows, columns), np.inf),
        np.zeros((rows, columns), dtype=np.int64),
        np.zeros(surface_count + 1, dtype=np.int64),
    )


def with_boxes(sight: BoxSight, camera: Camera, boxes: Floats, owners: Ints) -> BoxSight:
    """A sight with more boxes in it, the one given unchanged.

    Args:
        boxes: (n, 15) world boxes, those of a surface one after the other.
        owners: (n,) surface id of each, none of which the sight has yet.
    """
    seen = BoxSight(sight.depth.copy(), sight.owners.copy(), sight.free.copy())
    if len(boxes):
        local, lens = _as_seen(camera, boxes)
        _add(boxes, local, owners, lens, (camera.height, camera.width), seen.depth, seen.owners, seen.free)
    return seen


def share_in_sight(sight: BoxSight, camera: Camera, boxes: Floats, owners: Ints) -> tuple[int, int]:
    """Samples at which some boxes would be the nearest, and at which they would be met with nothing in front.

    Args:
        boxes: (n, 15) world boxes.
        owners: surface ids of the sight that are where they were but do not count: those of the boxes themselves.
    """
    local, lens = _as_seen(camera, boxes)
    seen, free = _share(boxes, local, owners, lens, (camera.height, camera.width), sight.depth, sight.owners)
    return int(seen), int(free)


def _as_seen(camera: Camera, boxes: Floats) -> tuple[Floats, Floats]:
    """(n, 8, 3) corners of boxes in camera axes; (13,) these axes, the camera's place, its focal length in pixels."""
    lens = np.array([*axes(camera).ravel().tolist(), *camera.position, focal_px(camera)])
    return _local_corners(boxes, lens), lens


@jit
def _local_corners(boxes: Floats, lens: Floats) -> Floats:
    """(n, 8, 3) corners of boxes (n, 15) in camera axes."""
    found = np.empty((boxes.shape[0], 8, 3))
    point = np.empty(3)
    for n in range(boxes.shape[0]):
        for corner in range(8):
            for i in range(3):
                point[i] = boxes[n, i] - lens[9 + i]
                for k in range(3):
                    reach = boxes[n, 3 + k] * boxes[n, 6 + 3 * k + i]
                    point[i] += reach if (corner >> k) & 1 else -reach
            for axis in range(3):
                found[n, corner, axis] = (
                    lens[3 * axis] * point[0] + lens[3 * axis + 1] * point[1] + lens[3 * axis + 2] * point[2]
                )
    return found


def visible_samples(sight: BoxSight) -> Ints:
    """(n + 1,) samples at which each surface id is the nearest; entry 0 counts those where nothing is."""
    return np.asarray(_count(sight.owners, len(sight.free)))


@jit
def _count(owners: Ints, size: int) -> Ints:
    counts = np.zeros(size, dtype=np.int64)
    for row in range(owners.shape[0]):
        for column in range(owners.shape[1]):
            counts[owners[row, column]] += 1
    return counts


@jit
def _add(
    boxes: Floats,
    local: Floats,
    owners: Ints,
    lens: Floats,
    size: tuple[int, int],
    depth: Floats,
    nearest: Ints,
    free: Ints,
) -> None:
    """Put (n, 15) boxes, whose corners are `local` (n, 8, 3) in camera axes, into the three arrays of a sight."""
    stamped = np.zeros(depth.shape, dtype=np.int64)
    rows, columns = depth.shape
    step_v, step_u, focal = size[0] / rows, size[1] / columns, lens[12]
    start, slope = np.empty(3), np.empty((3, 3))
    for n in range(boxes.shape[0]):
        top, bottom, left, right = _window(local[n], focal, size, rows, columns)
        _aim(boxes[n], lens, start, slope)
        for row in range(top, bottom):
            y = (size[0] / 2.0 - (row + 0.5) * step_v) / focal
            for column in range(left, right):
                x = ((column + 0.5) * step_u - size[1] / 2.0) / focal
                z = _entry(boxes[n], start, slope, x, y)
                if z == math.inf:
                    continue
                if stamped[row, column] != owners[n]:
                    stamped[row, column] = owners[n]
                    free[owners[n]] += 1
                if z < depth[row, column]:
                    depth[row, column] = z
                    nearest[row, column] = owners[n]


@jit
def _share(
    boxes: Floats, local: Floats, owners: Ints, lens: Floats, size: tuple[int, int], depth: Floats, nearest: Ints
) -> tuple[int, int]:
    """Samples at which any of the boxes is nearer than what is not theirs, and at which any of them is met."""
    rows, columns = depth.shape
    step_v, step_u, focal = size[0] / rows, size[1] / columns, lens[12]
    start, slope = np.empty(3), np.empty((3, 3))
    windows = np.empty((len(boxes), 4), dtype=np.int64)
    for n in range(len(boxes)):
        windows[n] = _window(local[n], focal, size, rows, columns)
    first, west = windows[:, 0].min(), windows[:, 2].min()
    size_met = max(0, windows[:, 1].max() - first), max(0, windows[:, 3].max() - west)  # outside the frame: nothing
    stamped = np.zeros(size_met, dtype=np.int8)  # 1: met, 2: seen
    for n in range(len(boxes)):
        _aim(boxes[n], lens, start, slope)
        for row in range(windows[n, 0], windows[n, 1]):
            y = (size[0] / 2.0 - (row + 0.5) * step_v) / focal
            for column in range(windows[n, 2], windows[n, 3]):
                x = ((column + 0.5) * step_u - size[1] / 2.0) / focal
                z = _entry(boxes[n], start, slope, x, y)
                if z < math.inf:
                    own = False
                    for owner in owners:
                        own = own or nearest[row, column] == owner
                    level = 2 if own or z < depth[row, column] else 1
                    stamped[row - first, column - west] = max(stamped[row - first, column - west], level)
    return (stamped > 1).sum(), (stamped > 0).sum()


@jit
def _aim(box: Floats, lens: Floats, start: Floats, slope: Floats) -> None:
    """Write the camera's place (3,) in a box's frame, and (3, 3) how the ray (x, y, 1) runs along its axes."""
    for k in range(3):
        start[k] = 0.0
        for i in range(3):
            start[k] += (lens[9 + i] - box[i]) * box[6 + 3 * k + i]
            slope[k, i] = 0.0
            for j in range(3):
                slope[k, i] += lens[3 * i + j] * box[6 + 3 * k + j]


@jit
def _window(points: Floats, focal: float, size: tuple[int, int], rows: int, columns: int) -> tuple[int, int, int, int]:
    """First row, row after the last, first column and column after the last that may show a box; all if it is near."""
    left, right, top, bottom = math.inf, -math.inf, math.inf, -math.inf
    behind = 0
    for c in range(8):
        if points[c, 2] <= NEAR_M:
            behind += 1
            continue
        u, v = size[1] / 2.0 + focal * points[c, 0] / points[c, 2], size[0] / 2.0 - focal * points[c, 1] / points[c, 2]
        left, right, top, bottom = min(left, u), max(right, u), min(top, v), max(bottom, v)
    if behind == 8:
        return 0, 0, 0, 0
    if behind > 0:
        return 0, rows, 0, columns
    step_v, step_u = size[0] / rows, size[1] / columns
    return (
        max(0, int(max(top, 0.0) / step_v)),
        min(rows, int(max(bottom, 0.0) / step_v) + 1),
        max(0, int(max(left, 0.0) / step_u)),
        min(columns, int(max(right, 0.0) / step_u) + 1),
    )


@jit
def _entry(box: Floats, start: Floats, slope: Floats, x: float, y: float) -> float:
    """z-depth at which the ray (x, y, 1) of the camera enters a box; inf where it passes by or starts inside."""
    enter, leave = NEAR_M, math.inf
    for k in range(3):
        along = slope[k, 0] * x + slope[k, 1] * y + slope[k, 2]
        if abs(along) < PARALLEL:
            if abs(start[k]) > box[3 + k]:
                return math.inf
            continue
        a, b = (-box[3 + k] - start[k]) / along, (box[3 + k] - start[k]) / along
        enter, leave = max(enter, min(a, b)), min(leave, max(a, b))
        if enter > leave:
            return math.inf
    return enter if enter > NEAR_M else math.inf
