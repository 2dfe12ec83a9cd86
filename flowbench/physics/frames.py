"""Between our frame (left-handed, y up) and MuJoCo's (right-handed, z up): y and z change places, nothing else.

The exchange is a reflection, so it turns a left-handed frame into a right-handed one exactly; a rotation R becomes
M R M, with M the exchange. No rounding is involved in either direction.
"""

import math

import numpy as np

from flowbench.geometry.jit import jit
from flowbench.records import Floats

SWAP = [0, 2, 1]


def swap_vector(vector: Floats) -> Floats:
    """(3,) a point, direction or size of one frame in the other."""
    return np.asarray(vector, dtype=np.float64)[SWAP]


def swap_rotation(rotation: Floats) -> Floats:
    """(3, 3) a rotation matrix of one frame in the other."""
    return np.asarray(rotation, dtype=np.float64)[SWAP][:, SWAP]


def geom(box: Floats) -> tuple[Floats, Floats, Floats]:
    """Centre, half sizes and quaternion (w, x, y, z) in MuJoCo's frame of a (15,) box of ours."""
    axes = box[6:15].reshape(3, 3)
    return swap_vector(box[0:3]), swap_vector(box[3:6]), _attitude(axes)


@jit
def _attitude(axes: Floats) -> Floats:
    """(4,) quaternion of a box with these axes (rows); left-handed ones count with the third turned round."""
    a, b, c = axes
    volume = (
        a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    )
    turn = axes.T.copy()
    if volume <= 0.0:
        turn[:, 2] = -turn[:, 2]
    swapped = np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            swapped[i, j] = turn[(3 - i) % 3, (3 - j) % 3]
    return to_quaternion(swapped)


@jit
def to_quaternion(rotation: Floats) -> Floats:
    """(4,) unit quaternion (w, x, y, z) of a (3, 3) rotation matrix."""
    r, raw = rotation, np.empty(4)
    trace = r[0, 0] + r[1, 1] + r[2, 2]
    if trace > 0.0:
        raw[0], raw[1], raw[2], raw[3] = trace + 1.0, r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]
    else:
        i = 0
        for axis in range(1, 3):
            i = axis if r[axis, axis] > r[i, i] else i
        j, k = (i + 1) % 3, (i + 2) % 3
        raw[0] = r[k, j] - r[j, k]
        raw[1 + i] = 1.0 + r[i, i] - r[j, j] - r[k, k]
        raw[1 + j] = r[j, i] + r[i, j]
        raw[1 + k] = r[k, i] + r[i, k]
    return raw / math.sqrt(raw[0] ** 2 + raw[1] ** 2 + raw[2] ** 2 + raw[3] ** 2)


def from_quaternion(quaternion: Floats) -> Floats:
    """(3, 3) rotation matrix of a unit quaternion (w, x, y, z)."""
    w, x, y, z = (float(value) for value in quaternion)
    return np.array(
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    )
