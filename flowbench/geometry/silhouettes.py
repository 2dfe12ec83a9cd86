"""How much of one body's outline another would hide, predicted from boxes alone, before anything is drawn."""

import math

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.boxes import corners
from flowbench.geometry.camera import NEAR_M, axes, focal_px, project
from flowbench.geometry.jit import jit
from flowbench.records import Camera, Floats

SAMPLES = 20


def outlines(camera: Camera, boxes: Floats) -> Floats:
    """(n, 8, 2) projected corners (u, v) of (n, 15) world boxes, pixels, without those that reach behind the camera."""
    points = project(camera, np.concatenate([corners(box) for box in boxes]))[:, :2].reshape(-1, 8, 2)
    return np.asarray(points[np.isfinite(points).all(axis=(1, 2))])


def predicted_covers(camera: Camera, boxes: Floats, shifts: Floats, back: Floats) -> tuple[Floats, Floats]:
    """What a body would hide of an outline from several places.

    Args:
        boxes: (m, 15) world boxes of the body.
        shifts: (n, 3) world displacements of it, metres.
        back: (k, 8, 2) the outline, as `outlines` gives it.

    Returns:
        covers: (n,) share of the outline inside the body's own.
        gaps: (n,) distance between the rectangles around the two, pixels; inf where either is not in front.
    """
    points = np.stack([corners(box) for box in boxes])
    lens = np.concatenate(
        [axes(camera).ravel(), np.asarray(camera.position), [camera.width / 2, camera.height / 2, focal_px(camera)]]
    )
    return _covers(points, np.ascontiguousarray(shifts, dtype=np.float64), back, lens)


@jit
def _covers(points: Floats, shifts: Floats, back: Floats, lens: Floats) -> tuple[Floats, Floats]:
    count = shifts.shape[0]
    covers, gaps = np.zeros(count), np.full(count, math.inf)
    if back.shape[0] == 0:
        return covers, gaps
    back_hulls, back_sizes = _hulls(back)
    low, high = _rectangle(back)
    samples, inside = _samples(back_hulls, back_sizes, low, high)
    for n in range(count):
        front = _project_shifted(points, shifts[n], lens)
        if front.shape[0] == 0:
            continue
        front_low, front_high = _rectangle(front)
        gap_u = max(0.0, max(front_low[0] - high[0], low[0] - front_high[0]))
        gap_v = max(0.0, max(front_low[1] - high[1], low[1] - front_high[1]))
        gaps[n] = math.hypot(gap_u, gap_v)
        if gaps[n] > 0.0 or inside == 0:
            continue
        hulls, sizes = _hulls(front)
        hidden = 0
        for k in range(inside):
            if _inside_any(hulls, sizes, samples[k, 0], samples[k, 1]):
                hidden += 1
        covers[n] = hidden / inside
    return covers, gaps


@jit
def _project_shifted(points: Floats, shift: Floats, lens: Floats) -> Floats:
    """(k, 8, 2) projected corners of (m, 8, 3) shifted boxes; boxes that reach behind the camera are left out."""
    picture = np.empty((points.shape[0], 8, 2))
    kept = 0
    for m in range(points.shape[0]):
        ahead = True
        for c in range(8):
            x = points[m, c, 0] + shift[0] - lens[9]
            y = points[m, c, 1] + shift[1] - lens[10]
            z = points[m, c, 2] + shift[2] - lens[11]
            depth = x * lens[6] + y * lens[7] + z * lens[8]
            if depth <= NEAR_M:
                ahead = False
                break
            picture[kept, c, 0] = lens[12] + lens[14] * (x * lens[0] + y * lens[1] + z * lens[2]) / depth
            picture[kept, c, 1] = lens[13] - lens[14] * (x * lens[3] + y * lens[4] + z * lens[5]) / depth
        if ahead:
            kept += 1
    return picture[:kept]


@jit
def _rectangle(outline: Floats) -> tuple[Floats, Floats]:
    low, high = np.full(2, math.inf), np.full(2, -math.inf)
    for k in range(outline.shape[0]):
        for c in range(8):
            for axis in range(2):
                low[axis] = min(low[axis], outline[k, c, axis])
                high[axis] = max(high[axis], outline[k, c, axis])
    return low, high


@jit
def _samples(hulls: Floats, sizes: NDArray[np.int64], low: Floats, high: Floats) -> tuple[Floats, int]:
    """Grid points of a rectangle that lie inside any of the hulls, and how many there are."""
    found = np.empty((SAMPLES * SAMPLES, 2))
    count = 0
    for row in range(SAMPLES):
        v = low[1] + (row + 0.5) / SAMPLES * (high[1] - low[1])
        for column in range(SAMPLES):
            u = low[0] + (column + 0.5) / SAMPLES * (high[0] - low[0])
            if _inside_any(hulls, sizes, u, v):
                found[count, 0], found[count, 1] = u, v
                count += 1
    return found, count


@jit
def _hulls(points: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Convex hulls, anticlockwise, of (n, 8, 2) point sets: (n, 16, 2) padded corners and (n,) how many count."""
    count = points.shape[0]
    hulls = np.zeros((count, 16, 2))
    sizes = np.zeros(count, dtype=np.int64)
    for k in range(count):
        order = np.argsort(points[k, :, 0] + 1e-9 * points[k, :, 1])
        size = 0
        for sweep in range(2):
            base = size
            for n in range(8):
                p = points[k, order[n] if sweep == 0 else order[7 - n]]
                while size - base >= 2 and _turn(hulls[k, size - 2], hulls[k, size - 1], p) <= 0:
                    size -= 1
                hulls[k, size] = p
                size += 1
            size -= 1
        sizes[k] = size
    return hulls, sizes


@jit
def _turn(a: Floats, b: Floats, c: Floats) -> float:
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


@jit
def _inside_any(hulls: Floats, sizes: NDArray[np.int64], u: float, v: float) -> bool:
    for k in range(hulls.shape[0]):
        inside = sizes[k] >= 3
        for n in range(sizes[k]):
            a, b = hulls[k, n], hulls[k, (n + 1) % sizes[k]]
            if (b[0] - a[0]) * (v - a[1]) - (b[1] - a[1]) * (u - a[0]) < 0:
                inside = False
                break
        if inside:
            return True
    return False
