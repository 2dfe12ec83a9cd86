from itertools import combinations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.annotators.mark_colours import PALETTE, draw_colours
from flowbench.errors import BadValue

CHANNEL = st.integers(0, 255)
COLOUR = st.tuples(CHANNEL, CHANNEL, CHANNEL)


def lab(colour):
    """CIELAB by OpenCV."""
    return cv2.cvtColor(np.float32([[colour]]) / np.float32(255.0), cv2.COLOR_RGB2LAB)[0, 0].astype(float)


def apart(one, two):
    return float(np.linalg.norm(lab(one) - lab(two)))


def test_palette_colours_are_well_apart():
    assert len(PALETTE) == 10
    assert min(apart(*pair) for pair in combinations(PALETTE.values(), 2)) > 40.0


@given(COLOUR, st.integers(0, 99))
@settings(max_examples=200, deadline=None)
def test_a_dot_stands_out_from_the_object_beneath(beneath, seed):
    name = draw_colours({"Mug|1": beneath}, seed)["Mug|1"]
    distances = sorted(apart(colour, beneath) for colour in PALETTE.values())
    own = apart(PALETTE[name], beneath)
    assert own > 39.5  # OpenCV's cube root is approximate
    assert own > distances[2] - 0.5


@given(st.lists(COLOUR, min_size=1, max_size=10), st.integers(0, 99))
@settings(max_examples=100, deadline=None)
def test_all_colours_of_a_question_differ(colours, seed):
    objects = {f"Mug|{k}": colour for k, colour in enumerate(colours)}
    assert len(set(draw_colours(objects, seed).values())) == len(objects)


def test_each_usable_colour_is_drawn_about_as_often():
    drawn = [draw_colours({"Mug|1": (128, 128, 128)}, seed)["Mug|1"] for seed in range(800)]
    counts = {name: drawn.count(name) for name in set(drawn)}
    assert len(counts) >= 6
    assert max(counts.values()) < 1.5 * min(counts.values())


def test_ten_objects_of_one_colour_share_out_the_palette_from_the_farthest_on():
    objects = {f"Mug|{k}": (225, 20, 20) for k in range(10)}
    drawn = draw_colours(objects, 0)
    assert set(drawn.values()) == set(PALETTE)
    assert drawn["Mug|0"] == max(PALETTE, key=lambda name: apart(PALETTE[name], (225, 20, 20)))


def test_more_objects_than_colours_is_an_error():
    with pytest.raises(BadValue, match="At most 10"):
        draw_colours({f"Mug|{k}": (0, 0, 0) for k in range(11)}, 0)
