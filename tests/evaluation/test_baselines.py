import math

import numpy as np
import pytest

from flowbench.evaluation.baselines import modular_flow, modular_flow_of
from flowbench.evaluation.flow_metrics import flow_error, mover_mask, moving_pixels
from flowbench.records import Camera

MODULAR_REPE = 0.02  # with our own mask and depth


def test_the_modular_pipeline_reaches_the_true_flow_of_real_items(rooms):
    errors = []
    for one in rooms:
        moving = moving_pixels(one.arrays["flow01"], mover_mask(one, "ids0"))
        errors.append(flow_error(modular_flow_of(one), one.arrays["flow01"], moving).relative)
    assert len(errors) == 6
    assert np.median(errors) <= MODULAR_REPE


def test_it_depends_on_the_words(rooms):
    one = rooms[0]
    moving = moving_pixels(one.arrays["flow01"], mover_mask(one, "ids0"))
    mirrored = str(one.state["motion_text"]).translate(str.maketrans("0123456789", "9876543210"))
    assert mirrored != one.state["motion_text"]
    one.state["motion_text"] = mirrored
    assert flow_error(modular_flow_of(one), one.arrays["flow01"], moving).relative > 0.1


@pytest.mark.parametrize(
    ("text", "flow"),
    [
        ("Move it 0.50 m to the right.", (15.0, 0.0)),
        ("Move it 0.50 m to the left.", (-15.0, 0.0)),
        ("Raise it by 0.50 m.", (0.0, -15.0)),
    ],
)
def test_a_plane_five_metres_away_moves_as_the_pinhole_says(text, flow):
    """A focal length of 150 pixels: 0.5 m at 5 m are 15 pixels."""
    camera = Camera((3.0, 1.5, -2.0), yaw_deg=37.0, horizon_deg=0.0, width=300, height=300)
    mover = np.zeros((300, 300), np.bool_)
    mover[100:200, 100:200] = True
    found = modular_flow(text, mover, np.full((300, 300), 5.0, np.float32), camera)
    assert found[mover] == pytest.approx(np.broadcast_to(flow, (mover.sum(), 2)), abs=1e-3)
    assert not found[~mover].any()


def test_the_pitch_of_the_camera_turns_the_level_move():
    camera = Camera((0.0, 1.5, 0.0), yaw_deg=0.0, horizon_deg=30.0, width=300, height=300)
    mover = np.zeros((300, 300), np.bool_)
    mover[150, 150] = True
    found = modular_flow("Move it 1.00 m away from the camera.", mover, np.full((300, 300), 5.0, np.float32), camera)
    ahead, up = math.cos(math.radians(30.0)), math.sin(math.radians(30.0))
    assert found[150, 150, 1] == pytest.approx(-150.0 * up / (5.0 + ahead), abs=0.2)


def test_what_has_no_depth_or_comes_behind_the_camera_stays():
    camera = Camera((0.0, 1.5, 0.0), yaw_deg=0.0, horizon_deg=0.0, width=4, height=4)
    depth = np.full((4, 4), 1.0, np.float32)
    depth[0, 0], depth[0, 1] = np.inf, np.nan
    found = modular_flow("Move it 0.50 m toward the camera.", np.ones((4, 4), np.bool_), depth, camera)
    assert not found[0, :2].any()
    assert found[1:].any(axis=2).all()
    assert not modular_flow("Move it 2 m toward the camera.", np.ones((4, 4), np.bool_), depth, camera).any()
