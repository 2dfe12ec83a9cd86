import dataclasses
import math
from collections import Counter

import numpy as np
import pytest

from flowbench.geometry.boxes import bounds
from flowbench.geometry.check_pose import check_pose, world_box
from flowbench.geometry.motion import moved_poses
from flowbench.records import Attempt, Motion, Task
from flowbench.rules.rooms import feasibility, probes
from tests import toy
from tests.rules.test_occlusion import CAMERA, look

BIN = toy.box_object("Bin|1", (0.0, 0.3, 3.0), (0.3, 0.6, 0.3), kind="GarbageCan", pickupable=False, moveable=True)
SAFE = toy.box_object("Safe|1", (1.0, 0.3, 3.0), (0.4, 0.6, 0.4), kind="Safe", pickupable=False)
CHEST = toy.box_object("Chest|1", (-0.4, 0.3, 4.1), (0.8, 0.6, 0.3), kind="Dresser", pickupable=False)
SCENE = toy.scene([BIN, SAFE, CHEST], CAMERA)
BEFORE = look(SCENE)
CLASSES = feasibility.CLASSES


def task_of(right, forward, wanted="yes", setup="across", mover="Bin|1"):
    parameters = {"probe_right_m": right, "probe_forward_m": forward, "setup": setup}
    return Task("feasibility", mover, (), wanted, parameters)


def tried(scene, task):
    """An attempt whose probe was stopped as plain overlaps of upright boxes say, object by object."""
    stops = []
    for point in probes.way_points(task):
        low, high = bounds(world_box(scene, task.mover))
        shift = np.array([point.right_m, 0.0, point.forward_m])  # the toy camera looks along z
        hit = [name for name in ("Safe|1", "Chest|1") if overlap(low + shift, high + shift, scene, name) > 0.005]
        stops.append(hit[0] if hit else "")
        if hit:
            break
    return Attempt(True, probe_stops=tuple(stops))


def overlap(low, high, scene, name):
    other_low, other_high = bounds(world_box(scene, name))
    return min(np.minimum(high, other_high) - np.maximum(low, other_low))


def after(motion, scene=SCENE):
    return look(scene.with_poses(moved_poses(scene, motion)))


def labelled(task, now, before=BEFORE):
    return feasibility.label(task, before, now, tried(now.scene, task))


def tasks(want, seeds):
    return [next(feasibility.propose(BEFORE, want, np.random.default_rng(seed))) for seed in seeds]


@pytest.mark.parametrize("want", CLASSES)
def test_every_class_is_proposed_and_its_witnesses_bring_it_about(want):
    for task in tasks(want, range(6)):
        motions = feasibility.witnesses(SCENE, task)
        first = feasibility.answer_before(task, BEFORE)
        assert motions and task.wanted == want.split("/")[0]
        assert (first != task.wanted) == want.endswith("/flip") and first is not None
        verdicts = [labelled(task, after(motion)) for motion in motions]
        assert {verdict.answer for verdict in verdicts} <= {task.wanted, None}
        assert any(verdict.answer == task.wanted for verdict in verdicts), verdicts


def test_the_answer_before_is_that_of_plain_overlaps():
    for task in tasks("yes/flip", range(8)) + tasks("yes/stay", range(8)):
        stops = tried(SCENE, task).probe_stops
        assert feasibility.answer_before(task, BEFORE) == ("no" if stops[-1] else "yes")


def test_witnesses_are_free_supported_and_never_go_against_the_probe():
    for task in tasks("no/stay", range(12)):
        probe = probes.probe_of(task)
        for motion in feasibility.witnesses(SCENE, task):
            assert check_pose(SCENE, "Bin|1", moved_poses(SCENE, motion)["Bin|1"]).ok
            along = motion.right_m * probe.right_m + motion.forward_m * probe.forward_m
            assert along > 0.0 if task.parameters["setup"] == "along" else along == 0.0
            low, high = {"short": (0.15, 0.28), "middle": (0.28, 0.55), "long": (0.55, 2.0)}[task.parameters["reach"]]
            assert low <= math.hypot(motion.right_m, motion.forward_m) < high


@pytest.mark.parametrize(
    ("right", "forward"), [(0.25, 0.0), (0.0, -1.0), (-0.17, 0.17), (0.28, -0.28), (0.56, 0.56), (-0.7, -0.7)]
)
def test_way_points_are_at_most_5_cm_apart_and_go_one_step_beyond_the_end(right, forward):
    points = [(0.0, 0.0)] + [(p.right_m, p.forward_m) for p in probes.way_points(task_of(right, forward))]
    steps = [math.dist(a, b) for a, b in zip(points, points[1:], strict=False)]
    assert max(steps) <= 0.05 + 1e-9 and max(steps) - min(steps) < 1e-9 and min(steps) > 0.045
    assert points[-2] == pytest.approx((right, forward))


@pytest.mark.parametrize(
    ("direction", "length", "components"),
    [
        ((1.0, 0.0), 0.6, (0.6, 0.0)),
        ((0.0, -1.0), 0.25, (0.0, -0.25)),
        ((-1.0, 1.0), 1.0, (-0.70, 0.70)),
        ((1.0, 1.0), 0.25, (0.17, 0.17)),
    ],
)
def test_probes_have_whole_centimetres_and_no_more_than_their_length(direction, length, components):
    assert feasibility.probe_components(direction, length) == components
    assert math.hypot(*components) <= length


def test_kinds_and_lengths_are_drawn_whatever_is_wanted():
    counts = Counter()
    for seed in range(400):
        kind, length = feasibility._cells(np.random.default_rng(seed))[0]
        counts.update([kind, length])
    assert 70 <= counts["compound"] <= 130 and counts["slide"] == 400 - counts["compound"]
    assert all(55 <= counts[length] <= 105 for length in (0.25, 0.4, 0.6, 0.8, 1.0))


def test_the_move_before_the_probe_is_drawn_alike_whatever_is_wanted():
    for want in CLASSES:
        reaches = Counter(task.parameters["reach"] for task in tasks(want, range(12)))
        assert len(reaches) == 3 and max(reaches.values()) <= 9, (want, reaches)


def test_most_straight_probes_go_across_the_move_before_them():
    found = [task for want in CLASSES for task in tasks(want, range(14))]
    straight = [task for task in found if 0.0 in (probes.probe_of(task).right_m, probes.probe_of(task).forward_m)]
    assert len(straight) >= 35
    assert 0.7 <= sum(task.parameters["setup"] == "across" for task in straight) / len(straight) <= 0.97


@pytest.mark.parametrize(
    ("start", "free_m", "answer", "reason"),
    [
        (0.0, 0.65, "yes", ""),
        (0.02, 0.60, None, "ambiguous: stopped within a step of the end"),
        (0.07, 0.55, None, "ambiguous: stopped within a step of the end"),
        (0.12, 0.50, "no", ""),
        (0.40, 0.25, "no", ""),
    ],
)
def test_answers_hold_five_centimetres_either_way(start, free_m, answer, reason):
    pose = dataclasses.replace(SCENE.pose("Bin|1"), position=(start, 0.0, 3.0))  # 0.65 m from the safe, less `start`
    finding = probes.find(SCENE.with_poses({"Bin|1": pose}), task_of(0.6, 0.0))
    assert (finding.answer, finding.doubt) == (answer, reason)
    assert finding.free_m == pytest.approx(free_m)
    assert finding.stop == ("" if answer == "yes" else "Safe|1")


def test_what_is_only_guessed_to_be_there_gives_no_answer():
    shell = dataclasses.replace(SAFE, object_id="Carcass|1", object_type="Carcass")
    scene = toy.scene([BIN, shell, CHEST], CAMERA)
    assert probes.find(scene, task_of(0.8, 0.0)).doubt == "obstacle unknown: Carcass|1"


TABLE = toy.box_object("Table|1", (0.0, 0.35, 3.0), (1.0, 0.7, 0.8), kind="SideTable", pickupable=False)
MUG = toy.box_object("Mug|1", (0.0, 0.8, 3.0), (0.3, 0.2, 0.3), kind="Box")
HIGH = toy.scene([MUG, TABLE], CAMERA)


@pytest.mark.parametrize(
    ("right", "answer", "reason"),
    [(0.25, "yes", ""), (0.6, None, "ambiguous: free, but it would end in the air"), (-1.0, None, "ambiguous: free")],
)
def test_a_free_probe_that_ends_in_the_air_is_never_a_no(right, answer, reason):
    finding = probes.find(HIGH, task_of(right, 0.0, mover="Mug|1"))
    assert finding.answer == answer and finding.doubt.startswith(reason) and finding.stop == ""


def test_a_support_that_ends_within_a_step_of_the_end_is_ambiguous():
    pose = dataclasses.replace(HIGH.pose("Mug|1"), position=(0.07, 0.7, 3.0))
    finding = probes.find(HIGH.with_poses({"Mug|1": pose}), task_of(0.4, 0.0, mover="Mug|1"))
    assert finding.doubt == "ambiguous: the support ends within a step of the end"


def test_walls_stop_a_probe_two_centimetres_inside_and_only_where_something_shows_them():
    scene = toy.scene([BIN, SAFE, CHEST], CAMERA, half=4.5)
    stand = dataclasses.replace(BIN.pose, position=(0.5, 0.0, 3.9))  # 0.45 m from the wall
    scene = scene.with_poses({"Bin|1": stand})
    finding = probes.find(scene, task_of(0.0, 0.6))
    assert (finding.answer, finding.stop) == ("no", "Wall|2") and finding.free_m == pytest.approx(0.45)
    walls = tuple(dataclasses.replace(wall, evidenced=n != 2) for n, wall in enumerate(scene.layout.walls))
    unshown = dataclasses.replace(scene, layout=dataclasses.replace(scene.layout, walls=walls))
    assert probes.find(unshown, task_of(0.0, 0.6)).doubt == "obstacle unknown: Wall|2"


def test_the_label_is_what_the_simulator_found_cut_short_at_walls():
    task = task_of(0.8, 0.0)
    now = after(Motion("Bin|1", forward_m=-0.4))
    free = Attempt(True, probe_stops=("",) * 17)
    assert feasibility.label(task, BEFORE, now, free).answer == "yes"
    stopped = Attempt(True, probe_stops=("",) * 4 + ("Safe|1",))
    verdict = feasibility.label(task, BEFORE, now, stopped)
    assert verdict.answer == "no" and verdict.measures["free"] == pytest.approx(0.2)
    assert feasibility.label(task, BEFORE, now, Attempt(True)).reason == "probe: it was not tried"


def test_probes_that_the_picture_does_not_show_have_no_answer():
    now = after(Motion("Bin|1", right_m=-0.9))
    outside = feasibility.label(task_of(-1.0, 0.0), BEFORE, now, Attempt(True, probe_stops=("",) * 21))
    far = after(Motion("Bin|1", right_m=-1.2, forward_m=-1.0))
    assert outside.answer == "yes"
    outside = feasibility.label(task_of(-1.0, 0.0), BEFORE, far, Attempt(True, probe_stops=("",) * 21))
    assert outside.answer is None and outside.reason == "probe unseen: it ends outside the picture"
    hidden = dict(now.visibility)
    hidden[SCENE.layout.surface_ids["Safe|1"]] = (0, 900)
    verdict = feasibility.label(
        task_of(0.8, 0.0), BEFORE, dataclasses.replace(now, visibility=hidden), Attempt(True, probe_stops=("Safe|1",))
    )
    assert verdict.answer is None and verdict.reason == "probe unseen: what stops it"


@pytest.mark.parametrize(
    ("attempt", "kind"),
    [
        (Attempt(False, "x", collider="Safe|1"), "collision: Safe|1"),
        (Attempt(True, supported=False, gap_m=0.3), "unsupported: 0.30 m"),
        (Attempt(True, settled_m=0.2), "falls: 0.20 m"),
        (Attempt(True), "short move: 0.00 m"),
    ],
)
def test_implausible_outcomes_have_no_answer(attempt, kind):
    verdict = feasibility.label(task_of(0.4, 0.0), BEFORE, BEFORE, attempt)
    assert verdict.answer is None and verdict.reason.startswith(kind)
    assert feasibility.nearness(task_of(0.4, 0.0), verdict) == 0.0


def test_nearness_is_the_free_share_for_yes_and_the_rest_for_no():
    now = after(Motion("Bin|1", forward_m=-0.4))
    stopped = feasibility.label(task_of(0.8, 0.0), BEFORE, now, Attempt(True, probe_stops=("", "", "", "", "Safe|1")))
    assert feasibility.nearness(task_of(0.8, 0.0, "yes"), stopped) == pytest.approx(0.25)
    assert feasibility.nearness(task_of(0.8, 0.0, "no"), stopped) == pytest.approx(0.75)


def test_rates_and_constants_are_those_of_the_specification():
    assert feasibility.rates("balanced")["yes/flip"] == pytest.approx(0.275)
    paper = feasibility.rates("paper")
    assert paper["no/flip"] + paper["no/stay"] == pytest.approx(0.55)
    assert paper["no/flip"] + paper["yes/flip"] == pytest.approx(0.80)
    limits = feasibility.LIMITS
    assert limits.lengths_m == (0.25, 0.4, 0.6, 0.8, 1.0)
    assert (limits.compound_share, limits.across_share) == (0.25, 0.85)
    assert (probes.LIMITS.step_m, probes.LIMITS.clearance_m) == (0.05, -0.02)
