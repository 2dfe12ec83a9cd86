"""Whether single points are seen by a camera, exactly: their rays are tried against every triangle in their tile.

Unlike a depth picture this does not depend on pixel centres, so it holds at outlines and on slanted faces.
"""

import math

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.camera import NEAR_M, focal_px, to_camera
from flowbench.geometry.jit import jit
from flowbench.records import Camera, Floats
from flowbench.render.model import Ints, Model

TILE_PIXELS = 4
EXCUSED_M = 0.001  # what lies less than this in front of a point does not hide it: its own surface, rounded
PARALLEL = 1e-12
ROUNDING = 1e-9  # relative; far above that of float64, so that no triangle is left out for a rounding error
ROW = 13  # of `_pack`

Numbers = NDArray[np.int64]
Span = tuple[int, int, int, int]  # first and last tile row, first and last tile column


def visible_points(model: Model, camera: Camera, points: Floats) -> NDArray[np.bool_]:
    """(n,) whether each of (n, 3) world points lies in the picture with nothing more than 1 mm in front of it."""
    local, size, focal = to_camera(camera, points), (camera.height, camera.width), focal_px(camera)
    places = _places(local, focal, size)
    far = _farthest(local, places, size)
    if not (far > 0.0).any():
        return np.zeros(len(points), dtype=np.bool_)
    vertices, faces = to_camera(camera, model.world_vertices()), model.geometry.faces
    nearest = vertices[:, 2][faces].min(axis=1)
    before = np.flatnonzero(nearest < far.max() - EXCUSED_M)
    faces = faces[before[np.argsort(nearest[before], kind="stable")]]
    rows = _pack(vertices, faces)
    first, triangles = _bin(vertices, faces, rows, focal, size, far)
    return np.asarray(_seen(local, places, rows, first, triangles, size))


@jit
def _tiles(size: tuple[int, int]) -> tuple[int, int]:
    return -(-size[0] // TILE_PIXELS), -(-size[1] // TILE_PIXELS)


@jit
def _places(local: Floats, focal: float, size: tuple[int, int]) -> Ints:
    """(n, 2) tile row and column of each camera-space point; -1 outside the picture."""
    places = np.full((local.shape[0], 2), -1, dtype=np.int32)
    for n in range(local.shape[0]):
        x, y, z = local[n, 0], local[n, 1], local[n, 2]
        if not z > NEAR_M:
            continue
        u, v = size[1] / 2.0 + focal * x / z, size[0] / 2.0 - focal * y / z
        if 0.0 <= u < size[1] and 0.0 <= v < size[0]:
            places[n, 0], places[n, 1] = int(v) // TILE_PIXELS, int(u) // TILE_PIXELS
    return places


@jit
def _farthest(local: Floats, places: Ints, size: tuple[int, int]) -> Floats:
    """Depth of the farthest point in each tile; 0 where there is none."""
    far = np.zeros(_tiles(size))
    for n in range(places.shape[0]):
        if places[n, 0] >= 0:
            far[places[n, 0], places[n, 1]] = max(far[places[n, 0], places[n, 1]], local[n, 2])
    return far


@jit
def _pack(vertices: Floats, faces: Ints) -> Floats:
    """(T, 13) what rays are tried against: a x b, b x c and c x a of the corners, their depths, the least of these."""
    rows = np.empty((faces.shape[0], ROW))
    for t in range(faces.shape[0]):
        for k in range(3):
            a, b = vertices[faces[t, k]], vertices[faces[t, (k + 1) % 3]]
            rows[t, 3 * k] = a[1] * b[2] - a[2] * b[1]
            rows[t, 3 * k + 1] = a[2] * b[0] - a[0] * b[2]
            rows[t, 3 * k + 2] = a[0] * b[1] - a[1] * b[0]
            rows[t, 9 + k] = a[2]
        rows[t, 12] = min(rows[t, 9], rows[t, 10], rows[t, 11])
    return rows


@jit
def _span(vertices: Floats, face: Ints, focal: float, size: tuple[int, int]) -> Span:
    """The tiles a triangle may touch; all of them when it reaches behind the near plane."""
    rows, columns = _tiles(size)
    left, right, top, bottom = math.inf, -math.inf, math.inf, -math.inf
    behind = 0
    for k in range(3):
        x, y, z = vertices[face[k], 0], vertices[face[k], 1], vertices[face[k], 2]
        if z <= NEAR_M:
            behind += 1
            continue
        u, v = size[1] / 2.0 + focal * x / z, size[0] / 2.0 - focal * y / z
        left, right, top, bottom = min(left, u), max(right, u), min(top, v), max(bottom, v)
    if behind == 3 or (behind == 0 and (right < 0 or bottom < 0 or left > size[1] or top > size[0])):
        return 0, -1, 0, -1
    if behind > 0:
        return 0, rows - 1, 0, columns - 1
    return (
        int(max(top, 0.0)) // TILE_PIXELS,
        min(int(bottom) // TILE_PIXELS, rows - 1),
        int(max(left, 0.0)) // TILE_PIXELS,
        min(int(right) // TILE_PIXELS, columns - 1),
    )


@jit
def _bin(
    vertices: Floats, faces: Ints, rows: Floats, focal: float, size: tuple[int, int], far: Floats
) -> tuple[Numbers, Ints]:
    """Triangles that may hide a point of a tile, in order: those of tile t are triangles[first[t] : first[t + 1]]."""
    columns, farthest = _tiles(size)[1], far.max()
    first = np.zeros(far.size + 1, dtype=np.int64)
    tiles, found = np.empty(1024, dtype=np.int64), np.empty(1024, dtype=np.int32)
    wanted = np.nonzero(far)
    low, high = (wanted[0].min(), wanted[1].min()), (wanted[0].max(), wanted[1].max())
    count = 0
    for t in range(faces.shape[0]):
        top, bottom, left, right = _span(vertices, faces[t], focal, size)
        top, bottom = max(top, low[0]), min(bottom, high[0])
        left, right = max(left, low[1]), min(right, high[1])
        if not _may_hide(rows[t], (top, bottom, left, right), focal, size, farthest):
            continue
        for row in range(top, bottom + 1):
            if not _may_hide(rows[t], (row, row, left, right), focal, size, farthest):
                continue
            for column in range(left, right + 1):
                limit = far[row, column]
                if limit > 0.0 and _may_hide(rows[t], (row, row, column, column), focal, size, limit):
                    if count == tiles.size:
                        tiles, found = np.append(tiles, tiles), np.append(found, found)
                    tiles[count], found[count] = row * columns + column, t
                    first[tiles[count] + 1] += 1
                    count += 1
    first[1:] = np.cumsum(first[1:])
    triangles, filled = np.empty(count, dtype=np.int32), first[:-1].copy()
    for n in range(count):
        triangles[filled[tiles[n]]] = found[n]
        filled[tiles[n]] += 1
    return first, triangles


@jit
def _may_hide(triangle: Floats, tiles: Span, focal: float, size: tuple[int, int], far: float) -> bool:
    """Whether a ray through some tiles may meet a triangle before `far`: cheap, and never false where one does.

    All that is asked of a ray is linear in its direction (x, y, 1), so the extremes lie at the corners.
    """
    top, bottom, left, right = tiles
    if bottom < top or right < left:
        return False
    x0, x1 = (left * TILE_PIXELS - size[1] / 2.0) / focal, ((right + 1) * TILE_PIXELS - size[1] / 2.0) / focal
    y0, y1 = (size[0] / 2.0 - top * TILE_PIXELS) / focal, (size[0] / 2.0 - (bottom + 1) * TILE_PIXELS) / focal
    wide, high = max(abs(x0), abs(x1)), max(abs(y0), abs(y1))
    front, back = True, True
    x, y, z, volume, slack, scale = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(3):
        nx, ny, nz = triangle[3 * k], triangle[3 * k + 1], triangle[3 * k + 2]
        reach = ROUNDING * (abs(nx) * wide + abs(ny) * high + abs(nz))
        front = front and max(nx * x0, nx * x1) + max(ny * y0, ny * y1) + nz >= -reach
        back = back and min(nx * x0, nx * x1) + min(ny * y0, ny * y1) + nz <= reach
        depth = triangle[9 + (k + 2) % 3]  # of the corner that a x b, b x c, c x a leave out
        x, y, z, volume, slack = x + nx, y + ny, z + nz, volume + nz * depth, slack + reach
        scale += ROUNDING * abs(nz * depth)
    if not (front or back):
        return False
    if abs(volume) <= scale:
        return True
    if volume < 0.0:
        x, y, z = -x, -y, -z
    most = max(x * x0, x * x1) + max(y * y0, y * y1) + z + slack  # volume over the least depth in the tile
    return bool(most * (far - EXCUSED_M) >= abs(volume) - scale)


@jit
def _seen(
    local: Floats, places: Ints, rows: Floats, first: Numbers, triangles: Ints, size: tuple[int, int]
) -> NDArray[np.bool_]:
    """See `visible_points`; the triangles of a tile come nearest first, so that the search ends at the point itself."""
    columns = _tiles(size)[1]
    seen = np.zeros(local.shape[0], dtype=np.bool_)
    for n in range(local.shape[0]):
        if places[n, 0] < 0:
            continue
        tile, limit, hidden = places[n, 0] * columns + places[n, 1], local[n, 2] - EXCUSED_M, False
        for k in range(first[tile], first[tile + 1]):
            triangle = rows[triangles[k]]
            if triangle[12] >= limit:
                break
            if NEAR_M < _depth_along(triangle, local[n]) < limit:
                hidden = True
                break
        seen[n] = not hidden
    return seen


@jit
def _depth_along(triangle: Floats, point: Floats) -> float:
    """Depth at which the ray from the camera through a point meets a triangle; inf when it misses."""
    ab = triangle[0] * point[0] + triangle[1] * point[1] + triangle[2] * point[2]
    bc = triangle[3] * point[0] + triangle[4] * point[1] + triangle[5] * point[2]
    ca = triangle[6] * point[0] + triangle[7] * point[1] + triangle[8] * point[2]
    if not ((ab >= 0 and bc >= 0 and ca >= 0) or (ab <= 0 and bc <= 0 and ca <= 0)):
        return math.inf
    total = ab + bc + ca
    if abs(total) < PARALLEL:
        return math.inf
    # The three volumes weigh the opposite corners: bc belongs to a, ca to b, ab to c.
    return float((bc * triangle[9] + ca * triangle[10] + ab * triangle[11]) / total)
