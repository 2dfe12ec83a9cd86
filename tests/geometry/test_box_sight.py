"""What a camera would see of boxes, against a picture of the same boxes."""

import dataclasses

import numpy as np
import pytest

from flowbench.geometry.box_sight import (
    SAMPLED_ROWS,
    nothing_seen,
    sampling,
    share_in_sight,
    visible_samples,
    with_boxes,
)
from flowbench.geometry.boxes import make_box, place
from flowbench.geometry.rotation import matrix
from flowbench.records import Pose
from flowbench.render.model import Instance, Model
from flowbench.render.pictures import render, silhouettes, visible_counts
from tests import toy

CAMERA = dataclasses.replace(toy.CAMERA, horizon_deg=12.0, yaw_deg=-20.0, width=240, height=160)
PLACES = [((-1.0, 1.2, 3.0), 20.0), ((-1.4, 1.4, 4.0), 65.0), ((-0.2, 0.6, 2.5), -10.0), ((-3.5, 1.5, 1.0), 0.0)]
BOXES = np.concatenate(
    [place(make_box((0, 0, 0), (0.8, 0.6, 0.5))[None], Pose(centre, (0.0, yaw, 0.0))) for centre, yaw in PLACES]
)
OWNERS = np.arange(1, len(BOXES) + 1)


def drawn(camera):
    """The same boxes as meshes: ids, and free pixels of each."""
    instances = [
        Instance(toy.cuboid((0.8, 0.6, 0.5)), k + 1, matrix((0.0, yaw, 0.0)), np.array(centre))
        for k, (centre, yaw) in enumerate(PLACES)
    ]
    model = Model.build(instances)
    return render(model, camera, "flat"), silhouettes(model, camera)


def seen(camera, boxes=BOXES, owners=OWNERS):
    return with_boxes(nothing_seen(camera, len(BOXES)), camera, boxes, owners)


def test_at_a_sample_a_pixel_it_is_the_picture_itself():
    sight, (pixels, free) = seen(CAMERA), drawn(CAMERA)
    assert sampling(CAMERA) == (160, 240, 1.0)
    same = sight.owners == pixels.ids
    assert same.mean() > 0.999
    both = same & (pixels.ids > 0)
    assert np.abs(sight.depth[both] - pixels.depth[both]).max() < 1e-4
    assert np.abs(sight.free - free).max() <= 4
    assert np.abs(visible_samples(sight) - visible_counts(pixels.ids, len(BOXES))).max() <= 4


@pytest.mark.parametrize("size", [(800, 800), (1200, 600), (300, 900)])
def test_large_pictures_are_sampled_and_counts_stand_for_pixels(size):
    camera = dataclasses.replace(CAMERA, width=size[0], height=size[1])
    rows, columns, worth = sampling(camera)
    assert rows == SAMPLED_ROWS and worth == pytest.approx(size[0] * size[1] / (rows * columns))
    pixels, free = drawn(camera)
    sight = seen(camera)
    large = free > 400
    assert large.sum() >= 2
    assert np.abs(worth * sight.free / np.maximum(free, 1) - 1.0)[large].max() < 0.1
    shown = visible_counts(pixels.ids, len(BOXES))
    assert np.abs(worth * visible_samples(sight) - shown)[1:].max() < 0.1 * free.max()


def test_boxes_may_come_one_after_the_other_in_any_order():
    whole = seen(CAMERA)
    back = with_boxes(seen(CAMERA, BOXES[2:], OWNERS[2:]), CAMERA, BOXES[:2], OWNERS[:2])
    assert (whole.owners == back.owners).all() and (whole.free == back.free).all()
    first = seen(CAMERA, BOXES[:1], OWNERS[:1])
    kept = first.depth.copy()
    with_boxes(first, CAMERA, BOXES[1:], OWNERS[1:])
    assert (first.depth == kept).all()


def test_two_boxes_of_one_surface_count_once():
    twice = np.stack([BOXES[0], BOXES[0]])
    assert seen(CAMERA, twice, np.array([1, 1])).free[1] == seen(CAMERA, BOXES[:1], OWNERS[:1]).free[1]


def test_what_is_behind_or_around_the_camera_is_not_seen():
    behind = make_box((0.0, 1.5, -3.0), (1.0, 1.0, 1.0))
    around = make_box((0.0, 1.5, 0.0), (1.0, 1.0, 1.0))
    sight = seen(toy.CAMERA, np.stack([behind, around]), np.array([1, 2]))
    assert sight.free.sum() == 0 and not np.isfinite(sight.depth).any()


def test_a_box_that_begins_behind_the_camera_is_seen_where_it_is_in_front():
    corridor = make_box((1.5, 1.5, 2.0), (1.0, 1.0, 6.0))
    sight = seen(toy.CAMERA, corridor[None], np.array([1]))
    columns = np.flatnonzero((sight.owners == 1).any(axis=0))
    assert columns.min() > sight.owners.shape[1] / 2 and sight.free[1] > 100


@pytest.mark.parametrize("k", range(len(BOXES)))
def test_what_some_boxes_would_show_is_what_they_show_when_they_are_there(k):
    others, whole = [n for n in range(len(BOXES)) if n != k], seen(CAMERA)
    without = seen(CAMERA, BOXES[others], OWNERS[others])
    expected = (int(visible_samples(whole)[k + 1]), int(whole.free[k + 1]))
    assert share_in_sight(without, CAMERA, BOXES[k : k + 1], OWNERS[k : k + 1]) == expected
    assert share_in_sight(whole, CAMERA, BOXES[k : k + 1], OWNERS[k : k + 1]) == expected  # it hides not itself


def test_boxes_of_one_body_are_counted_together_and_those_behind_the_camera_not_at_all():
    alone = nothing_seen(CAMERA, len(BOXES))
    pair = with_boxes(alone, CAMERA, BOXES[:2], np.array([1, 1]))
    assert share_in_sight(alone, CAMERA, BOXES[:2], OWNERS[:1]) == (pair.free[1], pair.free[1])
    assert pair.free[1] < seen(CAMERA).free[1:3].sum()
    for place_m in ((0.0, 1.5, -3.0), (-9.0, 1.5, -1.0), (9.0, 1.5, 3.0), (0.0, 9.0, 3.0), (0.0, -9.0, 3.0)):
        away = make_box(place_m, (1.0, 1.0, 1.0))
        assert share_in_sight(alone, CAMERA, away[None], OWNERS[:1]) == (0, 0)
        both = np.stack([away, BOXES[0]])
        assert share_in_sight(alone, CAMERA, both, OWNERS[:1]) == share_in_sight(alone, CAMERA, BOXES[:1], OWNERS[:1])
