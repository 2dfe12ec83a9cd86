"""Basins lie in their sinks: below the rim, and no bowl in a bowl."""

import numpy as np
import pytest

from flowbench.bodies.bathroom import PEDESTAL_BOWL
from flowbench.geometry.boxes import bounds, place
from flowbench.simulators.basins import BELOW_RIM_M, in_front_of, nested
from flowbench.simulators.boxes import make_box
from flowbench.simulators.embedded.loading import load_scene

SINK = make_box(np.array([1.0, 0.925, 2.0]), np.array([0.5, 0.15, 0.4]), np.eye(3))  # from 0.85 to 1.0 m
PEDESTAL = make_box(np.array([1.0, 0.5, 2.0]), np.array([0.7, 1.0, 0.6]), np.eye(3))


def basin(bottom, top, width, depth, x=1.0):
    return make_box(np.array([x, (bottom + top) / 2, 2.0]), np.array([width, top - bottom, depth]), np.eye(3))


def test_a_basin_that_fits_is_left_alone():
    fits = basin(0.86, 0.98, 0.4, 0.3)
    assert nested(fits, SINK) == pytest.approx(fits)


def test_a_basin_does_not_stand_out_of_its_sink():
    low, high = bounds(nested(basin(0.88, 1.05, 0.4, 0.3), SINK))
    assert (low[1], high[1]) == (pytest.approx(0.88), pytest.approx(1.0 - BELOW_RIM_M))


def test_a_small_one_in_the_middle_is_as_wide_as_the_bowl_and_one_of_two_is_not():
    middle = nested(basin(0.87, 0.98, 0.25, 0.2), SINK)
    assert 2.0 * middle[[3, 5]] == pytest.approx([0.44, 0.352])
    left = basin(0.87, 0.98, 0.2, 0.3, x=0.88)
    assert nested(left, SINK) == pytest.approx(left)


@pytest.mark.parametrize("shape", [(0.9, 1.05, 0.6, 0.5), (0.85, 0.98, 0.3, 0.3)])
def test_in_a_pedestal_it_is_a_dish_at_the_bottom_of_the_bowl(shape):
    low, high = bounds(nested(basin(*shape), PEDESTAL))
    assert low[1] == pytest.approx(PEDESTAL_BOWL) and high[1] < 0.9
    assert (high - low)[[0, 2]] == pytest.approx([0.28, 0.24])


def test_a_cupboard_below_ends_before_the_sink_and_keeps_its_front():
    cupboard = make_box(np.array([1.0, 0.5, 2.1]), np.array([0.8, 0.9, 0.44]), np.eye(3))  # z 1.88 to 2.32
    low, high = bounds(in_front_of(cupboard, SINK, basin(0.87, 0.98, 0.4, 0.3)))
    assert (low[2], high[2]) == (pytest.approx(2.2), pytest.approx(2.32))
    beside = make_box(np.array([2.0, 0.5, 2.1]), np.array([0.8, 0.9, 0.44]), np.eye(3))
    assert in_front_of(beside, SINK, basin(0.87, 0.98, 0.4, 0.3)) == pytest.approx(beside)


@pytest.mark.parametrize("name", ["FloorPlan4", "FloorPlan401", "FloorPlan412", "FloorPlan425", "FloorPlan426"])
def test_shipped_basins_end_below_the_rims_of_their_sinks(name):
    items = {item.object_id: item for item in load_scene(name).objects}
    basins = [item for item in items.values() if item.object_type == "SinkBasin"]
    assert basins
    for item in basins:
        sink = items[item.carrier]
        tops = [bounds(place(owner.box[None], owner.pose)[0])[1][1] for owner in (item, sink)]
        assert tops[0] < tops[1]
