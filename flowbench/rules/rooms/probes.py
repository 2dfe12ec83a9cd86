"""Probes: a further move of an object, tried from where it is and undone.

Free at every way-point (at most 5 cm apart), with a clearance to the walls above -2 cm and a support at the end, the
answer is yes; stopped on the way, it is no. What a probe 5 cm shorter or longer would answer otherwise is ambiguous,
and so is one that is free and ends in the air.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.geometry.camera import from_level
from flowbench.geometry.check_pose import PoseCheck, check_free, check_pose, world_box
from flowbench.geometry.motion import length_m
from flowbench.geometry.walls import wall_gaps
from flowbench.records import Layout, Motion, Pose, SceneState, Snapshot, Task
from flowbench.rules.rooms.eligible import frames, shows
from flowbench.rules.rooms.manner import Manner

OUTSIDE = "the outside of the room"
SHELL = "Carcass"  # the type of what the scenes add to the source's objects


@dataclass(frozen=True)
class ProbeLimits:
    """Constants of probes.

    Attributes:
        step_m: distance between way-points, and how much shorter or longer a probe must give the same answer.
        clearance_m: least clearance to a wall on the way.
    """

    step_m: float = 0.05
    clearance_m: float = -0.02


LIMITS = ProbeLimits()


@dataclass(frozen=True)
class Finding:
    """What a probe shows.

    Attributes:
        end: where A is asked to get.
        free_m: how far it is free, metres.
        answer: None where there is a doubt.
        stop: what stops it, "" where nothing does.
    """

    end: Pose
    free_m: float
    answer: str | None = None
    stop: str = ""
    doubt: str = ""


def probe_of(task: Task) -> Motion:
    """The further move a task asks about."""
    right, up, forward = (float(task.parameters.get(f"probe_{axis}_m", 0.0)) for axis in ("right", "up", "forward"))
    return Motion(task.mover, right, up, forward)


def way_points(task: Task) -> tuple[Motion, ...]:
    """The probe in equal steps of at most 5 cm from the place it starts at, one step longer than it is asked about.

    The third last, second last and last way-points are one step short of the end, the end, and one step beyond.
    """
    probe = probe_of(task)
    count = math.ceil(length_m(probe) / LIMITS.step_m - 1e-9)
    shares = [step / count for step in range(1, count + 2)]
    return tuple(Motion(task.mover, probe.right_m * s, probe.up_m * s, probe.forward_m * s) for s in shares)


def find(scene: SceneState, task: Task, setup: Motion | None = None) -> Finding:
    """What geometry says of a task's probe from where A is, or from where a motion takes it."""
    poses = _way_poses(scene, task, setup)
    return _finding(scene, task, poses, _stops(scene, task.mover, poses))


def judge(scene: SceneState, task: Task, stops: Sequence[str]) -> Finding:
    """What a task's probe finds from where A is, when a simulator was stopped so at its way-points.

    Where A comes too near to a wall before, that is what stops it.
    """
    poses, merged = _way_poses(scene, task), list[str]()
    for pose, stop in zip(poses, stops, strict=False):
        merged.append(stop or _wall_in_the_way(scene, task.mover, pose, check_free(scene, task.mover, pose)))
        if merged[-1]:
            break
    return _finding(scene, task, poses, merged)


def predicted_stops(scene: SceneState, task: Task) -> tuple[str, ...]:
    """What geometry says would stop A at each way-point of a task's probe, up to the first stop."""
    return tuple(_stops(scene, task.mover, _way_poses(scene, task)))


def starts_in_wall(scene: SceneState, object_id: str) -> bool:
    """Whether an object's clearance to a wall is too small where it is."""
    return check_free(scene, object_id, scene.pose(object_id)).wall_gap_m <= LIMITS.clearance_m


def _way_poses(scene: SceneState, task: Task, setup: Motion | None = None) -> list[Pose]:
    start = setup or Motion(task.mover)
    points = way_points(task)
    offsets = [[start.right_m + p.right_m, start.up_m + p.up_m, start.forward_m + p.forward_m] for p in points]
    pose = scene.pose(task.mover)
    places = np.asarray(pose.position) + from_level(scene.camera, np.array(offsets))
    return [Pose((x, y, z), pose.rotation) for x, y, z in places.tolist()]


def _stops(scene: SceneState, mover: str, poses: Sequence[Pose]) -> list[str]:
    """What stops A at each pose, up to the first stop, by geometry."""
    stops: list[str] = []
    for pose in poses:
        check = check_free(scene, mover, pose)
        stops.append(check.collider or ("" if check.inside else OUTSIDE) or _wall_in_the_way(scene, mover, pose, check))
        if stops[-1]:
            break
    return stops


def _wall_in_the_way(scene: SceneState, mover: str, pose: Pose, check: PoseCheck) -> str:
    """Id of the nearest wall where the clearance to it is too small, else ""."""
    if check.wall_gap_m > LIMITS.clearance_m:
        return ""
    return wall_gaps(world_box(scene, mover, pose), scene.layout.walls, scene.layout.rooms)[0].wall_id


def _finding(scene: SceneState, task: Task, poses: Sequence[Pose], stops: Sequence[str]) -> Finding:
    """The answer to what stopped A at each way-point, the last being the first stop if there is one."""
    probe, end = probe_of(task), poses[-2]
    step_m = length_m(probe) / (len(poses) - 1)
    if Manner.of(task).is_literal:
        return _literal_finding(end, stops[: len(poses) - 1], step_m)
    if stops[-1]:
        free_m = step_m * (len(stops) - 1)
        if len(stops) > len(poses) - 2:
            return Finding(end, free_m, None, stops[-1], "ambiguous: stopped within a step of the end")
        if not _is_known(scene.layout, stops[-1]):
            return Finding(end, free_m, None, stops[-1], f"obstacle unknown: {stops[-1]}")
        return Finding(end, free_m, "no", stops[-1])
    free_m = step_m * len(stops)
    held = [check_pose(scene, task.mover, pose).supported for pose in poses[-3:]]
    if not held[1]:
        return Finding(end, free_m, doubt="ambiguous: free, but it would end in the air")
    if not all(held):
        return Finding(end, free_m, doubt="ambiguous: the support ends within a step of the end")
    return Finding(end, free_m, "yes")


def _literal_finding(end: Pose, stops: Sequence[str], step_m: float) -> Finding:
    """The paper's answer: whether the end is reached, wherever that is and whatever stops A on the way."""
    if stops[-1]:
        return Finding(end, step_m * (len(stops) - 1), "no", stops[-1])
    return Finding(end, step_m * len(stops), "yes")


def _is_known(layout: Layout, stop: str) -> bool:
    """Whether what stops A is an object of the source or a wall that something shows, not a guess of ours."""
    if stop in layout.index:
        return layout.objects[layout.index[stop]].object_type != SHELL
    return any(wall.wall_id == stop and wall.evidenced for wall in layout.walls)


def unseen(view: Snapshot, task: Task, finding: Finding) -> str:
    """Why a picture does not show what a probe finds; "" where it does, and where the paper's rules do not ask."""
    if Manner.of(task).is_literal:
        return ""
    if not frames(view.scene.camera, world_box(view.scene, task.mover, finding.end)[0:3]):
        return "probe unseen: it ends outside the picture"
    return "probe unseen: what stops it" if finding.stop and not shows(view, finding.stop) else ""
