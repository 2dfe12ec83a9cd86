"""Pieces of inner wall grow to the next wall, where nothing is in the way and nobody is shut out."""

import numpy as np
import pytest

from flowbench.geometry.boxes import bounds
from flowbench.simulators.boxes import make_box
from flowbench.simulators.mounts import Mount
from flowbench.simulators.stretching import JOIN_WALL_M, LEAST_WIDTH_M, stretched
from flowbench.simulators.structure import Side
from tests.simulators.test_structure import thing

HALF_M, HEIGHT_M = 3.0, 2.5
ROOM = tuple(Side(axis, inward, -inward * HALF_M, evidenced=True) for axis in (0, 2) for inward in (1, -1))


def piece(low_x, high_x, z=0.0, bottom=0.0):
    """A piece of wall along x, 10 cm thick."""
    size = np.array([high_x - low_x, HEIGHT_M - bottom, 0.1])
    return Mount("partition", make_box(np.array([(low_x + high_x) / 2, (HEIGHT_M + bottom) / 2, z]), size, np.eye(3)))


def grown(*mounts, things=()):
    """The ends along x of the first of some pieces in a room of 6 x 6 m, once grown."""
    placed = [(item, make_box(item.centre, item.high - item.low, np.eye(3))) for item in things]
    low, high = bounds(stretched(list(mounts), placed, ROOM)[0].box)
    return float(low[0]), float(high[0])


def test_it_joins_the_wall_beside_it():
    assert grown(piece(-2.2, -1.6)) == (pytest.approx(-3.0), pytest.approx(-1.6))


def test_far_from_every_wall_it_is_no_pillar():
    low, high = grown(piece(-0.2, 0.2))
    assert high - low == pytest.approx(LEAST_WIDTH_M) and low + high == pytest.approx(0.0)
    assert grown(piece(-0.7, 0.7)) == (pytest.approx(-0.7), pytest.approx(0.7))


def test_it_joins_the_next_piece_of_the_same_wall():
    low, high = grown(piece(-0.9, -0.3), piece(0.3, 0.9, z=0.1))
    assert low == pytest.approx(-0.9) and 0.3 - 0.06 <= high <= 0.35 + 1e-9


def test_furniture_and_windows_stop_it():
    sofa, window = thing("Sofa", (-3, 0, -0.5), (-2.5, 0.8, 0.5)), thing("Window", (-3, 1, -0.5), (-2.9, 2, 0.5))
    for stopper, edge in ((sofa, -2.5), (window, -2.9)):
        low, _ = grown(piece(-2.3, -1.1), things=[stopper])
        assert low == pytest.approx(-2.3) and low > edge


@pytest.mark.parametrize(("left_of_cupboard", "joins"), [(-1.0, True), (-1.3, False)])
def test_the_only_passage_is_never_closed(left_of_cupboard, joins):
    cupboard = thing("Dresser", (left_of_cupboard, 0, -0.5), (3.0, 2, 0.5))
    low, _ = grown(piece(-2.2, -1.6), things=[cupboard])
    assert (low == pytest.approx(-3.0)) is joins
    assert low < -2.2


def test_walls_above_furniture_and_other_shells_stay_as_they_are():
    assert grown(piece(-2.2, -1.6, bottom=0.9)) == (pytest.approx(-2.2), pytest.approx(-1.6))
    assert grown(Mount("pier", piece(-2.2, -1.6).box)) == (pytest.approx(-2.2), pytest.approx(-1.6))


def test_beyond_its_reach_a_wall_is_not_joined():
    low, _ = grown(piece(-3.0 + JOIN_WALL_M + 0.1, 0.0))
    assert low == pytest.approx(-3.0 + JOIN_WALL_M + 0.1)
