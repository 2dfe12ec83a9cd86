import cv2
import numpy as np
import pytest

from flowbench.render.lab import distance, to_lab
from flowbench.render.marks import RED, Badge, Dot, badge_radius, dot_radii, draw_badges, draw_dots

GREY = np.full((60, 60, 3), 128, np.uint8)


@pytest.mark.parametrize("ground", [0, 128, 255])
def test_a_dot_has_its_colour_a_white_and_a_black_rim_on_any_ground(ground: int) -> None:
    image = draw_dots(np.full((60, 60, 3), ground, np.uint8), [Dot((30, 20), 12.0, (0, 160, 40))])
    row = image[20, 30:45].tolist()
    assert row[0] == row[6] == [0, 160, 40]
    assert row[9] == [255, 255, 255]
    assert row[11] == [0, 0, 0]
    assert row[13] == [ground] * 3


def test_a_dot_is_round_and_symmetric() -> None:
    image = draw_dots(GREY, [Dot((30, 30), 9.5, (255, 0, 0))])[10:51, 10:51]
    assert (image == image[::-1]).all() and (image == image[:, ::-1]).all()
    assert (image == image.transpose(1, 0, 2)).all()
    changed = (image != 128).any(axis=2)
    assert abs(changed.sum() - np.pi * 9.5**2) < 0.15 * np.pi * 9.5**2


def test_through_a_ring_the_picture_is_seen() -> None:
    image = draw_dots(GREY, [Dot((30, 30), 12.0, (255, 0, 0), hollow=True)])
    assert image[30, 30].tolist() == [128, 128, 128]
    assert image[30, 36].tolist() == [255, 0, 0]
    assert image[30, 41].tolist() == [0, 0, 0]


def test_what_lies_beyond_the_frame_is_cut_off() -> None:
    whole = draw_dots(GREY, [Dot((30, 30), 9.0, (255, 0, 0))])
    image = draw_dots(GREY, [Dot((1, 58), 9.0, (255, 0, 0)), Dot((500, 500), 9.0, (255, 0, 0))])
    assert (image[50:60, 0:12] == whole[22:32, 29:41]).all()
    assert (image[:45] == 128).all()


def test_a_badge_is_red_with_a_white_digit_in_the_middle() -> None:
    image = draw_badges(GREY, [Badge((30, 30), 16.0, 8, (30, 30))]).astype(int)
    disc = np.hypot(*np.mgrid[-30:30, -30:30]) < 13.0
    digit = disc & (image.min(axis=2) > 200)
    assert 0.1 < digit.sum() / disc.sum() < 0.5
    rows, columns = np.nonzero(digit)
    assert abs(rows.min() + rows.max() - 60) <= 1 and abs(columns.min() + columns.max() - 60) <= 1
    assert (image[disc & ~digit].mean(axis=0) - RED < 80).all()
    assert image[30, 45].min() > 200  # the rim


def test_digits_differ() -> None:
    drawn = {draw_badges(GREY, [Badge((30, 30), 8.0, number, (30, 30))]).tobytes() for number in range(1, 10)}
    assert len(drawn) == 9


def test_a_badge_beside_its_object_points_at_it() -> None:
    image = draw_badges(GREY, [Badge((15, 30), 9.0, 3, (50, 30))])
    assert image[30, 30].tolist() == image[30, 50].tolist() == list(RED)
    assert image[30, 15].tolist() != [128, 128, 128]
    assert draw_badges(GREY, [Badge((15, 30), 9.0, 3, (15, 30))])[30, 30].tolist() == [128, 128, 128]


def test_a_hollow_badge_is_white_with_a_red_digit() -> None:
    image = draw_badges(GREY, [Badge((30, 30), 16.0, 1, (30, 30), hollow=True)])
    assert image[30, 20].tolist() == [255, 255, 255]
    assert image[30, 45].tolist() == list(RED)


def test_the_picture_itself_is_not_changed() -> None:
    image = GREY.copy()
    draw_dots(image, [Dot((30, 30), 9.0, (255, 0, 0))])
    draw_badges(image, [Badge((30, 30), 9.0, 1, (10, 10))])
    assert (image == GREY).all()


def test_marks_grow_with_the_picture_and_stay_readable_in_small_ones() -> None:
    assert dot_radii(800, 800) == pytest.approx((6.8, 12.0))
    assert dot_radii(400, 400) == (4.5, 6.0)
    assert dot_radii(100, 400) == (4.5, 4.5)
    assert badge_radius(800, 600) == 12.0
    assert badge_radius(84, 84) == 8.0


def test_lab_agrees_with_opencv() -> None:
    colours = np.random.default_rng(0).integers(0, 256, (200, 3))
    theirs = cv2.cvtColor(np.float32(colours[None]) / np.float32(255.0), cv2.COLOR_RGB2LAB)[0]
    assert np.abs(np.array([to_lab(tuple(colour)) for colour in colours.tolist()]) - theirs).max() < 0.6
    assert distance((50.0, 3.0, 4.0), (50.0, 0.0, 0.0)) == 5.0
