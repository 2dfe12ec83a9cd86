import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.geometry.check_pose import check_pose, world_box
from flowbench.geometry.motion import moved_poses
from flowbench.rules.rooms import distances, moves
from flowbench.rules.rooms.limits import PAPER
from tests import toy

CAMERA = toy.CAMERA.__class__((0.0, 1.5, 0.0), 30.0, 20.0, 90.0, 400, 400)
STOOL = toy.box_object("Stool|1", (1.2, 0.25, 2.4), (0.4, 0.5, 0.4), kind="Stool", pickupable=False, moveable=True)


def scene(*others):
    return toy.scene([STOOL, *others], CAMERA)


def test_in_an_empty_room_all_slides_are_as_asked_for():
    found = moves.slides(scene(), "Stool|1", (0.6, 0.25))
    assert [(motion.right_m, motion.forward_m) for motion in found] == [
        (-0.6, 0.0), (-0.25, 0.0), (0.6, 0.0), (0.25, 0.0), (0.0, 0.6), (0.0, 0.25), (0.0, -0.6), (0.0, -0.25),
    ]  # fmt: skip


def test_a_blocked_slide_is_shortened_and_stays_free():
    level = moves.slide("Stool|1", moves.FORWARD, 0.7)
    x, _, z = moves.centres_after(scene(), "Stool|1", [level])[0]
    room = scene(toy.box_object("Box|1", (x, 0.3, z), (0.4, 0.6, 0.4), pickupable=False))
    (motion,) = moves.slides(room, "Stool|1", (0.9,), (moves.FORWARD,))
    assert 0.15 <= motion.forward_m < 0.7
    assert check_pose(room, "Stool|1", moved_poses(room, motion)["Stool|1"]).ok


def test_a_slide_that_ends_out_of_sight_does_not_end_well():
    behind = moves.slide("Stool|1", moves.RIGHT, 1.2)
    x, _, z = moves.centres_after(scene(), "Stool|1", [behind])[0]
    screen = toy.box_object("Box|1", (0.6 * x, 0.6, 0.6 * z), (0.9, 1.2, 0.1), pickupable=False)
    post = toy.box_object("Box|1", (0.6 * x, 0.6, 0.6 * z), (0.1, 1.2, 0.1), pickupable=False)
    assert moves.ends_well(scene(), behind) and moves.ends_well(scene(post), behind)
    assert check_pose(scene(screen), "Stool|1", moved_poses(scene(screen), behind)["Stool|1"]).ok
    assert not moves.ends_well(scene(screen), behind)
    assert moves.ends_well(scene(screen), behind, PAPER)  # the paper tries such moves


def test_nothing_is_left_where_everything_is_too_short():
    assert moves.slides(scene(), "Stool|1", (0.14,)) == ()


@settings(max_examples=40, deadline=None)
@given(st.floats(-1.0, 1.0), st.floats(0.1, 2.0))
def test_slides_are_whole_centimetres(angle, length):
    motion = moves.slide("Stool|1", (float(np.sin(angle)), float(np.cos(angle))), length)
    for value in (motion.right_m, motion.forward_m):
        assert value * 100 == pytest.approx(round(value * 100), abs=1e-9)
    assert np.hypot(motion.right_m, motion.forward_m) == pytest.approx(length, abs=0.0071)


def test_centres_after_are_those_of_the_moved_boxes():
    room, motion = scene(), moves.slide("Stool|1", (0.6, 0.8), 0.5)
    moved = room.with_poses(moved_poses(room, motion))
    np.testing.assert_allclose(
        moves.centres_after(room, "Stool|1", [motion])[0], world_box(moved, "Stool|1")[0:3], atol=1e-12
    )


def test_surface_distance_is_that_of_sampled_boxes():
    other = toy.box_object("Box|1", (-0.4, 0.9, 3.3), (0.6, 0.2, 0.8))
    room = scene(other)
    (found,) = distances.surface_distances(room, "Stool|1", np.zeros((1, 3)), ["Box|1"])
    grid = np.stack(np.meshgrid(*[np.linspace(-0.5, 0.5, 21)] * 3), axis=-1).reshape(-1, 3)
    one = grid * (0.4, 0.5, 0.4) + (1.2, 0.25, 2.4)
    two = grid * (0.6, 0.2, 0.8) + (-0.4, 0.9, 3.3)
    brute = min(np.linalg.norm(two - point, axis=1).min() for point in one)
    assert found[0] == pytest.approx(brute, abs=0.03) and found[0] <= brute + 1e-9


def test_overlapping_boxes_are_at_distance_nought():
    room = scene(toy.box_object("Box|1", (1.2, 0.25, 2.4), (0.1, 0.1, 0.1)))
    assert distances.surface_distances(room, "Stool|1", np.zeros((1, 3)), ["Box|1"])[0, 0] == 0.0


def test_there_may_be_nothing_to_measure_to():
    room = scene()
    assert distances.centre_distances(room, np.zeros((2, 3)), []).shape == (2, 0)
    assert distances.surface_distances(room, "Stool|1", np.zeros((2, 3)), []).shape == (2, 0)
