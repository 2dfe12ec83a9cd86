"""Snapshots without a picture: how much of each surface is seen, told from boxes alone."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.box_sight import (
    BoxSight,
    nothing_seen,
    sampling,
    share_in_sight,
    visible_samples,
    with_boxes,
)
from flowbench.geometry.boxes import place
from flowbench.geometry.walls import wall_slabs
from flowbench.records import Camera, Floats, Layout, Pose, SceneState, Snapshot, Wall

WALL_M = 0.1  # how thick a wall is taken to be, behind its face


@lru_cache(maxsize=64)
def boxed(scene: SceneState) -> Snapshot:
    """The scene without pixels; visible and free pixels of each surface as its boxes would have them.

    Surfaces are their collision boxes, their oriented boxes where they have none (windows, curtains), and walls up to
    the ceiling; floors and ceilings hide nothing and are left out. Counts are samples times the pixels each stands for
    (see `geometry.box_sight`), rounded.
    """
    sight, scale = _sight(scene), sampling(scene.camera)[2]
    pairs = np.rint(scale * np.stack([visible_samples(sight), sight.free], axis=1)).astype(np.int64).tolist()
    return Snapshot(scene, None, {number: (pair[0], pair[1]) for number, pair in enumerate(pairs) if pair[1]})


def seen_at(scene: SceneState, poses: Mapping[str, Pose]) -> tuple[int, int]:
    """Visible and free pixels that some objects would have together at other poses, told in the same way.

    What they hide now, where something else would be seen, counts as nothing.
    """
    boxes = np.concatenate([_boxes(scene, name, pose) for name, pose in poses.items()])
    owners = np.array([scene.layout.surface_ids[name] for name in poses], dtype=np.int64)
    visible, free = share_in_sight(_sight(scene), scene.camera, boxes, owners)
    scale = sampling(scene.camera)[2]
    return round(scale * visible), round(scale * free)


@lru_cache(maxsize=64)
def _sight(scene: SceneState) -> BoxSight:
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
    return sight


@lru_cache(maxsize=64)
def _standing(layout: Layout, camera: Camera, without: frozenset[str]) -> BoxSight:
    """What is seen of a scene at load, walls included, without some objects."""
    here = SceneState(layout, camera, tuple(item.pose for item in layout.objects))
    names = frozenset(item.object_id for item in layout.objects if item.object_type != "Floor") - without
    boxes, owners = _rows(here, names)
    alone = [wall for wall in layout.walls if not wall.room_id]
    slabs, numbers_of_slabs = wall_slabs(layout.walls, layout.ceiling_m)
    walls = np.concatenate([np.array([_wall_box(wall, layout.ceiling_m) for wall in alone]).reshape(-1, 15), slabs])
    named = [*alone, *(layout.walls[number] for number in numbers_of_slabs)]
    numbers = np.array([layout.surface_ids[wall.wall_id] for wall in named], dtype=np.int64)
    seen = with_boxes(nothing_seen(camera, len(layout.surfaces)), camera, walls, numbers)
    return with_boxes(seen, camera, boxes, owners)


def _rows(scene: SceneState, names: frozenset[str]) -> tuple[Floats, NDArray[np.int64]]:
    """(n, 15) world boxes of some objects, in scene order, and the surface id of each."""
    rows, owners = [np.empty((0, 15))], list[int]()
    for number, (item, pose) in enumerate(zip(scene.layout.objects, scene.poses, strict=True), start=1):
        if item.object_id in names:
            boxes = _boxes(scene, item.object_id, pose)
            rows.append(boxes)
            owners += [number] * len(boxes)
    return np.concatenate(rows), np.array(owners, dtype=np.int64)


def _boxes(scene: SceneState, object_id: str, pose: Pose) -> Floats:
    """(n, 15) world boxes of an object at a pose."""
    item = scene.object(object_id)
    return place(item.boxes if len(item.boxes) else item.box[None], pose)


def _wall_box(wall: Wall, ceiling_m: float) -> Floats:
    """(15,) a wall as a box behind its face."""
    start, end, inward = np.asarray(wall.start), np.asarray(wall.end), np.asarray(wall.inward)
    length = float(np.hypot(*(end - start)))
    along, middle = (end - start) / length, (start + end) / 2.0 - inward * WALL_M / 2.0
    half = [length / 2.0, ceiling_m / 2.0, WALL_M / 2.0]
    turn = [along[0], 0.0, along[1], 0.0, 1.0, 0.0, inward[0], 0.0, inward[1]]
    return np.concatenate([[middle[0], ceiling_m / 2.0, middle[1]], half, turn])
