import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.geometry.boxes import corners, make_box, place
from flowbench.geometry.rotation import matrix, to_world
from flowbench.physics.frames import from_quaternion, geom, swap_rotation, swap_vector, to_quaternion
from flowbench.records import Pose

ANGLES = st.tuples(*[st.floats(-360.0, 360.0)] * 3)
SIGNS = np.array([(x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1)], dtype=float)


def test_up_becomes_z_and_forward_becomes_y():
    assert swap_vector(np.array([1.0, 2.0, 3.0])).tolist() == [1.0, 3.0, 2.0]


@given(ANGLES)
def test_rotations_become_right_handed_and_come_back_exactly(angles):
    turn = matrix(angles)
    there = swap_rotation(turn)
    assert np.linalg.det(there) == pytest.approx(1.0)
    assert np.array_equal(swap_rotation(there), turn)


@given(ANGLES)
def test_rotating_then_changing_frames_is_changing_frames_then_rotating(angles):
    turn, point = matrix(angles), np.array([0.3, -0.7, 1.1])
    assert swap_rotation(turn) @ swap_vector(point) == pytest.approx(swap_vector(turn @ point))


@given(ANGLES)
@settings(deadline=None)  # the first call compiles
def test_quaternions_come_back_as_the_same_rotation(angles):
    turn = swap_rotation(matrix(angles))
    quaternion = to_quaternion(turn)
    assert np.linalg.norm(quaternion) == pytest.approx(1.0)
    assert from_quaternion(quaternion) == pytest.approx(turn, abs=1e-9)


@given(ANGLES)
@settings(deadline=None)  # the first call compiles
def test_a_box_has_the_same_corners_in_both_frames(angles):
    box = place(make_box((0.1, 0.2, 0.3), (0.2, 0.5, 0.9))[None], Pose((1.0, 2.0, 3.0), angles))[0]
    centre, half, quaternion = geom(box)
    there = centre + (SIGNS * half) @ from_quaternion(quaternion).T
    ours = np.array([swap_vector(corner) for corner in corners(box)])
    assert np.array(sorted(map(tuple, there.round(6)))) == pytest.approx(np.array(sorted(map(tuple, ours.round(6)))))


def test_a_box_with_left_handed_axes_is_a_box_all_the_same():
    axes = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]])
    centre, half, quaternion = geom(make_box((0.0, 0.0, 0.0), (1.0, 2.0, 3.0), axes))
    assert from_quaternion(quaternion) == pytest.approx(np.eye(3))
    assert half.tolist() == [0.5, 1.5, 1.0]


def test_yaw_is_clockwise_from_above_in_ours_and_the_same_turn_in_theirs():
    right = to_world(Pose((0.0, 0.0, 0.0), (0.0, 90.0, 0.0)), np.array([[0.0, 0.0, 1.0]]))[0]
    assert right == pytest.approx([1.0, 0.0, 0.0])
    assert swap_rotation(matrix((0.0, 90.0, 0.0))) @ [0.0, 1.0, 0.0] == pytest.approx([1.0, 0.0, 0.0])
