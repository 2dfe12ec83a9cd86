"""The drawing kit of boards: ids beside colours, grids, marks, contrast, and flow between two pictures."""

import itertools

import numpy as np
import pytest
from PIL import Image, ImageDraw

from flowbench.errors import BadValue
from flowbench.render.board.canvas import Canvas
from flowbench.render.board.colours import BLACK, MIN_CONTRAST, WHITE, contrast, ink_on, mixed
from flowbench.render.board.flow import flow_between
from flowbench.render.board.grid import GridFrame, draw_cells, draw_lines, draw_numbers
from flowbench.render.board.marks import MARKS, draw_mark, outline

RED, BLUE = (200, 30, 40), (20, 80, 200)


def drawn(draw, width=64, height=48):
    canvas = Canvas(width, height, WHITE)
    draw(canvas)
    return canvas.finish()


SHAPES = {
    "rectangle": lambda c: c.rectangle((10, 10, 40, 30), RED, 7),
    "round rectangle": lambda c: c.rectangle((10, 10, 40, 30), RED, 7, radius=6),
    "frame": lambda c: c.frame((10, 10, 40, 30), RED, 7, 3),
    "polygon": lambda c: c.polygon([(10, 10), (40, 12), (20, 40)], RED, 7),
    "disc": lambda c: c.disc((30, 24), 12, RED, 7),
    "ring": lambda c: c.ring((30, 24), 12, RED, 7, 3),
    "line": lambda c: c.line([(5, 5), (50, 40)], RED, 7, 4),
    "dashes": lambda c: c.dashes((5, 24), (60, 24), RED, 7, 4),
    "arrow": lambda c: c.arrow((5, 24), (60, 24), RED, 7, 4),
    "text": lambda c: c.text("R1", (32, 24), 30, RED, 7),
    "mark": lambda c: draw_mark(c, "heart", (32, 24), 18, RED, 7),
    "picture": lambda c: c.paste(np.full((20, 20, 3), RED, np.uint8), (10, 10), 7),
}


@pytest.mark.parametrize("name", SHAPES)
def test_ids_lie_where_the_colour_is(name):
    picture = drawn(SHAPES[name])
    inked = np.abs(picture.frame.astype(int) - RED).max(axis=2) < 20
    blank = (picture.frame > 250).all(axis=2)
    assert set(np.unique(picture.ids)) == {0, 7} and inked.sum() > 30
    assert (picture.ids[inked] == 7).mean() > 0.97 and (picture.ids[blank] == 0).mean() > 0.99


def test_rectangles_cover_exactly_their_pixels():
    picture = drawn(lambda c: c.rectangle((10, 10, 40, 30), RED, 7))
    rows, columns = np.nonzero(picture.ids)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (10, 29, 10, 39)


def test_later_shapes_hide_earlier_ones():
    picture = drawn(lambda c: (c.rectangle((5, 5, 40, 40), RED, 1), c.rectangle((20, 20, 60, 44), BLUE, 2)))
    assert picture.ids[30, 30] == 2 and picture.ids[10, 10] == 1 and tuple(picture.frame[30, 30]) == BLUE


def test_texts_are_placed_by_their_ends():
    for align, inside in (("left", slice(20, 60)), ("right", slice(0, 21)), ("middle", slice(0, 45))):
        picture = drawn(lambda c, align=align: c.text("HHH", (20, 24), 14, RED, 3, align))
        columns = np.nonzero(picture.ids)[1]
        assert columns.size and inside.start - 1 <= columns.min() and columns.max() <= inside.stop


def test_grid_fits_and_labels_lie_outside():
    grid = GridFrame.fit(3, 5, (60, 60, 452, 452))
    left, top, right, bottom = grid.box
    assert grid.side == 78 and 60 <= left and right <= 452 and 60 <= top and bottom <= 452
    canvas = Canvas(512, 512, WHITE)
    draw_cells(canvas, grid, (RED, BLUE), 1)
    draw_lines(canvas, grid, BLACK, 90)
    draw_numbers(canvas, grid, BLACK, 91)
    picture = canvas.finish()
    assert [picture.ids[int(y), int(x)] for x, y in (grid.centre(0, 0), grid.centre(2, 4))] == [1, 15]
    rows, columns = np.nonzero(picture.ids == 91)
    assert ((columns < left) | (rows < top)).all() and set(np.unique(picture.ids)) == {0, *range(1, 16), 90, 91}


def test_marks_are_told_apart_by_their_outline_also_turned():
    masks = {}
    for name in MARKS:
        image = Image.new("1", (80, 80))
        ImageDraw.Draw(image).polygon([(40 + 30 * x, 40 + 30 * y) for x, y in outline(name)], fill=1)
        masks[name] = np.asarray(image)
        assert max(np.hypot(x, y) for x, y in outline(name)) < 1.4 and masks[name].sum() > 500
    for first, second in itertools.combinations(MARKS, 2):
        for quarters in range(4):
            apart = (masks[first] ^ np.rot90(masks[second], quarters)).sum()
            assert apart > 0.12 * masks[first].sum(), (first, second, quarters)


def test_contrast_is_that_of_the_guidelines():
    assert contrast(BLACK, BLACK) == 1.0 and contrast((0, 0, 0), WHITE) == pytest.approx(21.0)
    assert contrast((119, 119, 119), WHITE) == pytest.approx(4.48, abs=0.01)
    for ground in itertools.product(range(0, 256, 51), repeat=3):
        assert contrast(ink_on(ground), ground) >= MIN_CONTRAST - 0.1
    assert mixed(RED, BLUE, 0.0) == RED and mixed(RED, BLUE, 1.0) == BLUE


def board(places, size=96):
    canvas = Canvas(size, size, WHITE)
    canvas.rectangle((0, size / 2, size, size), (230, 230, 230), 1)
    for ident, (x, y, turn) in places.items():
        angle = np.deg2rad(turn)
        corners = np.array([(-14, -6), (14, -6), (14, 6), (-14, 6)])
        turned = corners @ np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
        canvas.polygon([(x + a, y + b) for a, b in turned.tolist()], RED, ident)
        canvas.place(ident, x, y, turn)
    return canvas.finish()


def test_flow_of_a_slide_is_the_slide_and_what_it_uncovers_is_invalid():
    first, second = board({5: (30, 30, 0)}), board({5: (50, 60, 0)})
    flow, valid = flow_between(first, second)
    piece = first.ids == 5
    assert (flow[piece] == (20, 30)).all() and valid[piece].all() and (flow[~piece] == 0).all()
    assert not valid[(first.ids != 5) & (second.ids == 5)].any()
    assert valid[(first.ids == second.ids) & ~piece].all()


def test_flow_of_a_quarter_turn_leads_each_pixel_round_the_middle():
    first, second = board({5: (48, 30, 0)}), board({5: (48, 30, 90)})
    flow, valid = flow_between(first, second)
    rows, columns = np.nonzero(first.ids == 5)
    x, y = columns + 0.5 - 48, rows + 0.5 - 30
    ends = np.stack([-y + 48, x + 30], axis=1)
    assert np.abs(np.stack([columns + 0.5, rows + 0.5], axis=1) + flow[rows, columns] - ends).max() < 1e-4
    assert valid[rows, columns].mean() > 0.9


def test_piece_in_one_picture_only_is_invalid_in_both_directions():
    first, second = board({5: (30, 30, 0)}), board({})
    for a, b in ((first, second), (second, first)):
        flow, valid = flow_between(a, b)
        assert (flow == 0).all() and not valid[first.ids == 5].any() and valid[first.ids != 5].all()


def test_pieces_that_leave_the_picture_are_invalid():
    first, second = board({5: (30, 30, 0)}), board({5: (4, 30, 0)})
    flow, valid = flow_between(first, second)
    rows, columns = np.nonzero(first.ids == 5)
    assert (flow[rows, columns] == (-26, 0)).all()
    assert (valid[rows, columns] == (columns - 26 >= 0)).all()


def test_pictures_of_two_sizes_have_no_flow():
    with pytest.raises(BadValue, match="one size"):
        flow_between(board({}), board({}, size=64))


def test_memory_is_used_again_but_pictures_keep_their_own():
    first = drawn(lambda canvas: canvas.disc((50, 50), 30, RED, 70_000), 100, 100)
    frame, ids = first.frame.copy(), first.ids.copy()
    second = drawn(lambda canvas: canvas.text("word", (50, 50), 30, BLUE, 300), 100, 100)
    third = drawn(lambda canvas: canvas.disc((50, 50), 30, RED, 70_000), 100, 100)
    assert (first.frame == frame).all() and (first.ids == ids).all() and third == first
    assert set(np.unique(first.ids)) == {0, 70_000} and set(np.unique(second.ids)) == {0, 300}
    shades = np.unique(second.frame.reshape(-1, 3), axis=0)
    assert len(shades) > 4, "letters are smooth whatever was drawn on the sheet before"


def test_what_has_no_id_is_part_of_what_it_lies_on():
    def draw(canvas):
        canvas.rectangle((10, 10, 90, 90), RED, 5)
        canvas.polygon([(20, 20), (80, 20), (80, 80)], BLUE)
        canvas.disc((30, 70), 8, BLUE)
        canvas.stencil([(0, 0), (40, 0), (40, 40), (0, 40)], BLACK, lambda x, y: (x < 20) & (y[:, None] < 30))

    picture = drawn(draw, 100, 100)
    assert set(np.unique(picture.ids)) == {0, 5}
    assert tuple(picture.frame[70, 30]) == BLUE and tuple(picture.frame[25, 75]) == BLUE
    black = (picture.frame == BLACK).all(axis=2)
    assert black[:30, :20].all() and black.sum() == 600
