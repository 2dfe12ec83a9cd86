"""Which objects of a view can be moved, referred to, and named."""

import math
from functools import lru_cache

import numpy as np

from flowbench.geometry.camera import project_point
from flowbench.geometry.check_pose import world_box
from flowbench.records import Camera, Floats, Layout, SceneState, Snapshot
from flowbench.rules.rooms.limits import (
    LANDMARK,
    MOVER,
    NEVER_LANDMARKS,
    LandmarkLimits,
    MoverLimits,
    scaled_pixels,
)


def usable_movers(view: Snapshot, limits: MoverLimits = MOVER) -> list[str]:
    """Ids of the objects of a view that may be moved, in scene order."""
    return [item.object_id for item in view.scene.layout.objects if is_usable_mover(view, item.object_id, limits)]


def is_usable_mover(view: Snapshot, object_id: str, limits: MoverLimits = MOVER) -> bool:
    """Movable, carrying nothing, neither hung nor leaning, within the distance band, big enough, and clearly seen."""
    scene = view.scene
    item = scene.object(object_id)
    if not (item.pickupable or item.moveable) or item.carrier is not None:
        return False
    if not is_seen_as_mover(view, object_id, limits) or (
        carries(scene, object_id) and not (limits.may_carry or scene.carry)
    ):
        return False
    load_gap = scene.layout.load_gaps_m[scene.number(object_id)]
    if load_gap > hung_gap(scene, object_id, limits) or leans(scene, object_id, limits):
        return False
    distance = camera_distance(scene, object_id)
    return limits.near_m < distance < limits.far_m and extent(scene, object_id) / distance > limits.min_extent_ratio


def is_seen_as_mover(view: Snapshot, object_id: str, limits: MoverLimits = MOVER) -> bool:
    """Enough pixels, enough of its free silhouette, and its centre well inside the frame."""
    enough = _is_seen(view, object_id, limits.min_pixels, limits.min_share)
    return enough and is_framed(view.scene, object_id, limits.frame_margin)


def is_landmark(view: Snapshot, object_id: str, limits: LandmarkLimits = LANDMARK) -> bool:
    """Clearly seen, not too large, and not of a type that nobody points at."""
    item = view.scene.object(object_id)
    if item.object_type in NEVER_LANDMARKS or extent(view.scene, object_id) > limits.max_extent_m:
        return False
    return is_seen_as_landmark(view, object_id, limits)


def is_seen_as_landmark(view: Snapshot, object_id: str, limits: LandmarkLimits = LANDMARK) -> bool:
    """Enough pixels, and enough of its free silhouette, to be referred to."""
    return _is_seen(view, object_id, limits.min_pixels, limits.min_share)


def shows(view: Snapshot, surface: str) -> bool:
    """Whether a surface (an object with its rigid parts, or a wall) has as many pixels as a landmark needs."""
    layout = view.scene.layout
    ids = [layout.surface_ids[part] for part in layout.parts.get(surface, (surface,))]
    pixels = sum(view.visibility.get(number, (0, 0))[0] for number in ids)
    return pixels >= scaled_pixels(LANDMARK.min_pixels, view.scene.camera)


def is_framed(scene: SceneState, object_id: str, margin: float = MOVER.frame_margin) -> bool:
    """Whether the projected box centre lies inside the frame by the margin."""
    return frames(scene.camera, world_box(scene, object_id)[0:3], margin)


def frames(camera: Camera, point: Floats, margin: float = MOVER.frame_margin) -> bool:
    """Whether a (3,) world point is projected inside the frame by the margin, a share of its size."""
    u, v, _ = project_point(camera, point.tolist())
    across, down = u / camera.width, v / camera.height
    return bool(margin <= across <= 1.0 - margin and margin <= down <= 1.0 - margin)  # nan: behind the camera


def is_unique_in_view(view: Snapshot, object_id: str) -> bool:
    """Whether its type names it: no other object of the type has a pixel in the picture."""
    kind = view.scene.object(object_id).object_type
    same = [item.object_id for item in view.scene.layout.objects if item.object_type == kind]
    return all(other == object_id or view.visible(other)[0] == 0 for other in same)


def carries(scene: SceneState, object_id: str) -> bool:
    """Whether anything lay on or in the object, or in one of its parts, at load: by the metadata or by geometry."""
    return object_id in _carrying(scene.layout)


@lru_cache(maxsize=16)
def _carrying(layout: Layout) -> frozenset[str]:
    below = [
        {*item.parents, *([layout.objects[carrier].object_id] if carrier >= 0 else [])}
        for item, carrier in zip(layout.objects, layout.load_carriers.tolist(), strict=True)
    ]
    return frozenset(
        body
        for body, parts in layout.parts.items()
        if any(
            under.intersection(parts)
            for item, under in zip(layout.objects, below, strict=True)
            if item.object_id not in parts
        )
    )


def hung_gap(scene: SceneState, object_id: str, limits: MoverLimits = MOVER) -> float:
    """Air below at load, metres, from which on this object counts as hung."""
    return limits.hung_gap_moveable_m if scene.object(object_id).moveable else limits.hung_gap_m


def leans(scene: SceneState, object_id: str, limits: MoverLimits = MOVER) -> bool:
    """Whether no side of its box is level within the tolerance: a pillow against an arm rest would fall elsewhere."""
    steepness = np.abs(world_box(scene, object_id)[[7, 10, 13]]).max()
    return bool(steepness < math.cos(math.radians(limits.max_lean_deg)))


def extent(scene: SceneState, object_id: str) -> float:
    """Largest edge of the oriented box, metres."""
    return float(2.0 * scene.object(object_id).box[3:6].max())


def camera_distance(scene: SceneState, object_id: str) -> float:
    """Distance from the camera to the box centre, metres."""
    return math.dist(scene.camera.position, world_box(scene, object_id)[0:3])


def _is_seen(view: Snapshot, object_id: str, min_pixels: int, min_share: float) -> bool:
    visible, free = view.visible(object_id)
    return visible >= scaled_pixels(min_pixels, view.scene.camera) and visible >= min_share * max(free, 1)


def mask_of(view: Snapshot, object_id: str) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """(H, W) bool mask of an object with its rigid parts; needs pixels."""
    if view.pixels is None:
        raise ValueError("This snapshot has no pixels; draw them with flowbench.simulators.pixels.")
    numbers = [view.scene.layout.surface_ids[part] for part in view.scene.layout.parts[object_id]]
    if len(numbers) == 1:
        return np.asarray(view.pixels.ids == numbers[0])
    return np.isin(view.pixels.ids, numbers)
