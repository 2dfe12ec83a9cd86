"""Solids of flat shapes of any form, holes and parts included, given as shapely polygons in the entity's own frame."""

from typing import Any

import numpy as np
import shapely

from flowbench.bodies.solids import Solid


def sheet(shape: Any, height_m: float) -> Solid:
    """A surface without thickness that is seen from above."""
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(shape))
    corners = shapely.get_coordinates(shapely.orient_polygons(parts, exterior_cw=True)).reshape(-1, 4, 2)[:, :3]
    points = corners.reshape(-1, 2)
    vertices = np.column_stack([points[:, 0], np.full(len(points), height_m), points[:, 1]])
    return Solid(vertices, np.arange(len(points), dtype=np.int32).reshape(-1, 3))


def raised(shape: Any, low_m: float, high_m: float) -> Solid:
    """A polygon without holes, raised from one height to another; open below, where nothing looks."""
    ring = shapely.get_coordinates(shapely.orient_polygons(shape).exterior)[:-1]
    count = len(ring)
    k = np.arange(count)
    after = (k + 1) % count
    walls = np.concatenate(
        [np.stack([k, k + count, after], axis=1), np.stack([after, k + count, after + count], axis=1)]
    )
    sides = np.concatenate(
        [np.column_stack([ring[:, 0], np.full(count, level), ring[:, 1]]) for level in (low_m, high_m)]
    )
    top = sheet(shape, high_m)
    return Solid(np.concatenate([sides, top.vertices]), np.concatenate([walls, top.faces + 2 * count]).astype(np.int32))
