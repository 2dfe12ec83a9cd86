"""Smooth outlines on a picture with one sample a pixel: a step along an outline becomes a ramp of its length."""

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.jit import jit
from flowbench.records import IdMap, Image

Singles = NDArray[np.float32]
Integers = NDArray[np.int32]

_LEAST = 10  # difference of brightness that counts as an edge, of 255
_LONGEST = 10  # pixels an outline is followed to each side
_COSINE = 0.9  # normals that differ more make an edge within a surface


@jit
def smooth(frame: Image, ids: IdMap, facing: Singles, grey: Integers, out: Image) -> None:
    """Fill in `out` with `frame` blended across outlines of surfaces and creases; textures stay as they are."""
    height, width = ids.shape
    for y in range(height):
        for x in range(width):
            grey[y, x] = (54 * int(frame[y, x, 0]) + 183 * int(frame[y, x, 1]) + 19 * int(frame[y, x, 2])) >> 8
    out[:] = frame
    steep = np.zeros(width, dtype=np.int32)
    for y in range(1, height - 1):
        _find_steep(grey, y, steep)
        for x in range(1, width - 1):
            if steep[x] >= _LEAST and _is_outline(ids, facing, y, x):
                row, column, share = _ramp(grey, y, x)
                for k in range(3):
                    one, two = np.float32(frame[y, x, k]), np.float32(frame[row, column, k])
                    out[y, x, k] = np.uint8(np.int32(one + (two - one) * share + np.float32(0.5)))


@jit
def _find_steep(grey: Integers, row: int, steep: Integers) -> None:
    """Fill in how much brightness differs between each pixel of a row, not at its ends, and its four neighbours."""
    y, one = np.uint64(row), np.uint64(1)
    for k in range(np.uint64(max(len(steep) - 2, 0))):
        x = k + one
        here, north, south = grey[y, x], grey[y - one, x], grey[y + one, x]
        west, east = grey[y, x - one], grey[y, x + one]
        high = max(max(max(here, north), max(south, west)), east)
        steep[x] = high - min(min(min(here, north), min(south, west)), east)


@jit
def _is_outline(ids: IdMap, facing: Singles, y: int, x: int) -> bool:
    own = ids[y, x]
    for row, column in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
        if ids[row, column] != own:
            return True
        alike = np.float32(0.0)
        for k in range(3):
            alike += facing[y, k, x] * facing[row, k, column]
        if alike < np.float32(_COSINE):
            return True
    return False


@jit
def _ramp(grey: Integers, y: int, x: int) -> tuple[int, int, np.float32]:
    """The pixel across the edge to blend with, and its share."""
    here, none = grey[y, x], np.float32(0.0)
    north, south, west, east = grey[y - 1, x], grey[y + 1, x], grey[y, x - 1], grey[y, x + 1]
    nw, ne, sw, se = grey[y - 1, x - 1], grey[y - 1, x + 1], grey[y + 1, x - 1], grey[y + 1, x + 1]
    level = abs(nw + sw - 2 * west) + 2 * abs(north + south - 2 * here) + abs(ne + se - 2 * east)
    upright = abs(nw + ne - 2 * north) + 2 * abs(west + east - 2 * here) + abs(sw + se - 2 * south)
    along_y, along_x = (0, 1) if level >= upright else (1, 0)
    before, after = (north, south) if level >= upright else (west, east)
    sign = -1 if abs(before - here) >= abs(after - here) else 1
    across = before if sign < 0 else after
    steep = abs(across - here)
    if steep < _LEAST:
        return y, x, none
    row, column = y + sign * along_x, x + sign * along_y
    back, back_sum = _follow(grey, y, x, row, column, -along_y, -along_x, here + across, steep)
    ahead, ahead_sum = _follow(grey, y, x, row, column, along_y, along_x, here + across, steep)
    nearest_sum = back_sum if back <= ahead else ahead_sum
    if (nearest_sum < 0) == (2 * here < here + across):
        return y, x, none
    return row, column, np.float32(0.5) - np.float32(min(back, ahead)) / np.float32(back + ahead)


@jit
def _follow(
    grey: Integers, y: int, x: int, row: int, column: int, step_y: int, step_x: int, middle: int, steep: int
) -> tuple[int, int]:
    """How far the edge between two neighbouring pixels runs on, and what the sum of both is beyond, less `middle`."""
    height, width = grey.shape
    for k in range(1, _LONGEST):
        a, b, c, d = y + k * step_y, x + k * step_x, row + k * step_y, column + k * step_x
        if min(a, b, c, d) < 0 or max(a, c) >= height or max(b, d) >= width:
            return k, 0
        off = grey[a, b] + grey[c, d] - middle
        if 2 * abs(off) >= steep:
            return k, off
    return _LONGEST, 0
