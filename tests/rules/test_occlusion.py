import dataclasses

import numpy as np
import pytest

from flowbench.geometry.boxes import make_box
from flowbench.geometry.check_pose import check_pose
from flowbench.geometry.motion import moved_poses
from flowbench.geometry.silhouettes import outlines, predicted_covers
from flowbench.records import Attempt, Snapshot, Task
from flowbench.render.pictures import render, silhouettes, visible_counts
from flowbench.rules.rooms import eligible, occlusion, presets
from tests import toy

CAMERA = toy.CAMERA.__class__((0.0, 1.5, 0.0), 0.0, 20.0, 90.0, 400, 400)
BIN = toy.box_object("Bin|1", (1.2, 0.45, 2.4), (0.5, 0.9, 0.5), kind="GarbageCan", pickupable=False, moveable=True)
BALL = toy.box_object("Ball|1", (-0.2, 0.12, 3.6), (0.24, 0.24, 0.24), kind="BasketBall")
OBJECTS = [BIN, BALL]
SUCCESS = Attempt(True)


def look(state):
    model = toy.model(state)
    pixels = render(model, state.camera, "flat")
    seen, free = visible_counts(pixels.ids, len(state.layout.surfaces)), silhouettes(model, state.camera)
    return Snapshot(state, pixels, {n: (int(seen[n]), int(free[n])) for n in range(1, len(free))})


SCENE = toy.scene(OBJECTS, CAMERA)
BEFORE = look(SCENE)
TASK = Task("occlusion", "Bin|1", ("Ball|1",), "yes")


def after(motion):
    return look(SCENE.with_poses(moved_poses(SCENE, motion)))


@pytest.mark.parametrize("want", ["yes", "no"])
def test_best_witness_gives_the_wanted_answer(want):
    task = next(occlusion.propose(BEFORE, want, np.random.default_rng(0)))
    assert (task.mover, task.landmarks, task.wanted) == ("Bin|1", ("Ball|1",), want)
    verdict = occlusion.label(task, BEFORE, after(occlusion.witnesses(SCENE, task)[0]), SUCCESS)
    assert verdict.answer == want, verdict


@pytest.mark.parametrize("want", ["yes", "no"])
def test_witnesses_are_free_supported_rounded_and_in_range(want):
    for motion in occlusion.witnesses(SCENE, dataclasses.replace(TASK, wanted=want)):
        assert check_pose(SCENE, "Bin|1", moved_poses(SCENE, motion)["Bin|1"]).ok
        length = np.hypot(motion.right_m, motion.forward_m)
        assert 0.15 <= length <= 2.0 and motion.up_m == 0.0
        assert round(motion.right_m * 100) == pytest.approx(motion.right_m * 100)


def test_cover_is_recomputed_from_the_masks():
    now = after(occlusion.witnesses(SCENE, TASK)[0])
    ids = SCENE.layout.surface_ids
    ball = BEFORE.pixels.ids == ids["Ball|1"]
    by_hand = ((now.pixels.ids == ids["Bin|1"]) & ball).sum() / ball.sum()
    assert occlusion.cover(TASK, BEFORE, now) == by_hand
    assert occlusion.answer_before(TASK, BEFORE) == "no"


@pytest.mark.parametrize(
    ("share", "answer"), [(0.5, "yes"), (1.0, "yes"), (0.4999, None), (0.1001, None), (0.10, "no"), (0.0, "no")]
)
def test_answer_bands(share, answer):
    assert occlusion.answer(share) == answer


@pytest.mark.parametrize(
    ("attempt", "kind"),
    [
        (Attempt(False, "x", collider="Sofa|1"), "collision: Sofa|1"),
        (Attempt(False, "x", supported=False, gap_m=0.4), "unsupported: 0.40 m"),
        (Attempt(True, supported=False, gap_m=0.3), "unsupported: 0.30 m"),
        (Attempt(True, settled_m=0.2), "falls: 0.20 m"),
        (Attempt(False, "odd"), "failed: odd"),
        (SUCCESS, "short move: 0.00 m"),
    ],
)
def test_implausible_outcomes_have_no_answer(attempt, kind):
    verdict = occlusion.label(TASK, BEFORE, BEFORE, attempt)
    assert verdict.answer is None and verdict.reason.startswith(kind)


# trouble report R19
def test_hidden_mover_has_no_answer():
    now = after(occlusion.witnesses(SCENE, TASK)[0])
    unseen = dataclasses.replace(now, visibility={})
    assert occlusion.label(TASK, BEFORE, unseen, SUCCESS).reason.startswith("mover hidden")


def test_parts_count_as_the_mover():
    door = toy.box_object(
        "Door|1", (1.2, 0.45, 2.14), (0.48, 0.88, 0.02), kind="Drawer", pickupable=False, carrier="Bin|1"
    )
    scene = toy.scene([BIN, BALL, door], CAMERA)
    view = look(scene)
    mask = eligible.mask_of(view, "Bin|1")
    assert mask.sum() > (view.pixels.ids == scene.layout.surface_ids["Bin|1"]).sum() > 0


def test_movers_that_do_not_qualify():
    far = toy.box_object("Far|1", (0.0, 0.5, 5.0), (0.6, 1.0, 0.6), kind="Chair", pickupable=False, moveable=True)
    tiny = toy.box_object("Tiny|1", (0.6, 0.05, 2.5), (0.1, 0.1, 0.1), kind="Mug")
    table = toy.box_object(
        "Table|1", (-1.5, 0.3, 3.0), (0.6, 0.6, 0.6), kind="SideTable", pickupable=False, moveable=True
    )
    book = toy.box_object("Book|1", (-1.5, 0.65, 3.0), (0.3, 0.1, 0.3), kind="Book")
    view = look(toy.scene([BIN, far, tiny, table, book], CAMERA))
    layout = view.scene.layout
    loaded = dataclasses.replace(layout, load_carriers=np.array([-1, -1, -1, -1, 3]))
    view = dataclasses.replace(view, scene=dataclasses.replace(view.scene, layout=loaded))
    assert eligible.usable_movers(view) == ["Bin|1", "Book|1"]


@pytest.mark.parametrize(("tilt", "usable"), [(0.0, True), (9.0, True), (11.0, False), (45.0, False), (90.0, True)])
def test_leaning_things_are_not_movers(tilt, usable):
    pose = dataclasses.replace(BIN.pose, position=(1.2, 0.45, 2.4), rotation=(0.0, 0.0, tilt))
    leaning = dataclasses.replace(BIN, pose=pose, box=make_box((0, 0, 0), (0.5, 0.9, 0.5)))
    assert eligible.is_usable_mover(look(toy.scene([leaning, BALL], CAMERA)), "Bin|1") is usable


def test_unique_names_only():
    twin = toy.box_object("Ball|2", (-1.0, 0.12, 3.6), (0.24, 0.24, 0.24), kind="BasketBall")
    view = look(toy.scene([*OBJECTS, twin], CAMERA))
    assert not eligible.is_unique_in_view(view, "Ball|1")
    assert next(occlusion.propose(view, "yes", np.random.default_rng(0)), None) is None


def test_predicted_cover_matches_drawn_cover_for_boxes():
    for witness in list(occlusion.predicted(SCENE, TASK))[:6]:
        drawn = occlusion.cover(TASK, BEFORE, after(witness.motion))
        assert min(drawn, 0.9) == pytest.approx(witness.score, abs=0.1)


def test_predicted_cover_of_apart_outlines_is_their_gap():
    a, b = make_box((-1.0, 1.5, 4.0), (1.0, 1.0, 0.001)), make_box((1.0, 1.5, 4.0), (1.0, 1.0, 0.001))
    shifts = np.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.5, 0.0, 0.0], [2.0, 0.0, -9.0]])
    covers, gaps = predicted_covers(toy.CAMERA, a[None], shifts, outlines(toy.CAMERA, b[None]))
    assert covers == pytest.approx([0.0, 1.0, 0.5, 0.0], abs=0.05)
    assert gaps == pytest.approx([150 * 1.0 / 4.0, 0.0, 0.0, np.inf], abs=0.1)


def test_snapshot_without_pixels_is_refused_by_masks():
    with pytest.raises(ValueError, match="no pixels"):
        eligible.mask_of(dataclasses.replace(BEFORE, pixels=None), "Bin|1")


def test_rates_of_the_presets():
    assert occlusion.rates("balanced") == {"yes": 0.5, "no": 0.5}
    assert occlusion.rates("paper") == pytest.approx({"yes": 0.8, "no": 0.2})
    with pytest.raises(ValueError, match="Unknown preset"):
        presets.yes_no_rates("occlusion", "fair")
