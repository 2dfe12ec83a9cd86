"""The paper's numbers, and outcomes that only its rules label."""

import dataclasses

import numpy as np
import pytest

from flowbench.geometry.check_pose import world_box
from flowbench.geometry.motion import moved_poses
from flowbench.records import Attempt, Motion, Pose, Task
from flowbench.rules.rooms import (
    closer_to,
    closest_three,
    contact_wall,
    count_near,
    left_right,
    limits,
    near_object,
    occlusion,
    plausible,
    probes,
)
from flowbench.rules.rooms.literal import closer_to as paper_closer_to
from flowbench.rules.rooms.literal import contact_wall as paper_contact_wall
from flowbench.rules.rooms.literal import feasibility as paper_feasibility
from flowbench.rules.rooms.literal import ray_plans
from flowbench.rules.rooms.literal.left_right import SPANS
from flowbench.rules.rooms.manner import Manner
from tests.rules import test_contact_wall
from tests.rules.literal.toys import ROOM, VIEW
from tests.rules.test_occlusion import BEFORE, SCENE, after, look

LITERAL = {"rules": "paper_literal"}
SUCCESS = Attempt(True)
TO_WALL = Task("contact_wall", "Bin|1", (), "yes", {"way": "toward", **LITERAL})


def test_numbers():
    assert (occlusion.PAPER.yes_cover, occlusion.PAPER.no_cover, occlusion.PAPER.min_ratio) == (0.5, 0.5, 1.5)
    assert (closer_to.PAPER.margin_m, closer_to.PAPER.max_move_m) == (pytest.approx(0.045), 2.0)
    assert (closer_to.PAPER.lead_m, closer_to.PAPER.apart_m) == (0.18, 0.30)
    assert (contact_wall.PAPER.yes_m, contact_wall.PAPER.stop_m, contact_wall.PAPER.sunk_m) == (0.12, 0.10, 0.02)
    assert (left_right.PAPER.margin, left_right.PAPER.lengths_m) == (0.03, (0.9, 0.75, 0.6, 0.45, 0.3))
    assert (SPANS.flip, SPANS.stay) == (0.06, 0.03)
    assert near_object.margin(1.25, near_object.PAPER) == 0.05
    assert count_near.margin(1.25, count_near.PAPER) == 0.03 and count_near.PAPER.taus_m[0] == 0.35
    assert closest_three.least_gap(np.arange(1.0, 7.0), closest_three.PAPER) == 0.05
    assert (limits.PAPER.mover.min_pixels, limits.PAPER.landmark.min_pixels) == (30, 30)
    assert (limits.PAPER.mover.near_m, limits.PAPER.mover.far_m, limits.PAPER.mover.min_extent_ratio) == (
        1.5,
        4.5,
        0.08,
    )
    assert limits.PAPER.move.min_move_m == 0.05 and limits.PAPER.floats


def test_lengths_of_slides_and_probes():
    lengths = paper_contact_wall.LENGTHS
    assert np.allclose(lengths.searched_m, [*np.arange(0.15, 2.46, 0.1), 2.5])
    assert (lengths.away_m, lengths.beyond_m) == (0.35, 0.25)
    asked = paper_feasibility.LENGTHS
    assert (asked.longer_m, asked.down_m) == ((2.0, 1.75, 1.5), (0.6, 0.5, 0.4))
    assert max(*asked.fast_m, *asked.full_m) == 1.5


@pytest.mark.parametrize("share", [0.11, 0.3, 0.4999])
def test_a_cover_below_half_is_no(share):
    assert occlusion.answer(share) is None and occlusion.answer(share, occlusion.PAPER) == "no"


@pytest.mark.parametrize(("gap", "answer"), [(0.10, "yes"), (0.12, "yes"), (0.13, "no"), (-0.01, "yes"), (-0.03, None)])
def test_contact_reaches_12_cm_from_the_side_of_the_scenes_box(gap, answer):
    verdict = contact_wall.label(TO_WALL, BEFORE, at_side(gap), SUCCESS)
    assert verdict.answer == answer and verdict.measures["clearance"] == pytest.approx(gap, abs=1e-9)
    assert verdict.reason == ("" if answer else "in the wall: 0.03 m")


def test_ten_centimetres_are_contact_to_the_paper_alone():
    now = test_contact_wall.at_gap(0.10)
    usual = contact_wall.label(test_contact_wall.TASK, test_contact_wall.BEFORE, now, SUCCESS)
    assert usual.reason == "ambiguous: 0.10 m from the wall"
    assert contact_wall.label(TO_WALL, BEFORE, at_side(0.10), SUCCESS).answer == "yes"


def at_side(gap):
    """The bin at a gap from the left side of the box around bin and ball, which is the ball's, at x = -0.32."""
    pose = dataclasses.replace(SCENE.pose("Bin|1"), position=(-0.32 + gap + 0.25, 0.0, 3.0))
    return look(SCENE.with_poses({"Bin|1": pose}))


@pytest.mark.parametrize(
    ("attempt", "motion", "usual"),
    [
        (Attempt(True, supported=False, gap_m=0.6), Motion("Bin|1", right_m=-0.3), "unsupported"),
        (SUCCESS, Motion("Bin|1", right_m=-0.08), "short move"),
    ],
    ids=["in mid-air", "8 cm"],
)
def test_the_paper_takes_what_the_usual_rules_refuse(attempt, motion, usual):
    task, now = Task("occlusion", "Bin|1", ("Ball|1",), "no"), after(motion)
    assert plausible.rejection(task, BEFORE, now, attempt).startswith(usual)
    assert plausible.rejection(dataclasses.replace(task, parameters=LITERAL), BEFORE, now, attempt) == ""


def test_moves_below_5_cm_and_movers_below_30_pixels_are_refused_there_too():
    task = Task("occlusion", "Bin|1", ("Ball|1",), "no", LITERAL)
    assert plausible.rejection(task, BEFORE, after(Motion("Bin|1", right_m=-0.04)), SUCCESS).startswith("short move")
    now, number = after(Motion("Bin|1", right_m=-0.3)), SCENE.layout.surface_ids["Bin|1"]
    for pixels, reason in ((8, ""), (7, "mover hidden: 7 pixels")):  # 30 at 800 x 800 are 7.5 at 400 x 400
        seen = dataclasses.replace(now, visibility={**now.visibility, number: (pixels, 9000)})
        assert plausible.rejection(task, BEFORE, seen, SUCCESS) == reason


@pytest.mark.parametrize(("mover", "landmark", "height"), [("Bin|1", "Ball|1", 0.34), ("Ball|1", "Bin|1", 0.12)])
def test_the_ray_plan_puts_a_before_b_and_never_higher_than_it_was(mover, landmark, height):
    motion = ray_plans.ray_plan(SCENE, mover, landmark, hides=True)
    eye, far = np.array(SCENE.camera.position), world_box(SCENE, landmark)[0:3]
    target = world_box(SCENE.with_poses(moved_poses(SCENE, motion)), mover)[0:3]
    along = np.linalg.norm(far - eye) - ((0.9 + 0.24) / 2 + 0.05)
    on_ray = eye + (far - eye) / np.linalg.norm(far - eye) * along
    assert np.allclose(target, [on_ray[0], min(on_ray[1], world_box(SCENE, mover)[1]), on_ray[2]], atol=0.006)
    assert target[1] == pytest.approx(height, abs=0.01)


def test_for_no_the_place_is_22_cm_beside_the_ray():
    on_ray, beside = (ray_plans.ray_plan(SCENE, "Bin|1", "Ball|1", hides) for hides in (True, False))
    apart = np.hypot(beside.right_m - on_ray.right_m, beside.forward_m - on_ray.forward_m)
    assert apart == pytest.approx(0.22, abs=0.015) and beside.up_m == on_ray.up_m


def test_the_ray_plan_keeps_80_cm_from_the_camera():
    near = SCENE.with_poses({"Ball|1": Pose((0.0, 1.2, 1.2))})
    assert ray_plans.ray_plan(near, "Bin|1", "Ball|1", hides=True) is None


def test_the_grid_has_48_places_clamped_to_its_lengths():
    motions = ray_plans.cover_grid("Bin|1", -0.6)
    lengths = [np.hypot(motion.right_m, motion.forward_m) for motion in motions]
    assert len(motions) == 48 and min(lengths) == 0.30 and max(lengths) == pytest.approx(1.46, abs=0.01)
    assert all(motion.right_m < 0.0 and motion.forward_m <= 0.0 for motion in motions)
    wide = [np.hypot(motion.right_m, motion.forward_m) for motion in ray_plans.cover_grid("Bin|1", 0.9)]
    assert max(wide) == pytest.approx(1.50, abs=0.01)
    assert {motion.right_m for motion in ray_plans.cover_grid("Bin|1", 0.0)} == {0.0}


def test_the_slide_of_the_grid_brings_the_columns_together():
    lateral = ray_plans.lateral_m(BEFORE, "Bin|1", "Ball|1")
    now = after(Motion("Bin|1", right_m=lateral))
    assert left_right.mask_column(now, "Bin|1") == pytest.approx(left_right.mask_column(BEFORE, "Ball|1"), abs=0.02)


def test_the_largest_turn_of_the_gap_comes_first():
    manner, scores = Manner("paper_literal"), []
    for task in paper_closer_to.propose(VIEW, "A", np.random.default_rng(0), manner):
        marked = dataclasses.replace(task, parameters=LITERAL)
        motion = paper_closer_to.witnesses(ROOM, marked)[0]
        starts = closer_to.distances(ROOM, task)
        ends = closer_to.distances(ROOM.with_poses(moved_poses(ROOM, motion)), task)
        near = int(starts.argmin())
        scores.append(starts[0] - starts[near] + ends[near] - ends[0])
    assert len(scores) > 5 and scores[0] >= 0.9 * max(scores) and np.mean(scores[:3]) > np.mean(scores[-3:])


def probe(up=0.0, forward=0.0, **rules):
    parameters = {"probe_right_m": 0.0, "probe_up_m": up, "probe_forward_m": forward, **rules}
    return Task("feasibility", "Pan|1", (), "no", parameters)


def test_probes_may_go_down_and_end_in_the_air():
    assert probes.probe_of(probe(up=-0.4)) == Motion("Pan|1", up_m=-0.4)
    down = probes.find(ROOM, probe(up=-0.4, **LITERAL))
    assert (down.answer, down.stop) == ("no", "Table|1")
    assert probes.find(ROOM, probe(forward=-0.4, **LITERAL)).answer == "yes"
    assert probes.find(ROOM, probe(forward=-0.4)).answer is None


@pytest.mark.parametrize(
    ("answer", "search", "most"), [("yes", "default", 1.0), ("no", "default", 1.0), ("no", "full", 1.5)]
)
def test_only_no_has_probes_along_two_axes(answer, search, most):
    manner = Manner("paper_literal", search)
    lengths = (*paper_feasibility.LENGTHS.fast_m, *(paper_feasibility.LENGTHS.full_m if search == "full" else ()))
    found = paper_feasibility.probes(ROOM, "Pan|1", lengths, answer, manner)
    assert any(right and forward for right, _, forward in found) == (answer == "no")
    assert any(up < 0.0 for _, up, _ in found) == (search == "full")
    assert max(np.hypot(right, forward) for right, _, forward in found) == pytest.approx(most, abs=0.01)
