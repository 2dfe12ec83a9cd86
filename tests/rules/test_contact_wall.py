import dataclasses
import math

import numpy as np
import pytest

from flowbench.geometry.boxes import corners
from flowbench.geometry.check_pose import check_pose, world_box
from flowbench.geometry.motion import moved_poses
from flowbench.records import Attempt, Task
from flowbench.rules.rooms import contact_wall
from tests import toy
from tests.rules.test_occlusion import CAMERA, look

SUCCESS = Attempt(True)
HALF = 3.5
BIN = toy.box_object("Bin|1", (0.3, 0.3, 2.6), (0.4, 0.6, 0.4), kind="GarbageCan", pickupable=False, moveable=True)
STOOL = toy.box_object("Stool|1", (-1.2, 0.25, 1.9), (0.4, 0.5, 0.4), kind="Stool", pickupable=False, moveable=True)
SCENE = toy.scene([BIN, STOOL], CAMERA, half=HALF)
TASK = Task("contact_wall", "Bin|1", (), "yes", {"way": "toward"})


def seen(state):
    """The scene's picture, as if each wall had 900 pixels (toy pictures have none)."""
    view, ids = look(state), state.layout.surface_ids
    walls = {ids[wall.wall_id]: (900, 900) for wall in state.layout.walls}
    return dataclasses.replace(view, visibility={**view.visibility, **walls})


BEFORE = seen(SCENE)


def by_hand(scene, mover):
    """The least distance of a corner of the box from a wall's plane."""
    points = corners(world_box(scene, mover))[:, [0, 2]]
    return min(float(((points - wall.start) @ wall.inward).min()) for wall in scene.layout.walls)


def at_gap(gap, scene=SCENE):
    """The bin so far from the far wall (z = 3.5)."""
    pose = dataclasses.replace(scene.pose("Bin|1"), position=(0.3, 0.0, HALF - 0.2 - gap))
    return seen(scene.with_poses({"Bin|1": pose}))


def with_layout(**changes):
    return dataclasses.replace(SCENE, layout=dataclasses.replace(SCENE.layout, **changes))


def unshown(*numbers):
    """The scene with some walls that nothing shows."""
    walls = tuple(dataclasses.replace(w, evidenced=n not in numbers) for n, w in enumerate(SCENE.layout.walls))
    return with_layout(walls=walls)


def tasks(want, seeds, view=BEFORE):
    return [next(contact_wall.propose(view, want, np.random.default_rng(seed)), None) for seed in seeds]


@pytest.mark.parametrize("want", ["yes", "no"])
def test_witnesses_bring_the_wanted_answer_about(want):
    for task in tasks(want, range(10)):
        motions = contact_wall.witnesses(SCENE, task)
        assert motions and task.wanted == want
        for motion in motions:
            assert check_pose(SCENE, task.mover, moved_poses(SCENE, motion)[task.mover]).ok
            now = seen(SCENE.with_poses(moved_poses(SCENE, motion)))
            verdict = contact_wall.label(task, BEFORE, now, SUCCESS)
            gap = by_hand(now.scene, task.mover)
            assert verdict.answer == want == ("yes" if gap <= 0.05 else "no"), (motion, verdict)
            assert verdict.measures["clearance"] == pytest.approx(gap)
            assert verdict.measures["clearance_before"] == pytest.approx(by_hand(SCENE, task.mover))


def test_a_slide_to_the_wall_stops_two_centimetres_before_it():
    motions = contact_wall.witnesses(SCENE, TASK)
    assert [(motion.right_m, motion.forward_m) for motion in motions] == [(0.0, 0.68)]


def test_slides_that_stop_short_end_between_015_and_045_m_before_the_wall():
    motions = contact_wall.witnesses(SCENE, dataclasses.replace(TASK, wanted="no"))
    gaps = [by_hand(SCENE.with_poses(moved_poses(SCENE, motion)), "Bin|1") for motion in motions]
    assert len(gaps) >= 5 and min(gaps) >= 0.15 and max(gaps) <= 0.451
    assert by_hand(SCENE, "Bin|1") == pytest.approx(0.70)


def test_slides_away_are_025_to_09_m_long_and_leave_the_nearest_wall():
    motions = contact_wall.witnesses(SCENE, Task("contact_wall", "Bin|1", (), "no", {"way": "away"}))
    assert sorted(-motion.forward_m for motion in motions) == pytest.approx([0.25, 0.4, 0.55, 0.7, 0.9])


def test_a_tenth_of_the_noes_go_away_from_the_wall():
    ways = [task.parameters["way"] for task in tasks("no", range(300))]
    assert 15 <= ways.count("away") <= 50
    assert {task.parameters["way"] for task in tasks("yes", range(40))} == {"toward"}


def test_oblique_walls_give_moves_with_two_components():
    camera = dataclasses.replace(CAMERA, yaw_deg=45.0)
    scene = toy.scene(
        [dataclasses.replace(BIN, pose=dataclasses.replace(BIN.pose, position=(1.8, 0.0, 2.2)))], camera, HALF
    )
    motion = contact_wall.witnesses(scene, TASK)[0]
    assert motion.right_m == pytest.approx(-motion.forward_m * math.copysign(1.0, -motion.right_m * motion.forward_m))
    gap = by_hand(scene.with_poses(moved_poses(scene, motion)), "Bin|1")
    assert 0.0 <= gap <= 0.03


@pytest.mark.parametrize(
    ("gap", "answer", "reason"),
    [
        (-0.019, "yes", ""),
        (0.0, "yes", ""),
        (0.0499, "yes", ""),
        (0.0501, None, "ambiguous: 0.05 m"),
        (0.1499, None, "ambiguous: 0.15 m"),
        (0.1501, "no", ""),
        (1.2, "no", ""),
        (-0.021, None, "in the wall: 0.02 m"),
    ],
)
def test_bands_of_the_clearance(gap, answer, reason):
    verdict = contact_wall.label(TASK, BEFORE, at_gap(gap), SUCCESS)
    assert verdict.answer == answer and verdict.reason.startswith(reason)
    assert verdict.measures["clearance"] == pytest.approx(gap)
    assert contact_wall.answer_before(TASK, at_gap(gap)) == answer


def test_no_approach_of_what_is_at_a_wall_already():
    view = at_gap(0.10)
    movers = {task.mover for task in tasks("yes", range(20), view) if task}
    assert "Bin|1" not in movers
    assert contact_wall.witnesses(view.scene, dataclasses.replace(TASK, wanted="no")) == []
    away = Task("contact_wall", "Bin|1", (), "no", {"way": "away"})
    assert contact_wall.witnesses(view.scene, away)


def corner_scene(*others):
    """A small room seen from its near wall: the bin is nearer to the far wall (0.8 m) than to the right one (1.3 m)."""
    camera = dataclasses.replace(CAMERA, position=(0.0, 1.5, -2.0))
    pose = dataclasses.replace(BIN.pose, position=(1.0, 0.0, 1.5))
    return toy.scene([dataclasses.replace(BIN, pose=pose), *others], camera, half=2.5)


def moves(scene):
    return [(motion.right_m, motion.forward_m) for motion in contact_wall.witnesses(scene, TASK)]


def test_where_the_nearest_wall_is_out_of_reach_the_next_one_is_approached():
    chest = toy.box_object("Chest|1", (1.0, 0.3, 2.3), (0.6, 0.6, 0.3), kind="Dresser", pickupable=False)
    assert moves(corner_scene()) == [(0.0, 0.78)]
    assert moves(corner_scene(chest)) == [(1.28, 0.0)]


def test_walls_that_nothing_shows_are_not_asked_about():
    scene = unshown(2)
    assert contact_wall.label(TASK, BEFORE, at_gap(0.02, scene), SUCCESS).reason.startswith("walls unknown")
    assert not contact_wall.witnesses(scene, TASK)
    corner = corner_scene()
    walls = tuple(dataclasses.replace(wall, evidenced=n != 2) for n, wall in enumerate(corner.layout.walls))
    layout = dataclasses.replace(corner.layout, walls=walls)
    assert moves(dataclasses.replace(corner, layout=layout)) == [(1.28, 0.0)]


def test_no_is_not_said_where_an_unshown_wall_may_be_near():
    scene = unshown(1)  # x = 3.5
    pose = dataclasses.replace(SCENE.pose("Bin|1"), position=(2.4, 0.0, 3.1))
    near = seen(scene.with_poses({"Bin|1": pose}))
    assert contact_wall.clearance(near.scene, "Bin|1").gap_m == pytest.approx(0.2)
    assert contact_wall.label(TASK, BEFORE, near, SUCCESS).answer == "no"
    closer = seen(scene.with_poses({"Bin|1": dataclasses.replace(pose, position=(2.6, 0.0, 3.1))}))
    assert contact_wall.label(TASK, BEFORE, closer, SUCCESS).reason.startswith("walls unknown")


@pytest.mark.parametrize("scene", [with_layout(inner_walls=True), with_layout(walls=()), unshown(0, 1, 2, 3)])
def test_rooms_with_unknown_walls_give_no_task_and_no_answer(scene):
    view = seen(scene)
    assert tasks("yes", range(5), view) == tasks("no", range(5), view) == [None] * 5
    assert contact_wall.label(TASK, BEFORE, at_gap(0.02, scene), SUCCESS).reason.startswith("walls unknown")
    assert contact_wall.answer_before(TASK, view) is None


def test_walls_out_of_the_picture_are_not_asked_about():
    now = look(at_gap(0.02).scene)
    assert contact_wall.label(TASK, BEFORE, now, SUCCESS).reason == "wall unseen: Wall|2"
    assert tasks("yes", range(5), look(SCENE)) == [None] * 5


@pytest.mark.parametrize(
    ("attempt", "kind"),
    [
        (Attempt(False, "x", collider="Wall|2"), "collision: Wall|2"),
        (Attempt(True, supported=False, gap_m=0.3), "unsupported: 0.30 m"),
        (SUCCESS, "short move: 0.00 m"),
    ],
)
def test_implausible_outcomes_have_no_answer(attempt, kind):
    verdict = contact_wall.label(TASK, BEFORE, BEFORE, attempt)
    assert verdict.answer is None and verdict.reason.startswith(kind)
    assert contact_wall.nearness(TASK, verdict) == 0.0


def test_nearness_grows_toward_the_wanted_answer():
    found = [
        contact_wall.nearness(TASK, contact_wall.label(TASK, BEFORE, at_gap(gap), SUCCESS)) for gap in (0.9, 0.3, 0.02)
    ]
    assert 0.0 < found[0] < found[1] < found[2] == 1.0


def test_rates_and_constants_are_those_of_the_specification():
    assert contact_wall.rates("balanced") == {"yes": 0.5, "no": 0.5}
    assert contact_wall.rates("paper") == pytest.approx({"yes": 0.92, "no": 0.08})
    limits = contact_wall.LIMITS
    assert (limits.yes_m, limits.no_m, limits.stop_m, limits.sunk_m) == (0.05, 0.15, 0.02, 0.02)
    assert (min(limits.away_m), max(limits.away_m), limits.away_share) == (0.25, 0.9, 0.10)
