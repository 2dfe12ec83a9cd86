import pytest

from flowbench.annotators.text import the
from flowbench.rules.rooms import naming, referable
from tests import toy
from tests.rules.test_occlusion import look

CAMERA = toy.CAMERA.__class__((0.0, 1.5, 0.0), 0.0, 20.0, 90.0, 400, 400)


def view_of(*places, kind="Stool"):
    objects = [
        toy.box_object(f"{kind}|{k}", place, (0.4, 0.5, 0.4), kind=kind, pickupable=False, moveable=True)
        for k, place in enumerate(places)
    ]
    return look(toy.scene(objects, CAMERA))


def test_the_only_one_needs_no_qualifier():
    assert naming.qualifier(view_of((0.0, 0.25, 3.0)), "Stool|0") == ""


def test_of_two_well_apart_one_is_left_and_one_is_right():
    view = view_of((0.9, 0.25, 3.0), (-0.9, 0.25, 3.0))
    assert [naming.qualifier(view, f"Stool|{k}") for k in range(2)] == ["right", "left"]
    assert the(view, "Stool|1") == "the left stool"


@pytest.mark.parametrize(
    "places",
    [
        [(0.0, 0.25, 2.5), (0.1, 0.25, 3.6)],  # nearly one behind the other
        [(-0.9, 0.25, 3.0), (0.0, 0.25, 3.0), (0.9, 0.25, 3.0)],  # three
        [(0.0, 0.25, 3.0), (3.4, 0.25, 3.0)],  # one of them only half in the picture
    ],
)
def test_words_cannot_tell_these_apart(places):
    view = view_of(*places)
    assert naming.qualifier(view, "Stool|0") is None
    assert "Stool|0" not in referable.movers(view)


def test_one_that_is_not_seen_is_no_rival():
    view = view_of((0.0, 0.25, 3.0), (0.0, 0.25, -3.0))
    assert naming.qualifier(view, "Stool|0") == ""


def test_landmarks_leave_out_the_movers_type_and_what_it_stands_on():
    table = toy.box_object("Table|1", (0.0, 0.4, 3.0), (1.2, 0.8, 0.8), kind="SideTable", pickupable=False)
    cup = toy.box_object("Cup|1", (-0.3, 0.92, 3.0), (0.2, 0.24, 0.2), kind="Cup", parents=("Table|1",))
    bowl = toy.box_object("Bowl|1", (0.3, 0.9, 3.0), (0.3, 0.2, 0.3), kind="Bowl", parents=("Table|1",))
    view = look(toy.scene([table, cup, bowl], CAMERA))
    assert referable.landmarks(view, "Cup|1") == ["Bowl|1"]
    assert referable.landmarks(view, "Bowl|1") == ["Cup|1"]


def test_at_most_one_drawer_is_named():
    drawers = [
        toy.box_object(f"{kind}|{k}", (0.8 * k - 0.8, 0.5, 3.0), (0.4, 0.4, 0.4), kind=kind, pickupable=False)
        for k, kind in enumerate(["Drawer", "Drawer"])
    ]
    stool = toy.box_object("Stool|1", (1.2, 0.25, 2.6), (0.4, 0.5, 0.4), kind="Stool")
    view = look(toy.scene([*drawers, stool], CAMERA))
    assert referable.landmarks(view, "Stool|1") == ["Drawer|0"]
