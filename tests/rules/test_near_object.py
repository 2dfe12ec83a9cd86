import dataclasses

import numpy as np
import pytest

from flowbench.geometry.motion import moved_poses
from flowbench.records import Motion, Task
from flowbench.rules.rooms import near_object
from flowbench.rules.rooms.eligible import is_landmark
from tests import toy
from tests.rules.outcomes import (
    SUCCESS,
    after,
    assert_fit_for_a_task,
    centre_distance,
    every_implausible_outcome,
    first_task,
)
from tests.rules.test_count_near import BEFORE, CAMERA, SCENE
from tests.rules.test_occlusion import look

every_class = pytest.mark.parametrize("want", near_object.CLASSES)


def answer_by_hand(task, scene):
    return "yes" if centre_distance(scene, task.mover, task.landmarks[0]) <= task.parameters["tau"] else "no"


def moved(motion):
    """The scene once a motion is made, not drawn."""
    return SCENE.with_poses(moved_poses(SCENE, motion))


@every_class
@pytest.mark.parametrize("seed", range(4))
def test_every_class_has_tasks_whose_witnesses_realise_it(want, seed):
    task = first_task(near_object, BEFORE, want, seed)
    for motion in near_object.witnesses(SCENE, task)[:6]:
        assert_fit_for_a_task(SCENE, motion)
        now = after(SCENE, motion)
        verdict = near_object.label(task, BEFORE, now, SUCCESS)
        assert verdict.answer == answer_by_hand(task, now.scene) == task.wanted == want.split("/")[0]
        assert near_object.answer_before(task, BEFORE) == answer_by_hand(task, SCENE)
        assert (answer_by_hand(task, SCENE) != verdict.answer) == want.endswith("/flip")


@every_class
def test_distances_of_witnesses_stay_comparable_to_the_threshold(want):
    for task in near_object.propose(BEFORE, want, np.random.default_rng(0)):
        tau = task.parameters["tau"]
        for motion in near_object.witnesses(SCENE, task):
            end = centre_distance(moved(motion), task.mover, task.landmarks[0])
            assert tau / 2.5 <= end <= 2.0 * tau and abs(end - tau) >= max(0.05, 0.1 * tau)


@pytest.mark.parametrize(("want", "sign"), [("yes/stay", 1.0), ("no/stay", -1.0)])
def test_without_a_flip_the_mover_goes_against_the_answer(want, sign):
    for task in near_object.propose(BEFORE, want, np.random.default_rng(0)):
        for motion in near_object.witnesses(SCENE, task):
            change = centre_distance(moved(motion), task.mover, task.landmarks[0])
            change -= centre_distance(SCENE, task.mover, task.landmarks[0])
            assert sign * change > 0.10


def test_no_threshold_is_within_what_touching_bodies_have():
    tasks = [
        task for want in near_object.CLASSES for task in near_object.propose(BEFORE, want, np.random.default_rng(0))
    ]
    assert tasks
    for task in tasks:
        assert task.parameters["tau"] >= 1.3 * near_object.touching_distance(SCENE, task.mover, task.landmarks[0])


@pytest.mark.parametrize(
    ("centre", "touching"),
    [((1.0, 0.15, 3.0), 0.25), ((0.0, 0.15, 4.0), 0.25), ((1.0, 0.15, 4.0), 0.25 * 2**0.5), ((0.0, 1.15, 3.0), 0.3)],
)
def test_touching_distance_is_where_the_boxes_meet_on_the_line_between_them(centre, touching):
    first = toy.box_object("A|1", (0.0, 0.15, 3.0), (0.3, 0.3, 0.3), kind="A")
    second = toy.box_object("B|1", centre, (0.2, 0.3, 0.2), kind="B")
    assert near_object.touching_distance(toy.scene([first, second]), "A|1", "B|1") == pytest.approx(touching)


MOTION = Motion("Bin|1", forward_m=-0.4)
NOW = after(SCENE, MOTION)
END = centre_distance(NOW.scene, "Bin|1", "Plant|1")  # 1.3 m


def task_about(tau):
    return Task("near_object", "Bin|1", ("Plant|1",), "yes", {"tau": tau})


@pytest.mark.parametrize(
    ("tau", "answer"),
    [
        (END / 0.899, "yes"),
        (END / 0.901, None),
        (END, None),
        (END / 1.099, None),
        (END / 1.101, "no"),
    ],
)
def test_outcomes_within_a_tenth_of_the_threshold_are_ambiguous(tau, answer):
    verdict = near_object.label(task_about(tau), BEFORE, NOW, SUCCESS)
    assert verdict.answer == answer and verdict.reason.startswith("" if answer else "ambiguous")
    assert verdict.measures["distance_1"] == pytest.approx(END)
    assert (verdict.measures["margin"] >= 0.0) == (answer is not None)


@pytest.mark.parametrize(("tau", "metres"), [(0.35, 0.05), (0.5, 0.05), (0.75, 0.075), (1.25, 0.125)])
def test_margin_is_the_larger_of_five_centimetres_and_a_tenth(tau, metres):
    assert near_object.margin(tau) == pytest.approx(metres)


@every_implausible_outcome
def test_implausible_outcomes_have_no_answer(attempt, kind):
    verdict = near_object.label(first_task(near_object, BEFORE, "yes/flip"), BEFORE, BEFORE, attempt)
    assert verdict.answer is None and verdict.reason.startswith(kind)


def test_a_hidden_landmark_leaves_no_answer():
    unseen = dataclasses.replace(NOW, visibility={**NOW.visibility, SCENE.layout.surface_ids["Plant|1"]: (0, 100)})
    verdict = near_object.label(task_about(1.0), BEFORE, unseen, SUCCESS)
    assert verdict.reason == "landmark hidden: 0 pixels of Plant|1"


def test_a_landmark_cut_by_the_frame_is_not_asked_about():
    cut = toy.box_object("Cut|1", (-3.2, 0.3, 2.6), (1.4, 0.6, 0.3), kind="Cut")
    view = look(toy.scene([*SCENE.layout.objects, cut], CAMERA))
    assert is_landmark(view, "Cut|1")
    tasks = [t for want in near_object.CLASSES for t in near_object.propose(view, want, np.random.default_rng(0))]
    assert tasks and not any("Cut|1" in task.landmarks for task in tasks)


def test_nearness_falls_with_the_distance_to_the_wanted_side():
    tasks = [task_about(tau) for tau in (END / 0.8, END, END / 1.2, END / 2.0)]
    near = [near_object.nearness(task, near_object.label(task, BEFORE, NOW, SUCCESS)) for task in tasks]
    assert near == sorted(near, reverse=True) and near[0] == 1.0 and near[-1] < near[1] < 1.0
    assert near_object.nearness(task_about(1.0), near_object.label(task_about(1.0), BEFORE, BEFORE, SUCCESS)) == 0.0


def test_rates_and_numbers_of_the_spec():
    assert near_object.rates("balanced")["yes/flip"] == pytest.approx(0.275)
    assert near_object.rates("paper")["no/stay"] == pytest.approx(0.1)
    limits = near_object.LIMITS
    assert limits.taus_m == (0.35, 0.5, 0.75, 1.0, 1.25)
    assert (limits.margin_m, limits.margin_share, limits.touching) == (0.05, 0.10, 1.3)
