import numpy as np
import pytest

from flowbench.geometry.check_pose import check_pose, path_clear, world_box
from flowbench.geometry.motion import moved_poses, quantise
from flowbench.records import Motion, Pose
from tests import toy

TABLE = toy.box_object("Table|1", (0.0, 0.35, 3.0), (1.2, 0.7, 0.8), kind="DiningTable", pickupable=False)
MUG = toy.box_object("Mug|1", (0.0, 0.75, 3.0), (0.1, 0.1, 0.1), parents=("Table|1",))
BIN = toy.box_object("Bin|1", (2.0, 0.25, 3.0), (0.3, 0.5, 0.3), pickupable=False, moveable=True)
SCENE = toy.scene([TABLE, MUG, BIN])


def at(x, y, z):
    return Pose((x, y, z))


def test_load_pose_is_free_and_supported():
    check = check_pose(SCENE, "Mug|1", MUG.pose)
    assert check.ok and check.gap_m == pytest.approx(0.0, abs=1e-9)


def test_collision_names_the_collider_and_its_depth():
    check = check_pose(SCENE, "Bin|1", at(0.55, 0.0, 3.0))
    assert check.collider == "Table|1" and not check.free
    assert check.excess_m == pytest.approx(0.2 - 0.005)


def test_touching_within_5_mm_is_free():
    assert check_pose(SCENE, "Bin|1", at(0.6 + 0.15 - 0.004, 0.0, 3.0)).free
    assert not check_pose(SCENE, "Bin|1", at(0.6 + 0.15 - 0.006, 0.0, 3.0)).free


@pytest.mark.parametrize(
    ("x", "y", "supported"),
    [(0.3, 0.70, True), (0.3, 0.715, True), (0.3, 0.73, False), (0.59, 0.70, True), (0.63, 0.70, False)],
)
def test_support_needs_contact_and_a_centre_over_it(x, y, supported):
    assert check_pose(SCENE, "Mug|1", at(x, y, 3.0)).supported is supported


def test_beyond_the_edge_the_air_reaches_to_the_floor():
    assert check_pose(SCENE, "Mug|1", at(1.0, 0.7, 3.0)).gap_m == pytest.approx(0.7)


def test_bridging_two_supports_is_supported():
    left = toy.box_object("L|1", (-0.5, 0.25, 3.0), (0.2, 0.5, 0.2))
    right = toy.box_object("R|1", (0.5, 0.25, 3.0), (0.2, 0.5, 0.2))
    plank = toy.box_object("P|1", (0.0, 0.55, 3.0), (1.4, 0.1, 0.2))
    scene = toy.scene([left, right, plank])
    assert check_pose(scene, "P|1", plank.pose).ok
    assert not check_pose(scene, "P|1", at(0.75, 0.5, 3.0)).supported


def test_leaving_the_room_is_not_free():
    check = check_pose(SCENE, "Bin|1", at(5.9, 0.0, 3.0))
    assert check.collider == "Wall|1" and check.wall_gap_m == pytest.approx(-0.05)
    assert not check_pose(SCENE, "Bin|1", at(50.0, 0.0, 3.0)).inside


@pytest.mark.parametrize(("y", "collider"), [(-0.006, "Floor"), (-50.0, "Floor"), (2.01, "Ceiling|0"), (-0.004, None)])
def test_floor_and_ceiling_are_in_the_way(y, collider):
    assert check_pose(SCENE, "Bin|1", at(3.0, y, 3.0)).collider == collider


def test_path_through_the_table_is_not_clear_though_its_end_is():
    target = moved_poses(SCENE, Motion("Bin|1", right_m=-4.0))["Bin|1"]
    assert check_pose(SCENE, "Bin|1", target).ok
    assert not path_clear(SCENE, "Bin|1", target)
    assert path_clear(SCENE, "Bin|1", moved_poses(SCENE, Motion("Bin|1", right_m=1.0))["Bin|1"])


def test_pair_that_overlaps_at_load_may_not_get_deeper():
    sunk = toy.box_object("Sunk|1", (0.0, 0.72, 3.2), (0.1, 0.1, 0.1))
    scene = toy.scene([TABLE, sunk])
    assert check_pose(scene, "Sunk|1", sunk.pose).free
    assert check_pose(scene, "Sunk|1", at(0.0, sunk.pose.position[1] - 0.009, 3.2)).free
    assert not check_pose(scene, "Sunk|1", at(0.0, sunk.pose.position[1] - 0.011, 3.2)).free


def test_parts_move_with_their_carrier():
    drawer = toy.box_object("Drawer|1", (2.0, 0.3, 2.84), (0.2, 0.1, 0.02), carrier="Bin|1", pickupable=False)
    scene = toy.scene([TABLE, BIN, drawer])
    poses = moved_poses(scene, Motion("Bin|1", right_m=0.5, yaw_deg=90.0))
    after = scene.with_poses(poses)
    assert world_box(after, "Drawer|1")[0:3] == pytest.approx([2.5 - 0.16, 0.3, 3.0])
    assert check_pose(scene, "Bin|1", poses["Bin|1"]).free


def test_motion_is_in_the_level_frame():
    camera = toy.CAMERA.__class__((0, 1.5, 0), 90.0, 30.0)
    poses = moved_poses(SCENE.with_camera(camera), Motion("Bin|1", right_m=0.3, forward_m=0.2))
    shift = np.subtract(poses["Bin|1"].position, BIN.pose.position)
    assert shift == pytest.approx([0.2, 0.0, -0.3])  # yaw 90: forward is +x, right is -z


def test_lengths_are_whole_centimetres():
    assert [quantise(x) for x in (0.154, 0.156, -0.154)] == [0.15, 0.16, -0.15]
