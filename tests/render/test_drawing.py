import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.render.drawing import contact_sheet, depth_colours, flow_colours, id_colour, id_colours, label, text_size


def test_near_is_brighter_than_far_and_nothing_is_dark() -> None:
    colours = depth_colours(np.array([[0.5, 2.0, 8.0, np.inf]], dtype=np.float32)).astype(int).sum(axis=2)[0]
    assert colours[0] > colours[1] > colours[2] > colours[3]


def test_the_colour_of_a_depth_does_not_depend_on_its_neighbours() -> None:
    alone = depth_colours(np.array([[2.0]], dtype=np.float32))
    among = depth_colours(np.array([[2.0, 0.1, 9.0]], dtype=np.float32))
    assert (alone[0, 0] == among[0, 0]).all()


def test_still_is_white_and_opposite_motions_differ() -> None:
    flow = np.array([[[0, 0], [5, 0], [-5, 0], [np.nan, 0]]], dtype=np.float32)
    colours = flow_colours(flow, 5.0)[0]
    assert colours[0].tolist() == [255, 255, 255]
    assert np.abs(colours[1].astype(int) - colours[2]).sum() > 200
    assert colours[3].tolist() == [0, 0, 0]


def test_rightward_motion_is_red_as_on_the_middlebury_wheel() -> None:
    red, green, blue = flow_colours(np.array([[[5, 0]]], dtype=np.float32), 5.0)[0, 0]
    assert red == 255 and green < 20 and blue < 60


def test_flow_needs_a_length() -> None:
    with pytest.raises(BadValue, match="above 0"):
        flow_colours(np.zeros((1, 1, 2), dtype=np.float32), 0.0)


def test_ids_keep_their_colours_and_zero_is_black() -> None:
    colours = id_colours(np.array([[0, 7], [9000, 7]], dtype=np.int32))
    assert colours[0, 0].tolist() == [0, 0, 0]
    assert tuple(colours[0, 1].tolist()) == id_colour(7) == tuple(colours[1, 1].tolist())
    assert len({id_colour(number) for number in range(200)}) > 190


def test_a_label_leaves_the_original_alone() -> None:
    image = np.zeros((40, 120, 3), dtype=np.uint8)
    marked = label(image, "mug", (4, 4))
    assert not image.any() and marked.any() and marked.shape == image.shape


def test_a_sheet_has_room_for_its_pictures_and_texts() -> None:
    one, two = np.full((50, 60, 3), 10, dtype=np.uint8), np.full((30, 90, 3), 20, dtype=np.uint8)
    text = "a text that is wider than both pictures together"
    sheet = contact_sheet([[one, two], [two]], ["before", "after"], [text, ""], [["a", "b"], ["c"]])
    assert (sheet == 10).all(axis=2).sum() >= 50 * 60
    assert (sheet == 20).all(axis=2).sum() >= 2 * 30 * 90
    assert sheet.shape[1] >= text_size(text, 16)[0]


def test_an_empty_sheet_is_refused() -> None:
    with pytest.raises(BadValue, match="at least one"):
        contact_sheet([])
