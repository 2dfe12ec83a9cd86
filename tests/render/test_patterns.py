"""Convex cuts and the patterns that stand for colours."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.affinity import rotate, translate
from shapely.geometry import MultiPoint, Polygon, box

from flowbench.render.board.canvas import Canvas
from flowbench.render.board.clipping import area, banded, direction, halved, middle, reach
from flowbench.render.board.colours import WHITE
from flowbench.render.board.paints import PATTERNS, draw_pattern

corners = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=3, max_size=9)
hulls = corners.map(lambda points: MultiPoint(points).convex_hull).filter(lambda hull: hull.geom_type == "Polygon")
HALF_PLANE = box(-1000, -1000, 0, 1000)  # x up to 0
SHAPE = [(20.0, 8.0), (104.0, 30.0), (90.0, 100.0), (14.0, 84.0)]


@given(hulls, st.integers(0, 359), st.integers(-10, 60))
def test_cuts_agree_with_another_library(hull, angle, limit):
    x, y = direction(angle)
    plane = translate(rotate(HALF_PLANE, angle, origin=(0, 0)), limit * x, limit * y)
    part = halved(list(hull.exterior.coords)[:-1], (x, y), limit)
    assert area(part or [(0.0, 0.0)]) == pytest.approx(hull.intersection(plane).area, abs=1e-6)


def test_bands_lie_between_their_lines():
    band = banded(SHAPE, (1.0, 0.0), 30.0, 50.0)
    assert reach(band, (1.0, 0.0)) == pytest.approx((30.0, 50.0))
    assert area(band) == pytest.approx(Polygon(SHAPE).intersection(box(30, 0, 50, 200)).area)
    assert banded(SHAPE, (1.0, 0.0), 200.0, 210.0) == []
    assert middle(SHAPE) == pytest.approx(Polygon(SHAPE).centroid.coords[0])


@pytest.mark.parametrize("paint", PATTERNS)
def test_patterns_stay_inside_and_have_their_share_of_black(paint):
    canvas = Canvas(128, 128, (200, 60, 60))
    draw_pattern(canvas, paint, SHAPE, 7)
    picture = canvas.finish()
    inside = picture.ids == 7
    assert inside.sum() == pytest.approx(area(SHAPE), rel=0.03)
    assert (picture.frame[~inside][:, 0] > 90).mean() > 0.98
    black = (picture.frame[inside][:, 0] < 128).mean()
    assert black == pytest.approx({"plain": 0.0, "solid": 1.0, "dots": 0.36}.get(PATTERNS[paint], 0.5), abs=0.06)


@pytest.mark.parametrize("paint", PATTERNS)
def test_patterns_move_with_their_origin(paint):
    frames = []
    for shift in (0.0, 5.0):
        canvas = Canvas(128, 128, WHITE)
        draw_pattern(canvas, paint, [(x + shift, y + shift) for x, y in SHAPE], 7, (shift, shift))
        frames.append(canvas.finish().frame.astype(int))
    assert np.abs(frames[0][4:100, 4:100] - frames[1][9:105, 9:105]).mean() < 1.0


def test_patterns_differ():
    frames = set()
    for paint in PATTERNS:
        canvas = Canvas(64, 64, WHITE)
        draw_pattern(canvas, paint, [(0.0, 0.0), (64.0, 0.0), (64.0, 64.0), (0.0, 64.0)], 1)
        frames.add(canvas.finish().frame.tobytes())
    assert len(frames) == len(PATTERNS)
