import numpy as np
import pytest

from flowbench.render.board.flow import flow_between
from flowbench.render.clip.sketch import Sketch, disc, label, line, polygon, rasterise, rectangle
from flowbench.render.clip.sprites import Placed, Sheet

SHEET = Sheet(320, 180, 200.0, (255, 255, 255))
SQUARE = Sketch((rectangle(0.1, 0.05, (200, 30, 30), None),))


def test_a_rectangle_covers_the_pixels_it_should():
    picture = SHEET.draw([Placed(3, SQUARE, 0.2, -0.1)])
    rows, columns = np.nonzero(picture.ids == 3)
    assert (columns.min(), columns.max(), rows.min(), rows.max()) == (180, 219, 100, 119)
    assert (picture.frame[picture.ids == 3] == (200, 30, 30)).all()
    assert picture.places[3].x == 200.0 and picture.places[3].y == 110.0


def test_turning_by_a_quarter_exchanges_the_sides_and_scale_doubles_them():
    turned = SHEET.draw([Placed(1, SQUARE, 0.0, 0.0, 90.0)]).ids == 1
    assert abs(turned.any(axis=0).sum() - 20) <= 1 and abs(turned.any(axis=1).sum() - 40) <= 1
    doubled = SHEET.draw([Placed(1, SQUARE, 0.0, 0.0, 0.0, 2.0)]).ids == 1
    assert abs(doubled.any(axis=0).sum() - 80) <= 1 and abs(doubled.any(axis=1).sum() - 40) <= 1


def test_layers_then_height_decide_what_lies_on_top():
    low = Placed(1, Sketch((disc((0.0, 0.0), 0.05, (9, 9, 9), None),)), 0.0, 0.0, height=1.0)
    hand = Placed(2, Sketch((disc((0.0, 0.0), 0.05, (8, 8, 8), None),), layer=2), 0.0, 0.0)
    assert SHEET.draw([hand, low]).ids[90, 160] == 2
    above = Placed(3, SQUARE, 0.0, 0.0, height=2.0)
    assert SHEET.draw([above, low]).ids[90, 160] == 3


def test_ghosts_are_half_seen_and_have_no_id():
    picture = SHEET.draw([Placed(1, SQUARE, 0.0, 0.0, cover=0.4)])
    assert not picture.ids.any() and 150 < int(picture.frame[90, 160, 1]) < 180


def test_flow_of_a_turning_sprite_leads_where_its_points_go():
    first, second = (SHEET.draw([Placed(1, SQUARE, 0.05 * k, 0.0, 30.0 * k)]) for k in (0, 1))
    flow, valid = flow_between(first, second)
    where = first.ids == 1
    assert valid[where].mean() > 0.95 and not flow[~where].any()
    u, v = flow[90, 160]
    assert (u, v) == pytest.approx((10.0, 0.0), abs=0.4)


def test_things_beyond_the_border_are_cut_and_texts_are_drawn():
    sketch = Sketch(
        (label("12", (0.0, 0.0), 0.1), polygon([(0, 0), (0.02, 0), (0, 0.02)], None), line([(0, 0), (1, 1)]))
    )
    picture = SHEET.draw([Placed(1, sketch, 0.75, 0.4), Placed(2, SQUARE, 5.0, 5.0)])
    assert (picture.ids == 1).any() and not (picture.ids == 2).any()
    assert rasterise(sketch, 200.0) is rasterise(sketch, 200.0)
