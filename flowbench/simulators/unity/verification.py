"""Whether an object is where it was asked to go. A simulator's own word for it is not enough.

A pose reached without physics must be the one asked for, within 1 mm and 0.1 degrees. One that was let go may have
sunk by up to 10 cm, slid by up to 1 cm and tilted by up to 5 degrees, as in the embedded engine; it has not risen.
"""

import math

import numpy as np

from flowbench.geometry.boxes import place
from flowbench.geometry.rotation import angle_between, matrix
from flowbench.physics.settle import MAX_DRIFT_M, MAX_DROP_M, MAX_TILT_DEG
from flowbench.records import Camera, Floats, Pose

EXACT_M = 1e-3
EXACT_DEG = 0.1
STALE_BOX_M = 0.02  # how far a box may be from where the pose puts it
ROUNDING_M = 1e-6
ROUNDING_DEG = 1e-3


def same(a: Pose, b: Pose) -> bool:
    """Whether two poses are equal within 1 mm and 0.1 degrees; angles are compared as directions."""
    return math.dist(a.position, b.position) <= EXACT_M and angle_between(a.rotation, b.rotation) <= EXACT_DEG


def same_view(a: Camera, b: Camera) -> bool:
    """Whether two cameras look from the same place the same way through the same lens."""
    turned = max(abs(math.remainder(a.yaw_deg - b.yaw_deg, 360.0)), abs(a.horizon_deg - b.horizon_deg))
    lens = (a.fov_deg, a.width, a.height) == (b.fov_deg, b.width, b.height)
    return math.dist(a.position, b.position) <= EXACT_M and turned <= EXACT_DEG and lens


def objection(box: Floats, asked: Pose, reached: Pose, exact: bool) -> str:
    """What speaks against `reached` as the outcome of `asked`; "" when nothing does.

    Args:
        box: (15,) the object's box in its own frame.
        exact: whether the object was not let go.
    """
    if exact:
        return "" if same(asked, reached) else _apart(asked, reached)
    there, here = place(box[None], asked)[0], place(box[None], reached)[0]
    drop, drift = float(there[1] - here[1]), math.hypot(here[0] - there[0], here[2] - there[2])
    if drop < -MAX_DRIFT_M or (drift > MAX_DRIFT_M + ROUNDING_M and drop <= MAX_DROP_M):
        return _apart(asked, reached)
    if drop > MAX_DROP_M + ROUNDING_M:
        return f"it falls, {drop:.3f} m down, {MAX_DROP_M:.3f} m allowed"
    tilt = _tilt_deg(asked, reached)
    if tilt > MAX_TILT_DEG + ROUNDING_DEG:
        return f"it tips, {tilt:.1f} degrees, {MAX_TILT_DEG:.1f} allowed"
    return ""


def box_is_stale(loaded: Floats, now: Floats) -> bool:
    """Whether an object's box is not where its pose puts it.

    Args:
        loaded, now: (15,) its box in its own frame, as the simulator gave it at load and gives it now.
    """
    return bool(np.linalg.norm(loaded[:3] - now[:3]) > STALE_BOX_M)


def _apart(asked: Pose, reached: Pose) -> str:
    return f"asked for {_words(asked)}, it is at {_words(reached)}"


def _words(pose: Pose) -> str:
    place_, turn = (", ".join(f"{value:.4g}" for value in vector) for vector in (pose.position, pose.rotation))
    return f"({place_}) turned ({turn})"


def _tilt_deg(a: Pose, b: Pose) -> float:
    up, now = matrix(a.rotation)[:, 1], matrix(b.rotation)[:, 1]
    cross = (up[1] * now[2] - up[2] * now[1], up[2] * now[0] - up[0] * now[2], up[0] * now[1] - up[1] * now[0])
    return math.degrees(math.atan2(math.hypot(*cross), float((up * now).sum())))
