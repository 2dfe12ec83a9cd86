"""Kinds of motion: what a step does besides, or instead of, one translation of the mover.

| kind | numbers of an action | what a step does |
|---|---|---|
| translation | right, up, forward | the mover is moved |
| yaw | right, up, forward, yaw | the mover is moved and turned about the vertical through its box centre |
| sequence | right, up, forward, twice | the mover is moved, and from there moved again |
| two_movers | right, up, forward, twice | the mover is moved, then the task's second mover |
| camera | right, up, forward, then right, forward, yaw, tilt | the mover is moved, then the camera |
| carry | right, up, forward | the mover is moved with all that rests on or in it |

A number of an action is a share of its limit in `REACH`: metres are rounded to whole centimetres, angles to whole
degrees. The kind is a task's `parameters["motions"]`, left out for plain translations.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.geometry.check_pose import check_pose, world_box
from flowbench.geometry.motion import action_of, length_m, moved_camera, moved_poses, quantise, quantise_deg
from flowbench.geometry.standing import can_stand
from flowbench.records import Action, Camera, CameraMotion, Motion, Move, SceneState, Snapshot, Task
from flowbench.rules.rooms.eligible import frames
from flowbench.rules.rooms.limits import MOVE
from flowbench.rules.rooms.moves import alone, ends_well, slides
from flowbench.rules.rooms.presets import PAPER_LITERAL
from flowbench.rules.rooms.referable import movers, supports
from flowbench.seeding import ordered
from flowbench.simulators.embedded.relations import riders

T = TypeVar("T")

TRANSLATION, YAW, SEQUENCE, TWO_MOVERS, CAMERA, CARRY = KINDS = (
    "translation", "yaw", "sequence", "two_movers", "camera", "carry",
)  # fmt: skip
_SENSELESS = {
    ("occlusion", CAMERA): "it compares the masks of one camera's two pictures",
    ("feasibility", CAMERA): "the further move it asks about is told as the camera sees it",
    ("feasibility", CARRY): "the further move it asks about is judged for the object alone",
    **{("sandbox", kind): "its steps build on each other already" for kind in (SEQUENCE, TWO_MOVERS)},
}


@dataclass(frozen=True)
class Reach:
    """How far the numbers of an action reach, and what planners try.

    Attributes:
        move_m, turn_deg: of an object: each component, and the yaw.
        camera_m, camera_yaw_deg, camera_tilt_deg: of the camera.
        turns_deg: yaws that planners give a mover, to either side.
        steps_m, pans_deg, tilts_deg: what planners do with the camera, to either side.
        horizons_deg: from and to where the agent can look.
    """

    move_m: float = MOVE.max_move_m
    turn_deg: float = 180.0
    camera_m: float = 0.5
    camera_yaw_deg: float = 30.0
    camera_tilt_deg: float = 15.0
    turns_deg: tuple[float, ...] = (30.0, 45.0, 60.0, 90.0, 135.0)
    steps_m: tuple[float, ...] = (0.0, 0.1, 0.25)
    pans_deg: tuple[float, ...] = (0.0, 5.0, 12.0)
    tilts_deg: tuple[float, ...] = (0.0, 4.0)
    horizons_deg: tuple[float, float] = (-30.0, 60.0)


REACH = Reach()
SHIFT = (REACH.move_m,) * 3
SHIFT_AND_TURN = (*SHIFT, REACH.turn_deg)
CAMERA_WALK = (REACH.camera_m, REACH.camera_m, REACH.camera_yaw_deg, REACH.camera_tilt_deg)
_LIMITS: Mapping[str, tuple[float, ...]] = {
    TRANSLATION: SHIFT,
    YAW: SHIFT_AND_TURN,
    SEQUENCE: SHIFT * 2,
    TWO_MOVERS: SHIFT * 2,
    CAMERA: SHIFT + CAMERA_WALK,
    CARRY: SHIFT,
}


def check_kind(category: str, kind: str, preset: str) -> None:
    """Whether a category can be asked with a kind of motion.

    Raises:
        BadValue: where it makes no sense; says why.
    """
    reason = _SENSELESS.get((category, kind))
    if reason is None and preset == PAPER_LITERAL and kind != TRANSLATION:
        reason = "the paper's own rules know translations alone"
    if reason is not None:
        raise BadValue(f"{category} cannot be asked with motions={kind!r}: {reason}. Choose another kind.")


def kind_of(task: Task) -> str:
    """The kind of motion a task is about."""
    return str(task.parameters.get("motions", TRANSLATION))


def action_size(kind: str) -> int:
    """How many numbers an action has."""
    return len(_LIMITS[kind])


def decode(kind: str, task: Task, action: Sequence[float]) -> Action:
    """What an action does: its numbers, shares in [-1, 1], in metres and degrees."""
    count = len(SHIFT_AND_TURN if kind == YAW else SHIFT)
    first, rest = object_motion(task.mover, action[:count]), action[count:]
    if kind == CAMERA:
        return first, camera_motion(rest)
    if kind in (SEQUENCE, TWO_MOVERS):
        return first, object_motion(task.mover if kind == SEQUENCE else str(task.parameters["second_mover"]), rest)
    return first


def encode(kind: str, moves: Sequence[Move]) -> NDArray[np.float32]:
    """The action that does some moves of a kind."""
    return np.concatenate([shares_of(move, turns=kind == YAW) for move in moves]).astype(np.float32)


def object_motion(object_id: str, shares: Sequence[float]) -> Motion:
    """A motion of an object from the shares of its limits: right, up, forward and perhaps yaw."""
    right, up, forward, *turn = (share * limit for share, limit in zip(shares, SHIFT_AND_TURN, strict=False))
    return Motion(object_id, quantise(right), quantise(up), quantise(forward), quantise_deg(sum(turn)))


def camera_motion(shares: Sequence[float]) -> CameraMotion:
    """A motion of the camera from the shares of its limits: right, forward, yaw, tilt."""
    right, forward, yaw, tilt = (share * limit for share, limit in zip(shares, CAMERA_WALK, strict=True))
    return CameraMotion(quantise(right), quantise(forward), quantise_deg(yaw), quantise_deg(tilt))


def shares_of(move: Move, turns: bool = True) -> NDArray[np.float64]:
    """The numbers that stand for a move, with the yaw of an object or without."""
    if isinstance(move, CameraMotion):
        return np.divide([move.right_m, move.forward_m, move.yaw_deg, move.tilt_deg], CAMERA_WALK)
    numbers = [move.right_m, move.up_m, move.forward_m, *([move.yaw_deg] if turns else [])]
    return np.divide(numbers, SHIFT_AND_TURN[: len(numbers)])


def with_motions(before: Snapshot, task: Task, kind: str) -> Task | None:
    """A task asked with a kind of motion; None where its view has nothing to do that with."""
    if kind == TRANSLATION:
        return task
    marked = {**task.parameters, "motions": kind}
    if kind == CARRY:
        along = riders(before.scene, task.mover)
        if not along or not set(along).isdisjoint(task.landmarks):
            return None
    if kind == TWO_MOVERS:
        second = next(_second_movers(before, task), None)
        if second is None:
            return None
        marked["second_mover"] = second
    return dataclasses.replace(task, parameters=marked)


def idea(scene: SceneState, task: Task, motion: Motion) -> Action | None:
    """A whole action whose outcome a translation of the mover foretells; None where nothing will do.

    The mover ends where the translation takes it (turned, by way of elsewhere, ...).
    """
    kind = kind_of(task)
    if kind in (TRANSLATION, CARRY):
        return motion
    found = next(_IDEAS[kind](scene, task, motion), None)
    return None if found is None else action_of(found)


def _second_movers(before: Snapshot, task: Task) -> Iterator[str]:
    """What else can be moved: named, not among the task's own, neither on nor below any of them."""
    scene, own = before.scene, (task.mover, *task.landmarks)
    below = frozenset().union(*(supports(scene, name) for name in own))
    for name in ordered(movers(before), "second mover", scene.layout.scene, *own):
        apart = name not in own and name not in below and not supports(scene, name).intersection(own)
        if apart and slides(scene, name):
            yield name


def _turned(scene: SceneState, task: Task, motion: Motion) -> Iterator[tuple[Move, ...]]:
    turns = [side * turn for turn in REACH.turns_deg for side in (1.0, -1.0)]
    for turn in _in_order(turns, scene, task, motion):
        turned = dataclasses.replace(motion, yaw_deg=turn)
        if check_pose(alone(scene, task.mover), task.mover, moved_poses(scene, turned)[task.mover]).ok:
            yield (turned,)


def _by_way_of(scene: SceneState, task: Task, motion: Motion) -> Iterator[tuple[Move, ...]]:
    for first in _in_order(slides(scene, task.mover), scene, task, motion):
        rest = [quantise(a - b) for a, b in zip(_components(motion), _components(first), strict=True)]
        second = Motion(task.mover, rest[0], rest[1], rest[2])
        if length_m(second) >= MOVE.min_move_m and max(map(abs, rest)) <= MOVE.max_move_m:
            yield first, second


def _with_second(scene: SceneState, task: Task, motion: Motion) -> Iterator[tuple[Move, ...]]:
    other, after = str(task.parameters["second_mover"]), scene.with_poses(moved_poses(scene, motion))
    for second in _in_order(slides(scene, other), scene, task, motion):
        if ends_well(after, second):
            yield motion, second


def _with_camera(scene: SceneState, task: Task, motion: Motion) -> Iterator[tuple[Move, ...]]:
    poses = moved_poses(scene, motion)
    centres = [world_box(scene, task.mover, poses[task.mover])[0:3]]
    centres += [world_box(scene, name)[0:3] for name in task.landmarks]
    for moved in _in_order(_camera_motions(), scene, task, motion):
        camera = moved_camera(scene.camera, moved)
        if _can_look(scene, camera) and all(frames(camera, centre) for centre in centres):
            yield motion, moved


def _camera_motions() -> list[CameraMotion]:
    sides = (
        [side * size for size in sizes for side in (1.0, -1.0) if size or side > 0.0]
        for sizes in (REACH.steps_m, REACH.steps_m, REACH.pans_deg, REACH.tilts_deg)
    )
    found = [CameraMotion(*numbers) for numbers in product(*sides)]
    return [motion for motion in found if motion.right_m or motion.forward_m or motion.yaw_deg]


def _can_look(scene: SceneState, camera: Camera) -> bool:
    """Whether the agent can stand there and look so."""
    low, high = REACH.horizons_deg
    if not low <= camera.horizon_deg <= high:
        return False
    x, _, z = camera.position
    return can_stand(scene, x, z)


def _components(motion: Motion) -> tuple[float, float, float]:
    return motion.right_m, motion.up_m, motion.forward_m


def _in_order(items: Sequence[T], scene: SceneState, task: Task, motion: Motion) -> list[T]:
    """Some choices in the order that belongs to a task and a translation."""
    centimetres = (round(100.0 * number) for number in _components(motion))
    return ordered(items, "motions", kind_of(task), scene.layout.scene, *task.named, *centimetres)


_IDEAS = {YAW: _turned, SEQUENCE: _by_way_of, TWO_MOVERS: _with_second, CAMERA: _with_camera}
