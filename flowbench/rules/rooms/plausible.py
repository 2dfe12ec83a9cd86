"""What every room outcome must satisfy before it is labelled, whatever the question."""

import math

from flowbench.geometry.check_pose import world_box
from flowbench.geometry.support import SUPPORT_GAP_M
from flowbench.records import Attempt, SceneState, Snapshot, Task
from flowbench.rules.rooms.eligible import is_seen_as_mover
from flowbench.rules.rooms.limits import MOVE

MAX_DROP_M = 0.10


def rejection(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> str:
    """Why an outcome is not labelled, as "kind: detail"; empty when it is plausible."""
    if not attempt.success:
        return _failure(attempt)
    if attempt.settled_m > MAX_DROP_M:
        return f"falls: {attempt.settled_m:.2f} m"
    if not attempt.supported:
        return f"unsupported: {attempt.gap_m:.2f} m of air"
    length = move_length(before.scene, after.scene, task.mover)
    if length < MOVE.min_move_m - 1e-6:
        return f"short move: {length:.2f} m"
    if not is_seen_as_mover(after, task.mover):
        return f"mover hidden: {after.visible(task.mover)[0]} pixels"
    return ""


def move_length(before: SceneState, after: SceneState, object_id: str) -> float:
    """How far an object's box centre has come, metres."""
    return math.dist(world_box(before, object_id)[0:3], world_box(after, object_id)[0:3])


def _failure(attempt: Attempt) -> str:
    if attempt.collider is not None:
        return f"collision: {attempt.collider}"
    if not attempt.supported or attempt.gap_m > SUPPORT_GAP_M:
        return f"unsupported: {attempt.gap_m:.2f} m of air"
    return f"failed: {attempt.error}"
