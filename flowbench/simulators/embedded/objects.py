"""Actions that move one object."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from flowbench.geometry.boxes import bounds
from flowbench.geometry.check_pose import check_pose, world_box
from flowbench.geometry.motion import carried_poses
from flowbench.geometry.obstacles import obstacles
from flowbench.records import Floats, Pose, SceneState, Vector
from flowbench.simulators.embedded.actions import MISSING, ActionError
from flowbench.simulators.embedded.placing import facts_of, put
from flowbench.simulators.embedded.state import EngineState, Result, angle, merged, named, require_object, vector

RAY_M = 10.0
ABOVE_HIT_M = 0.005
ORIGIN: Vector = (0.0, 0.0, 0.0)


def teleport_object(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """TeleportObject: the origin of an object goes to `position`, or to the first of `positions` that will do."""
    object_id = require_object(state, arguments["objectId"])
    targets = [named(arguments)] if arguments["positions"] is None else arguments["positions"]
    if not targets or any(set(target) != {"x", "y", "z"} for target in targets):
        raise ActionError(f"TeleportObject: position needs x, y and z, got {targets}", MISSING)
    turn = _rotation(arguments["rotation"])
    poses = [Pose(merged(ORIGIN, target), turn) for target in targets]
    if arguments["forceAction"]:
        return _forced(state, object_id, poses[0])
    return _first_that_fits(state, object_id, poses, arguments["forceKinematic"])


def place_object_at_point(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """PlaceObjectAtPoint: the bottom of an object's box goes 5 mm above the first thing below a point."""
    object_id = require_object(state, arguments["objectId"])
    targets = [arguments["position"]] if arguments["positions"] is None else arguments["positions"]
    if not targets or any(target is None or set(target) != {"x", "y", "z"} for target in targets):
        raise ActionError(f"PlaceObjectAtPoint: position needs x, y and z, got {targets}", MISSING)
    turn = state.scene.pose(object_id).rotation
    turn = turn if arguments["rotation"] is None else _rotation(arguments["rotation"])
    poses = [_above(state.scene, object_id, merged(ORIGIN, target), turn) for target in targets]
    try:
        return _first_that_fits(state, object_id, poses, arguments["forceKinematic"])
    except ActionError as e:
        collider = (e.facts or {}).get("collider")
        if collider is None:
            raise
        raise ActionError(f"Spawn area not clear ({collider}) is in the way", facts=e.facts) from e


def _rotation(given: Mapping[str, float]) -> Vector:
    x, y, z = merged(ORIGIN, given)
    return angle(x), angle(y), angle(z)


def _first_that_fits(state: EngineState, object_id: str, poses: list[Pose], force_kinematic: bool) -> Result:
    failure = ActionError("")
    still = force_kinematic or object_id in state.kinematic
    for pose in poses:
        try:
            placed = put(state, object_id, pose, kinematic=still)
        except ActionError as e:
            failure = e
            continue
        kinematic = state.kinematic | {object_id} if force_kinematic else state.kinematic
        after = dataclasses.replace(state, scene=placed.scene, time_s=state.time_s + placed.time_s, kinematic=kinematic)
        return Result(after, None if force_kinematic else vector(placed.pose.position), placed.facts)
    raise failure


def _forced(state: EngineState, object_id: str, pose: Pose) -> Result:
    facts = facts_of(check_pose(state.scene, object_id, pose))
    scene = state.scene.with_poses(carried_poses(state.scene, object_id, pose))
    return Result(dataclasses.replace(state, scene=scene), vector(pose.position), facts)


def _above(scene: SceneState, object_id: str, point: Vector, rotation: Vector) -> Pose:
    """The pose over what a ray straight down from a point meets first, the object itself out of the way."""
    boxes = [bounds(world_box(scene, item.object_id)) for item in scene.layout.objects]
    low, high = np.min([pair[0] for pair in boxes], axis=0), np.max([pair[1] for pair in boxes], axis=0)
    if not (low <= point).all() or not (point <= high).all():
        raise ActionError(f"Position {point} is not within scene bounds.")
    others = dataclasses.replace(scene, hidden=scene.hidden | set(scene.layout.parts[object_id]))
    height = _height_below(obstacles(others).boxes, np.array(point))
    if point[1] - height > RAY_M:
        raise ActionError(f"Nothing is within {RAY_M} m below {point}.")
    at_point = Pose(point, rotation)
    box = world_box(scene, object_id, at_point)
    shift = np.array([point[0], height + ABOVE_HIT_M, point[2]]) - [box[0], bounds(box)[0][1], box[2]]
    x, y, z = (round(float(value), 6) for value in np.asarray(point) + shift)
    return Pose((x, y, z), rotation)


def _height_below(boxes: Floats, point: Floats) -> float:
    """Height of the first surface straight below a point: that of a box, or of the floor."""
    axes, half = boxes[:, 6:15].reshape(-1, 3, 3), boxes[:, 3:6]
    start = ((point - boxes[:, 0:3])[:, None, :] * axes).sum(axis=2)
    along = np.where(np.abs(axes[:, :, 1]) < 1e-12, 1e-12, -axes[:, :, 1])
    a, b = (-half - start) / along, (half - start) / along
    enter, leave = np.minimum(a, b).max(axis=1), np.maximum(a, b).min(axis=1)
    hits = enter[(enter <= leave) & (enter >= 0.0)]
    return float(point[1] - hits.min()) if len(hits) else min(0.0, float(point[1]))
