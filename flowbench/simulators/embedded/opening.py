"""OpenObject: drawers slide, everything else only records how far it is open."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from flowbench.geometry.check_pose import check_free
from flowbench.geometry.rotation import matrix, multiply, to_local
from flowbench.records import Floats, Pose, SceneState
from flowbench.simulators.embedded.actions import ActionError
from flowbench.simulators.embedded.placing import facts_of
from flowbench.simulators.embedded.relations import riders, rigid_pose
from flowbench.simulators.embedded.state import EngineState, Result, require_object

SLIDING_TYPE = "Drawer"
PRECISION = 6


def open_object(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """OpenObject; an openness of 0 closes.

    A drawer comes out along its front by its openness times its depth, with what lies in it; it stops nowhere in
    between: the end pose must be free.
    """
    object_id, wanted = require_object(state, arguments["objectId"]), float(arguments["openness"])
    item = state.scene.object(object_id)
    if not item.metadata.get("openable"):
        raise ActionError(f"{object_id} is not an Openable object")
    if not 0.0 <= wanted <= 1.0:
        raise ActionError(f"openness must be in [0, 1], got {wanted}")
    if item.object_type != SLIDING_TYPE:
        return Result(dataclasses.replace(state, openness={**state.openness, object_id: wanted}))
    scene = state.scene
    target = _slid(scene, object_id, wanted - openness(state, object_id))
    along = riders(scene, object_id)
    check = check_free(dataclasses.replace(scene, hidden=scene.hidden | set(along)), object_id, target)
    if check.collider is not None and not arguments["forceAction"]:
        raise ActionError(f"{object_id} failed to open/close: {check.collider} is in the way.", facts=facts_of(check))
    before, group = scene.pose(object_id), (*scene.layout.parts[object_id], *along)
    poses = {name: rigid_pose(before, target, scene.pose(name)) for name in group}
    return Result(dataclasses.replace(state, scene=scene.with_poses(poses | {object_id: target})))


def openness(state: EngineState, object_id: str) -> float:
    """How far an object is open, 0 to 1: of a drawer where it is, of everything else what was recorded."""
    item = state.scene.object(object_id)
    loaded = float(item.metadata.get("openness") or 0.0)
    if item.object_type != SLIDING_TYPE:
        return state.openness.get(object_id, loaded)
    shift = _from_carrier(state.scene, object_id, loaded=False) - _from_carrier(state.scene, object_id, loaded=True)
    front, depth = _front(state.scene, object_id)
    return round(loaded + float((shift * front).sum()) / depth, PRECISION) + 0.0


def _from_carrier(scene: SceneState, object_id: str, loaded: bool) -> Floats:
    item = scene.object(object_id)
    pose = item.pose if loaded else scene.pose(object_id)
    if item.carrier is None:
        return np.array(pose.position, dtype=np.float64)
    carrier = scene.object(item.carrier).pose if loaded else scene.pose(item.carrier)
    return np.asarray(to_local(carrier, np.array([pose.position]))[0])


def _front(scene: SceneState, object_id: str) -> tuple[Floats, float]:
    """Direction of a drawer's front in its carrier's frame at load (the world's without one), and its depth."""
    item = scene.object(object_id)
    front = multiply(item.box[None, 12:15], matrix(item.pose.rotation).T)
    if item.carrier is not None:
        front = multiply(front, matrix(scene.object(item.carrier).pose.rotation))
    return np.asarray(front[0]), 2.0 * float(item.box[5])


def _slid(scene: SceneState, object_id: str, amount: float) -> Pose:
    item, pose = scene.object(object_id), scene.pose(object_id)
    step = multiply(item.box[None, 12:15], matrix(pose.rotation).T)[0] * (amount * 2.0 * float(item.box[5]))
    x, y, z = (round(float(value), PRECISION) for value in np.asarray(pose.position) + step)
    return Pose((x, y, z), pose.rotation)
