"""The pinhole camera: axes, intrinsics, projection and back-projection.

Pixel (u, v) has its centre at (u + 0.5, v + 0.5), u to the right, v down, (0, 0) at the top left corner of the picture.
A point lies in a picture of W x H pixels when 0 <= u < W and 0 <= v < H: the border belongs to the pixel right of or
below it, for points, masks and boxes alike.
Camera coordinates are (right, up, forward) in metres; depth is the forward coordinate (z-depth), not the ray length.
"""

import math
from functools import lru_cache

import numpy as np

from flowbench.geometry.rotation import multiply, sin_cos
from flowbench.records import Camera, DepthMap, Floats, Vector

NEAR_M = 0.05


@lru_cache(maxsize=512)
def axes(camera: Camera) -> Floats:
    """(3, 3) rows right, up, forward of a camera in the world frame; shared, not to be written to."""
    (sy, cy), (sh, ch) = sin_cos(camera.yaw_deg), sin_cos(camera.horizon_deg)
    return np.array([[cy, 0.0, -sy], [sy * sh, ch, cy * sh], [sy * ch, -sh, cy * ch]])


@lru_cache(maxsize=512)
def level_axes(camera: Camera) -> Floats:
    """(3, 3) rows right, world up, horizontal forward: the motion frame, into which the horizon never enters.

    Shared, not to be written to.
    """
    s, c = sin_cos(camera.yaw_deg)
    return np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])


def focal_px(camera: Camera) -> float:
    """Focal length in pixels, the same for u and v (square pixels)."""
    return camera.height / 2.0 / math.tan(math.radians(camera.fov_deg) / 2.0)


def intrinsics(camera: Camera) -> Floats:
    """(3, 3) matrix K of a camera: pixels from (right, down, forward), the corner of the picture being (0, 0).

    >>> intrinsics(Camera((0.0, 0.0, 0.0), 0.0, 0.0, 90.0, 800, 600)).tolist()
    [[300.0, 0.0, 400.0], [0.0, 300.0, 300.0], [0.0, 0.0, 1.0]]
    """
    f = round(focal_px(camera), 9)
    return np.array([[f, 0.0, camera.width / 2.0], [0.0, f, camera.height / 2.0], [0.0, 0.0, 1.0]])


def extrinsics(camera: Camera) -> Floats:
    """(3, 4) matrix [R | t] of a camera: from world points to (right, down, forward), metres.

    The world is left-handed and these axes are right-handed, so that the determinant of R is -1.

    >>> extrinsics(Camera((1.0, 1.5, -2.0), 0.0, 0.0)).tolist()
    [[1.0, 0.0, 0.0, -1.0], [0.0, -1.0, 0.0, 1.5], [0.0, 0.0, 1.0, 2.0]]
    """
    turn = axes(camera) * np.array([[1.0], [-1.0], [1.0]])
    return np.column_stack([turn, -(turn @ np.asarray(camera.position))]) + 0.0


def to_camera(camera: Camera, points: Floats) -> Floats:
    """(n, 3) world points in camera coordinates."""
    return multiply(np.atleast_2d(points) - np.asarray(camera.position), axes(camera).T)


def to_level(camera: Camera, points: Floats) -> Floats:
    """(n, 3) world points in the level camera frame, the camera at the origin."""
    return multiply(np.atleast_2d(points) - np.asarray(camera.position), level_axes(camera).T)


def from_level(camera: Camera, offsets: Floats) -> Floats:
    """(n, 3) offsets (right, up, forward) of the level frame as world offsets."""
    return multiply(np.atleast_2d(offsets), level_axes(camera))


def project(camera: Camera, points: Floats) -> Floats:
    """(n, 3) rows u, v, depth of world points. Points at or behind the near plane have u = v = nan."""
    local = to_camera(camera, points)
    depth = local[:, 2]
    ahead = depth > NEAR_M
    inverse = focal_px(camera) / np.where(ahead, depth, 1.0)
    u = np.where(ahead, camera.width / 2.0 + local[:, 0] * inverse, np.nan)
    v = np.where(ahead, camera.height / 2.0 - local[:, 1] * inverse, np.nan)
    return np.stack([u, v, depth], axis=1)


def project_point(camera: Camera, point: Vector) -> Vector:
    """What `project` gives of one point, to the last bit and much faster."""
    (rx, ry, rz), (ux, uy, uz), (fx, fy, fz) = _rows(camera)
    x, y, z = (p - c for p, c in zip(point, camera.position, strict=True))
    depth = x * fx + y * fy + z * fz
    if not depth > NEAR_M:
        return math.nan, math.nan, depth
    inverse = focal_px(camera) / depth
    right, up = x * rx + y * ry + z * rz, x * ux + y * uy + z * uz
    return camera.width / 2.0 + right * inverse, camera.height / 2.0 - up * inverse, depth


@lru_cache(maxsize=512)
def _rows(camera: Camera) -> tuple[Vector, Vector, Vector]:
    """The axes as plain numbers."""
    right, up, forward = ((float(row[0]), float(row[1]), float(row[2])) for row in axes(camera))
    return right, up, forward


def unproject(camera: Camera, depth: DepthMap) -> Floats:
    """(H, W, 3) world points seen by each pixel centre; nan where the depth is not finite or too near.

    >>> camera = Camera((0.0, 1.5, 0.0), yaw_deg=90.0, horizon_deg=0.0, width=2, height=2)
    >>> unproject(camera, np.full((2, 2), 4.0, dtype=np.float32))[0, 1].round(6).tolist()
    [4.0, 3.5, -2.0]
    """
    f = focal_px(camera)
    right = (np.arange(camera.width) + 0.5 - camera.width / 2.0) / f
    up = -(np.arange(camera.height) + 0.5 - camera.height / 2.0) / f
    z = np.where(np.isfinite(depth) & (depth > NEAR_M), depth, np.nan).astype(np.float64)
    local = np.stack([right[None, :] * z, up[:, None] * z, z], axis=-1)
    world = multiply(local.reshape(-1, 3), axes(camera)) + np.asarray(camera.position)
    return np.asarray(world.reshape(camera.height, camera.width, 3))


def ray(camera: Camera, u: float, v: float) -> tuple[Vector, Vector]:
    """Origin and direction (depth 1 along the optical axis) of the ray through a picture point, world frame."""
    f = focal_px(camera)
    local = np.array([[(u - camera.width / 2.0) / f, (camera.height / 2.0 - v) / f, 1.0]])
    direction = multiply(local, axes(camera))[0]
    return camera.position, (float(direction[0]), float(direction[1]), float(direction[2]))
