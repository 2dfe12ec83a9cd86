import dataclasses

import numpy as np
import pytest

from flowbench.records import Motion, Task
from flowbench.rules.rooms import depth_order
from flowbench.rules.rooms.aims import NEAR_M
from flowbench.rules.rooms.body_depth import body_depth
from tests import toy
from tests.rules.outcomes import SUCCESS, after, assert_fit_for_a_task, every_implausible_outcome, first_task
from tests.rules.test_occlusion import CAMERA, look

BIN = toy.box_object("Bin|1", (-0.5, 0.3, 2.6), (0.4, 0.6, 0.4), kind="GarbageCan", pickupable=False, moveable=True)
THINGS = {"Box": (0.4, 2.2), "Safe": (1.1, 3.0), "Ottoman": (-1.4, 1.9), "Dresser": (1.8, 3.9), "Stool": (-1.9, 3.4)}
OBJECTS = [BIN, *(toy.box_object(f"{k}|1", (x, 0.2, z), (0.3, 0.4, 0.3), kind=k) for k, (x, z) in THINGS.items())]
SCENE = toy.scene(OBJECTS, CAMERA)
BEFORE = look(SCENE)
every_class = pytest.mark.parametrize("want", depth_order.CLASSES)


def median_by_hand(view, name):
    """The middle of the sorted depths of an object's pixels."""
    number = view.scene.layout.surface_ids[name]
    depths = sorted(view.pixels.depth[view.pixels.ids == number].tolist())
    return (depths[(len(depths) - 1) // 2] + depths[len(depths) // 2]) / 2.0


def answer_by_hand(task, view):
    closer = median_by_hand(view, task.mover) < median_by_hand(view, task.landmarks[0])
    return {("closer", True): "yes", ("farther", False): "yes"}.get((task.parameters["word"], closer), "no")


@every_class
@pytest.mark.parametrize("seed", range(4))
def test_every_class_has_tasks_whose_witnesses_realise_it(want, seed):
    task = first_task(depth_order, BEFORE, want, seed)
    for motion in depth_order.witnesses(SCENE, task):
        now = after(SCENE, motion)
        verdict = depth_order.label(task, BEFORE, now, SUCCESS)
        assert verdict.answer == answer_by_hand(task, now) == task.wanted == want.split("/")[0]
        assert verdict.measures["depth"] == pytest.approx(median_by_hand(now, task.mover))
        assert depth_order.answer_before(task, BEFORE) == answer_by_hand(task, BEFORE)
        assert (answer_by_hand(task, BEFORE) != verdict.answer) == want.endswith("/flip")


@every_class
def test_witnesses_are_slides_along_the_view_of_equal_lengths(want):
    for task in depth_order.propose(BEFORE, want, np.random.default_rng(1)):
        for motion in depth_order.witnesses(SCENE, task):
            assert_fit_for_a_task(SCENE, motion)
            assert motion.right_m == 0.0 and 0.4 <= abs(motion.forward_m) <= 0.8


@pytest.mark.parametrize("want", ["yes/stay", "no/stay"])
def test_without_a_flip_the_mover_comes_nearer_in_depth(want):
    for task in depth_order.propose(BEFORE, want, np.random.default_rng(1)):
        now = after(SCENE, depth_order.witnesses(SCENE, task)[0])
        gaps = [median_by_hand(view, task.mover) - median_by_hand(view, task.landmarks[0]) for view in (BEFORE, now)]
        assert abs(gaps[1]) < abs(gaps[0]) and gaps[0] * gaps[1] > 0.0


@every_class
def test_words_and_directions_vary_within_a_class(want):
    tasks = list(depth_order.propose(BEFORE, want, np.random.default_rng(1)))
    assert {task.parameters["word"] for task in tasks} == {"closer", "farther"}
    assert {np.sign(depth_order.witnesses(SCENE, task)[0].forward_m) for task in tasks} == {-1.0, 1.0}


def test_witnesses_near_the_length_aimed_at_come_first_whatever_the_class():
    aims = []
    for want in depth_order.CLASSES:
        task = first_task(depth_order, BEFORE, want, 5)
        aims.append(abs(depth_order.witnesses(SCENE, task)[0].forward_m))
    assert max(aims) - min(aims) <= 2 * NEAR_M


def with_depths(view, own_m, other_m):
    """The same picture with the depths of the mover and the box painted over."""
    ids, depth = view.scene.layout.surface_ids, view.pixels.depth.copy()
    depth[view.pixels.ids == ids["Bin|1"]], depth[view.pixels.ids == ids["Box|1"]] = own_m, other_m
    return dataclasses.replace(view, pixels=dataclasses.replace(view.pixels, depth=depth))


MOVED = after(SCENE, Motion("Bin|1", forward_m=0.5))


@pytest.mark.parametrize(
    ("own_m", "other_m", "answer"),
    [
        (1.0, 1.1001, "yes"),
        (1.0, 1.0999, None),
        (1.1001, 1.0, "no"),
        (1.0999, 1.0, None),
        (4.0, 4.2, None),  # 5 % of the larger is 0.21 m
        (4.0, 4.22, "yes"),
        (4.22, 4.0, "no"),
        (2.0, 2.0, None),
    ],
)
def test_answer_bands(own_m, other_m, answer):
    task = Task("depth_order", "Bin|1", ("Box|1",), "yes", {"word": "closer"})
    opposite = dataclasses.replace(task, parameters={"word": "farther"})
    view = with_depths(MOVED, own_m, other_m)
    verdict = depth_order.label(task, BEFORE, view, SUCCESS)
    assert verdict.answer == answer and verdict.reason.startswith("" if answer else "ambiguous")
    other_word = {"yes": "no", "no": "yes"}.get(answer)
    assert depth_order.label(opposite, BEFORE, view, SUCCESS).answer == other_word
    assert depth_order.answer_before(task, view) == answer


def test_landmark_is_measured_again_where_the_mover_hides_part_of_it():
    task = Task("depth_order", "Bin|1", ("Box|1",), "no", {"word": "closer"})
    view = with_depths(MOVED, 3.0, 2.0)
    measures = depth_order.label(task, BEFORE, view, SUCCESS).measures
    assert measures["depth_landmark"] == 2.0
    assert measures["depth_landmark_before"] == pytest.approx(median_by_hand(BEFORE, "Box|1"))


@every_implausible_outcome
def test_implausible_outcomes_have_no_answer(attempt, kind):
    verdict = depth_order.label(first_task(depth_order, BEFORE, "yes/flip"), BEFORE, BEFORE, attempt)
    assert verdict.answer is None and verdict.reason.startswith(kind)


def test_depth_of_something_unseen_is_not_a_number():
    ids = np.zeros_like(BEFORE.pixels.ids)
    unseen = dataclasses.replace(BEFORE, pixels=dataclasses.replace(BEFORE.pixels, ids=ids))
    assert np.isnan(depth_order.mask_depth(unseen, "Bin|1"))
    assert depth_order.order(unseen, "Bin|1", "Box|1") is None


@pytest.mark.parametrize("name", ["Bin|1", *(f"{kind}|1" for kind in THINGS)])
def test_depth_of_a_box_is_predicted_as_it_is_drawn(name):
    assert body_depth(SCENE, name) == pytest.approx(median_by_hand(BEFORE, name), abs=0.03)


def test_depth_of_a_body_that_reaches_behind_the_camera_is_not_predicted():
    table = toy.box_object("Table|1", (0.0, 0.4, 0.3), (2.0, 0.8, 1.5), kind="Table")
    assert np.isnan(body_depth(toy.scene([table], CAMERA), "Table|1"))


def test_nearness_grows_toward_the_wanted_side():
    task = Task("depth_order", "Bin|1", ("Box|1",), "yes", {"word": "closer"})
    verdicts = [depth_order.label(task, BEFORE, with_depths(MOVED, own, 2.0), SUCCESS) for own in (3.0, 2.5, 2.05, 1.5)]
    near = [depth_order.nearness(task, verdict) for verdict in verdicts]
    assert near == sorted(near) and near[-1] == 1.0 and 0.0 <= near[0] < near[2] < 1.0
    assert depth_order.nearness(task, depth_order.label(task, BEFORE, BEFORE, SUCCESS)) == 0.0


def test_rates_and_numbers_of_the_spec():
    assert depth_order.rates("balanced") == pytest.approx(
        {"yes/flip": 0.275, "yes/stay": 0.225, "no/flip": 0.275, "no/stay": 0.225}
    )
    assert depth_order.rates("paper")["no/flip"] == pytest.approx(0.4)
    assert (depth_order.LIMITS.margin_m, depth_order.LIMITS.margin_share) == (0.10, 0.05)
