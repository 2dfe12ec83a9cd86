"""How much of one body's outline another would hide, predicted from boxes alone, before anything is drawn."""

import math

import numpy as np

from flowbench.geometry.boxes import corners
from flowbench.geometry.camera import project
from flowbench.geometry.jit import jit
from flowbench.records import Camera, Floats

SAMPLES = 20


def outlines(camera: Camera, boxes: Floats) -> Floats:
    """(n, 8, 2) projected corners (u, v) of (n, 15) world boxes, pixels, without those that reach behind the camera."""
    points = project(camera, np.concatenate([corners(box) for box in boxes]))[:, :2].reshape(-1, 8, 2)
    return np.asarray(points[np.isfinite(points).all(axis=(1, 2))])


def predicted_cover(front: Floats, back: Floats) -> tuple[float, float]:
    """Share of the `back` outline that the `front` outline covers, and the gap between their rectangles in pixels.

    Args:
        front, back: (n, 8, 2) as `outlines` gives them.

    Returns:
        (0, inf) when either is empty.
    """
    if not len(front) or not len(back):
        return 0.0, math.inf
    low_a, high_a = front.min(axis=(0, 1)), front.max(axis=(0, 1))
    low_b, high_b = back.min(axis=(0, 1)), back.max(axis=(0, 1))
    gap_u, gap_v = np.maximum(0.0, np.maximum(low_a - high_b, low_b - high_a))
    if gap_u > 0 or gap_v > 0:
        return 0.0, math.hypot(gap_u, gap_v)
    return float(_sampled_cover(front, back, low_b, high_b)), 0.0


@jit
def _sampled_cover(front: Floats, back: Floats, low: Floats, high: Floats) -> float:
    front_hulls, front_sizes = _hulls(front)
    back_hulls, back_sizes = _hulls(back)
    total, hidden = 0, 0
    for row in range(SAMPLES):
        v = low[1] + (row + 0.5) / SAMPLES * (high[1] - low[1])
        for column in range(SAMPLES):
            u = low[0] + (column + 0.5) / SAMPLES * (high[0] - low[0])
            if _inside_any(back_hulls, back_sizes, u, v):
                total += 1
                if _inside_any(front_hulls, front_sizes, u, v):
                    hidden += 1
    return hidden / total if total > 0 else 0.0


@jit
def _hulls(points: Floats) -> tuple[Floats, np.ndarray]:
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
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])  # type: ignore[no-any-return]


@jit
def _inside_any(hulls: Floats, sizes: np.ndarray, u: float, v: float) -> bool:
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
