"""Faces narrower than a pixel, such as bevels, take the light of the face next to them, or outlines would be dotted."""

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.jit import jit
from flowbench.records import DepthMap, IdMap

Singles = NDArray[np.float32]

_COSINE = 0.8  # normals that differ more belong to different faces
_NEAR = 0.03  # depths that differ by a larger share do not belong to one edge


@jit
def absorb(ids: IdMap, depth: DepthMap, facing: Singles) -> None:
    """Give pixels without a neighbour of their own face, along their row or column, the normal of the next face."""
    height, width = ids.shape
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            own = ids[y, x]
            if own > 0:
                left, right = _alike(facing, y, x, y, x - 1), _alike(facing, y, x, y, x + 1)
                if not ((left & (ids[y, x - 1] == own)) | (right & (ids[y, x + 1] == own))):
                    _take(ids, depth, facing, y, x, 0, 1)
                    continue
                above, below = _alike(facing, y, x, y - 1, x), _alike(facing, y, x, y + 1, x)
                if not ((above & (ids[y - 1, x] == own)) | (below & (ids[y + 1, x] == own))):
                    _take(ids, depth, facing, y, x, 1, 0)


@jit
def _alike(facing: Singles, y: int, x: int, row: int, column: int) -> bool:
    cosine = facing[y, 0, x] * facing[row, 0, column] + facing[y, 1, x] * facing[row, 1, column]
    return bool(cosine + facing[y, 2, x] * facing[row, 2, column] >= np.float32(_COSINE))


@jit
def _take(ids: IdMap, depth: DepthMap, facing: Singles, y: int, x: int, down: int, across: int) -> None:
    for sign in (-1, 1):
        row, column = y + sign * down, x + sign * across
        near = abs(depth[row, column] - depth[y, x]) <= np.float32(_NEAR) * depth[y, x]
        if ids[row, column] == ids[y, x] and near:
            for k in range(3):
                facing[y, k, x] = facing[row, k, column]
            return
