import dataclasses

import numpy as np
import pytest

from flowbench.geometry.camera import (
    axes,
    extrinsics,
    focal_px,
    intrinsics,
    level_axes,
    project,
    ray,
    to_camera,
    unproject,
)
from flowbench.records import Camera

CAMERA = Camera((1.0, 1.5, -2.0), 30.0, 20.0, 90.0, 300, 300)
LEVEL = Camera((0.0, 0.0, 0.0), 0.0, 0.0, 90.0, 300, 300)


# trouble report R12
def test_positive_horizon_looks_down():
    assert axes(dataclasses.replace(CAMERA, horizon_deg=30.0))[2][1] == pytest.approx(-0.5)
    assert level_axes(CAMERA)[2][1] == 0.0


def test_focal_length_is_half_the_height_at_90_degrees():
    assert focal_px(CAMERA) == pytest.approx(150.0)


def test_unproject_then_project_gives_pixel_centres():
    depth = np.random.default_rng(0).uniform(0.5, 9.0, (300, 300)).astype(np.float32)
    picture = project(CAMERA, unproject(CAMERA, depth).reshape(-1, 3)).reshape(300, 300, 3)
    assert picture[7, 200, 0] == pytest.approx(200.5)
    assert picture[7, 200, 1] == pytest.approx(7.5)
    assert picture[..., 2] == pytest.approx(depth, rel=1e-6)


# trouble report R15
def test_unproject_gives_no_point_where_there_is_no_depth():
    depth = np.array([[np.inf, np.nan], [0.0, -1.0]], np.float32)
    assert np.isnan(unproject(dataclasses.replace(LEVEL, width=2, height=2), depth)).all()


# trouble report R17
@pytest.mark.parametrize("point", [(1, 0.5, -2), (1, 0.5, 0.0), (1, 0.5, 1e-9)])
def test_points_at_or_behind_the_camera_have_no_pixel(point):
    u, v, _ = project(LEVEL, np.array([point], float))[0]
    assert np.isnan(u) and np.isnan(v)


def test_ray_goes_through_its_picture_point():
    origin, direction = ray(CAMERA, 123.0, 45.0)
    u, v, depth = project(CAMERA, np.array([np.add(origin, np.multiply(direction, 3.0))]))[0]
    assert (u, v, depth) == pytest.approx((123.0, 45.0, 3.0))
    assert to_camera(CAMERA, np.array([origin]))[0] == pytest.approx([0, 0, 0])


def test_matrices_project_as_the_camera_does():
    points = np.random.default_rng(1).uniform(-3.0, 3.0, (50, 3))
    seen = project(CAMERA, points)
    x, y, z = intrinsics(CAMERA) @ extrinsics(CAMERA) @ np.column_stack([points, np.ones(50)]).T
    ahead = np.isfinite(seen[:, 0])
    assert ahead.sum() > 10
    assert np.allclose(np.stack([x / z, y / z, z], axis=1)[ahead], seen[ahead], atol=1e-6)
    assert np.linalg.det(extrinsics(CAMERA)[:, :3]) == pytest.approx(-1.0)
