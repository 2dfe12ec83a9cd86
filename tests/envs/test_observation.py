"""The object table: what it says of things hardly seen, at the border, and behind the camera."""

import pytest

from flowbench.envs.rooms.observation import COLUMNS, object_table
from flowbench.records import Snapshot, Task
from tests import toy
from tests.rules.test_eligible import COUNTS, NAMES, VIEW

POT = toy.box_object("Pot|1", (0.0, 0.1, 3.0), (0.2, 0.2, 0.2))
PIXELS, SHARE, U, V, IN_FRAME = 10, 11, 12, 13, 19


def row_of_a_ball(x, z):
    scene = toy.scene([toy.box_object("Ball|1", (x, 1.5, z), (0.1, 0.1, 0.1)), POT])
    task = Task("occlusion", "Ball|1", ("Pot|1",), "yes")
    return object_table(Snapshot(scene, None, {}), task, ["Ball|1"])[0]


# trouble report R19: both numbers are kept
def test_pixels_and_their_share_of_the_free_silhouette_are_told():
    order = [f"{name}|1" for name in NAMES]
    table = object_table(VIEW, Task("occlusion", order[1], (order[4],), "yes"), order)
    assert table[:5, PIXELS].tolist() == [visible for visible, _ in COUNTS]
    assert table[:5, SHARE] == pytest.approx([visible / free for visible, free in COUNTS])


# trouble report R17: the left border of the picture belongs to it, the right one does not, as with pixels
@pytest.mark.parametrize(
    ("x", "inside"), [(0.0, True), (3.99, True), (4.0, False), (-3.999, True), (-4.01, False), (9.0, False)]
)
def test_a_centre_is_in_frame_where_a_pixel_would_be(x, inside):
    assert bool(row_of_a_ball(x, 4.0)[IN_FRAME]) is inside


# trouble report R17
@pytest.mark.parametrize("z", [-2.0, 0.0, 1e-9])
def test_what_is_at_or_behind_the_camera_has_no_place_in_the_picture(z):
    row = row_of_a_ball(0.5, z)
    assert row.shape == (COLUMNS,)
    assert row[[U, V, IN_FRAME]].tolist() == [-1.0, -1.0, 0.0]
