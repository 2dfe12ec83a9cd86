"""The rasteriser against an Embree ray-cast through the same pixel centres."""

import numpy as np
import pytest

from flowbench.records import Camera
from flowbench.render.model import Instance, Model
from tests.render.embree import compare
from tests.render.solids import box, camera_in, clutter, room


@pytest.mark.parametrize("seed", range(12))
def test_ids_and_depth_equal_a_ray_cast_in_cluttered_rooms(seed: int) -> None:
    rng = np.random.default_rng(seed)
    report = compare(clutter(rng), camera_in(rng))
    assert report.equal_share >= 0.9999
    assert report.depth_error_m < 1e-4


@pytest.mark.parametrize("yaw", [0.0, 33.0, 90.0, 181.0])
@pytest.mark.parametrize("horizon", [0.0, -30.0, 61.0])
def test_geometry_that_crosses_the_near_plane_is_cut_there(yaw: float, horizon: float) -> None:
    shells = [Instance(box((0.12, 0.16, 0.14)), 7, np.eye(3), np.array([0.01, 0.02, -0.01]))]
    poles = [Instance(box((0.01, 4.0, 0.01)), 8, np.eye(3), np.array([0.05, 0.0, 0.04]))]
    model = Model.build([*room((5.0, 2.6, 4.0)), *shells, *poles])
    report = compare(model, Camera((0.0, 0.0, 0.0), yaw, horizon, 100.0, 231, 230))
    assert report.equal_share >= 0.9999
    assert report.depth_error_m < 1e-4


def test_a_large_picture_of_a_full_room_is_equal() -> None:
    rng = np.random.default_rng(99)
    model = clutter(rng, 120, 48)
    report = compare(model, Camera((1.9, 0.6, -1.6), -50.0, 20.0, 90.0, 800, 800))
    assert report.equal_share >= 0.9999
    assert report.depth_error_m < 1e-4
