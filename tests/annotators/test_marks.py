import dataclasses
from itertools import combinations

import cv2
import numpy as np
import pytest

from flowbench.annotators.badges import MAX_COVER, place_badge
from flowbench.annotators.marks import MIN_PIXELS, _place_badges, as_state, draw_marks, marks, marks_before
from flowbench.errors import BadValue
from flowbench.records import Attempt, Motion, Origin, Task, Transition, Verdict
from flowbench.render.marks import badge_radius
from flowbench.rules.rooms.eligible import mask_of
from tests.annotators.painted import painted, rectangle

SHAPE = (160, 200)


def task(names):
    mover, *landmarks = names
    return Task("occlusion", mover, tuple(landmarks), "yes")


def moved(before, after, names, seed=0):
    """A transition between two painted pictures; what is painted elsewhere has another pose."""
    origin = Origin('{"id": "FlowBench-Occlusion-v0"}', (seed,), {}, 0)
    return Transition(before, Motion(names[0], 0.5), after, Attempt(True), Verdict("yes"), task(names), origin)


def crowd(seed):
    """Seven masks, small and large, each in a cell of its own."""
    rng = np.random.default_rng(seed)
    masks = {}
    for k, cell in enumerate(rng.permutation(12)[:7].tolist()):
        width, height = (int(rng.integers(4, 37)) for _ in range(2))
        left, top = (
            50 * (cell % 4) + int(rng.integers(6, 44 - width)),
            53 * (cell // 4) + int(rng.integers(6, 44 - height)),
        )
        masks[f"Box|{k}"] = rectangle(SHAPE, left, top, width, height)
    return masks


@pytest.mark.parametrize("seed", range(12))
def test_marks_of_seven_objects_lie_on_them_and_never_touch(seed):
    masks = crowd(seed)
    found = marks_before(painted(masks), task(masks), (seed,))
    places = [mark.places["i0"] for mark in found]
    assert all(masks[mark.object_id][place.dot[1], place.dot[0]] for mark, place in zip(found, places, strict=True))
    for a, b in combinations(places, 2):
        assert np.hypot(*np.subtract(a.dot, b.dot)) >= a.dot_radius + b.dot_radius
        assert np.hypot(*np.subtract(a.badge, b.badge)) >= a.badge_radius + b.badge_radius
    for place in places:
        x, y = place.badge
        assert place.badge_radius <= x <= SHAPE[1] - 1 - place.badge_radius
        assert place.badge_radius <= y <= SHAPE[0] - 1 - place.badge_radius


@pytest.mark.parametrize("seed", range(12))
def test_a_badge_hides_no_more_than_a_share_of_its_object_and_nothing_of_the_others(seed):
    masks = crowd(seed)
    rows, columns = np.mgrid[: SHAPE[0], : SHAPE[1]]
    for mark in marks_before(painted(masks), task(masks), (seed,)):
        (x, y), radius = mark.places["i0"].badge, mark.places["i0"].badge_radius
        disc = np.hypot(columns - x, rows - y) <= radius
        own = masks[mark.object_id]
        assert (disc & own).sum() <= 1.05 * MAX_COVER * own.sum()
        assert not any((disc & mask).any() for name, mask in masks.items() if name != mark.object_id)


def test_a_badge_keeps_clear_of_a_part_of_its_own_object():
    whole, part = rectangle(SHAPE, 40, 30, 110, 100), rectangle(SHAPE, 80, 60, 40, 40)
    anchors = {"whole": (76, 80), "part": (100, 80)}
    badges = _place_badges({"whole": whole, "part": part}, ["part", "whole"], anchors)
    rows, columns = np.mgrid[: SHAPE[0], : SHAPE[1]]
    x, y = badges["whole"]
    assert (x, y) != anchors["whole"]
    assert not (part & (np.hypot(columns - x, rows - y) <= badge_radius(SHAPE[1], SHAPE[0]))).any()


def test_a_dot_next_to_a_smaller_object_moves_aside_but_stays_as_interior_as_it_can():
    masks = {"Box|0": rectangle(SHAPE, 50, 80, 60, 5), "Box|1": rectangle(SHAPE, 78, 85, 5, 5)}
    strip, small = (mark.places["i0"] for mark in marks_before(painted(masks), task(masks), (0,)))
    assert small.dot == (80, 87)
    assert strip.dot[1] == 82  # the middle row
    assert 9.0 < np.hypot(*np.subtract(strip.dot, small.dot)) < 12.0


def test_a_dot_fits_into_its_object_where_it_can():
    masks = {"Box|0": rectangle((800, 800), 100, 100, 18, 90), "Box|1": rectangle((800, 800), 300, 300, 300, 300)}
    thin, wide = (mark.places["i0"].dot_radius for mark in marks_before(painted(masks), task(masks), (0,)))
    assert 6.8 < thin <= 9.5
    assert wide == 12.0


def test_colours_and_numbers_come_from_the_picture_before_the_move_and_the_seed_alone():
    masks = {"Box|0": rectangle(SHAPE, 20, 20, 40, 40), "Box|1": rectangle(SHAPE, 120, 20, 40, 40)}
    elsewhere = {**masks, "Box|0": rectangle(SHAPE, 20, 90, 40, 40)}
    before, after = painted(masks), painted(elsewhere, {"Box|0": (255, 0, 0)})
    at_reset = marks_before(before, task(masks), (5,))
    for one, other in zip(at_reset, marks(moved(before, after, list(masks), 5), before, after), strict=True):
        assert (one.colour, one.number, one.places["i0"]) == (other.colour, other.number, other.places["i0"])


def test_the_mover_has_every_number_about_as_often():
    masks = crowd(1)
    view = painted(masks)
    numbers = [[mark.number for mark in marks_before(view, task(masks), (seed,))] for seed in range(280)]
    assert all(sorted(drawn) == [1, 2, 3, 4, 5, 6, 7] for drawn in numbers)
    counts = np.bincount([drawn[0] for drawn in numbers], minlength=8)[1:]
    assert counts.min() > 20 and counts.max() < 65


def test_no_dot_is_coloured_like_its_object():
    masks = crowd(2)
    rng = np.random.default_rng(0)
    colours = {name: tuple(rng.integers(0, 256, 3).tolist()) for name in masks}
    state = as_state(marks_before(painted(masks, colours), task(masks), (0,)))
    assert len({entry["colour"] for entry in state.values()}) == len(masks)
    for name, entry in state.items():
        pair = np.float32([[colours[name], entry["rgb"]]]) / np.float32(255.0)
        one, other = cv2.cvtColor(pair, cv2.COLOR_RGB2LAB)[0]
        assert np.linalg.norm(one - other) > 39.9


def test_what_stands_still_keeps_its_mark_where_half_of_it_is_covered():
    masks = {"Box|1": rectangle(SHAPE, 80, 60, 40, 40), "Box|0": rectangle(SHAPE, 20, 60, 20, 40)}
    covered = {**masks, "Box|0": rectangle(SHAPE, 103, 60, 20, 40)}
    _, landmark = two_pictures(masks, covered)
    assert landmark.places["i1"].dot == landmark.places["i0"].dot == (99, 79)
    assert landmark.places["i1"].dot_radius == landmark.places["i0"].dot_radius


def test_where_its_place_is_covered_the_mark_goes_to_what_is_left():
    masks = {"Box|1": rectangle(SHAPE, 80, 60, 40, 40), "Box|0": rectangle(SHAPE, 20, 60, 30, 40)}
    covered = {**masks, "Box|0": rectangle(SHAPE, 90, 60, 30, 40)}
    mover, landmark = two_pictures(masks, covered)
    assert 80 <= landmark.places["i1"].dot[0] < 90 and not landmark.places["i1"].hidden
    assert 90 <= mover.places["i1"].dot[0] < 120


def test_what_is_out_of_sight_is_marked_as_hidden_where_it_was():
    masks = {"Box|1": rectangle(SHAPE, 80, 60, 20, 20), "Box|0": rectangle(SHAPE, 20, 60, 40, 40)}
    covered = {**masks, "Box|0": rectangle(SHAPE, 70, 50, 40, 40)}
    mover, landmark = two_pictures(masks, covered)
    assert landmark.places["i1"].dot == landmark.places["i0"].dot
    assert landmark.places["i1"].hidden and not landmark.places["i0"].hidden and not mover.places["i1"].hidden
    apart = np.hypot(*np.subtract(mover.places["i1"].dot, landmark.places["i1"].dot))
    assert apart >= mover.places["i1"].dot_radius + landmark.places["i1"].dot_radius
    hidden_by_badge = np.hypot(*np.subtract(mover.places["i1"].badge, landmark.places["i1"].dot))
    assert hidden_by_badge > mover.places["i1"].badge_radius


def two_pictures(masks, later):
    before, after = painted(masks), painted(later)
    names = ["Box|0", "Box|1"]
    return marks(moved(before, after, names), before, after)


def test_what_is_not_in_the_picture_cannot_be_marked():
    masks = {"Box|0": rectangle(SHAPE, 20, 20, 40, 40), "Box|1": np.zeros(SHAPE, bool)}
    with pytest.raises(BadValue, match=r"Box\|1 is not in the picture"):
        marks_before(painted(masks), task(masks), (0,))


def test_badges_stack_up_beside_one_another_in_a_corner():
    placed = []
    for _ in range(7):
        placed.append(place_badge((0, 0), 8.0, np.zeros(SHAPE, bool), placed))
    assert min(np.hypot(*np.subtract(a, b)) for a, b in combinations(placed, 2)) >= 16.0
    assert min(min(point) for point in placed) >= 8


def test_marks_of_real_objects(real):
    for transition, before, after, item in real:
        state = item.state["marks"]
        assert list(state) == [transition.task.mover, *transition.task.landmarks]
        for name, entry in state.items():
            for picture, view in (("i0", before), ("i1", after)):
                x, y = entry[picture]["dot"]
                mask = mask_of(view, name)
                assert bool(mask[y, x]) != entry[picture]["hidden"]
                assert (mask.sum() < MIN_PIXELS / 4) == entry[picture]["hidden"]
        assert sorted(entry["number"] for entry in state.values()) == list(range(1, len(state) + 1))


def test_drawn_marks_are_near_their_places_and_names_leave_the_picture_alone(real):
    _, before, _, item = real[0]
    frame = before.pixels.frame
    assert draw_marks(frame, item.state["marks"], "i0", "names") is frame
    changed = (draw_marks(frame, item.state["marks"], "i0", "dots") != frame).any(axis=2)
    rows, columns = np.nonzero(changed)
    for entry in item.state["marks"].values():
        (x, y), radius = entry["i0"]["dot"], entry["i0"]["dot_radius"]
        near = np.hypot(columns - x, rows - y) <= radius + 1.0
        assert near.sum() > 2.0 * radius * radius
        rows, columns = rows[~near], columns[~near]
    assert len(rows) == 0


def test_a_view_without_pixels_is_refused():
    masks = {"Box|0": rectangle(SHAPE, 20, 20, 40, 40), "Box|1": rectangle(SHAPE, 120, 20, 40, 40)}
    with pytest.raises(ValueError, match="has no pixels"):
        marks_before(dataclasses.replace(painted(masks), pixels=None), task(masks), (0,))
