"""Rigid motions: from words in the level camera frame to poses in the world, whole bodies at a time."""

import dataclasses
import math

import numpy as np

from flowbench.errors import BadValue
from flowbench.geometry.camera import from_level
from flowbench.geometry.rotation import euler, matrix, multiply, to_world, wrap
from flowbench.records import Action, Camera, CameraMotion, Floats, Motion, Move, Pose, SceneState, Vector

QUANTUM_M = 0.01


def quantise(length_m: float) -> float:
    """A length rounded to whole centimetres, as it is executed and as the text says it.

    >>> quantise(0.256), quantise(-0.004)
    (0.26, 0.0)
    """
    return round(length_m / QUANTUM_M) / round(1.0 / QUANTUM_M) + 0.0


def quantise_deg(angle_deg: float) -> float:
    """An angle rounded to whole degrees, as it is executed and as the text says it.

    >>> quantise_deg(29.6), quantise_deg(-0.4)
    (30.0, 0.0)
    """
    return float(round(angle_deg)) + 0.0


def moves_of(action: Action) -> tuple[Move, ...]:
    """The moves an action consists of, in order."""
    return action if isinstance(action, tuple) else (action,)


def motions_of(moves: tuple[Move, ...]) -> tuple[Motion, ...]:
    """Those of some moves that are an object's."""
    return tuple(move for move in moves if isinstance(move, Motion))


def own_motion(action: Action, object_id: str) -> Motion:
    """All that an action does to one object, as one motion."""
    if isinstance(action, Motion) and action.object_id == object_id:
        return action
    own = tuple(motion for motion in motions_of(moves_of(action)) if motion.object_id == object_id)
    return next(iter(together(own)), Motion(object_id))


def action_of(moves: tuple[Move, ...]) -> Action:
    """An action of some moves: a single motion of an object stands for itself."""
    return moves[0] if len(moves) == 1 and isinstance(moves[0], Motion) else moves


def moved_camera(camera: Camera, motion: CameraMotion) -> Camera:
    """Where a camera is after a motion; its height stays."""
    shift = from_level(camera, np.array([[motion.right_m, 0.0, motion.forward_m]]))[0]
    x, y, z = camera.position
    return dataclasses.replace(
        camera,
        position=(float(x + shift[0]), y, float(z + shift[2])),
        yaw_deg=wrap(camera.yaw_deg + motion.yaw_deg),
        horizon_deg=camera.horizon_deg + motion.tilt_deg,
    )


def share_of(motion: Motion, share: float) -> Motion:
    """A motion that has come only a share of its way and turn."""
    return dataclasses.replace(
        motion,
        right_m=motion.right_m * share,
        up_m=motion.up_m * share,
        forward_m=motion.forward_m * share,
        yaw_deg=motion.yaw_deg * share,
    )


def together(motions: tuple[Motion, ...]) -> tuple[Motion, ...]:
    """One motion for each object instead of several, whole centimetres and degrees; those that add up to none are out.

    Objects come in the order in which they were first moved.
    """
    sums: dict[str, Floats] = {}
    for motion in motions:
        numbers = np.array([motion.right_m, motion.up_m, motion.forward_m, motion.yaw_deg])
        sums[motion.object_id] = sums.get(motion.object_id, np.zeros(4)) + numbers
    whole = (_quantised(object_id, numbers) for object_id, numbers in sums.items())
    return tuple(motion for motion in whole if motion != Motion(motion.object_id))


def _quantised(object_id: str, numbers: Floats) -> Motion:
    right, up, forward = (quantise(float(number)) for number in numbers[:3])
    turn = quantise_deg(float(numbers[3]))
    return Motion(object_id, right, up, forward, turn if abs(turn) <= 180.0 else math.remainder(turn, 360.0))


def length_m(motion: Motion) -> float:
    """How far a motion shifts its pivot, metres."""
    return math.sqrt(motion.right_m**2 + motion.up_m**2 + motion.forward_m**2)


def displacement(camera: Camera, motion: Motion) -> Floats:
    """(3,) world displacement of a motion's pivot."""
    offset = from_level(camera, np.array([[motion.right_m, motion.up_m, motion.forward_m]]))
    return np.asarray(offset[0])


def moved_poses(scene: SceneState, motion: Motion) -> dict[str, Pose]:
    """New poses of the moved object and its rigid parts, turned about the centre of the object's box."""
    if motion.pivot != "box centre":
        raise BadValue(f"Motion.pivot must be 'box centre', got {motion.pivot!r}.")
    shift = displacement(scene.camera, motion)
    item = scene.object(motion.object_id)
    pivot = to_world(scene.pose(motion.object_id), item.box[None, 0:3])[0]
    parts = scene.layout.parts[motion.object_id]
    return {part: _moved(scene.pose(part), pivot, shift, motion.yaw_deg) for part in parts}


def carried_poses(scene: SceneState, object_id: str, pose: Pose) -> dict[str, Pose]:
    """Poses of an object and its rigid parts when the object itself takes a given pose."""
    present = scene.pose(object_id)
    parts = scene.layout.parts[object_id]
    if present.rotation == pose.rotation:
        shift = np.asarray(pose.position) - np.asarray(present.position)
        return {part: pose if part == object_id else _shifted(scene.pose(part), shift) for part in parts}
    turn = multiply(matrix(pose.rotation), matrix(present.rotation).T)
    return {part: pose if part == object_id else _turned(scene.pose(part), present, pose, turn) for part in parts}


def _moved(pose: Pose, pivot: Floats, shift: Floats, yaw_deg: float) -> Pose:
    if yaw_deg == 0.0:
        return _shifted(pose, shift)
    turn = matrix((0.0, yaw_deg, 0.0))
    arm = multiply((np.asarray(pose.position) - pivot)[None], turn.T)[0]
    x, y, z = pose.rotation
    return Pose(_vector(pivot + arm + shift), (x, wrap(y + yaw_deg), z))


def _shifted(pose: Pose, shift: Floats) -> Pose:
    return Pose(_vector(np.asarray(pose.position) + shift), pose.rotation)


def _turned(part: Pose, before: Pose, after: Pose, turn: Floats) -> Pose:
    arm = multiply((np.asarray(part.position) - np.asarray(before.position))[None], turn.T)[0]
    return Pose(_vector(np.asarray(after.position) + arm), euler(multiply(turn, matrix(part.rotation))))


def _vector(values: Floats) -> Vector:
    return float(values[0]), float(values[1]), float(values[2])
