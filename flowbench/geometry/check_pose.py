"""Whether an object may be somewhere: free of others, inside its room, and resting on something."""

import math
from dataclasses import dataclass

import numpy as np

from flowbench.geometry.boxes import bounds, place
from flowbench.geometry.motion import carried_poses
from flowbench.geometry.obstacles import (
    LOAD_MARGIN_M,
    MIN_TOLERANCE_M,
    deepest_contact,
    group_boxes,
    obstacles,
    tolerances,
)
from flowbench.geometry.support import SUPPORT_GAP_M, Support, find_support
from flowbench.geometry.walls import on_floor, wall_gaps
from flowbench.records import Floats, Pose, SceneState

WALL_TOLERANCE_M = 0.02
STEP_M = 0.05


@dataclass(frozen=True)
class PoseCheck:
    """What holds at a pose.

    Attributes:
        collider: id of the object or wall in the way, "Floor", "Ceiling|0", or None.
        excess_m: penetration beyond what is allowed, metres.
        wall_gap_m: smallest signed gap to a wall, metres (inf without walls).
        inside: whether the box's centre is over the room's floor.
        gap_m, supported: air below, and whether it is within what support allows with the centre over the support.
    """

    collider: str | None
    excess_m: float
    wall_gap_m: float
    inside: bool
    gap_m: float
    supported: bool

    @property
    def free(self) -> bool:
        """Nothing in the way, and inside the room."""
        return self.collider is None and self.inside

    @property
    def ok(self) -> bool:
        """Free and supported."""
        return self.free and self.supported


def check_pose(scene: SceneState, object_id: str, pose: Pose) -> PoseCheck:
    """Everything at once; see `check_free` for the cheap part alone."""
    check = check_free(scene, object_id, pose)
    support = support_at(scene, object_id, pose)
    allowed = support_reach(scene, object_id)
    return PoseCheck(
        check.collider,
        check.excess_m,
        check.wall_gap_m,
        check.inside,
        support.gap_m,
        support.gap_m <= allowed + 1e-9 and support.centred,
    )


def check_free(scene: SceneState, object_id: str, pose: Pose) -> PoseCheck:
    """Collision with objects and walls only; support is reported as absent."""
    poses = carried_poses(scene, object_id, pose)
    boxes, owners = group_boxes(scene, poses)
    packed = obstacles(scene)
    excess, other = deepest_contact(
        boxes,
        owners,
        ignored(scene, object_id) > 0,
        packed.boxes,
        packed.first,
        packed.spheres,
        tolerances(scene.layout),
    )
    box = world_box(scene, object_id, pose)
    gaps = wall_gaps(box, scene.layout.walls)
    wall_gap = gaps[0].gap_m if gaps else math.inf
    collider = scene.layout.objects[other].object_id if other >= 0 else None
    if collider is None and wall_gap < -_wall_allowance(scene, object_id):
        collider, excess = gaps[0].wall_id, -wall_gap
    if collider is None:
        collider, excess = _floor_or_ceiling(scene, object_id, box)
    inside = on_floor(scene.layout.floor, float(box[0]), float(box[2]))
    return PoseCheck(collider, float(excess), wall_gap, inside, math.inf, False)


def path_clear(scene: SceneState, object_id: str, target: Pose) -> bool:
    """Whether the straight way to a pose (same rotation) is free of collisions, at way-points at most 5 cm apart."""
    start, end = np.asarray(scene.pose(object_id).position), np.asarray(target.position)
    steps = max(1, math.ceil(float(np.linalg.norm(end - start)) / STEP_M))
    for step in range(1, steps + 1):
        x, y, z = start + (end - start) * (step / steps)
        if not check_free(scene, object_id, Pose((float(x), float(y), float(z)), target.rotation)).free:
            return False
    return True


def support_at(scene: SceneState, object_id: str, pose: Pose) -> Support:
    """What the object would rest on at a pose."""
    boxes = place(scene.object(object_id).boxes, pose)
    if not len(boxes):
        boxes = world_box(scene, object_id, pose)[None]
    centre = world_box(scene, object_id, pose)[[0, 2]]
    return find_support(scene, boxes, centre, ignored(scene, object_id), support_reach(scene, object_id))


def support_reach(scene: SceneState, object_id: str) -> float:
    """Air that may be below an object, metres: 2 cm, or what was below it at load."""
    gap = float(scene.layout.load_gaps_m[scene.number(object_id)])
    return max(SUPPORT_GAP_M, gap) if math.isfinite(gap) else SUPPORT_GAP_M


def world_box(scene: SceneState, object_id: str, pose: Pose | None = None) -> Floats:
    """(15,) oriented box of an object in the world, at its present pose or another."""
    item = scene.object(object_id)
    return np.asarray(place(item.box[None], pose or scene.pose(object_id))[0])


def ignored(scene: SceneState, object_id: str) -> Floats:
    """(n,) 1.0 for the object and its rigid parts, which are no obstacles to it."""
    mask = np.zeros(len(scene.poses))
    for part in scene.layout.parts[object_id]:
        mask[scene.number(part)] = 1.0
    return mask


def _floor_or_ceiling(scene: SceneState, object_id: str, box: Floats) -> tuple[str | None, float]:
    """Which of the two a world box reaches into beyond the tolerance (or what it did at load), and how far."""
    loaded = world_box(scene, object_id, scene.object(object_id).pose)
    (low, high), (loaded_low, loaded_high) = bounds(box), bounds(loaded)
    ceiling = scene.layout.ceiling_m
    below, above = -float(low[1]), float(high[1]) - ceiling
    if below > _allowed(-float(loaded_low[1])):
        return "Floor", below
    if above > _allowed(float(loaded_high[1]) - ceiling):
        return "Ceiling|0", above
    return None, 0.0


def _allowed(load_depth_m: float) -> float:
    return load_depth_m + LOAD_MARGIN_M if load_depth_m > 0.0 else MIN_TOLERANCE_M


def _wall_allowance(scene: SceneState, object_id: str) -> float:
    """How far into a wall an object may reach: 2 cm, or as far as at load."""
    loaded = world_box(scene, object_id, scene.object(object_id).pose)
    gaps = wall_gaps(loaded, scene.layout.walls)
    return max(WALL_TOLERANCE_M, -gaps[0].gap_m if gaps else 0.0)
