"""Oriented boxes: corners, faces, placing, and how deep two of them interpenetrate (separating axes)."""

import math

import numpy as np

from flowbench.geometry.jit import jit
from flowbench.geometry.rotation import matrix
from flowbench.records import Floats, Pose

# Signs of AI2-THOR's oriented corner order: x-edge = c0-c1, y-edge = c4-c0, z-edge = c0-c3.
ORIENTED_SIGNS = np.array(
    [[1, -1, 1], [-1, -1, 1], [-1, -1, -1], [1, -1, -1], [1, 1, 1], [-1, 1, 1], [-1, 1, -1], [1, 1, -1]],
    dtype=np.float64,
)


def make_box(
    centre: tuple[float, float, float], size: tuple[float, float, float], axes: Floats | None = None
) -> Floats:
    """A (15,) box row from its centre, full sizes and unit axes (rows; the frame's own when left out)."""
    directions = np.eye(3) if axes is None else np.asarray(axes, dtype=np.float64)
    return np.concatenate([np.asarray(centre, float), np.asarray(size, float) / 2.0, directions.ravel()])


def corners(box: Floats) -> Floats:
    """(8, 3) corners of a (15,) box in AI2-THOR's oriented order."""
    offsets = ORIENTED_SIGNS * box[3:6]
    return np.asarray(
        box[0:3] + offsets[:, 0:1] * box[6:9] + offsets[:, 1:2] * box[9:12] + offsets[:, 2:3] * box[12:15]
    )


def bounds(box: Floats) -> tuple[Floats, Floats]:
    """Lowest and highest corner (3,) of the axis-aligned box around a (15,) box."""
    reach = box[3] * np.abs(box[6:9]) + box[4] * np.abs(box[9:12]) + box[5] * np.abs(box[12:15])
    return box[0:3] - reach, box[0:3] + reach


def place(boxes: Floats, pose: Pose) -> Floats:
    """(n, 15) boxes of an object's own frame in the world frame."""
    return np.asarray(place_boxes(boxes, matrix(pose.rotation), np.asarray(pose.position, dtype=np.float64)))


@jit
def place_boxes(boxes: Floats, rotation: Floats, position: Floats) -> Floats:
    """(n, 15) boxes turned by a (3, 3) rotation, then shifted by a (3,) position."""
    placed = np.empty_like(boxes)
    for n in range(boxes.shape[0]):
        for i in range(3):
            placed[n, i] = position[i]
            for j in range(3):
                placed[n, i] += rotation[i, j] * boxes[n, j]
            placed[n, 3 + i] = boxes[n, 3 + i]
            for axis in range(6, 15, 3):
                placed[n, axis + i] = (
                    rotation[i, 0] * boxes[n, axis]
                    + rotation[i, 1] * boxes[n, axis + 1]
                    + rotation[i, 2] * boxes[n, axis + 2]
                )
    return placed


@jit
def place_each(boxes: Floats, rotations: Floats, positions: Floats) -> Floats:
    """(n, 15) boxes, each turned by its own of (n, 3, 3) rotations, then shifted by its own of (n, 3) positions."""
    placed = np.empty_like(boxes)
    for n in range(boxes.shape[0]):
        placed[n] = place_boxes(boxes[n : n + 1], rotations[n], positions[n])[0]
    return placed


@jit
def _overlap_along(a: Floats, b: Floats, x: float, y: float, z: float) -> float:
    """Overlap of the projections of two boxes on a unit direction, metres; negative when a gap separates them."""
    distance = abs((b[0] - a[0]) * x + (b[1] - a[1]) * y + (b[2] - a[2]) * z)
    reach: float = 0.0
    for k in range(3):
        reach += a[3 + k] * abs(a[6 + 3 * k] * x + a[7 + 3 * k] * y + a[8 + 3 * k] * z)
        reach += b[3 + k] * abs(b[6 + 3 * k] * x + b[7 + 3 * k] * y + b[8 + 3 * k] * z)
    return float(reach - distance)


@jit
def penetration(a: Floats, b: Floats) -> float:
    """Depth in metres by which two (15,) boxes interpenetrate: the least overlap over all separating axes.

    Zero or negative when they are apart (then the value is some separating gap, not the distance).
    """
    least = math.inf
    for k in range(3):
        for box in (a, b):
            overlap = _overlap_along(a, b, box[6 + 3 * k], box[7 + 3 * k], box[8 + 3 * k])
            if overlap <= 0.0:
                return overlap
            least = min(least, overlap)
    for i in range(3):
        for j in range(3):
            ax, ay, az = a[6 + 3 * i], a[7 + 3 * i], a[8 + 3 * i]
            bx, by, bz = b[6 + 3 * j], b[7 + 3 * j], b[8 + 3 * j]
            x, y, z = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
            length = math.sqrt(x * x + y * y + z * z)
            if length < 1e-6:  # parallel edges: the face axes have already decided
                continue
            overlap = _overlap_along(a, b, x / length, y / length, z / length)
            if overlap <= 0.0:
                return overlap
            least = min(least, overlap)
    return least
