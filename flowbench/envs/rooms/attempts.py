"""One attempt at a motion: what the simulator and geometry say about it."""

import re
from collections.abc import Sequence

from flowbench.geometry.check_pose import check_pose, path_clear
from flowbench.geometry.motion import moved_poses
from flowbench.records import Attempt, Motion, Pose, SceneState, Snapshot
from flowbench.simulators import Simulator, as_map
from flowbench.simulators.embedded.event import Event

_COLLIDER = re.compile(r" is colliding with (.+) after teleport\.$")


def attempt(
    simulator: Simulator, start: SceneState, motion: Motion, probe: Sequence[Motion] = (), stay: bool = False
) -> tuple[Snapshot, Attempt]:
    """Try a motion from a state and look: the picture after it, and the facts (also when it failed).

    Args:
        probe: way-points, as motions from where the object has come to by then, that are tried and undone.
        stay: whether the object stays where it is put, in mid-air too.
    """
    simulator.restore(start)
    target = moved_poses(start, motion)[motion.object_id]
    event = _teleport(simulator, motion.object_id, target, stay)
    success = bool(event.metadata["lastActionSuccess"])
    reached = simulator.scene.pose(motion.object_id) if success else target
    check = check_pose(start, motion.object_id, reached)
    facts = Attempt(
        success=success,
        error=str(event.metadata["errorMessage"]),
        collider=_collider(event),
        settled_m=max(0.0, target.position[1] - reached.position[1]),
        path_clear=path_clear(start, motion.object_id, target),
        supported=check.supported,
        gap_m=check.gap_m,
        depth_m=check.excess_m,
        probe_stops=probe_stops(simulator, probe) if success else (),
    )
    return simulator.snapshot(), facts


def probe_stops(simulator: Simulator, way_points: Sequence[Motion]) -> tuple[str, ...]:
    """What stops an object at each way-point from its present place, up to the first stop; "" where nothing does.

    The simulator is left as it was. Way-points may hang in the air: what holds there is not asked.
    """
    here, scene, stops = simulator.state, simulator.scene, []
    for motion in way_points:
        target = moved_poses(scene, motion)[motion.object_id]
        event = _teleport(simulator, motion.object_id, target, stay=True)
        stops.append("" if event.metadata["lastActionSuccess"] else _collider(event) or "unknown")
        if stops[-1]:
            break
    simulator.restore(here)
    return tuple(stops)


def _teleport(simulator: Simulator, object_id: str, target: Pose, stay: bool = False) -> Event:
    """Put an object at a pose if nothing is in the way there, and let it settle unless it is to stay."""
    position, rotation = as_map(target.position), as_map(target.rotation)
    return simulator.step(
        "TeleportObject", objectId=object_id, position=position, rotation=rotation, forceKinematic=stay
    )


def _collider(event: Event) -> str | None:
    """Id of what was in the way, or None."""
    collided = _COLLIDER.search(str(event.metadata["errorMessage"]))
    return collided.group(1) if collided else None
