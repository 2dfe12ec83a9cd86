"""The pinhole camera: axes, intrinsics, projection and back-projection.

Pixel (u, v) has its centre at (u + 0.5, v + 0.5), u to the right, v down, (0, 0) at the top left corner of the picture.
A point lies in a picture of W x H pixels when 0 <= u < W and 0 <= v < H: the border belongs to the pixel right of or
below it, for points, masks and boxes alike.
Camera coordinates are (right, up, forward) in metres; depth is the forward coordinate (z-depth), not the ray length.
"""

import math

import numpy as np

from flowbench.geometry.rotation import multiply, sin_cos
from flowbench.records import Camera, DepthMap, Floats, Vector

NEAR_M = 0.05


def axes(camera: Camera) -> Floats:
    """(3, 3) rows right, up, forward of a camera in the world frame."""
    (sy, cy), (sh, ch) = sin_cos(camera.yaw_deg), sin_cos(camera.horizon_deg)
    return np.array([[cy, 0.0, -sy], [sy * sh, ch, cy * sh], [sy * ch, -sh, cy * ch]])


def level_axes(camera: Camera) -> Floats:
    """(3, 3) rows right, world up, horizontal forward: the motion frame, into which the horizon never enters."""
    s, c = sin_cos(camera.yaw_deg)
    return np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])


def focal_px(camera: Camera) -> float:
    """Focal length in pixels, the same for u and v (square pixels)."""
    return camera.height / 2.0 / math.tan(math.radians(camera.fov_deg) / 2.0)


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


def unproject(camera: Camera, depth: DepthMap) -> Floats:
    """(H, W, 3) world points seen by each pixel centre; nan where the depth is not finite or too near."""
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
