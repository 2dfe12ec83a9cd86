"""Optical flow beyond one translation: turns, two moves, two movers, contents that go along, a camera that moves."""

import dataclasses
import math

import numpy as np
import pytest

from flowbench.annotators.flow import flow_between
from flowbench.envs.rooms.views import stand_at, views
from flowbench.geometry.motion import moved_camera
from flowbench.records import CameraMotion, Transition
from flowbench.rules.rooms.motions import KINDS, TRANSLATION
from flowbench.simulators import make_simulator, scenes
from tests.gates import flow_checks
from tests.gates.conftest import solved

SAMPLED, ALL = 3, 40
CLOSE_M = 0.3  # walks that end with a thing right before the lens, or in it, show nothing of the room
NEAR = "FlowBench-NearObject-v0"
CHECKS = [getattr(flow_checks, name) for name in dir(flow_checks) if name.startswith("check_")]


@pytest.fixture(
    scope="module", params=[pytest.param(SAMPLED, id="sampled"), pytest.param(ALL, id="all", marks=pytest.mark.slow)]
)
def count(request):
    return request.param


@pytest.fixture(scope="module", params=[kind for kind in KINDS if kind != TRANSLATION])
def moved(request, count):
    found = solved(count, NEAR, motions=request.param)
    assert len(found) == count
    return found


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_flow(check, moved):
    check(moved)


@pytest.fixture(scope="module")
def walks(count):
    """Pictures of rooms in which nothing moves but the camera, as transitions without a label."""
    found = []
    simulator = make_simulator("embedded", 800, 800, "flat")
    names, apart = scenes.scene_names("ithor"), len(scenes.scene_names("ithor")) // count
    for number, name in enumerate(name for first in range(apart) for name in names[first::apart]):
        if len(found) == count:
            break
        stand_at(simulator, name, views(name, 1)[0])
        first = simulator.snapshot()
        walk = CameraMotion((-0.3, 0.2)[number % 2], (0.25, -0.2)[number // 2 % 2], (12.0, -9.0)[number % 2], 5.0)
        camera = moved_camera(first.scene.camera, walk)
        simulator.restore(first.scene.with_camera(camera))
        after = simulator.snapshot()
        if min(first.pixels.depth.min(), after.pixels.depth.min()) > CLOSE_M:
            found.append(Transition(first, (walk,), after, None, None, None, None))
    return found


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_flow_of_a_room_that_stands_still(check, walks):
    check(walks)


def rays_by_hand(camera):
    """(3, H, W) world directions of depth 1 through the pixel centres, from angles alone."""
    yaw, down = math.radians(camera.yaw_deg), math.radians(camera.horizon_deg)
    forward = np.array([math.sin(yaw) * math.cos(down), -math.sin(down), math.cos(yaw) * math.cos(down)])
    right = np.array([math.cos(yaw), 0.0, -math.sin(yaw)])
    up = np.cross(forward, right)
    focal = camera.height / 2 / math.tan(math.radians(camera.fov_deg) / 2)
    columns, rows = np.meshgrid(np.arange(camera.width) + 0.5, np.arange(camera.height) + 0.5)
    across, along = (columns - camera.width / 2) / focal, (camera.height / 2 - rows) / focal
    toward = forward[:, None, None] + right[:, None, None] * across + up[:, None, None] * along
    return toward, (right, up, forward), focal


def test_ego_motion_is_what_a_projection_by_hand_says(walks):
    for walk in walks:
        first, camera = walk.before, walk.after.scene.camera
        toward, _, _ = rays_by_hand(first.scene.camera)
        start, end = (np.asarray(view.scene.camera.position)[:, None, None] for view in (walk.before, walk.after))
        offset = start + toward * first.pixels.depth.astype(float) - end
        _, (right, up, forward), focal = rays_by_hand(camera)
        x, y, z = (np.tensordot(axis, offset, 1) for axis in (right, up, forward))
        ahead = z > 0.2
        columns, rows = np.meshgrid(np.arange(camera.width) + 0.5, np.arange(camera.height) + 0.5)
        by_hand = np.stack([camera.width / 2 + focal * x / z - columns, camera.height / 2 - focal * y / z - rows], -1)
        flow, valid = flow_between(walk.before.scene, walk.after.scene, walk.before.pixels, walk.after.pixels)
        assert np.abs(flow - by_hand)[ahead].max() < 2e-3
        assert ahead.mean() > 0.9 and 0.2 < valid.mean() < 1.0


def test_a_turn_of_the_camera_alone_flows_alike_at_every_depth():
    """Pure rotation has no parallax: points of one pixel row and column shift by the same, near or far."""
    simulator = make_simulator("embedded", 200, 200, "flat")
    name = scenes.scene_names("ithor")[0]
    stand_at(simulator, name, views(name, 1)[0])
    first = simulator.snapshot()
    simulator.restore(first.scene.with_camera(moved_camera(first.scene.camera, CameraMotion(yaw_deg=10.0))))
    second = simulator.snapshot()
    far = dataclasses.replace(first.pixels, depth=2.0 * first.pixels.depth)
    near_flow, _ = flow_between(first.scene, second.scene, first.pixels, second.pixels)
    far_flow, _ = flow_between(first.scene, second.scene, far, second.pixels)
    assert np.abs(near_flow - far_flow).max() < 1e-3 and np.abs(near_flow).max() > 10.0
