import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flowbench.geometry.rotation import angle_between, euler, matrix, multiply, sin_cos, to_local, to_world, wrap
from flowbench.records import Pose

angles = st.floats(-720, 720, allow_nan=False)


@given(angles, angles, angles)
def test_euler_gives_back_the_same_rotation(x, y, z):
    assert angle_between((x, y, z), euler(matrix((x, y, z)))) < 1e-5


@given(angles, angles, angles)
def test_matrix_is_a_rotation(x, y, z):
    turn = matrix((x, y, z))
    assert np.allclose(turn @ turn.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(turn) == pytest.approx(1.0)


def test_axes_follow_the_simulator():
    assert matrix((0, 90, 0)) @ [0, 0, 1] == pytest.approx([1, 0, 0])  # yaw 90 looks along +x
    assert matrix((30, 0, 0)) @ [0, 0, 1] == pytest.approx([0, -0.5, np.sqrt(0.75)])  # positive x looks down
    assert matrix((0, 0, 90)) @ [1, 0, 0] == pytest.approx([0, 1, 0])


# trouble report R12
@pytest.mark.parametrize("y", [-0.0, 0, 360, 359.9998])
def test_equal_angles_compare_equal(y):
    assert angle_between((0, y, 0), (0, 0, 0)) < 1e-3


# trouble report R12
def test_triples_at_the_pole_compare_equal():
    assert angle_between((90, 30, 0), (90, 0, -30)) < 1e-6
    assert wrap(-90.0) == wrap(270.0) == 270.0
    assert str(wrap(-0.0)) == "0.0"


def test_right_angles_are_exact():
    assert [sin_cos(angle) for angle in (0, 90, 180, 270, -90)] == [(0, 1), (1, 0), (0, -1), (-1, 0), (-1, 0)]


def test_local_and_world_are_inverse():
    pose, points = Pose((1.0, 2.0, 3.0), (10.0, 200.0, 30.0)), np.random.default_rng(0).normal(size=(20, 3))
    assert to_local(pose, to_world(pose, points)) == pytest.approx(points)
    assert multiply(points, matrix(pose.rotation)) == pytest.approx(points @ matrix(pose.rotation))
