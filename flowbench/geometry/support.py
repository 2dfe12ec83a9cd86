"""What a body rests on: the air below it, and whether its centre lies over what carries it."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from flowbench.geometry.jit import jit
from flowbench.geometry.obstacles import Flags, Ints, obstacles
from flowbench.records import Floats, Layout, SceneState

SUPPORT_GAP_M = 0.02
SINK_M = 0.015  # a top may reach this far into a body and still carry it
FOOT_BAND_M = 0.01  # lowest faces within this band are feet
UPRIGHT = 0.9  # |y| of a face normal from which on a face counts as level


@dataclass(frozen=True)
class Support:
    """How a body rests.

    Attributes:
        gap_m: air between its feet and the highest surface below, metres; inf where nothing is below.
        centred: whether the body's centre lies over the hull of its contacts with surfaces in reach.
        carrier: number of the object that is highest below; -1 for the floor; -2 for nothing.
    """

    gap_m: float
    centred: bool
    carrier: int


def find_support(scene: SceneState, moving: Floats, centre: Floats, ignored: Flags, reach_m: float) -> Support:
    """What (m, 15) world boxes with a centre (x, z) rest on; surfaces within `reach_m` below count as contacts."""
    packed = obstacles(scene)
    gap, carrier, points = _contacts(
        moving, packed.boxes, packed.first, ignored, _ground(scene.layout), max(reach_m, SUPPORT_GAP_M)
    )
    return Support(float(gap), bool(_in_hull(points, centre[0], centre[1])), int(carrier))


@lru_cache(maxsize=16)
def _ground(layout: Layout) -> Floats:
    """(n, 2) a convex floor to rest on: the room's, or around several rooms, since none rests outside of one."""
    if not layout.rooms:
        return layout.floor
    (west, south), (east, north) = layout.floor.min(axis=0), layout.floor.max(axis=0)
    return np.array([[west, south], [east, south], [east, north], [west, north]])


@jit
def _level_face(box: Floats, sign: float) -> tuple[Floats, float, bool]:
    """(4, 2) corners (x, z) of the top (sign 1) or bottom (-1) face of a box, its height, and whether it is level."""
    best, tilt = 0, 0.0
    for k in range(3):
        if abs(box[7 + 3 * k]) > tilt:
            best, tilt = k, abs(box[7 + 3 * k])
    towards = sign if box[7 + 3 * best] > 0 else -sign
    height = box[1] + towards * box[3 + best] * box[7 + 3 * best]
    i, j = (best + 1) % 3, (best + 2) % 3
    face = np.empty((4, 2))
    for n in range(4):
        si = 1.0 if n == 0 or n == 1 else -1.0
        sj = 1.0 if n == 0 or n == 3 else -1.0
        for axis in range(2):
            c = 2 * axis
            face[n, axis] = (
                box[c]
                + towards * box[3 + best] * box[6 + 3 * best + c]
                + si * box[3 + i] * box[6 + 3 * i + c]
                + sj * box[3 + j] * box[6 + 3 * j + c]
            )
    return face, height, tilt >= UPRIGHT


@jit
def _lowest(box: Floats) -> float:
    return float(box[1] - box[3] * abs(box[7]) - box[4] * abs(box[10]) - box[5] * abs(box[13]))


@jit
def _may_carry(foot: Floats, box: Floats, bottom: float, reach: float) -> bool:
    """Whether a box's top may lie under a foot and within reach below it: cheap, and never false where it does."""
    rise = box[3] * abs(box[7]) + box[4] * abs(box[10]) + box[5] * abs(box[13])
    if box[1] > bottom + SINK_M or box[1] + rise < bottom - reach:
        return False
    for axis in (0, 2):
        span = 0.0
        for k in range(3):
            span += foot[3 + k] * abs(foot[6 + 3 * k + axis]) + box[3 + k] * abs(box[6 + 3 * k + axis])
        if abs(foot[axis] - box[axis]) > span:
            return False
    return True


@jit
def clip(subject: Floats, window: Floats) -> Floats:
    """The part of a convex polygon (n, 2) inside a convex polygon (m, 2) of either orientation (Sutherland-Hodgman)."""
    area = 0.0
    for n in range(window.shape[0]):
        a, b = window[n], window[(n + 1) % window.shape[0]]
        area += a[0] * b[1] - a[1] * b[0]
    turn = 1.0 if area > 0 else -1.0
    current = subject.copy()
    for n in range(window.shape[0]):
        a, b = window[n], window[(n + 1) % window.shape[0]]
        kept = np.empty((2 * current.shape[0] + 2, 2))
        count = 0
        for k in range(current.shape[0]):
            p, q = current[k], current[(k + 1) % current.shape[0]]
            dp = turn * ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))
            dq = turn * ((b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0]))
            if dp >= 0:
                kept[count] = p
                count += 1
            if (dp >= 0) != (dq >= 0):
                t = dp / (dp - dq)
                kept[count, 0] = p[0] + t * (q[0] - p[0])
                kept[count, 1] = p[1] + t * (q[1] - p[1])
                count += 1
        current = kept[:count].copy()
        if count == 0:
            break
    return current


@jit
def _contacts(
    moving: Floats, boxes: Floats, first: Ints, ignored: Flags, floor: Floats, reach: float
) -> tuple[float, int, Floats]:
    """Gap below the feet, the highest carrier, and all contact corners (x, z) with surfaces within `reach`."""
    bottom = math.inf
    for m in range(moving.shape[0]):
        bottom = min(bottom, _lowest(moving[m]))
    gap, carrier = math.inf, -2
    points = np.empty((1024, 2))
    count = 0
    for m in range(moving.shape[0]):
        if _lowest(moving[m]) > bottom + FOOT_BAND_M:
            continue
        foot, _, _ = _level_face(moving[m], -1.0)
        on_floor = clip(foot, floor)
        if on_floor.shape[0] > 0:
            if bottom < gap:
                gap, carrier = bottom, -1
            if bottom <= reach:
                count = _append(points, count, on_floor)
        for k in range(first.shape[0] - 1):
            if ignored[k]:
                continue
            for n in range(first[k], first[k + 1]):
                if not _may_carry(moving[m], boxes[n], bottom, max(reach, gap)):
                    continue
                top, height, level = _level_face(boxes[n], 1.0)
                if not level or height > bottom + SINK_M or bottom - height > max(reach, gap):
                    continue
                touching = clip(foot, top)
                if touching.shape[0] == 0:
                    continue
                if bottom - height < gap:
                    gap, carrier = bottom - height, k
                if bottom - height <= reach:
                    count = _append(points, count, touching)
    return gap, carrier, points[:count]


@jit
def _append(points: Floats, count: int, more: Floats) -> int:
    for n in range(more.shape[0]):
        if count < points.shape[0]:
            points[count] = more[n]
            count += 1
    return count


@jit
def _in_hull(points: Floats, x: float, z: float) -> bool:
    """Whether (x, z) lies in the convex hull of (n, 2) points: no half plane through it is free of them."""
    count = points.shape[0]
    angles = np.empty(count)
    for n in range(count):
        dx, dz = points[n, 0] - x, points[n, 1] - z
        if dx * dx + dz * dz < 1e-12:
            return True
        angles[n] = math.atan2(dz, dx)
    if count < 3:
        return False
    angles.sort()
    widest = angles[0] + 2.0 * math.pi - angles[count - 1]
    for n in range(count - 1):
        widest = max(widest, angles[n + 1] - angles[n])
    return bool(widest <= math.pi + 1e-9)
