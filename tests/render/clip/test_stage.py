"""Stages: shadows fall away from the lamp, composition equals drawing everything, flow is exact."""

import numpy as np
import pytest

from flowbench.records import Camera
from flowbench.render.clip.light import Lamp
from flowbench.render.clip.stage import Put, Stage, flow_between
from flowbench.rules.processes.drawing.solids import block, material, mesh

CAMERA = Camera((0.0, 1.5, 0.0), 0.0, 89.0, 40.0, 160, 90)
LAMP = Lamp((-1.2, 2.0, 0.0), (0.0, 0.0, 0.0), 50.0)
FLOOR = Put(1, mesh([(block((-2, -2, -0.1), (2, 2, 0.0), 0.001), material((180, 180, 180)))]), np.eye(3), np.zeros(3))
CUBE = mesh([(block((-0.05, -0.05, 0.0), (0.05, 0.05, 0.2), 0.002), material((200, 40, 40)))])


def cube(x, turn_deg=0.0):
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), 0, np.sin(angle)], [0, 1, 0], [-np.sin(angle), 0, np.cos(angle)]])
    return Put(2, CUBE, turn, np.array([x, 0.0, 0.0]))


def test_shadow_lies_on_the_far_side_of_the_lamp():
    ground = Stage(CAMERA, LAMP, [FLOOR])
    bare, shaded = ground.frame([]).frame.astype(int), ground.frame([cube(0.0)]).frame.astype(int)
    darker = (bare - shaded).mean(axis=2)
    right, left = darker[42:48, 87:92].mean(), darker[42:48, 60:72].mean()
    assert right > 30 and abs(left) < 3


def test_a_moving_thing_looks_as_if_it_had_been_part_of_the_background():
    together = Stage(CAMERA, LAMP, [FLOOR, cube(0.1)]).frame([])
    apart = Stage(CAMERA, LAMP, [FLOOR]).frame([cube(0.1)])
    assert np.array_equal(together.ids, apart.ids) and np.array_equal(together.depth, apart.depth)
    assert (np.abs(together.frame.astype(int) - apart.frame.astype(int)).max(axis=2) > 3).mean() < 0.01


def test_flow_is_that_of_the_points():
    stage = Stage(CAMERA, LAMP, [FLOOR])
    first, second = stage.frame([cube(0.0)]), stage.frame([cube(0.06)])
    flow, valid = flow_between(CAMERA, first, second, {2: (np.eye(3), np.array([0.06, 0.0, 0.0]))})
    top = (first.ids == 2) & (np.abs(first.depth - 1.3) < 0.005)
    focal = 45.0 / np.tan(np.radians(20.0))
    assert flow[top][:, 0] == pytest.approx(focal * 0.06 / 1.3, rel=0.01)
    assert np.abs(flow[top][:, 1]).max() < 0.05 and not flow[first.ids == 1].any()
    assert valid[top].mean() > 0.85 and not valid[(first.ids == 1) & (second.ids == 2)].any()


def test_frames_are_the_same_each_time_and_meshes_may_change():
    stage = Stage(CAMERA, LAMP, [FLOOR])
    one = stage.frame([cube(0.0, 20.0)]).frame
    small = mesh([(block((-0.02, -0.02, 0.0), (0.02, 0.02, 0.05), 0.002), material((40, 40, 200)))])
    stage.frame([Put(3, small, np.eye(3), np.zeros(3))])
    assert np.array_equal(one, stage.frame([cube(0.0, 20.0)]).frame)
