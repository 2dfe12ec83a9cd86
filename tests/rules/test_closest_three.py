import dataclasses
from collections import Counter

import numpy as np
import pytest

from flowbench.records import Motion, Task
from flowbench.rules.rooms import closest_three
from flowbench.rules.rooms.referable import landmarks
from tests import toy
from tests.rules.outcomes import (
    SUCCESS,
    after,
    assert_fit_for_a_task,
    centre_distance,
    every_implausible_outcome,
    first_task,
)
from tests.rules.test_count_near import BEFORE, CAMERA, OBJECTS, SCENE
from tests.rules.test_occlusion import look

every_class = pytest.mark.parametrize("want", closest_three.CLASSES)


def letters_by_hand(task, scene):
    by_distance = sorted(range(6), key=lambda k: centre_distance(scene, task.mover, task.landmarks[k]))
    return "".join(sorted("ABCDEF"[k] for k in by_distance[:3]))


@every_class
@pytest.mark.parametrize("seed", range(4))
def test_every_class_has_tasks_whose_witnesses_realise_it(want, seed):
    task = first_task(closest_three, BEFORE, want, seed)
    for motion in closest_three.witnesses(SCENE, task)[:6]:
        assert_fit_for_a_task(SCENE, motion)
        now = after(SCENE, motion)
        verdict = closest_three.label(task, BEFORE, now, SUCCESS)
        assert verdict.answer == letters_by_hand(task, now.scene) == task.wanted
        assert closest_three.answer_before(task, BEFORE) == letters_by_hand(task, SCENE)
        assert (letters_by_hand(task, SCENE) != task.wanted) == (want == "flip")


@every_class
def test_options_are_the_nearest_before_and_after_and_the_next_nearest_before(want):
    for task in closest_three.propose(BEFORE, want, np.random.default_rng(0)):
        ranked = sorted(landmarks(BEFORE, task.mover), key=lambda name: centre_distance(SCENE, task.mover, name))
        needed = {*ranked[:3], *(task.landmarks["ABCDEF".index(letter)] for letter in task.wanted)}
        padding = [name for name in ranked if name not in needed][: 6 - len(needed)]
        assert set(task.landmarks) == needed.union(padding) and len(set(task.landmarks)) == 6


def test_answers_are_all_triples_and_come_up_evenly():
    assert len(set(closest_three.ANSWERS)) == 20 and closest_three.ANSWERS[0] == "ABC"
    assert all(list(answer) == sorted(answer) for answer in closest_three.ANSWERS)
    wanted = Counter(
        task.wanted for seed in range(40) for task in closest_three.propose(BEFORE, "flip", np.random.default_rng(seed))
    )
    mean = wanted.total() / 20
    assert set(wanted) == set(closest_three.ANSWERS)
    assert max(abs(count - mean) for count in wanted.values()) < 5 * mean**0.5


@pytest.mark.parametrize(
    ("third", "fourth", "is_clear"),
    [
        (0.5, 0.561, True),
        (0.5, 0.559, False),
        (1.0, 1.081, True),  # 8 % of the third
        (1.0, 1.079, False),
        (1.0, 1.0, False),
    ],
)
def test_third_and_fourth_must_stand_apart(third, fourth, is_clear):
    metres = np.array([fourth, 0.1, 2.0, third, 0.2, 3.0])
    assert closest_three.is_clear(metres) is is_clear
    assert closest_three.gap_beyond(metres) == pytest.approx(fourth - third)


def test_ambiguous_outcome_has_no_answer_but_measures():
    proposed = closest_three.propose(BEFORE, "flip", np.random.default_rng(0))
    task = next(task for task in proposed if task.mover == "Bin|1")
    found = {}
    for right in np.arange(-0.9, 0.9, 0.02):
        motion = Motion("Bin|1", right_m=float(right), forward_m=-0.5)
        verdict = closest_three.label(task, BEFORE, after(SCENE, motion), SUCCESS)
        found.setdefault(verdict.reason.split(":")[0], verdict)
    assert set(found) == {"", "ambiguous"}
    assert found["ambiguous"].answer is None
    assert found["ambiguous"].measures["margin"] < 0.0 <= found[""].measures["margin"]


def test_measures_are_the_distances_in_the_order_of_the_task():
    task = first_task(closest_three, BEFORE, "flip")
    now = after(SCENE, closest_three.witnesses(SCENE, task)[0])
    measures = closest_three.label(task, BEFORE, now, SUCCESS).measures
    by_hand = [centre_distance(now.scene, task.mover, name) for name in task.landmarks]
    assert [measures[f"distance_{k + 1}"] for k in range(6)] == pytest.approx(by_hand)
    assert measures["gap"] == pytest.approx(sorted(by_hand)[3] - sorted(by_hand)[2])


@every_class
def test_a_view_with_five_landmarks_has_no_task(want):
    view = look(toy.scene(OBJECTS[:6], CAMERA))
    assert list(closest_three.propose(view, want, np.random.default_rng(0))) == []


@every_implausible_outcome
def test_implausible_outcomes_have_no_answer(attempt, kind):
    verdict = closest_three.label(first_task(closest_three, BEFORE, "flip"), BEFORE, BEFORE, attempt)
    assert verdict.answer is None and verdict.reason.startswith(kind)


def test_nearness_is_the_share_of_the_wanted_three():
    task = first_task(closest_three, BEFORE, "flip")
    verdict = closest_three.label(task, BEFORE, after(SCENE, closest_three.witnesses(SCENE, task)[0]), SUCCESS)
    a, b, c = task.wanted
    others = sorted(set("ABCDEF") - set(task.wanted))
    near = [
        closest_three.nearness(dataclasses.replace(task, wanted="".join(wanted)), verdict)
        for wanted in ((a, b, c), (a, b, others[0]), (a, *others[:2]), others)
    ]
    assert near == pytest.approx([1.0, 2 / 3, 1 / 3, 0.0])
    rejected = closest_three.label(task, BEFORE, BEFORE, SUCCESS)
    assert closest_three.nearness(Task("closest_three", "Bin|1", (), "ABC"), rejected) == 0.0


def test_rates_and_numbers_of_the_spec():
    assert closest_three.rates("balanced") == pytest.approx({"flip": 0.55, "stay": 0.45})
    assert closest_three.rates("paper") == pytest.approx({"flip": 0.8, "stay": 0.2})
    assert (closest_three.LIMITS.gap_m, closest_three.LIMITS.gap_share) == (0.06, 0.08)
