"""Putting one object somewhere: is it free there, does it stay there, and what rides along.

The facts of a placement go into `metadata["flowbench"]` (AI2-THOR has nothing like it):

| key | meaning |
|---|---|
| collider | id of what is in the way, or None |
| gap_m | air below the pose asked for, metres; None where nothing is below |
| supported | whether that pose rests on something as it is |
| settled_m, drift_m, tilt_deg | how far the object sank, slid sideways and tilted until it came to rest |
"""

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flowbench.geometry.check_pose import PoseCheck, check_free, check_pose, support_reach
from flowbench.geometry.motion import carried_poses
from flowbench.physics.settle import MAX_DRIFT_M, MAX_DROP_M, MAX_TILT_DEG, Settled, settle
from flowbench.records import Pose, SceneState
from flowbench.simulators.embedded.actions import ActionError
from flowbench.simulators.embedded.relations import riders, rigid_pose
from flowbench.simulators.embedded.state import EngineState

Facts = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Placement:
    """A scene with an object where it came to rest, the simulated time that took, and the facts."""

    scene: SceneState
    pose: Pose
    time_s: float
    facts: Facts


def put(state: EngineState, object_id: str, pose: Pose, kinematic: bool = False) -> Placement:
    """Put an object at a pose and let it come to rest.

    Args:
        kinematic: whether it stays where it is put, in mid-air too.

    Raises:
        ActionError: when it collides there or does not stay there; the failure carries the facts.
    """
    scene, along = state.scene, riders(state.scene, object_id) if state.settings.carry else ()
    bare = dataclasses.replace(scene, hidden=scene.hidden | set(along)) if along else scene
    check = check_pose(bare, object_id, pose)
    facts = facts_of(check)
    if check.collider is not None:
        raise ActionError(f"{object_id} is colliding with {check.collider} after teleport.", facts=facts)
    if not check.inside:
        raise ActionError(f"{object_id} is colliding with the outside of the room after teleport.", facts=facts)
    settled = Settled(pose, 0.0, 0.0, 0.0, True) if kinematic else _rest(state, bare, (object_id, pose), check)
    sunk = check_free(bare, object_id, settled.pose).collider
    if sunk is not None:  # the simulation's contacts give way a little
        facts = {**facts_of(check, settled), "collider": sunk}
        raise ActionError(f"{object_id} is colliding with {sunk} after teleport.", facts=facts)
    moved = _carried(scene, object_id, settled.pose, along)
    return Placement(moved, settled.pose, settled.time_s, facts_of(check, settled))


def facts_of(check: PoseCheck, settled: Settled | None = None) -> Facts:
    """The facts of a placement, as JSON values."""
    return {
        "collider": check.collider,
        "gap_m": check.gap_m if math.isfinite(check.gap_m) else None,
        "supported": check.supported,
        "settled_m": settled.drop_m if settled and math.isfinite(settled.drop_m) else 0.0,
        "drift_m": settled.drift_m if settled else 0.0,
        "tilt_deg": settled.tilt_deg if settled else 0.0,
    }


def _rest(state: EngineState, scene: SceneState, placed: tuple[str, Pose], check: PoseCheck) -> Settled:
    object_id, pose = placed
    if not state.settings.settle:
        if not check.supported:
            allowed = support_reach(scene, object_id)
            raise ActionError(
                f"{object_id} is unsupported after teleport: {check.gap_m:.3f} m of air below, {allowed:.3f} m "
                "allowed, and its centre must lie over its support.",
                facts=facts_of(check),
            )
        return Settled(pose, 0.0, 0.0, 0.0, True)
    settled = settle(scene, object_id, pose)
    if settled.refusal:
        why = f"it {settled.refusal}, {_measure(settled)}"
        raise ActionError(f"{object_id} is unsupported after teleport: {why}.", facts=facts_of(check, settled))
    return settled


def _measure(settled: Settled) -> str:
    return {
        "falls": f"{settled.drop_m:.3f} m down, {MAX_DROP_M:.3f} m allowed",
        "tips": f"{settled.tilt_deg:.1f} degrees, {MAX_TILT_DEG:.1f} allowed",
        "drifts": f"{settled.drift_m:.3f} m sideways, {MAX_DRIFT_M:.3f} m allowed",
        "moves on": "the object couldn't come to rest",
    }[settled.refusal]


def _carried(scene: SceneState, object_id: str, pose: Pose, along: tuple[str, ...]) -> SceneState:
    """The object with its parts at a pose, and what rests on it where that takes it."""
    poses = {name: rigid_pose(scene.pose(object_id), pose, scene.pose(name)) for name in along}
    group = frozenset(along) | set(scene.layout.parts[object_id])
    others = dataclasses.replace(scene, hidden=scene.hidden | group) if along else scene
    for name in along:
        check = check_free(others, name, poses[name])
        if check.collider is not None:
            raise ActionError(f"{name} is colliding with {check.collider} after teleport.", facts=facts_of(check))
    return scene.with_poses(carried_poses(scene, object_id, pose) | poses)
