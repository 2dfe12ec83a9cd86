"""The boxes that take part in settling one body: its own with level feet, and what stands close around it."""

import math

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.boxes import penetration, place
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.jit import jit
from flowbench.geometry.motion import carried_poses
from flowbench.geometry.obstacles import obstacles
from flowbench.geometry.rotation import matrix
from flowbench.geometry.support import FOOT_BAND_M, UPRIGHT
from flowbench.geometry.walls import wall_slabs
from flowbench.records import Floats, Pose, SceneObject, SceneState, Wall

SIDE_M = 0.05  # how far around a body things can matter to it
BELOW_M = 0.15
OVERLAP_M = 2e-4  # what already reaches deeper into the body is no obstacle to it: pushing it out is not settling
PLATE_M = 0.005
WALL_M = 0.05
SAME_TILT = 1e-5


def moving_boxes(scene: SceneState, object_id: str, pose: Pose) -> Floats:
    """(m, 15) world boxes of a body and its rigid parts at a pose.

    In the attitude it had at load (any yaw) it gets a level plate under its feet: bodies are estimates, and what rests
    in the real scene, such as a tilted apple, rests on something that its boxes do not show.
    """
    poses = carried_poses(scene, object_id, pose)
    boxes = np.concatenate([place(scene.object(part).boxes, poses[part]) for part in poses])
    if not len(boxes):
        boxes = world_box(scene, object_id, pose)[None]
    if not has_load_tilt(scene.object(object_id), pose):
        return boxes
    bottoms = boxes[:, 1] - _reach(boxes)[:, 1]
    low = bottoms <= bottoms.min() + FOOT_BAND_M
    return np.concatenate([boxes, np.array([_plate(box, float(bottoms.min())) for box in boxes[low]])])


def standing_boxes(scene: SceneState, object_id: str, moving: Floats) -> Floats:
    """(n, 15) level world boxes of all that the moving boxes may meet while they settle."""
    packed = obstacles(scene)
    foreign = np.ones(len(packed.boxes), dtype=np.bool_)
    for part in scene.layout.parts[object_id]:
        k = scene.number(part)
        foreign[packed.first[k] : packed.first[k + 1]] = False
    layout = scene.layout
    walls = [_wall_box(wall, layout.ceiling_m) for wall in layout.walls if not wall.room_id]
    slabs = wall_slabs(layout.walls, layout.ceiling_m)[0]
    boxes = np.concatenate([packed.boxes[foreign], np.array(walls).reshape(-1, 15), slabs])
    boxes = boxes[_near(boxes, moving)]
    level = np.array([levelled(box) for box in boxes]).reshape(-1, 15)
    return np.asarray(level[~_overlapping(level, moving)])


def has_load_tilt(item: SceneObject, pose: Pose) -> bool:
    """Whether a pose turns an object only about the vertical against how it stood at load."""
    loaded = item.pose.rotation
    return loaded == pose.rotation or bool(np.abs(matrix(loaded)[1] - matrix(pose.rotation)[1]).max() < SAME_TILT)


def levelled(box: Floats) -> Floats:
    """A box whose top counts as level, turned so that it is, about the middle of its top; any other box unchanged."""
    axes = box[6:15].reshape(3, 3)
    up = int(np.argmax(np.abs(axes[:, 1])))
    if not UPRIGHT <= abs(axes[up, 1]) < 1.0 - 1e-12:
        return box
    sign = math.copysign(1.0, axes[up, 1])
    top = box[0:3] + sign * box[3 + up] * axes[up]
    turned = np.zeros((3, 3))
    turned[up, 1] = sign
    first, second = (up + 1) % 3, (up + 2) % 3
    along = np.array([axes[first, 0], 0.0, axes[first, 2]])
    turned[first] = along / math.hypot(along[0], along[2])
    turned[second] = np.cross(turned[up], turned[first])
    return np.concatenate([top - sign * box[3 + up] * turned[up], box[3:6], turned.ravel()])


def _plate(box: Floats, bottom: float) -> Floats:
    """A thin level box under the lowest face of a box, reaching down to `bottom`."""
    axes = box[6:15].reshape(3, 3)
    up = int(np.argmax(np.abs(axes[:, 1])))
    i, j = (up + 1) % 3, (up + 2) % 3
    down = -math.copysign(1.0, axes[up, 1])
    middle = box[0:3] + down * box[3 + up] * axes[up]
    along = np.array([axes[i, 0], 0.0, axes[i, 2]])
    length = math.hypot(along[0], along[2])
    along /= length
    across = np.array([along[2], 0.0, -along[0]])
    width = abs(axes[j, 0] * across[0] + axes[j, 2] * across[2])
    half = [box[3 + i] * length, PLATE_M, box[3 + j] * width]
    centre = [middle[0], bottom + PLATE_M, middle[2]]
    return np.concatenate([centre, half, along, [0.0, 1.0, 0.0], -across])


def _wall_box(wall: Wall, ceiling_m: float) -> Floats:
    start, end = np.asarray(wall.start), np.asarray(wall.end)
    along, inward = (end - start) / float(np.hypot(*(end - start))), np.asarray(wall.inward)
    middle = (start + end) / 2.0 - inward * WALL_M
    centre = [middle[0], ceiling_m / 2.0, middle[1]]
    half = [float(np.hypot(*(end - start))) / 2.0, ceiling_m / 2.0, WALL_M]
    return np.concatenate([centre, half, [along[0], 0.0, along[1]], [0.0, 1.0, 0.0], [inward[0], 0.0, inward[1]]])


def _reach(boxes: Floats) -> Floats:
    """(n, 3) half sizes of the axis-aligned boxes around (n, 15) boxes."""
    return np.asarray((boxes[:, 3:6, None] * np.abs(boxes[:, 6:15].reshape(-1, 3, 3))).sum(axis=1))


def _near(boxes: Floats, moving: Floats) -> NDArray[np.bool_]:
    reach, around = _reach(boxes), _reach(moving)
    low = (moving[:, 0:3] - around).min(axis=0) - np.array([SIDE_M, BELOW_M, SIDE_M])
    high = (moving[:, 0:3] + around).max(axis=0) + SIDE_M
    apart = (boxes[:, 0:3] - reach > high) | (boxes[:, 0:3] + reach < low)
    return np.asarray(~apart.any(axis=1))


@jit
def _overlapping(boxes: Floats, moving: Floats) -> NDArray[np.bool_]:
    found = np.zeros(boxes.shape[0], dtype=np.bool_)
    for n in range(boxes.shape[0]):
        for m in range(moving.shape[0]):
            if penetration(boxes[n], moving[m]) > OVERLAP_M:
                found[n] = True
                break
    return found
