"""Every category under the paper's own rules: tasks, witnesses, labels."""

from itertools import islice

import numpy as np
import pytest

from flowbench.geometry.check_pose import check_free, check_pose
from flowbench.geometry.motion import length_m, moved_poses
from flowbench.rules.rooms import manner
from flowbench.rules.rooms.manner import Manner
from flowbench.rules.rooms.presets import answer_of
from tests.rules.literal.toys import ROOM, RULES, VIEW, answer_by_hand, name_of, outcome

every_rule = pytest.mark.parametrize("rule", RULES, ids=name_of)
every_class = pytest.mark.parametrize(
    ("rule", "want"),
    [(rule, want) for rule in RULES for want in rule.CLASSES],
    ids=lambda value: getattr(value, "__name__", value),
)
SEARCHES = ("default", "fast", "full")


def tasks(rule, want, search="default", seed=0, count=8):
    found = manner.propose(rule, VIEW, want, np.random.default_rng(seed), Manner("paper_literal", search))
    return list(islice(found, count))


@every_class
def test_labels_are_those_worked_out_by_hand(rule, want):
    answers = []
    for task in tasks(rule, want):
        for motion in manner.witnesses(rule, ROOM, task)[:2]:
            now, attempt = outcome(motion, task)
            verdict = rule.label(task, VIEW, now, attempt)
            if not verdict.reason.startswith(("mover hidden", "landmark hidden", "name lost")):
                assert verdict.answer == answer_by_hand(task, VIEW, now, attempt), (task, motion, verdict)
                answers.append(verdict.answer == task.wanted)
    assert any(answers)


@every_class
def test_a_task_asks_for_what_was_wanted_or_says_what_it_stands_in_for(rule, want):
    found = tasks(rule, want)
    assert found
    for task in found:
        stands_in = task.parameters.get("instead_of")
        as_wanted = task.wanted == answer_of(want) or answer_of(want) not in rule.ANSWERS
        assert as_wanted if stands_in is None else stands_in == want
        assert task.parameters["rules"] == "paper_literal" and task.wanted in rule.ANSWERS


@every_rule
@pytest.mark.parametrize("search", SEARCHES)
def test_witnesses_are_free_whole_centimetres_and_5_cm_to_2_m_long(rule, search):
    motions = [
        motion
        for want in rule.CLASSES
        for task in tasks(rule, want, search, count=3)
        for motion in manner.witnesses(rule, ROOM, task)
    ]
    assert motions
    for motion in motions:
        assert check_free(ROOM, motion.object_id, moved_poses(ROOM, motion)[motion.object_id]).free
        assert 0.05 <= length_m(motion) <= 2.01 and max(abs(motion.right_m), abs(motion.forward_m)) <= 2.0
        parts = np.array([motion.right_m, motion.up_m, motion.forward_m])
        assert motion.up_m <= 0.0 and np.allclose(np.round(parts, 2), parts)


@every_rule
def test_things_are_left_in_mid_air_which_the_usual_rules_refuse(rule):
    hanging = [
        motion
        for want in rule.CLASSES
        for seed in range(3)
        for task in tasks(rule, want, seed=seed)
        for motion in manner.witnesses(rule, ROOM, task)
        if not check_pose(ROOM, motion.object_id, moved_poses(ROOM, motion)[motion.object_id]).supported
    ]
    assert hanging


@every_rule
def test_the_same_seed_gives_the_same_tasks(rule):
    assert tasks(rule, rule.CLASSES[0]) == tasks(rule, rule.CLASSES[0])
