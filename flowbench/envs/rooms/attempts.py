"""One attempt at an action: what the simulator and geometry say about it."""

import dataclasses
import re
from collections.abc import Callable, Sequence

from flowbench.geometry.check_pose import check_pose, way_clear
from flowbench.geometry.motion import moved_camera, moved_poses, moves_of
from flowbench.records import Action, Attempt, CameraMotion, Motion, Pose, SceneState, Snapshot
from flowbench.rules.rooms.moves import alone
from flowbench.simulators import Outcome, Simulator, as_map
from flowbench.simulators.boxed import boxed

_COLLIDER = re.compile(r" is colliding with (.+) after teleport\.$")
Look = Callable[[Simulator], Snapshot]


def look_drawn(simulator: Simulator) -> Snapshot:
    """Look at the present state: draw it."""
    return simulator.snapshot()


def look_at_boxes(simulator: Simulator) -> Snapshot:
    """Look at the present state without drawing it: what is seen is told from boxes."""
    return boxed(simulator.scene)


def attempt(
    simulator: Simulator,
    start: SceneState,
    action: Action,
    probe: Sequence[Motion] = (),
    stay: bool = False,
    look: Look = look_drawn,
) -> tuple[Snapshot, Attempt]:
    """Try an action from a state and look: the picture after it, and the facts (also when it failed).

    Its moves come one after the other; where one fails, all are taken back.

    Args:
        probe: way-points, as motions from where the object has come to by then, that are tried and undone.
        stay: whether objects stay where they are put, in mid-air too.
        look: how to look.
    """
    simulator.restore(start)
    facts = Attempt(True)
    for number, move in enumerate(moves_of(action)):
        one = _turn_camera(simulator, move) if isinstance(move, CameraMotion) else _shift(simulator, move, stay)
        facts = one if number == 0 else _both(facts, one)
        if not facts.success:
            simulator.restore(start)
            break
    if facts.success:
        facts = _with_stops(facts, probe_stops(simulator, probe))
    return look(simulator), facts


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


def _shift(simulator: Simulator, motion: Motion, stay: bool) -> Attempt:
    """Put an object where a motion takes it, and what holds there."""
    here, object_id = simulator.scene, motion.object_id
    target, bare = moved_poses(here, motion)[object_id], alone(here, object_id)
    event = _teleport(simulator, object_id, target, stay)
    success = bool(event.metadata["lastActionSuccess"])
    reached = simulator.scene.pose(object_id) if success else target
    check = check_pose(bare, object_id, reached)
    return Attempt(
        success=success,
        error=str(event.metadata["errorMessage"]),
        collider=_collider(event),
        settled_m=max(0.0, target.position[1] - reached.position[1]),
        path_clear=way_clear(bare, motion),
        supported=check.supported,
        gap_m=check.gap_m,
        depth_m=check.excess_m,
    )


def _turn_camera(simulator: Simulator, motion: CameraMotion) -> Attempt:
    """Put the agent where a motion of its camera takes it."""
    target = moved_camera(simulator.scene.camera, motion)
    x, _, z = target.position
    event = simulator.step(
        "Teleport", position={"x": x, "z": z}, rotation={"y": target.yaw_deg}, horizon=target.horizon_deg
    )
    return Attempt(bool(event.metadata["lastActionSuccess"]), str(event.metadata["errorMessage"]))


def _both(first: Attempt, second: Attempt) -> Attempt:
    """What holds of two moves one after the other."""
    return Attempt(
        success=second.success,
        error=second.error,
        collider=second.collider,
        settled_m=max(first.settled_m, second.settled_m),
        path_clear=first.path_clear and second.path_clear,
        supported=first.supported and second.supported,
        gap_m=max(first.gap_m, second.gap_m),
        depth_m=max(first.depth_m, second.depth_m),
    )


def _with_stops(facts: Attempt, stops: tuple[str, ...]) -> Attempt:
    return dataclasses.replace(facts, probe_stops=stops) if stops else facts


def _teleport(simulator: Simulator, object_id: str, target: Pose, stay: bool = False) -> Outcome:
    """Put an object at a pose if nothing is in the way there, and let it settle unless it is to stay."""
    position, rotation = as_map(target.position), as_map(target.rotation)
    return simulator.step(
        "TeleportObject", objectId=object_id, position=position, rotation=rotation, forceKinematic=stay
    )


def _collider(event: Outcome) -> str | None:
    """Id of what was in the way, or None."""
    collided = _COLLIDER.search(str(event.metadata["errorMessage"]))
    return collided.group(1) if collided else None
