import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.geometry.boxes import bounds, corners, make_box, penetration, place
from flowbench.geometry.rotation import matrix
from flowbench.records import Pose

coordinate, edge, angle = st.floats(-1, 1), st.floats(0.05, 1.5), st.floats(0, 360)
boxes = st.builds(
    lambda c, s, r: make_box(c, s, matrix(r).T),
    st.tuples(coordinate, coordinate, coordinate),
    st.tuples(edge, edge, edge),
    st.tuples(angle, angle, angle),
)


def contains(box, points):
    local = (points - box[0:3]) @ box[6:15].reshape(3, 3).T
    return (np.abs(local) <= box[3:6]).all(axis=1)


def samples(box, count=4000):
    offsets = np.random.default_rng(1).uniform(-1, 1, (count, 3)) * box[3:6]
    return box[0:3] + offsets @ box[6:15].reshape(3, 3)


@settings(max_examples=60, deadline=None)
@given(boxes, boxes)
def test_apart_boxes_share_no_sample(a, b):
    shared = contains(b, samples(a)).any() or contains(a, samples(b)).any()
    assert not (shared and penetration(a, b) <= 0.0)


@settings(max_examples=60, deadline=None)
@given(boxes, boxes, st.tuples(coordinate, coordinate, coordinate).filter(lambda v: np.linalg.norm(v) > 0.1))
def test_no_shift_shorter_than_the_depth_separates(a, b, direction):
    depth = penetration(a, b)
    shifted = b.copy()
    shifted[0:3] += 0.98 * max(depth, 0.0) * np.asarray(direction) / np.linalg.norm(direction)
    assert (penetration(a, shifted) > 0.0) == (depth > 0.0)


def test_depth_of_upright_boxes_is_their_least_overlap():
    assert penetration(make_box((0, 0, 0), (1, 1, 1)), make_box((0.9, 0.2, 0), (1, 1, 1))) == pytest.approx(0.1)
    assert penetration(make_box((0, 0, 0), (1, 1, 1)), make_box((1.0, 0, 0), (1, 1, 1))) <= 0.0


def test_corner_order_is_the_simulators():
    c = corners(make_box((0, 0, 0), (2, 4, 6)))
    assert (c[0] - c[1]).tolist() == [2, 0, 0]
    assert (c[4] - c[0]).tolist() == [0, 4, 0]
    assert (c[0] - c[3]).tolist() == [0, 0, 6]


def test_placed_box_bounds_its_corners():
    placed = place(make_box((0.1, 0.2, 0.3), (1, 2, 3))[None], Pose((1, 2, 3), (10, 20, 30)))[0]
    low, high = bounds(placed)
    assert low == pytest.approx(corners(placed).min(axis=0))
    assert high == pytest.approx(corners(placed).max(axis=0))
