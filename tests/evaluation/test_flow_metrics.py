import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.evaluation.flow_metrics import MAX_PSNR_DB, flow_error, mover_mask, moving_pixels, psnr
from tests.evaluation.items import MOVER_ID, item

ALL = np.ones((4, 6), np.bool_)


def flow(u: float, v: float) -> np.ndarray:
    return np.broadcast_to(np.array([u, v], np.float32), (4, 6, 2)).copy()


@pytest.mark.parametrize(
    ("predicted", "relative", "blank", "angle"),
    [
        ((3.0, 4.0), 0.0, False, 0.0),
        ((0.0, 0.0), 1.0, True, None),
        ((-3.0, -4.0), 2.0, False, 180.0),
        ((6.0, 8.0), 1.0, False, 0.0),
        ((-4.0, 3.0), np.sqrt(2.0), False, 90.0),
        ((4.0, -3.0), np.sqrt(2.0), False, 90.0),
        ((0.14, 0.19), 1.0 - 0.0472, True, 0.365),
    ],
)
def test_errors_against_a_motion_of_five_pixels(predicted, relative, blank, angle):
    error = flow_error(flow(*predicted), flow(3.0, 4.0), ALL)
    assert error.relative == pytest.approx(relative, abs=1e-3)
    assert error.blank is blank
    assert error.angle_deg == (None if angle is None else pytest.approx(angle, abs=0.2))


def test_each_pixel_counts_the_same_whatever_its_length():
    true = flow(1.0, 0.0)
    true[:, :3] = (100.0, 0.0)
    predicted = true.copy()
    predicted[:, 3:] = 0.0
    assert flow_error(predicted, true, ALL).relative == 0.5


def test_only_moving_pixels_count():
    moving = ALL.copy()
    moving[:, 3:] = False
    predicted = flow(2.0, 0.0)
    predicted[:, 3:] = 1e6
    assert flow_error(predicted, flow(2.0, 0.0), moving).relative == 0.0


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_counts_as_no_motion(bad):
    predicted = flow(2.0, 0.0)
    predicted[0, :, 1] = bad
    error = flow_error(predicted, flow(2.0, 0.0), ALL)
    assert (error.relative, error.blank) == (0.25, False)
    assert error.angle_deg == pytest.approx(0.0)


def test_motions_that_cancel_have_no_direction_and_are_not_blank():
    predicted = flow(5.0, 0.0)
    predicted[:, 3:] = (-5.0, 0.0)
    error = flow_error(predicted, flow(2.0, 0.0), ALL)
    assert (error.blank, error.angle_deg) == (False, None)


def test_the_largest_float_does_no_harm():
    assert np.isfinite(flow_error(flow(3e38, 3e38), flow(1.0, 0.0), ALL).relative)


def test_moving_pixels_are_the_mover_s_that_move_a_pixel_at_full_width():
    one = item(shift=(4.0, 0.0))
    mover = mover_mask(one, "ids0")
    assert np.array_equal(mover, one.arrays["ids0"] == MOVER_ID)
    true = one.arrays["flow01"].copy()
    true[8, 8] = (0.04, 0.0)  # less than 40 / 800 of a pixel
    true[0, 0] = (9.0, 0.0)  # moves, but is another thing
    moving = moving_pixels(true, mover)
    assert moving.sum() == mover.sum() - 1
    assert not moving[8, 8]
    assert not moving[0, 0]


def test_psnr_of_known_differences():
    black, grey = np.zeros((4, 6, 3), np.uint8), np.full((4, 6, 3), 51, np.uint8)
    assert psnr(grey, black, ALL) == pytest.approx(20.0 * np.log10(5.0))
    assert psnr(black, grey, ALL) == pytest.approx(20.0 * np.log10(5.0))
    assert psnr(grey, grey, ALL) == MAX_PSNR_DB
    region = np.zeros_like(ALL)
    region[0, 0] = True
    grey[0, 0] = 0
    assert psnr(grey, black, region) == MAX_PSNR_DB


def test_items_without_a_mover_are_refused_by_name():
    one = item(item_id="board-3")
    del one.state["surface_ids"]
    with pytest.raises(BadValue, match="board-3"):
        mover_mask(one, "ids0")
