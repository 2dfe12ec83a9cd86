"""Rigid motions: from words in the level camera frame to poses in the world, whole bodies at a time."""

import math

import numpy as np

from flowbench.errors import BadValue
from flowbench.geometry.camera import from_level
from flowbench.geometry.rotation import euler, matrix, multiply, to_world, wrap
from flowbench.records import Camera, Floats, Motion, Pose, SceneState, Vector

QUANTUM_M = 0.01


def quantise(length_m: float) -> float:
    """A length rounded to whole centimetres, as it is executed and as the text says it.

    >>> quantise(0.256), quantise(-0.004)
    (0.26, 0.0)
    """
    return round(length_m / QUANTUM_M) / round(1.0 / QUANTUM_M) + 0.0


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
