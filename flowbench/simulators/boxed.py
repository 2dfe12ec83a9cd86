"""Snapshots without a picture: how much of each surface is seen, told from boxes alone."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.box_sight import BoxSight, nothing_seen, sampling, visible_samples, with_boxes
from flowbench.geometry.boxes import place
from flowbench.records import Camera, Floats, Layout, SceneState, Snapshot, Wall

WALL_M = 0.1  # how thick a wall is taken to be, behind its face


@lru_cache(maxsize=64)
def boxed(scene: SceneState) -> Snapshot:
    """The scene without pixels; visible and free pixels of each surface as its boxes would have them.

    Surfaces are their collision boxes, their oriented boxes where they have none (windows, curtains), and walls up to
    the ceiling; floors and ceilings hide nothing and are left out. Counts are samples times the pixels each stands for
    (see `geometry.box_sight`), rounded.
    """
    layout, camera = scene.layout, scene.camera
    moved = frozenset(
        item.object_id
        for item, pose in zip(layout.objects, scene.poses, strict=True)
        if pose != item.pose and item.object_id not in scene.hidden
    )
    sight = _standing(layout, camera, scene.hidden | moved)
    if moved:
        boxes, owners = _rows(scene, moved)
        sight = with_boxes(sight, camera, boxes, owners)
    scale = sampling(camera)[2]
    pairs = np.rint(scale * np.stack([visible_samples(sight), sight.free], axis=1)).astype(np.int64).tolist()
    return Snapshot(scene, None, {number: (pair[0], pair[1]) for number, pair in enumerate(pairs) if pair[1]})


@lru_cache(maxsize=64)
def _standing(layout: Layout, camera: Camera, without: frozenset[str]) -> BoxSight:
    """What is seen of a scene at load, walls included, without some objects."""
    here = SceneState(layout, camera, tuple(item.pose for item in layout.objects))
    names = frozenset(item.object_id for item in layout.objects if item.object_type != "Floor") - without
    boxes, owners = _rows(here, names)
    walls = np.array([_wall_box(wall, layout.ceiling_m) for wall in layout.walls]).reshape(-1, 15)
    numbers = np.array([layout.surface_ids[wall.wall_id] for wall in layout.walls], dtype=np.int64)
    seen = with_boxes(nothing_seen(camera, len(layout.surfaces)), camera, walls, numbers)
    return with_boxes(seen, camera, boxes, owners)


def _rows(scene: SceneState, names: frozenset[str]) -> tuple[Floats, NDArray[np.int64]]:
    """(n, 15) world boxes of some objects, in scene order, and the surface id of each."""
    rows, owners = [np.empty((0, 15))], list[int]()
    for number, (item, pose) in enumerate(zip(scene.layout.objects, scene.poses, strict=True), start=1):
        if item.object_id in names:
            boxes = place(item.boxes if len(item.boxes) else item.box[None], pose)
            rows.append(boxes)
            owners += [number] * len(boxes)
    return np.concatenate(rows), np.array(owners, dtype=np.int64)


def _wall_box(wall: Wall, ceiling_m: float) -> Floats:
    """(15,) a wall as a box behind its face."""
    start, end, inward = np.asarray(wall.start), np.asarray(wall.end), np.asarray(wall.inward)
    length = float(np.hypot(*(end - start)))
    along, middle = (end - start) / length, (start + end) / 2.0 - inward * WALL_M / 2.0
    half = [length / 2.0, ceiling_m / 2.0, WALL_M / 2.0]
    turn = [along[0], 0.0, along[1], 0.0, 1.0, 0.0, inward[0], 0.0, inward[1]]
    return np.concatenate([[middle[0], ceiling_m / 2.0, middle[1]], half, turn])
