"""What falls when a house is loaded: houses hold small things a little above what carries them, and some far above."""

import dataclasses

import numpy as np

from flowbench.geometry import rotation
from flowbench.geometry.boxes import bounds, place
from flowbench.geometry.check_pose import check_free, passes_wall, support_at
from flowbench.records import Camera, Layout, Pose, SceneObject, SceneState

NEAR_M = 1.0  # what is dropped from no higher lands as it is; from higher up it comes to lie on its side
RESTS_M = 1e-3
SIDEWAYS_DEG = (0.0, 45.0, 90.0, 135.0)
BESIDE_M = (0.0, 0.15, 0.3, 0.5)
DECIMALS = 6
_NOWHERE = Camera((0.0, 0.0, 0.0), 0.0, 0.0)


def fallen(layout: Layout, still: frozenset[str]) -> Layout:
    """The layout with everything movable that hangs in the air come down, the lowest things first.

    Args:
        still: ids of objects that stay where they are.
    """
    scene = SceneState(layout, _NOWHERE, tuple(item.pose for item in layout.objects))
    loose = [item for item in layout.objects if (item.pickupable or item.moveable) and item.object_id not in still]
    for item in sorted(loose, key=lambda item: (_bottom(item, item.pose), item.object_id)):
        scene = scene.with_poses({item.object_id: landed(scene, item)})
    objects = tuple(
        item if item.pose == pose else dataclasses.replace(item, pose=pose)
        for item, pose in zip(layout.objects, scene.poses, strict=True)
    )
    return dataclasses.replace(layout, objects=objects)


def landed(scene: SceneState, item: SceneObject) -> Pose:
    """Where an object comes to rest when it is let go."""
    pose = scene.pose(item.object_id)
    gap = min(support_at(scene, item.object_id, pose).gap_m, _bottom(item, pose))
    if gap <= RESTS_M:
        return pose
    if gap <= NEAR_M:
        return _lowered(pose, gap)
    return _lying(scene, item, _lowered(pose, gap)) or _lowered(pose, gap)


def _lying(scene: SceneState, item: SceneObject, pose: Pose) -> Pose | None:
    """The first free pose near another in which an object lies on its side; None where there is none."""
    half = item.box[3:6]
    longest = int(np.argmax(half))
    if float(half[longest]) < 1.5 * float(np.sort(half)[1]):
        return None
    for beside in BESIDE_M:
        for yaw in np.arange(0.0, 360.0, 45.0) if beside else (0.0,):
            for turn in SIDEWAYS_DEG:
                shift = beside * np.array([np.sin(np.radians(yaw)), 0.0, np.cos(np.radians(yaw))])
                lying = _laid(scene, item, pose, longest, turn, shift)
                if lying is not None:
                    return lying
    return None


def _laid(
    scene: SceneState, item: SceneObject, pose: Pose, longest: int, turn_deg: float, shift: np.ndarray
) -> Pose | None:
    angles = ((0.0, turn_deg, 0.0), (90.0, turn_deg, 0.0), (0.0, turn_deg, 0.0))[longest]
    middle = place(item.box[None], pose)[0][:3] + shift
    middle[1] = _bottom(item, pose) + float(np.sort(item.box[3:6])[1])
    offset = rotation.to_world(Pose((0.0, 0.0, 0.0), angles), item.box[None, :3])[0]
    x, y, z = np.round(middle - offset, DECIMALS).tolist()
    lifted = Pose((x, y + 0.2, z), angles)
    if passes_wall(scene, item.object_id, [pose, lifted]):
        return None
    gap = support_at(scene, item.object_id, lifted).gap_m
    lying = _lowered(lifted, gap) if np.isfinite(gap) else lifted
    return lying if np.isfinite(gap) and check_free(scene, item.object_id, lying).free else None


def _lowered(pose: Pose, gap_m: float) -> Pose:
    x, y, z = pose.position
    return Pose((x, round(y - gap_m, DECIMALS), z), pose.rotation)


def _bottom(item: SceneObject, pose: Pose) -> float:
    return float(bounds(place(item.box[None], pose)[0])[0][1])
