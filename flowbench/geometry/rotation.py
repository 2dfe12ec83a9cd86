"""Euler triples, rotation matrices and angles in AI2-THOR's convention: R = Ry(y) Rx(x) Rz(z), degrees, left-handed."""

import math
from functools import lru_cache

import numpy as np

from flowbench.records import Floats, Pose, Vector


def sin_cos(angle_deg: float) -> tuple[float, float]:
    """Sine and cosine of an angle in degrees, exact at multiples of 90, without the last bits libraries differ in."""
    angle = math.radians(math.remainder(angle_deg, 360.0))
    return round(math.sin(angle), 14) + 0.0, round(math.cos(angle), 14) + 0.0


@lru_cache(maxsize=8192)
def matrix(rotation: Vector) -> Floats:
    """(3, 3) rotation matrix of an Euler triple (x, y, z) in degrees; shared, not to be written to."""
    (sx, cx), (sy, cy), (sz, cz) = (sin_cos(angle) for angle in rotation)
    return np.array(
        [
            [cy * cz + sy * sx * sz, sy * sx * cz - cy * sz, sy * cx],
            [cx * sz, cx * cz, -sx],
            [cy * sx * sz - sy * cz, sy * sz + cy * sx * cz, cy * cx],
        ]
    )


def euler(rotation: Floats) -> Vector:
    """The Euler triple (x, y, z) in degrees, each in [0, 360), of a (3, 3) rotation matrix.

    At x = +-90 the triple is not unique; z is then 0.
    """
    sx = max(-1.0, min(1.0, -float(rotation[1, 2])))
    if abs(sx) > 1.0 - 1e-12:
        x, z = math.copysign(90.0, sx), 0.0
        y = math.degrees(math.atan2(-float(rotation[2, 0]), float(rotation[0, 0])))
    else:
        x = math.degrees(math.asin(sx))
        y = math.degrees(math.atan2(float(rotation[0, 2]), float(rotation[2, 2])))
        z = math.degrees(math.atan2(float(rotation[1, 0]), float(rotation[1, 1])))
    return wrap(x), wrap(y), wrap(z)


def wrap(angle_deg: float) -> float:
    """The same angle in [0, 360), without negative zero.

    >>> wrap(-90.0), wrap(360.0), wrap(-0.0)
    (270.0, 0.0, 0.0)
    """
    wrapped = math.fmod(angle_deg, 360.0)
    wrapped = wrapped + 360.0 if wrapped < 0 else wrapped
    return 0.0 if wrapped >= 360.0 else wrapped + 0.0


def angle_between(a: Vector, b: Vector) -> float:
    """Angle in degrees of the rotation that turns one Euler triple into the other: 0 exactly when they are equal."""
    relative = multiply(matrix(a).T, matrix(b))
    sine = 0.5 * math.sqrt(
        (relative[2, 1] - relative[1, 2]) ** 2
        + (relative[0, 2] - relative[2, 0]) ** 2
        + (relative[1, 0] - relative[0, 1]) ** 2
    )
    cosine = 0.5 * (relative[0, 0] + relative[1, 1] + relative[2, 2] - 1.0)
    return math.degrees(math.atan2(sine, cosine))


def multiply(a: Floats, b: Floats) -> Floats:
    """Matrix product (m, 3) x (3, n) without BLAS, whose last bits depend on the processor."""
    return np.asarray(a[:, 0:1] * b[0:1, :] + a[:, 1:2] * b[1:2, :] + a[:, 2:3] * b[2:3, :])


def to_world(pose: Pose, points: Floats) -> Floats:
    """(n, 3) points of an object's own frame in the world frame."""
    return np.asarray(multiply(points, matrix(pose.rotation).T) + np.asarray(pose.position))


def to_local(pose: Pose, points: Floats) -> Floats:
    """(n, 3) world points in an object's own frame."""
    return multiply(points - np.asarray(pose.position), matrix(pose.rotation))
