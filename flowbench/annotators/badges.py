"""Where number badges go: on what they stand for when it is large enough, else beside it with a pointer."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from flowbench.records import Mask
from flowbench.render.marks import Point

MAX_COVER = 0.25  # share of a mask that a badge on it may cover
DIRECTIONS = 24
FRAME_MARGIN_PX = 2


def covers_too_much(mask: Mask, radius: float) -> bool:
    """Whether a badge on a mask would hide too much of it."""
    return math.pi * radius * radius > MAX_COVER * float(mask.sum())


def place_badge(anchor: Point, radius: float, keep_clear: Mask, placed: Sequence[Point]) -> Point:
    """The centre of a badge for what is at `anchor`.

    Inside the frame, on no other badge if there is room, on as few as possible of the pixels to be kept clear, and
    then as near as possible; of equals the first clockwise from above.

    Args:
        keep_clear: (H, W) bool.
        placed: centres of the badges that are there already, all of the same radius.
    """
    points = _candidates(anchor, radius, keep_clear.shape)
    away = np.hypot(points[:, 0] - anchor[0], points[:, 1] - anchor[1]).round(6)
    crowded = np.zeros(len(points), dtype=bool)
    for x, y in placed:
        crowded |= np.hypot(points[:, 0] - x, points[:, 1] - y) < 2.0 * radius + 1.0
    best = np.lexsort((np.arange(len(points)), away, _covered(points, radius, keep_clear), crowded))[0]
    return int(points[best, 0]), int(points[best, 1])


def _candidates(anchor: Point, radius: float, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """(n, 2) pixels: the one of the frame nearest to the anchor, and rays around it, as far as they stay inside."""
    height, width = shape
    margin = math.ceil(radius) + FRAME_MARGIN_PX
    low, high = np.array([margin, margin]), np.maximum(np.array([width, height]) - 1 - margin, margin)
    turns = np.arange(DIRECTIONS) * (2.0 * math.pi / DIRECTIONS)
    rays = np.stack([np.sin(turns), -np.cos(turns)], axis=1)  # clockwise from above
    lengths = np.arange(1.75 * radius, math.hypot(width, height), radius / 2.0)
    around = np.rint(np.array(anchor) + lengths[:, None, None] * rays).reshape(-1, 2).astype(np.int64)
    inside = ((around >= low) & (around <= high)).all(axis=1)
    return np.concatenate([np.clip(np.array([anchor]), low, high), around[inside]])


def _covered(points: NDArray[np.int64], radius: float, keep_clear: Mask) -> NDArray[np.int32]:
    """(n,) pixels to be kept clear in the square around each point."""
    sums = cv2.integral(keep_clear.view(np.uint8))
    reach, (height, width) = math.ceil(radius), keep_clear.shape
    left, right = (np.clip(points[:, 0] + shift, 0, width) for shift in (-reach, reach + 1))
    top, bottom = (np.clip(points[:, 1] + shift, 0, height) for shift in (-reach, reach + 1))
    return np.asarray(sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left])
