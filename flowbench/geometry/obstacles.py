"""All collision boxes of a scene, packed for the compiled checks."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.boxes import penetration, place_boxes
from flowbench.geometry.jit import jit
from flowbench.geometry.rotation import matrix
from flowbench.records import Floats, Layout, SceneState

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

MIN_TOLERANCE_M = 0.005
LOAD_MARGIN_M = 0.01


@dataclass(frozen=True, eq=False)
class Obstacles:
    """World boxes of every object: rows first[k] to first[k + 1] of `boxes` belong to object k.

    Attributes:
        spheres: (n, 4) centre and radius around all boxes of each object; radius < 0 where it has none.
    """

    boxes: Floats
    first: Ints
    spheres: Floats


@lru_cache(maxsize=16)
def local_boxes(layout: Layout, hidden: frozenset[str] = frozenset()) -> tuple[Floats, Ints]:
    """(N, 15) boxes of all objects but the hidden ones in their own frames, and the (n + 1,) first row of each."""
    rows = [item.boxes.reshape(-1, 15)[: 0 if item.object_id in hidden else None] for item in layout.objects]
    first = np.cumsum([0] + [len(boxes) for boxes in rows]).astype(np.int64)
    return np.concatenate([np.empty((0, 15)), *rows]).astype(np.float64), first


@lru_cache(maxsize=64)
def obstacles(scene: SceneState) -> Obstacles:
    """The packed boxes of a scene at its present poses."""
    local, first = local_boxes(scene.layout, scene.hidden)
    world = np.empty_like(local)
    spheres = np.empty((len(scene.poses), 4))
    for k, pose in enumerate(scene.poses):
        rows = slice(first[k], first[k + 1])
        world[rows] = place_boxes(local[rows], matrix(pose.rotation), np.asarray(pose.position, dtype=np.float64))
        spheres[k] = bounding_sphere(world[rows])
    return Obstacles(world, first, spheres)


@lru_cache(maxsize=16)
def tolerances(layout: Layout) -> Floats:
    """(n, n) depth in metres beyond which a pair collides: max(5 mm, its depth at load + 1 cm); inf within one body."""
    allowed = np.where(layout.load_depths_m > 0.0, layout.load_depths_m + LOAD_MARGIN_M, MIN_TOLERANCE_M)
    for k, item in enumerate(layout.objects):
        for part in layout.parts[item.object_id]:
            allowed[k, layout.index[part]] = allowed[layout.index[part], k] = math.inf
    return np.asarray(allowed)


@jit
def bounding_sphere(boxes: Floats) -> Floats:
    """(4,) centre and radius of a sphere around (n, 15) boxes; radius -1 when there are none."""
    sphere = np.array([0.0, 0.0, 0.0, -1.0])
    if boxes.shape[0] == 0:
        return sphere
    low, high = np.full(3, math.inf), np.full(3, -math.inf)
    for n in range(boxes.shape[0]):
        for i in range(3):
            reach = (
                boxes[n, 3] * abs(boxes[n, 6 + i])
                + boxes[n, 4] * abs(boxes[n, 9 + i])
                + boxes[n, 5] * abs(boxes[n, 12 + i])
            )
            low[i] = min(low[i], boxes[n, i] - reach)
            high[i] = max(high[i], boxes[n, i] + reach)
    radius = 0.0
    for i in range(3):
        sphere[i] = 0.5 * (low[i] + high[i])
        radius += (0.5 * (high[i] - low[i])) ** 2
    sphere[3] = math.sqrt(radius)
    return sphere


@jit
def deepest_contact(
    moving: Floats, owners: Ints, ignored: Flags, boxes: Floats, first: Ints, spheres: Floats, allowed: Floats
) -> tuple[float, int]:
    """Largest penetration beyond what is allowed, metres, and the number of the object it is with (-1: none).

    Args:
        moving: (m, 15) boxes of the moved body; owners: (m,) the object each belongs to.
        ignored: (n,) objects that are not obstacles (the moved body itself).
        boxes, first, spheres: see `Obstacles`.
        allowed: (n, n) tolerances.
    """
    worst, collider = 0.0, -1
    if moving.shape[0] == 0:
        return worst, collider
    around = bounding_sphere(moving)
    for k in range(spheres.shape[0]):
        if ignored[k] or not _spheres_touch(around, spheres[k]):
            continue
        for m in range(moving.shape[0]):
            for n in range(first[k], first[k + 1]):
                excess = penetration(moving[m], boxes[n]) - allowed[owners[m], k]
                if excess > worst:
                    worst, collider = excess, k
    return worst, collider


@jit
def _spheres_touch(a: Floats, b: Floats) -> bool:
    if a[3] < 0.0 or b[3] < 0.0:
        return False
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    return bool(dx * dx + dy * dy + dz * dz <= (a[3] + b[3]) ** 2)


def load_depths(scene: SceneState) -> Floats:
    """(n, n) depth by which each pair of objects penetrates at the scene's present poses, metres, 0 where apart."""
    packed = obstacles(scene)
    return np.asarray(_pair_depths(packed.boxes, packed.first, packed.spheres))


@jit
def _pair_depths(boxes: Floats, first: Ints, spheres: Floats) -> Floats:
    count = spheres.shape[0]
    depths = np.zeros((count, count))
    for a in range(count):
        for b in range(a + 1, count):
            if not _spheres_touch(spheres[a], spheres[b]):
                continue
            deepest = 0.0
            for m in range(first[a], first[a + 1]):
                for n in range(first[b], first[b + 1]):
                    deepest = max(deepest, penetration(boxes[m], boxes[n]))
            depths[a, b] = depths[b, a] = deepest
    return depths
