"""Toy views for the paper's plans, and their answers worked out by hand."""

import numpy as np

from flowbench.geometry.boxes import corners
from flowbench.geometry.check_pose import check_free, world_box
from flowbench.geometry.motion import moved_poses
from flowbench.records import Attempt
from flowbench.rules.rooms import (
    closer_to,
    closest_three,
    contact_wall,
    count_near,
    depth_order,
    feasibility,
    left_right,
    near_object,
    occlusion,
)
from tests import toy
from tests.rules.outcomes import centre_distance
from tests.rules.test_count_near import CAMERA, THINGS
from tests.rules.test_occlusion import look

TABLE = toy.box_object("Table|1", (0.1, 0.3, 2.1), (0.5, 0.6, 0.4), kind="SideTable", pickupable=False)
PAN = toy.box_object("Pan|1", (0.1, 0.7, 2.1), (0.5, 0.2, 0.3), kind="Pan")
LARGE = toy.box_object("Bag|1", (-0.9, 0.3, 2.2), (0.5, 0.6, 0.5), kind="GarbageBag", pickupable=False, moveable=True)
SMALL = [toy.box_object(f"{k}|1", (x, 0.15, z), (0.2, 0.3, 0.2), kind=k) for k, (x, z) in THINGS.items()]
ROOM = toy.scene([TABLE, PAN, LARGE, *SMALL], CAMERA)
VIEW = look(ROOM)
RULES = (
    occlusion, left_right, near_object, depth_order, count_near, closest_three, closer_to, contact_wall, feasibility,
)  # fmt: skip


def name_of(rule):
    return rule.__name__.rpartition(".")[2]


def outcome(motion, task):
    """The view once a motion is made, and the attempt: in mid-air for all anybody knows, the probe walked by hand."""
    now = look(ROOM.with_poses(moved_poses(ROOM, motion)))
    return now, Attempt(True, supported=False, gap_m=1.0, probe_stops=walked(now.scene, task))


def walked(scene, task):
    """What stops the probe's way-points; "" where nothing does."""
    stops = []
    for point in feasibility.way_points(task) if task.category == "feasibility" else ():
        check = check_free(scene, task.mover, moved_poses(scene, point)[task.mover])
        stops.append("" if check.free else check.collider or "outside")
        if stops[-1]:
            break
    return tuple(stops)


def answer_by_hand(task, before, now, attempt):
    """The answer with the paper's thresholds, by plain arithmetic; None where it is ambiguous."""
    return globals()[f"_{task.category}"](task, before, now, attempt)


def _occlusion(task, before, now, _):
    ids = before.scene.layout.surface_ids
    hidden = before.pixels.ids == ids[task.landmarks[0]]
    return "yes" if (now.pixels.ids[hidden] == ids[task.mover]).mean() >= 0.5 else "no"


def _left_right(task, _before, now, _attempt):
    ids = now.scene.layout.surface_ids
    u, v = (np.nonzero(now.pixels.ids == ids[name])[1].mean() for name in (task.mover, task.landmarks[0]))
    if abs(u - v) < 0.03 * now.pixels.ids.shape[1]:
        return None
    return "yes" if (u < v) == (task.parameters["side"] == "left") else "no"


def _depth_order(task, _before, now, _attempt):
    ids = now.scene.layout.surface_ids
    own, other = (np.median(now.pixels.depth[now.pixels.ids == ids[n]]) for n in (task.mover, task.landmarks[0]))
    if abs(own - other) < max(0.10, 0.05 * max(own, other)):
        return None
    return "yes" if (own < other) == (task.parameters["word"] == "closer") else "no"


def _distances(task, now):
    return np.array([centre_distance(now.scene, task.mover, name) for name in task.landmarks])


def _near_object(task, _before, now, _attempt):
    (metres,), tau = _distances(task, now), task.parameters["tau"]
    return None if abs(metres - tau) < 0.05 else "yes" if metres <= tau else "no"


def _count_near(task, _before, now, _attempt):
    metres, tau = _distances(task, now), task.parameters["tau"]
    return None if np.abs(metres - tau).min() < 0.03 else str((metres <= tau).sum())


def _closest_three(task, _before, now, _attempt):
    metres = _distances(task, now)
    order = np.argsort(metres)
    near = metres[order[3]] - metres[order[2]] < 0.05
    return None if near else "".join(sorted("ABCDEF"[k] for k in order[:3]))


def _closer_to(task, _before, now, _attempt):
    metres = [_surface_distance(now.scene, task.mover, name) for name in task.landmarks]
    first, second = sorted(metres)[:2]
    return None if second - first < 0.045 else "ABCD"[metres.index(first)]


def _surface_distance(scene, a, b):
    one, two = corners(world_box(scene, a)), corners(world_box(scene, b))
    apart = [max(0.0, one[:, k].min() - two[:, k].max(), two[:, k].min() - one[:, k].max()) for k in range(3)]
    return sum(gap**2 for gap in apart) ** 0.5


def _contact_wall(task, before, now, _attempt):
    points = np.concatenate([corners(world_box(before.scene, item.object_id)) for item in before.scene.layout.objects])
    own = corners(world_box(now.scene, task.mover))
    gap = min(*(own.min(axis=0) - points.min(axis=0))[[0, 2]], *(points.max(axis=0) - own.max(axis=0))[[0, 2]])
    return None if gap < -0.02 else "yes" if gap <= 0.12 else "no"


def _feasibility(task, _before, _now, attempt):
    """The last way-point is one step beyond the end, which does not matter here."""
    asked = attempt.probe_stops[: len(feasibility.way_points(task)) - 1]
    return "no" if asked[-1] else "yes"
