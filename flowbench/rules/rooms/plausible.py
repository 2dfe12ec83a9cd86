"""What every room outcome must satisfy before it is labelled, whatever the question."""

import math

from flowbench.geometry.check_pose import world_box
from flowbench.geometry.support import SUPPORT_GAP_M
from flowbench.records import Attempt, SceneState, Snapshot, Task
from flowbench.rules.rooms.eligible import is_seen_as_landmark, is_seen_as_mover
from flowbench.rules.rooms.limits import PAPER, USUAL
from flowbench.rules.rooms.manner import choose
from flowbench.rules.rooms.naming import qualifier

MAX_DROP_M = 0.10


def rejection(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt, landmarks_seen: bool = True) -> str:
    """Why an outcome is not labelled, as "kind: detail"; empty when it is plausible.

    Args:
        landmarks_seen: whether the landmarks must still be clearly seen after the move.
    """
    return rejection_of(task, before, after, attempt, task.mover, landmarks_seen)


def rejection_of(
    task: Task, before: Snapshot, after: Snapshot, attempt: Attempt, mover: str, landmarks_seen: bool = True
) -> str:
    """The same where another object than the task's mover has moved."""
    if not attempt.success:
        return _failure(attempt)
    room = choose(task, USUAL, PAPER)
    if attempt.settled_m > MAX_DROP_M:
        return f"falls: {attempt.settled_m:.2f} m"
    if not (attempt.supported or room.floats):
        return f"unsupported: {attempt.gap_m:.2f} m of air"
    length = move_length(before.scene, after.scene, mover)
    if length < room.move.min_move_m - 1e-6:
        return f"short move: {length:.2f} m"
    if not is_seen_as_mover(after, mover, room.mover):
        return f"mover hidden: {after.visible(mover)[0]} pixels"
    hidden = [name for name in task.landmarks if landmarks_seen and not is_seen_as_landmark(after, name, room.landmark)]
    if hidden:
        return f"landmark hidden: {after.visible(hidden[0])[0]} pixels of {hidden[0]}"
    second = task.parameters.get("second_mover")
    if second is not None:
        if move_length(before.scene, after.scene, second) < room.move.min_move_m - 1e-6:
            return "short move: of the second mover"
        if not is_seen_as_mover(after, second, room.mover):
            return f"mover hidden: {after.visible(second)[0]} pixels of the second"
    nameless = [name for name in task.named if qualifier(after, name) is None]
    return f"name lost: {nameless[0]}" if nameless else ""


def move_length(before: SceneState, after: SceneState, object_id: str) -> float:
    """How far an object's box centre has come, metres."""
    return math.dist(world_box(before, object_id)[0:3], world_box(after, object_id)[0:3])


def _failure(attempt: Attempt) -> str:
    if attempt.collider is not None:
        return f"collision: {attempt.collider}"
    if not attempt.supported or attempt.gap_m > SUPPORT_GAP_M:
        return f"unsupported: {attempt.gap_m:.2f} m of air"
    return f"failed: {attempt.error}"
