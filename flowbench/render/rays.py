"""The first surface along a ray, exactly: every triangle is tried (Moeller and Trumbore, 1997)."""

import math

import numpy as np

from flowbench.geometry.jit import jit
from flowbench.records import Floats, Vector
from flowbench.render.model import Ints, Model

PARALLEL = 1e-14


def cast_ray(model: Model, origin: Vector, direction: Vector) -> tuple[float, int]:
    """How far along `direction` (in its lengths) the first surface lies, and its id; (inf, 0) when there is none."""
    start, along = np.asarray(origin, dtype=np.float64), np.asarray(direction, dtype=np.float64)
    distance, triangle = _nearest(model.world_vertices(), model.geometry.faces, start, along)
    return float(distance), int(model.geometry.surfaces[triangle]) if triangle >= 0 else 0


@jit
def _nearest(vertices: Floats, faces: Ints, start: Floats, along: Floats) -> tuple[float, int]:
    nearest, found = math.inf, -1
    for n in range(faces.shape[0]):
        distance = _distance(vertices[faces[n, 0]], vertices[faces[n, 1]], vertices[faces[n, 2]], start, along)
        if distance < nearest:
            nearest, found = distance, n
    return nearest, found


@jit
def _distance(a: Floats, b: Floats, c: Floats, start: Floats, along: Floats) -> float:
    """Ray parameter at which a triangle is met from either side; inf when it is missed."""
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    vx, vy, vz = c[0] - a[0], c[1] - a[1], c[2] - a[2]
    px, py, pz = along[1] * vz - along[2] * vy, along[2] * vx - along[0] * vz, along[0] * vy - along[1] * vx
    determinant = ux * px + uy * py + uz * pz
    if abs(determinant) < PARALLEL:
        return math.inf
    tx, ty, tz = start[0] - a[0], start[1] - a[1], start[2] - a[2]
    first = (tx * px + ty * py + tz * pz) / determinant
    qx, qy, qz = ty * uz - tz * uy, tz * ux - tx * uz, tx * uy - ty * ux
    second = (along[0] * qx + along[1] * qy + along[2] * qz) / determinant
    if first < 0.0 or second < 0.0 or first + second > 1.0:
        return math.inf
    distance = (vx * qx + vy * qy + vz * qz) / determinant
    return float(distance) if distance > 0.0 else math.inf
