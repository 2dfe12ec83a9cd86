import dataclasses

import numpy as np
import pytest

from flowbench.records import Motion, Task
from flowbench.rules.rooms import count_near
from tests import toy
from tests.rules.outcomes import (
    SUCCESS,
    after,
    assert_fit_for_a_task,
    centre_distance,
    every_implausible_outcome,
    first_task,
)
from tests.rules.test_occlusion import look

CAMERA = toy.CAMERA.__class__((0.0, 2.3, 0.0), 0.0, 40.0, 90.0, 400, 400)  # from above: nothing hides anything
BIN = toy.box_object("Bin|1", (0.0, 0.2, 2.8), (0.3, 0.4, 0.3), kind="GarbageCan", pickupable=False, moveable=True)
THINGS = {
    "Box": (-0.45, 2.7),
    "Safe": (0.62, 2.7),
    "Ottoman": (-0.2, 3.6),
    "Dresser": (0.9, 3.3),
    "Stool": (-1.1, 2.6),
    "Plant": (1.3, 2.5),
    "Chair": (-1.7, 3.9),
    "Desk": (1.9, 3.9),
}
OBJECTS = [BIN, *(toy.box_object(f"{k}|1", (x, 0.15, z), (0.2, 0.3, 0.2), kind=k) for k, (x, z) in THINGS.items())]
SCENE = toy.scene(OBJECTS, CAMERA)
BEFORE = look(SCENE)
every_class = pytest.mark.parametrize("want", count_near.CLASSES)


def count_by_hand(task, scene):
    return str(sum(centre_distance(scene, task.mover, name) <= task.parameters["tau"] for name in task.landmarks))


@every_class
def test_every_class_has_tasks_whose_witnesses_realise_it(want):
    task = first_task(count_near, BEFORE, want)
    realised = 0
    for motion in count_near.witnesses(SCENE, task)[:6]:
        assert_fit_for_a_task(SCENE, motion)
        now = after(SCENE, motion)
        verdict = count_near.label(task, BEFORE, now, SUCCESS)
        if "hidden" in verdict.reason:  # what stands in front is seen only in the picture
            continue
        realised += 1
        assert verdict.answer == count_by_hand(task, now.scene) == task.wanted == want.split("/")[0]
        assert count_near.answer_before(task, BEFORE) == count_by_hand(task, SCENE)
        assert (count_by_hand(task, SCENE) != verdict.answer) == want.endswith("/flip")
    assert realised


def test_the_six_are_the_nearest_before_the_move_in_random_order():
    tasks = [task for want in count_near.CLASSES for task in count_near.propose(BEFORE, want, np.random.default_rng(0))]
    nearest = sorted((f"{kind}|1" for kind in THINGS), key=lambda name: centre_distance(SCENE, "Bin|1", name))[:6]
    assert {frozenset(task.landmarks) for task in tasks if task.mover == "Bin|1"} == {frozenset(nearest)}
    firsts = {first_task(count_near, BEFORE, "3/flip", seed).landmarks[0] for seed in range(30)}
    assert len(firsts) > 3


def test_all_thresholds_are_drawn():
    drawn = {first_task(count_near, BEFORE, "2/flip", seed).parameters["tau"] for seed in range(30)}
    assert drawn == {0.5, 0.75, 1.0, 1.25}


def test_witnesses_go_in_many_directions():
    motions = count_near.witnesses(SCENE, first_task(count_near, BEFORE, "2/flip"))
    assert any(m.right_m and m.forward_m for m in motions)
    assert len({round(float(np.degrees(np.arctan2(m.right_m, m.forward_m))) / 15) for m in motions}) > 4


def test_a_view_with_five_landmarks_has_no_task():
    view = look(toy.scene(OBJECTS[:6], CAMERA))
    assert list(count_near.propose(view, "2/flip", np.random.default_rng(0))) == []


@pytest.mark.parametrize(
    ("beyond_m", "tau", "is_clear"),
    [
        (0.041, 0.5, True),
        (-0.041, 0.5, True),
        (0.039, 0.5, False),
        (-0.039, 0.5, False),
        (0.0751, 1.25, True),  # 6 % of 1.25 m
        (0.0749, 1.25, False),
        (-0.0749, 1.25, False),
        (0.0, 0.75, False),
    ],
)
def test_one_object_near_the_threshold_makes_the_count_ambiguous(beyond_m, tau, is_clear):
    metres = np.array([0.1, 0.2, 0.3, 2.0, 3.0, tau + beyond_m])
    assert count_near.is_clear(metres, tau) is is_clear
    assert count_near.count_within(metres, tau) == 3 + (beyond_m <= 0.0)


SIX = tuple(count_near.nearest_six(BEFORE, "Bin|1"))


def task_about(tau):
    return Task("count_near", "Bin|1", SIX, "3", {"tau": tau})


def test_ambiguous_and_unoffered_counts_have_no_answer():
    now = after(SCENE, Motion("Bin|1", forward_m=-0.4))
    distances = sorted(centre_distance(now.scene, "Bin|1", name) for name in task_about(1.0).landmarks)
    assert count_near.label(task_about(distances[2] + 0.01), BEFORE, now, SUCCESS).reason.startswith("ambiguous")
    none = count_near.label(task_about(distances[0] / 2.0), BEFORE, now, SUCCESS)
    assert none.answer is None and none.reason == "not on offer: 0 objects"
    everything = count_near.label(task_about(2.0 * distances[5]), BEFORE, now, SUCCESS)
    assert everything.answer is None and everything.reason == "not on offer: 6 objects"


def test_the_count_before_may_be_one_that_is_not_on_offer():
    assert count_near.answer_before(task_about(0.1), BEFORE) == "0"
    assert count_near.answer_before(task_about(9.0), BEFORE) == "6"


def test_measures_are_the_distances_in_the_order_of_the_task():
    task, now = task_about(1.0), after(SCENE, Motion("Bin|1", forward_m=-0.4))
    measures = count_near.label(task, BEFORE, now, SUCCESS).measures
    by_hand = [centre_distance(now.scene, "Bin|1", name) for name in task.landmarks]
    assert [measures[f"distance_{k + 1}"] for k in range(6)] == pytest.approx(by_hand)
    assert measures["margin"] == pytest.approx(min(abs(d - 1.0) for d in by_hand) - 0.06)
    assert measures["move_m"] == pytest.approx(0.4)


@every_implausible_outcome
def test_implausible_outcomes_have_no_answer(attempt, kind):
    verdict = count_near.label(first_task(count_near, BEFORE, "3/flip"), BEFORE, BEFORE, attempt)
    assert verdict.answer is None and verdict.reason.startswith(kind)


def test_a_hidden_object_leaves_no_answer():
    task = first_task(count_near, BEFORE, "3/flip")
    now = after(SCENE, count_near.witnesses(SCENE, task)[0])
    hidden = {**now.visibility, SCENE.layout.surface_ids[task.landmarks[4]]: (0, 100)}
    verdict = count_near.label(task, BEFORE, dataclasses.replace(now, visibility=hidden), SUCCESS)
    assert verdict.reason == f"landmark hidden: 0 pixels of {task.landmarks[4]}"


def test_nearness_falls_with_the_difference_of_the_counts():
    now = after(SCENE, Motion("Bin|1", forward_m=-0.4))
    verdict = count_near.label(task_about(1.0), BEFORE, now, SUCCESS)
    count = int(verdict.measures["count"])
    wanting = [Task("count_near", "Bin|1", (), str(count + more)) for more in (0, 1, 2)]
    assert [count_near.nearness(task, verdict) for task in wanting] == pytest.approx([1.0, 5 / 6, 4 / 6])
    assert count_near.nearness(wanting[0], count_near.label(task_about(1.0), BEFORE, BEFORE, SUCCESS)) == 0.0


def test_rates_and_numbers_of_the_spec():
    balanced = count_near.rates("balanced")
    assert tuple(balanced) == count_near.CLASSES and sum(balanced.values()) == pytest.approx(1.0)
    assert balanced["2/flip"] == balanced["5/flip"] == pytest.approx(0.25 * 0.55)
    assert count_near.rates("paper")["4/stay"] == pytest.approx(0.25 * 0.2)
    limits = count_near.LIMITS
    assert (limits.taus_m, limits.margin_m, limits.margin_share) == ((0.5, 0.75, 1.0, 1.25), 0.04, 0.06)
