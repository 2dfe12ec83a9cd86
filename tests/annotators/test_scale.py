import math

import numpy as np
import pytest

from flowbench.annotators.scale import scale_reference
from flowbench.records import Pose, Snapshot, Task
from flowbench.render.pictures import render, silhouettes, visible_counts
from flowbench.rules.rooms.eligible import mask_of
from tests import toy

TASK = Task("occlusion", "Mug|1", ("Book|1",), "yes")
MUG = toy.box_object("Mug|1", (-1.0, 0.2, 3.0), (0.4, 0.4, 0.4), kind="Mug")
BOOK = toy.box_object("Book|1", (1.0, 0.2, 3.0), (0.4, 0.4, 0.4), kind="Book")
TOASTER = toy.box_object("Toaster|1", (0.0, 0.2, 3.0), (0.31, 0.3, 0.2), kind="Toaster")


def look(*objects, poses=None):
    state = toy.scene([MUG, BOOK, *objects]).with_poses(poses or {})
    model = toy.model(state)
    pixels = render(model, state.camera, "flat")
    seen, free = visible_counts(pixels.ids, len(state.layout.surfaces)), silhouettes(model, state.camera)
    return Snapshot(state, pixels, {n: (int(seen[n]), int(free[n])) for n in range(1, len(free))})


def test_says_how_wide_a_thing_is_that_is_not_asked_about():
    found = scale_reference(look(TOASTER), TASK)
    assert (found.object_id, found.sentence) == ("Toaster|1", "For scale: the toaster is 0.31 m wide.")
    assert found.width_m == pytest.approx(0.31)


def test_things_with_a_plural_name_are():
    boots = toy.box_object("Boots|1", (0.0, 0.2, 3.0), (0.28, 0.3, 0.28), kind="Boots")
    assert scale_reference(look(boots), TASK).sentence == "For scale: the boots are 0.28 m wide."


def test_nothing_serves_when_all_are_asked_about():
    assert scale_reference(look(), TASK) is None
    assert scale_reference(look(TOASTER), Task("occlusion", "Mug|1", ("Toaster|1", "Book|1"), "yes")) is None


def test_the_one_with_the_most_pixels_serves():
    pot = toy.box_object("Pot|1", (0.0, 0.7, 2.0), (0.5, 0.2, 0.5), kind="Pot")
    assert scale_reference(look(TOASTER, pot), TASK).object_id == "Pot|1"


TWIN = toy.box_object("Toaster|2", (0.6, 0.2, 4.0), (0.31, 0.3, 0.2), kind="Toaster")
BAR = toy.box_object("CounterTop|1", (0.0, 0.42, 2.5), (0.1, 0.2, 0.05), kind="CounterTop")


@pytest.mark.parametrize("other", [pytest.param(TWIN, id="two of a type"), pytest.param(BAR, id="covered")])
def test_what_cannot_be_told_apart_or_is_covered_does_not_serve(other):
    assert scale_reference(look(TOASTER, other), TASK) is None


@pytest.mark.parametrize(("yaw", "serves"), [(0, True), (20, True), (45, False), (90, False), (180, True)])
def test_the_width_must_be_what_one_sees(yaw, serves):
    turned = {"Toaster|1": Pose(TOASTER.pose.position, (0.0, float(yaw), 0.0))}
    assert (scale_reference(look(TOASTER, poses=turned), TASK) is not None) == serves


@pytest.mark.parametrize("yaw", [0, 45, 90])
def test_a_square_footprint_shows_its_width_from_everywhere(yaw):
    pot = toy.box_object("Pot|1", (0.0, 0.2, 3.0), (0.3, 0.3, 0.3), kind="Pot")
    view = look(pot, poses={"Pot|1": Pose(pot.pose.position, (0.0, float(yaw), 0.0))})
    assert scale_reference(view, TASK).object_id == "Pot|1"


def test_what_lies_on_its_side_or_leaves_the_picture_does_not_serve():
    lying = {"Toaster|1": Pose(TOASTER.pose.position, (0.0, 0.0, 90.0))}
    cut = {"Toaster|1": Pose((2.95, 0.05, 3.0))}
    assert scale_reference(look(TOASTER, poses=lying), TASK) is None
    assert scale_reference(look(TOASTER, poses=cut), TASK) is None


def test_real_widths_agree_with_the_pictures(real):
    for transition, before, _, item in real:
        scale = item.state["scale_reference"]
        mask = mask_of(before, scale["object_id"])
        columns, depth = np.nonzero(mask)[1], float(np.median(before.pixels.depth[mask]))
        camera = before.scene.camera
        focal = camera.height / 2.0 / math.tan(math.radians(camera.fov_deg / 2.0))
        seen = (columns.max() - columns.min() + 1) * depth / focal
        assert 0.7 < seen / scale["width_m"] < 1.8, (transition.before.scene.layout.scene, scale)
