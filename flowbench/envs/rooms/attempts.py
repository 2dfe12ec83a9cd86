"""One attempt at a motion: what the simulator and geometry say about it."""

import re

from flowbench.geometry.check_pose import check_pose, path_clear
from flowbench.geometry.motion import moved_poses
from flowbench.records import Attempt, Motion, SceneState, Snapshot
from flowbench.simulators import Simulator, as_map

_COLLIDER = re.compile(r" is colliding with (.+) after teleport\.$")


def attempt(simulator: Simulator, start: SceneState, motion: Motion) -> tuple[Snapshot, Attempt]:
    """Try a motion from a state and look: the picture after it, and the facts (also when it failed)."""
    simulator.restore(start)
    target = moved_poses(start, motion)[motion.object_id]
    event = simulator.step(
        "TeleportObject",
        objectId=motion.object_id,
        position=as_map(target.position),
        rotation=as_map(target.rotation),
    )
    success = bool(event.metadata["lastActionSuccess"])
    reached = simulator.scene.pose(motion.object_id) if success else target
    check = check_pose(start, motion.object_id, reached)
    error = str(event.metadata["errorMessage"])
    collided = _COLLIDER.search(error)
    facts = Attempt(
        success=success,
        error=error,
        collider=collided.group(1) if collided else None,
        settled_m=max(0.0, target.position[1] - reached.position[1]),
        path_clear=path_clear(start, motion.object_id, target),
        supported=check.supported,
        gap_m=check.gap_m,
        depth_m=check.excess_m,
    )
    return simulator.snapshot(), facts
