"""Straight slides of a mover at its own height that end free, supported and, as far as boxes tell, in view."""

import dataclasses
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from flowbench.geometry.camera import from_level
from flowbench.geometry.check_pose import check_free, check_pose, world_box
from flowbench.geometry.motion import moved_poses, quantise
from flowbench.records import Floats, Motion, Pose, SceneState
from flowbench.rules.rooms.eligible import frames
from flowbench.rules.rooms.limits import USUAL, MoverLimits, RoomLimits, scaled_pixels
from flowbench.simulators.boxed import seen_at
from flowbench.simulators.embedded.relations import riders

Direction = tuple[float, float]  # (right, forward), a unit vector of the level camera frame

LEFT, RIGHT, FORWARD, BACK = (-1.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, -1.0)
FOUR = (LEFT, RIGHT, FORWARD, BACK)
LENGTHS_M = (0.6, 0.5, 0.4, 0.25)
LONGER_M = (*LENGTHS_M, 0.9, 1.2)
SPOKES = 24
SPOKE_LENGTHS_M = (0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0)
HALVINGS = 4
LIKELY = 0.75  # share of what a mover must show that it must show by its boxes, which hide a little more than bodies do


@lru_cache(maxsize=256)
def slides(
    scene: SceneState,
    mover: str,
    lengths_m: tuple[float, ...] = LENGTHS_M,
    directions: tuple[Direction, ...] = FOUR,
    room: RoomLimits = USUAL,
) -> tuple[Motion, ...]:
    """The slides in these directions that end well, each once. One that does not is shortened, by four halvings."""
    found: dict[tuple[float, float], Motion] = {}
    for direction in directions:
        for length in lengths_m:
            motion = _longest(scene, mover, direction, length, room)
            if motion is not None:
                found.setdefault((motion.right_m, motion.forward_m), motion)
    return tuple(found.values())


@lru_cache(maxsize=64)
def spokes(mover: str) -> tuple[Motion, ...]:
    """Moves in evenly spread directions, most of them of two components; whether they end well is yet to be seen."""
    turns = (2.0 * np.pi * np.arange(SPOKES) / SPOKES).tolist()
    directions = [(float(np.sin(turn)), float(np.cos(turn))) for turn in turns]
    return tuple(slide(mover, direction, length) for direction in directions for length in SPOKE_LENGTHS_M)


def slide(mover: str, direction: Direction, length_m: float) -> Motion:
    """The motion along a direction, components rounded to whole centimetres."""
    right, forward = direction
    return Motion(mover, right_m=quantise(right * length_m), forward_m=quantise(forward * length_m))


def ends_well(scene: SceneState, motion: Motion, room: RoomLimits = USUAL) -> bool:
    """Long enough, free of collisions, supported if need be, the mover's centre in the frame, and likely to be seen.

    Where objects may hang in the air, which is the paper's way, nothing is foretold of what will be seen.
    """
    length = float(np.hypot(np.hypot(motion.right_m, motion.forward_m), motion.up_m))
    if not room.move.min_move_m <= length <= room.move.max_move_m:
        return False
    poses = moved_poses(scene, motion)
    pose = poses[motion.object_id]
    if not _holds(scene, motion.object_id, pose, room):
        return False
    framed = frames(scene.camera, world_box(scene, motion.object_id, pose)[0:3], room.mover.frame_margin)
    return framed and (room.floats or _is_likely_seen(scene, motion.object_id, poses, room.mover))


def _is_likely_seen(scene: SceneState, mover: str, poses: Mapping[str, Pose], limits: MoverLimits) -> bool:
    visible, free = seen_at(scene, {name: poses[name] for name in scene.layout.parts[mover]})
    return visible >= LIKELY * max(scaled_pixels(limits.min_pixels, scene.camera), limits.min_share * free)


def alone(scene: SceneState, mover: str) -> SceneState:
    """The scene without what goes along when an object is moved."""
    return _alone(scene, mover) if scene.carry else scene


@lru_cache(maxsize=64)
def _alone(scene: SceneState, mover: str) -> SceneState:
    return dataclasses.replace(scene, hidden=scene.hidden | set(riders(scene, mover)))


def _holds(scene: SceneState, mover: str, pose: Pose, room: RoomLimits) -> bool:
    scene = alone(scene, mover)
    if room.floats:
        return check_free(scene, mover, pose).free
    return check_pose(scene, mover, pose).ok


def centres_after(scene: SceneState, mover: str, motions: Sequence[Motion]) -> Floats:
    """(n, 3) centres of the mover's box after each motion, world metres."""
    offsets = np.array([[motion.right_m, motion.up_m, motion.forward_m] for motion in motions]).reshape(-1, 3)
    return np.asarray(world_box(scene, mover)[0:3] + from_level(scene.camera, offsets))


def _longest(scene: SceneState, mover: str, direction: Direction, length_m: float, room: RoomLimits) -> Motion | None:
    whole = slide(mover, direction, length_m)
    if ends_well(scene, whole, room):
        return whole
    best, low, high = None, 0.0, length_m
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        motion = slide(mover, direction, middle)
        if ends_well(scene, motion, room):
            best, low = motion, middle
        else:
            high = middle
    return best
