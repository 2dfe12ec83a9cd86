import dataclasses

import numpy as np
import pytest

from flowbench.geometry.motion import moved_poses
from flowbench.geometry.optical_flow import optical_flow, rigid_transform
from flowbench.records import Camera, Motion, Pose
from flowbench.render.pictures import render
from flowbench.render.visibility import visible_points
from tests import toy

BOX = toy.box_object("Box|1", (0.0, 1.5, 5.2), (0.8, 0.8, 0.4))
FRONT = toy.box_object("Front|1", (0.75, 1.5, 3.0), (0.5, 2.0, 0.1))
SCENE = toy.scene([BOX])
NUMBER = SCENE.layout.surface_ids["Box|1"]
RIGHT = Camera((0.5, 1.5, 0.0), 0.0, 0.0, 90.0, 300, 300)


def pair(scene, after):
    first, second = (render(toy.model(state), state.camera, "flat") for state in (scene, after))
    flow, moving, points = optical_flow(scene, after, first.depth, first.ids)
    valid = first.ids == second.ids
    valid[moving] = visible_points(toy.model(after), after.camera, points)
    return first, second, flow, valid


def moved(scene, **motion):
    return scene.with_poses(moved_poses(scene, Motion("Box|1", **motion)))


# trouble report R18
def test_half_a_metre_at_five_metres_is_fifteen_pixels():
    first, _, flow, valid = pair(SCENE, moved(SCENE, right_m=0.5))
    on_box = first.ids == NUMBER
    assert on_box.sum() > 400 and valid[on_box].all()
    front = on_box & (first.depth < 5.001)
    assert flow[front] == pytest.approx(np.tile([15.0, 0.0], (front.sum(), 1)), abs=1e-3)
    assert not flow[~on_box].any()


def test_camera_motion_moves_everything_by_parallax():
    shifted = Camera((-0.5, 1.5, 0.0), 0.0, 0.0, 90.0, 300, 300)
    first, _, flow, _ = pair(SCENE, SCENE.with_camera(shifted))
    assert flow[..., 0] == pytest.approx(15.0 * 5.0 / first.depth, abs=1e-3)
    assert flow[..., 1] == pytest.approx(0.0, abs=1e-3)


def test_object_and_camera_motion_add_up():
    shifted = Camera((-0.5, 1.5, 0.0), 0.0, 0.0, 90.0, 300, 300)
    first, _, flow, _ = pair(SCENE, moved(SCENE, right_m=0.5).with_camera(shifted))
    front = (first.ids == NUMBER) & (first.depth < 5.001)
    assert flow[front][:, 0] == pytest.approx(30.0, abs=1e-2)


# trouble report R18
def test_nothing_moves_nothing_flows():
    _, _, flow, valid = pair(SCENE, SCENE)
    assert not flow.any() and valid.all()


# trouble report R18
def test_vertical_motion_and_rotation_have_the_signs_of_the_picture():
    first, _, flow, _ = pair(SCENE, moved(SCENE, up_m=0.5))
    assert flow[(first.ids == NUMBER) & (first.depth < 5.001)][:, 1] == pytest.approx(-15.0, abs=1e-3)
    first, _, flow, _ = pair(SCENE, moved(SCENE, yaw_deg=10.0))
    front = (first.ids == NUMBER) & (first.depth < 5.001)
    assert abs(flow[front][:, 0].mean()) > 0.1  # the front face swings sideways about the centre behind it
    assert flow[front][:, 0].std() < 1.0


def test_forward_and_backward_flow_cancel_where_both_are_seen():
    after = moved(SCENE, right_m=0.3, forward_m=-0.6, yaw_deg=15.0)
    first, second, flow, valid = pair(SCENE, after)
    _, _, back, _ = pair(after, SCENE)
    rows, columns = np.nonzero(valid & (first.ids == NUMBER))
    u = columns + 0.5 + flow[rows, columns, 0]
    v = rows + 0.5 + flow[rows, columns, 1]
    returned = back[v.astype(int), u.astype(int)]
    assert np.abs(flow[rows, columns] + returned).max() < 1.0
    assert second.ids[v.astype(int), u.astype(int)] == pytest.approx(NUMBER)


# trouble report R18
def test_covered_pixels_are_not_valid():
    scene = toy.scene([BOX, FRONT])
    first, second, flow, valid = pair(scene, moved(scene, right_m=1.25))
    on_box = first.ids == NUMBER
    hidden = on_box & ~valid
    assert hidden.sum() > 0.9 * on_box.sum()  # the box ends up behind the panel
    assert np.abs(flow[on_box][:, 0] - 37.5).max() < 3.0  # its flow is known all the same
    uncovered = on_box & (second.ids != NUMBER)
    _, _, _, back_valid = pair(moved(scene, right_m=1.25), scene)
    assert not back_valid[uncovered].any()  # what the box hid cannot be found in the first picture


def test_flow_that_leaves_the_picture_is_not_valid():
    first, _, _, valid = pair(SCENE, moved(SCENE, right_m=6.0))
    assert not valid[first.ids == NUMBER].any()


def test_transform_of_an_unmoved_body_is_exactly_the_identity():
    pose = Pose((1.1, 2.2, 3.3), (10.0, 20.0, 30.0))
    assert (rigid_transform(pose, pose) == np.eye(3, 4)).all()
    assert (rigid_transform(pose, dataclasses.replace(pose, position=(2.1, 2.2, 3.3)))[:, :3] == np.eye(3)).all()
