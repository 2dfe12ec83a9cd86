import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.annotators.interior import most_interior, squared_distances
from flowbench.errors import BadValue


def blobs(seed, shape=(23, 31)):
    """A mask of some rectangles and holes, at times at the rim of the picture."""
    rng = np.random.default_rng(seed)
    mask = np.zeros(shape, bool)
    for k in range(5):
        y, x = (int(rng.integers(-4, side)) for side in shape)
        mask[max(0, y) : y + int(rng.integers(1, 14)), max(0, x) : x + int(rng.integers(1, 14))] = k != 3
    mask[int(rng.integers(shape[0])), int(rng.integers(shape[1]))] = True
    return mask


def brute_force(mask):
    """Squared distances to the nearest outside pixel, one pair after the other."""
    outside = np.argwhere(~np.pad(mask, 1))
    return {(x, y): ((outside - (y + 1, x + 1)) ** 2).sum(axis=1).min() for y, x in np.argwhere(mask)}


@given(st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_no_pixel_is_farther_from_the_outside(seed):
    mask = blobs(seed)
    truth = brute_force(mask)
    point, depth = most_interior(mask)
    assert mask[point[1], point[0]]
    assert truth[point] == max(truth.values()) == round(depth * depth)
    squares = squared_distances(mask)
    assert all(squares[y, x] == value for (x, y), value in truth.items())
    assert not squares[~mask].any()


@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_of_equals_the_one_nearest_to_the_centroid_then_top_then_left(seed):
    mask = blobs(seed)
    truth = brute_force(mask)
    rows, columns = np.nonzero(mask)
    equals = [point for point, value in truth.items() if value == max(truth.values())]
    # in whole numbers, so that equals are equal
    count, x_sum, y_sum = len(rows), int(columns.sum()), int(rows.sum())
    rank = {p: (int(p[0]) * count - x_sum) ** 2 + (int(p[1]) * count - y_sum) ** 2 for p in equals}
    assert most_interior(mask)[0] == min(equals, key=lambda p: (rank[p], p[1], p[0]))


def test_only_what_is_allowed_is_considered_if_there_is_any():
    mask = np.ones((9, 9), bool)
    corner = np.zeros_like(mask)
    corner[0:3, 0:3] = True
    assert most_interior(mask, corner)[0] == (2, 2)
    assert most_interior(mask, np.zeros_like(mask))[0] == most_interior(mask)[0] == (4, 4)


def test_a_mask_at_the_rim_of_the_picture_ends_there():
    mask = np.zeros((20, 20), bool)
    mask[:, 0:5] = True
    assert most_interior(mask) == ((2, 9), 3.0)


def test_an_empty_mask_has_no_interior():
    with pytest.raises(BadValue, match="without pixels"):
        most_interior(np.zeros((4, 4), bool))
