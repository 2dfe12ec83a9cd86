import dataclasses
import math

import numpy as np
import pytest

from flowbench.geometry.boxes import bounds
from flowbench.geometry.camera import from_level
from flowbench.geometry.check_pose import check_pose, world_box
from flowbench.geometry.motion import moved_poses
from flowbench.records import Attempt, Task
from flowbench.rules.rooms import closer_to
from flowbench.rules.rooms.referable import landmarks
from tests import toy
from tests.rules.test_occlusion import CAMERA, look

BIN = toy.box_object("Bin|1", (0.0, 0.3, 3.0), (0.3, 0.6, 0.3), kind="GarbageCan", pickupable=False, moveable=True)
THINGS = {
    "Stool": (-0.6, 2.9),
    "Box": (1.0, 3.0),
    "Safe": (-1.2, 3.9),
    "Ottoman": (1.4, 4.2),
    "Dresser": (0.2, 4.4),
    "Plant": (-1.3, 2.8),
}
OBJECTS = [BIN, *(toy.box_object(f"{k}|1", (x, 0.2, z), (0.3, 0.4, 0.3), kind=k) for k, (x, z) in THINGS.items())]
SCENE = toy.scene(OBJECTS, CAMERA)
BEFORE = look(SCENE)
SUCCESS = Attempt(True)
FOUR = ("Stool|1", "Box|1", "Safe|1", "Dresser|1")


def by_hand(scene, mover, landmark):
    """Distance between the boxes, axis by axis."""
    low, high = bounds(world_box(scene, mover))
    other_low, other_high = bounds(world_box(scene, landmark))
    gaps = [max(0.0, other_low[k] - high[k], low[k] - other_high[k]) for k in range(3)]
    return math.sqrt(sum(gap * gap for gap in gaps))


def after(motion):
    return look(SCENE.with_poses(moved_poses(SCENE, motion)))


def at(x, z):
    """The scene with the bin's centre over (x, z)."""
    pose = dataclasses.replace(SCENE.pose("Bin|1"), position=(x, 0.0, z))
    return look(SCENE.with_poses({"Bin|1": pose}))


def tasks(want, seeds=range(30)):
    return [next(closer_to.propose(BEFORE, want, np.random.default_rng(seed))) for seed in seeds]


@pytest.mark.parametrize("want", closer_to.CLASSES)
def test_every_letter_is_proposed_and_its_witnesses_bring_it_about(want):
    task = next(closer_to.propose(BEFORE, want, np.random.default_rng(3)))
    motions = closer_to.witnesses(SCENE, task)
    assert motions and task.wanted == want
    for motion in motions:
        now = after(motion)
        verdict = closer_to.label(task, BEFORE, now, SUCCESS)
        assert verdict.answer == want, verdict
        metres = [by_hand(now.scene, task.mover, name) for name in task.landmarks]
        assert "ABCD"[metres.index(min(metres))] == want
        assert [verdict.measures[f"distance_{k + 1}"] for k in range(4)] == pytest.approx(metres)
        assert sorted(metres)[1] - sorted(metres)[0] >= 0.10


def test_the_answer_is_new_and_the_old_one_was_clearly_nearer():
    for task in tasks("B"):
        metres = [by_hand(SCENE, task.mover, name) for name in task.landmarks]
        first = closer_to.answer_before(task, BEFORE)
        assert first == "ABCD"[metres.index(min(metres))] != "B"
        assert metres[1] - min(metres) >= 0.18


def test_options_are_four_landmarks_of_the_mover():
    for task in tasks("C"):
        assert len(set(task.landmarks)) == 4
        assert set(task.landmarks) <= set(landmarks(BEFORE, task.mover))


def test_the_answer_was_second_third_or_fourth_equally_often():
    ranks = []
    for task in tasks("A", range(150)):
        metres = [by_hand(SCENE, task.mover, name) for name in task.landmarks]
        ranks.append(sorted(metres).index(metres[0]) + 1)
    counts = [ranks.count(rank) for rank in (2, 3, 4)]
    assert sum(counts) == 150 and min(counts) >= 30, counts


def test_the_other_options_stand_in_any_order():
    orders = {tuple(task.landmarks) for task in tasks("A", range(60))}
    assert len({order[1] for order in orders}) >= 3


def pointed_at(task):
    """How many of the other options lie within 25 degrees of the first witness, seen from the mover."""
    motion = closer_to.witnesses(SCENE, task)[0]
    move = from_level(CAMERA, np.array([[motion.right_m, 0.0, motion.forward_m]]))[0]
    others = [name for name in task.landmarks if name != task.landmarks["ABCD".index(task.wanted)]]
    ways = [world_box(SCENE, name)[0:3] - world_box(SCENE, task.mover)[0:3] for name in others]
    turns = [math.degrees(math.atan2(way[0], way[2]) - math.atan2(move[0], move[2])) for way in ways]
    return sum(abs((turn + 180.0) % 360.0 - 180.0) <= 25.0 for turn in turns)


def test_where_decoys_are_wanted_the_move_points_at_another_option_too(monkeypatch):
    counts = []
    for share in (0.0, 1.0):
        monkeypatch.setattr(closer_to, "LIMITS", dataclasses.replace(closer_to.LIMITS, decoy_share=share))
        counts.append(sum(pointed_at(task) > 0 for task in tasks("A", range(60))))
    assert counts[1] >= counts[0] + 15 and counts[1] >= 30, counts


def test_witnesses_are_free_supported_rounded_and_in_range():
    for task in tasks("D", range(10)):
        for motion in closer_to.witnesses(SCENE, task):
            assert check_pose(SCENE, task.mover, moved_poses(SCENE, motion)[task.mover]).ok
            assert 0.15 <= math.hypot(motion.right_m, motion.forward_m) <= 1.51 and motion.up_m == 0.0
            assert round(motion.right_m * 100) == pytest.approx(motion.right_m * 100)


def test_witnesses_end_beyond_the_middle_between_the_old_and_the_new_nearest():
    plans = closer_to.plans_of(SCENE, "Bin|1", FOUR)
    for (near, goal), offset in zip(plans.pairs[plans.whole], plans.offsets[plans.whole], strict=True):
        end = world_box(SCENE, "Bin|1")[[0, 2]] + offset[[0, 2]]
        a, b = (world_box(SCENE, FOUR[k])[[0, 2]] for k in (near, goal))
        share = (end - a) @ (b - a) / ((b - a) @ (b - a))
        assert 0.69 <= share <= 0.84


def test_the_same_task_is_planned_alike_and_another_in_another_order():
    task = next(closer_to.propose(BEFORE, "A", np.random.default_rng(3)))
    other = dataclasses.replace(task, text_key=task.text_key + 1)
    assert closer_to.witnesses(SCENE, task) == closer_to.witnesses(SCENE, task)
    assert set(closer_to.witnesses(SCENE, other)) == set(closer_to.witnesses(SCENE, task))


@pytest.mark.parametrize(
    ("x", "answer"), [(0.3, "B"), (0.251, "B"), (0.249, None), (0.151, None), (0.149, "A"), (-0.2, "A")]
)
def test_answers_less_than_ten_centimetres_apart_are_ambiguous(x, answer):
    task = Task("closer_to", "Bin|1", ("Stool|1", "Box|1", "Safe|1", "Plant|1"), "B")
    now = at(x, 2.95)
    assert by_hand(now.scene, "Bin|1", "Box|1") - by_hand(now.scene, "Bin|1", "Stool|1") == pytest.approx(0.4 - 2.0 * x)
    verdict = closer_to.label(task, BEFORE, now, SUCCESS)
    assert verdict.answer == answer
    assert (verdict.reason == "") == (answer is not None)


@pytest.mark.parametrize(
    ("attempt", "kind"),
    [
        (Attempt(False, "x", collider="Box|1"), "collision: Box|1"),
        (Attempt(True, supported=False, gap_m=0.3), "unsupported: 0.30 m"),
        (Attempt(True, settled_m=0.2), "falls: 0.20 m"),
        (SUCCESS, "short move: 0.00 m"),
    ],
)
def test_implausible_outcomes_have_no_answer(attempt, kind):
    task = Task("closer_to", "Bin|1", FOUR, "B")
    verdict = closer_to.label(task, BEFORE, BEFORE, attempt)
    assert verdict.answer is None and verdict.reason.startswith(kind)
    assert closer_to.nearness(task, verdict) == 0.0


def test_a_hidden_option_makes_the_outcome_void():
    task = next(closer_to.propose(BEFORE, "A", np.random.default_rng(3)))
    now = after(closer_to.witnesses(SCENE, task)[0])
    seen = dict(now.visibility)
    seen[SCENE.layout.surface_ids[task.landmarks[2]]] = (0, 400)
    verdict = closer_to.label(task, BEFORE, dataclasses.replace(now, visibility=seen), SUCCESS)
    assert verdict.reason.startswith("landmark hidden")


def test_nearness_grows_toward_the_wanted_landmark():
    task = Task("closer_to", "Bin|1", ("Stool|1", "Box|1", "Safe|1", "Plant|1"), "B")
    found = [closer_to.nearness(task, closer_to.label(task, BEFORE, at(x, 2.95), SUCCESS)) for x in (-0.2, 0.2, 0.5)]
    assert 0.0 < found[0] < found[1] < found[2] == 1.0


def test_fewer_than_four_landmarks_give_no_task():
    view = look(toy.scene(OBJECTS[:4], CAMERA))
    assert next(closer_to.propose(view, "A", np.random.default_rng(0)), None) is None


def test_all_letters_are_wanted_alike_in_every_preset():
    for preset in ("balanced", "paper"):
        assert closer_to.rates(preset) == {"A": 0.25, "B": 0.25, "C": 0.25, "D": 0.25}
    with pytest.raises(ValueError, match="Unknown preset"):
        closer_to.rates("fair")


def test_constants_are_those_of_the_specification():
    limits = closer_to.LIMITS
    assert (limits.margin_m, limits.lead_m, limits.apart_m, limits.max_move_m) == (0.10, 0.18, 0.30, 1.5)
    assert (limits.decoy_deg, limits.decoy_share) == (25.0, 0.5)
    assert set(limits.fractions) == {0.40, 0.45, 0.50, 0.55, 0.60, 0.65}
