"""Motions: turns, several moves, the camera's own, and what they add up to."""

import dataclasses

import numpy as np
import pytest

from flowbench.geometry.camera import level_axes, project, project_point
from flowbench.geometry.check_pose import check_free, path_clear, way_clear, world_box
from flowbench.geometry.motion import (
    action_of,
    moved_camera,
    moved_poses,
    moves_of,
    own_motion,
    share_of,
    together,
)
from flowbench.records import Camera, CameraMotion, Motion, Pose
from tests import toy

CAMERA = Camera((0.3, 1.5, -0.2), 30.0, 10.0)
ROD = toy.box_object("Rod|1", (0.0, 1.0, 3.0), (1.2, 0.2, 0.1))
POST = toy.box_object("Post|1", (0.0, 1.0, 3.45), (0.1, 2.0, 0.1))
SCENE = toy.scene([ROD, POST])


def test_a_turn_keeps_the_centre_of_the_box_where_the_shift_takes_it():
    motion = Motion("Rod|1", right_m=0.2, up_m=0.1, forward_m=-0.3, yaw_deg=37.0)
    pose = moved_poses(SCENE, motion)["Rod|1"]
    came = world_box(SCENE, "Rod|1", pose)[0:3] - world_box(SCENE, "Rod|1")[0:3]
    assert came == pytest.approx([0.2, 0.1, -0.3])
    assert pose.rotation == (0.0, 37.0, 0.0)


def test_a_turn_may_hit_what_neither_of_its_ends_touches():
    half = Motion("Rod|1", yaw_deg=180.0)  # the rod sweeps over the post behind it
    end = moved_poses(SCENE, half)["Rod|1"]
    assert check_free(SCENE, "Rod|1", end).free
    assert not way_clear(SCENE, half)
    assert way_clear(SCENE, Motion("Rod|1", forward_m=-0.5, yaw_deg=0.0))
    assert way_clear(SCENE, Motion("Rod|1", forward_m=-1.5, yaw_deg=30.0))


@pytest.mark.parametrize("forward_m", [-1.0, -0.3, 0.2, 0.8, 2.0])
def test_the_compiled_way_is_that_of_single_checks(forward_m):
    target = moved_poses(SCENE, Motion("Rod|1", right_m=0.4, forward_m=forward_m))["Rod|1"]
    start, end = np.asarray(SCENE.pose("Rod|1").position), np.asarray(target.position)
    steps = max(1, int(np.ceil(np.linalg.norm(end - start) / 0.05)))
    single = (Pose(tuple((start + (end - start) * (k / steps)).tolist())) for k in range(1, steps + 1))
    assert path_clear(SCENE, "Rod|1", target) is all(check_free(SCENE, "Rod|1", pose).free for pose in single)


def test_parts_go_along_on_the_way():
    shelf = toy.box_object("Shelf|1", (0.0, 1.0, 3.0), (0.4, 0.1, 0.4))
    drawer = toy.box_object("Drawer|1", (0.0, 1.0, 3.3), (0.1, 0.1, 0.1), carrier="Shelf|1")
    post = toy.box_object("Post|1", (0.0, 1.0, 3.9), (0.1, 2.0, 0.1))
    scene = toy.scene([shelf, drawer, post])
    assert not way_clear(scene, Motion("Shelf|1", forward_m=0.55))  # the drawer before it meets the post
    assert way_clear(toy.scene([shelf, post]), Motion("Shelf|1", forward_m=0.55))


def test_the_camera_moves_in_its_level_frame_and_keeps_its_height():
    moved = moved_camera(CAMERA, CameraMotion(right_m=0.25, forward_m=-0.1, yaw_deg=-40.0, tilt_deg=5.0))
    shift = level_axes(CAMERA) @ (np.asarray(moved.position) - CAMERA.position)
    assert shift == pytest.approx([0.25, 0.0, -0.1])
    assert (moved.yaw_deg, moved.horizon_deg) == (350.0, 15.0)
    assert dataclasses.replace(moved, position=CAMERA.position, yaw_deg=30.0, horizon_deg=10.0) == CAMERA


def test_motions_add_up_by_object_and_vanish_when_taken_back():
    there, back = Motion("a", 0.1, 0.0, 0.2, 20.0), Motion("a", -0.1, 0.0, -0.2, -20.0)
    assert together((there, Motion("b", right_m=0.3), back)) == (Motion("b", right_m=0.3),)
    assert together((there, there)) == (Motion("a", 0.2, 0.0, 0.4, 40.0),)
    assert together((Motion("a", yaw_deg=150.0), Motion("a", yaw_deg=150.0))) == (Motion("a", yaw_deg=-60.0),)


def test_an_action_is_one_motion_or_several_moves():
    one, walk = Motion("a", 0.1), CameraMotion(yaw_deg=5.0)
    assert action_of((one,)) == one and moves_of(one) == (one,)
    assert action_of((one, walk)) == (one, walk) == moves_of((one, walk))
    assert action_of((walk,)) == (walk,) and action_of(()) == ()
    assert own_motion((one, walk, one), "a") == Motion("a", 0.2)
    assert own_motion((one, walk), "b") == Motion("b")


def test_a_share_of_a_motion_is_on_its_way():
    assert share_of(Motion("a", 0.4, 0.2, -0.8, 90.0), 0.5) == Motion("a", 0.2, 0.1, -0.4, 45.0)


# the fast projection of one point decides like that of many
@pytest.mark.parametrize("seed", range(3))
def test_one_point_is_projected_like_many(seed):
    points = np.random.default_rng(seed).uniform(-4.0, 4.0, (200, 3))
    for point, row in zip(points, project(CAMERA, points), strict=True):
        assert np.array_equal(project_point(CAMERA, tuple(point.tolist())), row, equal_nan=True)
