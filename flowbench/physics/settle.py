"""Letting one body settle: gravity for up to a second, everything else standing still (MuJoCo)."""

import dataclasses
import math
from dataclasses import dataclass
from functools import lru_cache

import mujoco
import numpy as np

from flowbench.geometry.check_pose import support_at, world_box
from flowbench.geometry.rotation import euler, matrix, multiply, wrap
from flowbench.geometry.support import Support
from flowbench.physics.bodies import has_load_tilt, moving_boxes, standing_boxes
from flowbench.physics.frames import from_quaternion, swap_rotation, swap_vector
from flowbench.physics.world import STEP_S, compile_world
from flowbench.records import Camera, Floats, Layout, Pose, SceneState

MAX_DROP_M = 0.10
MAX_DRIFT_M = 0.01
MAX_TILT_DEG = 5.0
SAME_M = 5e-4  # nothing of the body moved further: it stayed
REST_S = 0.05
REST_SPEED = 1e-4  # |v|^2 + |w|^2 below which a body counts as resting
CACHED_SCENES = 256  # iTHOR and RoboTHOR together have 195, the houses 200
_STOP_M = 0.15
_STOP_UPRIGHT = math.cos(math.radians(25.0))


@dataclass(frozen=True)
class Settled:
    """Where a body comes to rest after it was let go at a pose.

    Attributes:
        pose: the pose at rest; the very pose asked for when nothing of the body moved by 0.5 mm.
        drop_m, drift_m: how far the centre of its box sank, and moved sideways, metres.
        tilt_deg: angle between its upright direction before and after.
        at_rest: whether it had come to rest when the time was up.
        time_s: simulated time until then.
    """

    pose: Pose
    drop_m: float
    drift_m: float
    tilt_deg: float
    at_rest: bool
    time_s: float = 0.0

    @property
    def refusal(self) -> str:
        """Why the pose does not count as one the body stays at ("tips", "falls", "drifts", "moves on"), or ""."""
        if self.tilt_deg > MAX_TILT_DEG:
            return "tips"
        if self.drop_m > MAX_DROP_M:
            return "falls"
        if self.drift_m > MAX_DRIFT_M:
            return "drifts"
        return "" if self.at_rest else "moves on"


def settle(scene: SceneState, object_id: str, pose: Pose, duration_s: float = 1.0) -> Settled:
    """Let go of an object (with its rigid parts) at a pose and watch it for up to `duration_s`.

    Air below it up to what was below it at load belongs to its feet, which its boxes do not show; so does what it was
    sunk into its support. What is not simulated (see `is_steady`; also what hung at load) goes straight down; it tips
    (90 degrees) where its centre is not over its support, unless that was so at load.
    """
    support, feet = support_at(scene, object_id, pose), load_gap(scene.layout, object_id)
    if support.gap_m - feet > MAX_DROP_M:
        return _lowered(pose, support.gap_m - feet)
    rough = has_load_tilt(scene.object(object_id), pose) and not is_steady(scene.layout, object_id)
    if rough or feet > MAX_DROP_M:
        return _straight(scene.layout, object_id, pose, support)
    return _simulated(scene, object_id, pose, support.gap_m, duration_s)


def is_steady(layout: Layout, object_id: str) -> bool:
    """Whether an object stays at its load pose when simulated.

    Where it does not, although it rests there in the real scene, its boxes or those below it are known to be too rough
    for physics, which is then not asked.
    """
    known = _steady(layout)
    if object_id not in known:
        scene = at_load(layout)
        pose = scene.pose(object_id)
        gap = support_at(scene, object_id, pose).gap_m
        known[object_id] = math.isfinite(gap) and _simulated(scene, object_id, pose, gap, 1.0).pose == pose
    return known[object_id]


@lru_cache(maxsize=CACHED_SCENES)
def _steady(layout: Layout) -> dict[str, bool]:
    """What `is_steady` has found out about a scene so far."""
    return {}


def load_gap(layout: Layout, object_id: str) -> float:
    """Air below an object at load, metres; 0 where nothing was below."""
    gap = float(layout.load_gaps_m[layout.index[object_id]])
    return gap if math.isfinite(gap) else 0.0


@lru_cache(maxsize=CACHED_SCENES)
def at_load(layout: Layout) -> SceneState:
    """A scene with everything where it was at load."""
    return SceneState(layout, Camera((0.0, 0.0, 0.0), 0.0, 0.0), tuple(item.pose for item in layout.objects))


def _straight(layout: Layout, object_id: str, pose: Pose, support: Support) -> Settled:
    loaded = at_load(layout)
    held = support.centred or not support_at(loaded, object_id, loaded.pose(object_id)).centred
    settled = _lowered(pose, max(0.0, support.gap_m - load_gap(layout, object_id)))
    return settled if held else dataclasses.replace(settled, tilt_deg=90.0, at_rest=False)


def _simulated(scene: SceneState, object_id: str, pose: Pose, gap_m: float, duration_s: float) -> Settled:
    lift, box = -min(gap_m, load_gap(scene.layout, object_id)), world_box(scene, object_id, pose)
    moving = moving_boxes(scene, object_id, pose)
    moving[:, 1] += lift
    start = np.concatenate([box[0:1], box[1:2] + lift, box[2:15]])
    model = compile_world(start, scene.object(object_id).mass_kg, moving, standing_boxes(scene, object_id, moving))
    fall = _watch(model, duration_s)
    if _is_straight(fall, box, gap_m + lift):
        return dataclasses.replace(_lowered(pose, gap_m + lift), at_rest=fall.at_rest, time_s=fall.time_s)
    drift, tilt = math.hypot(fall.shift[0], fall.shift[2]), math.degrees(math.acos(min(1.0, fall.turn[1, 1])))
    return Settled(_moved(pose, box[0:3], fall), float(-fall.shift[1]), drift, tilt, fall.at_rest, fall.time_s)


@dataclass(frozen=True, eq=False)
class _Fall:
    """How the box's centre moved (3,) and the body turned (3, 3), in our frame."""

    shift: Floats
    turn: Floats
    at_rest: bool
    time_s: float


def _watch(model: mujoco.MjModel, duration_s: float) -> _Fall:
    data, calm = mujoco.MjData(model), 0
    start, place, speed = data.qpos.copy(), data.qpos, data.qvel  # the latter two show what they are at each moment
    for _ in range(round(duration_s / STEP_S)):
        mujoco.mj_step(model, data)
        calm = calm + 1 if sum(v * v for v in speed.tolist()) < REST_SPEED else 0
        if calm * STEP_S >= REST_S or _is_lost(place.tolist(), start.tolist()):
            break
    shift, turn = swap_vector(data.qpos[0:3] - start[0:3]), swap_rotation(from_quaternion(data.qpos[3:7]))
    return _Fall(shift, turn, calm * STEP_S >= REST_S, round(float(data.time), 6))


def _is_lost(now: list[float], start: list[float]) -> bool:
    """Whether a free joint (7 numbers) has gone so far, or turned so far from upright, that the verdict is clear."""
    upright = 1.0 - 2.0 * (now[4] * now[4] + now[5] * now[5])
    return max(abs(now[k] - start[k]) for k in range(3)) > _STOP_M or upright < _STOP_UPRIGHT


def _is_straight(fall: _Fall, box: Floats, gap_m: float) -> bool:
    """Whether the body went down onto what was below it and did nothing else: then its pose is known exactly."""
    turned = float(np.abs(fall.turn - np.eye(3)).sum(axis=1).max() * box[3:6].max())
    drift, error = math.hypot(fall.shift[0], fall.shift[2]), abs(float(fall.shift[1]) + gap_m)
    return max(drift, turned, error) < SAME_M


def _lowered(pose: Pose, drop_m: float) -> Settled:
    if drop_m < SAME_M:
        return Settled(pose, 0.0, 0.0, 0.0, True)
    if not math.isfinite(drop_m):
        return Settled(pose, drop_m, 0.0, 0.0, False)
    x, y, z = pose.position
    return Settled(Pose((x, round(y - drop_m, 6), z), pose.rotation), drop_m, 0.0, 0.0, True)


def _moved(pose: Pose, pivot: Floats, fall: _Fall) -> Pose:
    arm = multiply((np.asarray(pose.position) - pivot)[None], fall.turn.T)[0]
    x, y, z = (round(float(value), 6) for value in pivot + fall.shift + arm)
    rx, ry, rz = (wrap(round(angle, 3)) for angle in euler(multiply(fall.turn, matrix(pose.rotation))))
    return Pose((x, y, z), (rx, ry, rz))
