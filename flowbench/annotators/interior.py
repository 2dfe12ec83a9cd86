"""The most interior pixel of a mask: where a mark on an object goes."""

import cv2
import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.records import Mask
from flowbench.render.marks import Point

SquaredDistances = NDArray[np.int64]  # (H, W) squared distance to the nearest pixel outside the mask, whole pixels


def crop(mask: Mask) -> tuple[Mask, Point]:
    """The part of a mask inside the rectangle around its pixels, and that rectangle's top left corner (x, y).

    Raises:
        BadValue: for an empty mask.
    """
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(rows) == 0:
        raise BadValue("A mask without pixels has no interior; mark what is seen in the picture.")
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], (int(columns[0]), int(rows[0]))


def squared_distances(mask: Mask) -> SquaredDistances:
    """Squared Euclidean distance of each pixel to the nearest one outside the mask, exact; 0 outside it.

    Beyond the picture is outside, too. The squares are whole numbers, so that rounding OpenCV's float32 roots gives
    them exactly (up to distances of about 2,000 pixels) and ties are real ties.
    """
    padded = np.pad(mask, 1).astype(np.uint8)
    roots = cv2.distanceTransform(padded, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)[1:-1, 1:-1].astype(np.float64)
    return np.asarray(np.rint(roots * roots), dtype=np.int64)


def most_interior(mask: Mask, allowed: Mask | None = None) -> tuple[Point, float]:
    """The pixel (x, y) of a mask that is farthest from its outside, and that distance in pixels.

    Of several, the one nearest to the mask's centroid; of several of those the topmost, then the leftmost.

    Args:
        mask: (H, W) bool, not empty.
        allowed: (H, W) bool; when it shares pixels with the mask, only those are considered.

    Raises:
        BadValue: for an empty mask.
    """
    part, (left, top) = crop(mask)
    squares = squared_distances(part)
    if allowed is not None:
        free = allowed[top : top + part.shape[0], left : left + part.shape[1]]
        squares = np.where(free, squares, 0) if (part & free).any() else squares
    rows, columns = np.nonzero(squares == squares.max())
    all_rows, all_columns = np.nonzero(part)
    count = len(all_rows)
    across, down = columns * count - all_columns.sum(), rows * count - all_rows.sum()  # whole numbers
    off_centre = across.astype(np.float64) ** 2 + down.astype(np.float64) ** 2
    best = int(np.argmin(off_centre))  # the first of equals; pixels come row by row
    return (left + int(columns[best]), top + int(rows[best])), float(squares.max()) ** 0.5
