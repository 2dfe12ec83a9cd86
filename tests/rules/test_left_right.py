import dataclasses

import numpy as np
import pytest

from flowbench.records import Motion, Task
from flowbench.rules.rooms import left_right
from tests import toy
from tests.rules.outcomes import SUCCESS, after, assert_fit_for_a_task, every_implausible_outcome, first_task
from tests.rules.test_count_near import CAMERA
from tests.rules.test_occlusion import look

BIN = toy.box_object("Bin|1", (0.0, 0.2, 2.0), (0.3, 0.4, 0.3), kind="GarbageCan", pickupable=False, moveable=True)
THINGS = {"Box": (-0.5, 2.6), "Safe": (0.5, 2.7), "Stool": (-1.2, 3.0), "Plant": (1.3, 3.0), "Desk": (0.9, 3.6)}
OBJECTS = [BIN, *(toy.box_object(f"{k}|1", (x, 0.15, z), (0.2, 0.3, 0.2), kind=k) for k, (x, z) in THINGS.items())]
SCENE = toy.scene(OBJECTS, CAMERA)
BEFORE = look(SCENE)
every_class = pytest.mark.parametrize("want", left_right.CLASSES)


def column_by_hand(view, name):
    """Mean column of an object's pixels, share of the width."""
    _, columns = np.nonzero(view.pixels.ids == view.scene.layout.surface_ids[name])
    return (sum(columns.tolist()) / len(columns) + 0.5) / view.pixels.ids.shape[1]


def answer_by_hand(task, view):
    is_left = column_by_hand(view, task.mover) < column_by_hand(view, task.landmarks[0])
    return "yes" if is_left == (task.parameters["side"] == "left") else "no"


@every_class
@pytest.mark.parametrize("seed", range(4))
def test_every_class_has_tasks_whose_witnesses_realise_it(want, seed):
    task = first_task(left_right, BEFORE, want, seed)
    for motion in left_right.witnesses(SCENE, task)[:6]:
        assert_fit_for_a_task(SCENE, motion)
        now = after(SCENE, motion)
        verdict = left_right.label(task, BEFORE, now, SUCCESS)
        assert verdict.answer == answer_by_hand(task, now) == task.wanted == want.split("/")[0]
        assert left_right.answer_before(task, BEFORE) == answer_by_hand(task, BEFORE)
        assert (answer_by_hand(task, BEFORE) != verdict.answer) == want.endswith("/flip")


@every_class
def test_witnesses_are_sideways_slides(want):
    for task in left_right.propose(BEFORE, want, np.random.default_rng(0)):
        assert all(m.forward_m == 0.0 != m.right_m for m in left_right.witnesses(SCENE, task))


@pytest.mark.parametrize("want", ["yes/stay", "no/stay"])
def test_without_a_flip_the_mover_comes_nearer_without_crossing(want):
    for seed in range(4):
        task = first_task(left_right, BEFORE, want, seed)
        now = after(SCENE, left_right.witnesses(SCENE, task)[0])
        spans = [column_by_hand(view, task.mover) - column_by_hand(view, task.landmarks[0]) for view in (BEFORE, now)]
        assert spans[0] * spans[1] > 0.0 and 0.05 <= abs(spans[1]) < abs(spans[0])


def test_both_sides_and_both_directions_occur():
    tasks = list(left_right.propose(BEFORE, "yes/flip", np.random.default_rng(0)))
    assert {task.parameters["side"] for task in tasks} == {"left", "right"}
    assert {np.sign(left_right.witnesses(SCENE, task)[0].right_m) for task in tasks} == {-1.0, 1.0}


MOVED = after(SCENE, Motion("Bin|1", right_m=0.4))
TASK = Task("left_right", "Bin|1", ("Plant|1",), "yes", {"side": "left"})


def painted(own, other, width=400):
    """The picture after a move with just the mover and the landmark in it, as upright bars at these columns."""
    ids = np.zeros((width, width), dtype=np.int32)
    for name, column in (("Bin|1", own), ("Plant|1", other)):
        ids[100:300, column - 5 : column + 5] = SCENE.layout.surface_ids[name]
    return dataclasses.replace(MOVED, pixels=dataclasses.replace(MOVED.pixels, ids=ids))


@pytest.mark.parametrize(
    ("own", "other", "answer"),
    [(200, 220, "yes"), (200, 219, None), (219, 200, None), (220, 200, "no"), (50, 350, "yes")],
)
def test_nearer_than_a_twentieth_of_the_width_is_ambiguous(own, other, answer):
    view = painted(own, other)
    verdict = left_right.label(TASK, BEFORE, view, SUCCESS)
    assert verdict.answer == answer and verdict.reason.startswith("" if answer else "ambiguous")
    assert verdict.measures["span"] == pytest.approx((own - other) / 400)
    to_the_right = dataclasses.replace(TASK, parameters={"side": "right"})
    assert left_right.answer_before(to_the_right, view) == {"yes": "no", "no": "yes", None: None}[answer]


@every_implausible_outcome
def test_implausible_outcomes_have_no_answer(attempt, kind):
    verdict = left_right.label(first_task(left_right, BEFORE, "yes/flip"), BEFORE, BEFORE, attempt)
    assert verdict.answer is None and verdict.reason.startswith(kind)


def test_metres_across_the_picture_at_an_objects_distance():
    ball = toy.box_object("Ball|1", (0.0, 1.5, 3.0), (0.2, 0.2, 0.2), kind="Ball")
    state = toy.scene([ball], dataclasses.replace(CAMERA, position=(0.0, 1.5, 0.0), horizon_deg=0.0))
    assert left_right.metres_across(state, "Ball|1") == pytest.approx(6.0)  # a field of view of 90 degrees
    assert left_right.across(state, "Ball|1") == pytest.approx(0.5)


def test_nearness_falls_with_the_distance_to_the_wanted_side():
    verdicts = [left_right.label(TASK, BEFORE, painted(own, 200), SUCCESS) for own in (100, 195, 250, 350)]
    near = [left_right.nearness(TASK, verdict) for verdict in verdicts]
    assert near == sorted(near, reverse=True) and near[0] == 1.0 and near[3] < near[1] < 1.0
    assert left_right.nearness(TASK, left_right.label(TASK, BEFORE, BEFORE, SUCCESS)) == 0.0


def test_rates_and_numbers_of_the_spec():
    assert left_right.rates("balanced")["no/flip"] == pytest.approx(0.275)
    assert left_right.rates("paper")["yes/stay"] == pytest.approx(0.1)
    assert (left_right.LIMITS.margin, left_right.LIMITS.span, left_right.RENDER_BUDGET) == (0.05, 0.06, 24)
