import numpy as np
import pytest

from flowbench.errors import BadValue, StoreError
from flowbench.evaluation.predictions import FLOW_SUFFIXES, FRAME_SUFFIXES, Predictions
from flowbench.evaluation.world_models import COPY, PREDICTED, TRUE_FLOW, ZERO_FLOW, Row, score_predictions
from flowbench.render.files import write_flo, write_png
from tests.evaluation.items import item

SHIFTS = [(4.0, 0.0), (-3.0, 4.0), (0.0, 6.0), (8.0, 1.0)]
ITEMS = [item(item_id=f"i{k}", shift=shift) for k, shift in enumerate(SHIFTS)]


def flows(folder, predict):
    folder.mkdir(exist_ok=True)
    for one in ITEMS:
        write_flo(folder / f"{one.item_id}.flo", predict(one).astype(np.float32))
    return Predictions(folder, FLOW_SUFFIXES)


def frames(folder, predict):
    folder.mkdir(exist_ok=True)
    for one in ITEMS:
        write_png(folder / f"{one.item_id}.png", predict(one))
    return Predictions(folder, FRAME_SUFFIXES)


def true(one):
    return one.arrays["flow01"]


def test_zero_flow_scores_what_it_must(tmp_path):
    report = score_predictions(
        ITEMS, flows(tmp_path / "f", lambda one: 0 * true(one)), frames(tmp_path / "p", lambda one: one.images["i0"])
    )
    for name in (PREDICTED, ZERO_FLOW):
        row = report.rows[name]
        assert (row.accuracy.value, row.repe_mean, row.repe_median, row.blank) == (0.0, 1.0, 1.0, 1.0)
        assert (row.direction_deg, row.dpsnr_db) == (None, 0.0)
    assert report.rows[COPY] == Row(dpsnr_db=0.0)
    assert (report.items, report.complete) == (4, True)


def test_the_true_flow_and_picture_score_best(tmp_path):
    report = score_predictions(ITEMS, flows(tmp_path / "f", true), frames(tmp_path / "p", lambda one: one.images["i1"]))
    row = report.rows[PREDICTED]
    assert (row.accuracy.value, row.repe_mean, row.repe_median, row.blank) == (1.0, 0.0, 0.0, 0.0)
    assert row.direction_deg == pytest.approx(0.0, abs=1e-6)
    assert row.dpsnr_db > 30.0
    reference = report.rows[TRUE_FLOW]
    assert (reference.accuracy, reference.repe_mean, reference.dpsnr_db) == (row.accuracy, 0.0, None)


def test_scores_of_partly_wrong_predictions(tmp_path):
    factors = dict(zip(("i0", "i1", "i2", "i3"), (1.0, 0.6, 0.4, 0.04), strict=True))
    row = score_predictions(ITEMS, flows(tmp_path / "f", lambda one: factors[one.item_id] * true(one))).rows[PREDICTED]
    assert row.accuracy.value == 0.5
    assert row.repe_mean == pytest.approx((0.0 + 0.4 + 0.6 + 0.96) / 4)
    assert row.repe_median == pytest.approx(0.5)
    assert row.blank == 0.25
    assert row.direction_deg == pytest.approx(0.0, abs=1e-3)
    assert row.dpsnr_db is None


def test_a_wrong_direction_is_an_angle(tmp_path):
    turned = flows(tmp_path / "f", lambda one: np.stack([-true(one)[..., 1], true(one)[..., 0]], axis=-1))
    row = score_predictions(ITEMS, turned).rows[PREDICTED]
    assert row.direction_deg == pytest.approx(90.0)
    assert row.repe_mean == pytest.approx(np.sqrt(2.0))


def test_a_worse_picture_than_none_is_below_zero(tmp_path):
    noise = frames(tmp_path / "p", lambda one: 255 - one.images["i1"])
    row = score_predictions(ITEMS, frames=noise).rows[PREDICTED]
    assert row.dpsnr_db < -1.0
    assert row.accuracy is None


def test_missing_predictions_count_as_no_motion_and_are_listed(tmp_path):
    predictions = flows(tmp_path / "f", true)
    (tmp_path / "f" / "i2.flo").unlink()
    write_flo(tmp_path / "f" / "stranger.flo", true(ITEMS[0]))
    report = score_predictions(ITEMS, predictions)
    assert (report.missing_flow, report.unknown, report.complete) == (("i2",), ("stranger.flo",), False)
    row = report.rows[PREDICTED]
    assert (row.accuracy.value, row.repe_mean, row.blank) == (0.75, 0.25, 0.25)


def test_chosen_items_alone_are_scored(tmp_path):
    report = score_predictions(ITEMS, flows(tmp_path / "f", true), ids=["i1", "i3"])
    assert (report.items, report.complete) == (2, True)
    with pytest.raises(BadValue, match="'i9'"):
        score_predictions(ITEMS, flows(tmp_path / "f", true), ids=["i9"])


def test_items_in_which_nothing_moves_are_left_out_of_the_flow_scores(tmp_path):
    still = item(item_id="still", shift=(0.0, 0.0))
    write_flo_of = flows(tmp_path / "f", true)
    write_flo(tmp_path / "f" / "still.flo", true(still))
    report = score_predictions([*ITEMS, still], write_flo_of)
    assert (report.items, report.still, report.rows[ZERO_FLOW].accuracy.n) == (5, ("still",), 4)
    assert report.rows[ZERO_FLOW].repe_mean == 1.0


def test_a_prediction_of_another_size_stops_it(tmp_path):
    half = flows(tmp_path / "f", lambda one: true(one)[::2, ::2])
    with pytest.raises(StoreError, match=r"i0\.flo.*\(20, 20, 2\).*\(40, 40, 2\)"):
        score_predictions(ITEMS, half)


def test_there_must_be_something_to_score(tmp_path):
    with pytest.raises(BadValue, match="nothing to score"):
        score_predictions(ITEMS)
    with pytest.raises(BadValue, match="no items"):
        score_predictions([], flows(tmp_path / "f", true))
