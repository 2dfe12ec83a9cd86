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

Numbers = NDArray[np.int64]


def visible_points(model: Model, camera: Camera, points: Floats) -> NDArray[np.bool_]:
    """(n,) whether each of (n, 3) world points lies in the picture with nothing more than 1 mm in front of it."""
    local, size = to_camera(camera, points), (camera.height, camera.width)
    places = _places(local, focal_px(camera), size)
    if not (places[:, 0] >= 0).any():
        return np.zeros(len(points), dtype=np.bool_)
    vertices = to_camera(camera, model.world_vertices())
    wanted, nearest = _wanted_tiles(places, size), vertices[:, 2][model.geometry.faces].min(axis=1)
    order = np.argsort(nearest, kind="stable")
    first, triangles = _bin(vertices, model.geometry.faces, order, focal_px(camera), size, wanted)
    return np.asarray(_seen(local, places, vertices, model.geometry.faces, nearest, first, triangles, size))


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
def _wanted_tiles(places: Ints, size: tuple[int, int]) -> NDArray[np.bool_]:
    rows, columns = _tiles(size)
    wanted = np.zeros((rows, columns), dtype=np.bool_)
    for n in range(places.shape[0]):
        if places[n, 0] >= 0:
            wanted[places[n, 0], places[n, 1]] = True
    return wanted


@jit
def _span(vertices: Floats, face: Ints, focal: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """First and last tile row and column a triangle may touch; all of them when it reaches behind the near plane."""
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
    vertices: Floats, faces: Ints, order: Numbers, focal: float, size: tuple[int, int], wanted: NDArray[np.bool_]
) -> tuple[Numbers, Ints]:
    """Triangles of each wanted tile, in the given order: those of tile t are triangles[first[t] : first[t + 1]]."""
    rows, columns = _tiles(size)
    first = np.zeros(rows * columns + 1, dtype=np.int64)
    for step in range(2):
        if step == 1:
            first[1:] = np.cumsum(first[1:])
            triangles = np.empty(first[-1], dtype=np.int32)
            filled = first[:-1].copy()
        for t in order:
            top, bottom, left, right = _span(vertices, faces[t], focal, size)
            for row in range(top, bottom + 1):
                for column in range(left, right + 1):
                    if wanted[row, column]:
                        tile = row * columns + column
                        if step == 0:
                            first[tile + 1] += 1
                        else:
                            triangles[filled[tile]] = t
                            filled[tile] += 1
    return first, triangles


@jit
def _seen(
    local: Floats,
    places: Ints,
    vertices: Floats,
    faces: Ints,
    nearest: Floats,
    first: Numbers,
    triangles: Ints,
    size: tuple[int, int],
) -> NDArray[np.bool_]:
    """See `visible_points`; the triangles of a tile come nearest first, so that the search ends at the point itself."""
    columns = _tiles(size)[1]
    seen = np.zeros(local.shape[0], dtype=np.bool_)
    for n in range(local.shape[0]):
        if places[n, 0] < 0:
            continue
        tile, hidden = places[n, 0] * columns + places[n, 1], False
        for k in range(first[tile], first[tile + 1]):
            if nearest[triangles[k]] >= local[n, 2] - EXCUSED_M:
                break
            depth = _depth_along(vertices, faces[triangles[k]], local[n])
            if NEAR_M < depth < local[n, 2] - EXCUSED_M:
                hidden = True
                break
        seen[n] = not hidden
    return seen


@jit
def _depth_along(vertices: Floats, face: Ints, point: Floats) -> float:
    """Depth at which the ray from the camera through a point meets a triangle; inf when it misses."""
    a, b, c = vertices[face[0]], vertices[face[1]], vertices[face[2]]
    ab, bc, ca = _volume(a, b, point), _volume(b, c, point), _volume(c, a, point)
    if not ((ab >= 0 and bc >= 0 and ca >= 0) or (ab <= 0 and bc <= 0 and ca <= 0)):
        return math.inf
    total = ab + bc + ca
    if abs(total) < PARALLEL:
        return math.inf
    # The three volumes weigh the opposite corners: bc belongs to a, ca to b, ab to c.
    return (bc * a[2] + ca * b[2] + ab * c[2]) / total  # type: ignore[no-any-return]


@jit
def _volume(a: Floats, b: Floats, d: Floats) -> float:
    """Triple product a x b . d."""
    return (  # type: ignore[no-any-return]
        (a[1] * b[2] - a[2] * b[1]) * d[0] + (a[2] * b[0] - a[0] * b[2]) * d[1] + (a[0] * b[1] - a[1] * b[0]) * d[2]
    )
