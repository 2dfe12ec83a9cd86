"""What makes Sorting what it is: one hue, equal steps of lightness, an order in time."""

import itertools
import math

import pytest

from flowbench.errors import BadValue, IllegalAction
from flowbench.render.lab import to_lab
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.lightness import from_lab
from flowbench.rules.processes.sorting.records import Ramp, Row
from flowbench.rules.processes.table import process

RULES = process("sorting")
GREYS = Ramp(((200, 200, 200), (60, 60, 60), (130, 130, 130)), "ceramic disc")


@pytest.mark.parametrize(("level", "counts", "gap"), [("easy", (3,), 14.0), ("mid", (4,), 9.0), ("hard", (5, 6), 6.0)])
def test_levels_are_counts_and_steps_of_lightness_of_one_hue(level, counts, gap):
    for index in range(1, 13):
        ramp = draw_case("sorting", level, index).instance
        labs = sorted(to_lab(colour) for colour in ramp.colours)
        assert ramp.count in counts
        assert all(abs(two[0] - one[0] - gap) < 0.8 for one, two in itertools.pairwise(labs))
        hues = [math.atan2(b, a) for _, a, b in labs]
        assert all(abs(math.remainder(hue - hues[0], 2 * math.pi)) < 0.06 for hue in hues)


@pytest.mark.parametrize("colour", [(0, 0, 0), (255, 255, 255), (12, 200, 90), (200, 120, 40), (3, 3, 3)])
def test_from_lab_undoes_to_lab(colour):
    assert from_lab(to_lab(colour)) == pytest.approx(colour, abs=0.02)


def test_the_darkest_comes_first_and_a_placed_piece_stays():
    start = RULES.initial(GREYS)
    assert GREYS.order == (1, 2, 0)
    with pytest.raises(IllegalAction, match="darker piece comes first"):
        RULES.step(GREYS, start, 0)
    placed = RULES.step(GREYS, start, 6).state
    assert placed == Row((1, -1, -1))
    with pytest.raises(IllegalAction, match="never moves again"):
        RULES.step(GREYS, placed, 7)
    moved = RULES.step(GREYS, placed, 7, permissive=True)
    assert moved.state == Row((-1, 1, -1)) and moved.events["violation"] == "a placed piece never moves again"


def test_a_wrong_slot_is_legal_and_leaves_no_plan():
    wrong = RULES.step(GREYS, RULES.initial(GREYS), 7).state
    with pytest.raises(RuntimeError, match="never move again"):
        RULES.solve(GREYS, wrong)


@pytest.mark.parametrize(
    "ramp",
    [
        Ramp(((60, 60, 60), (130, 130, 130)), "ceramic disc"),
        Ramp(((130, 130, 130), (128, 128, 128)), "ceramic disc"),
        Ramp(((300, 0, 0), (0, 0, 0)), "ceramic disc"),
        Ramp(((200, 200, 200), (60, 60, 60)), "glass bead"),
        Ramp((), "ceramic disc"),
    ],
)
def test_rows_in_order_alike_or_unknown_are_refused(ramp):
    with pytest.raises(BadValue):
        RULES.check(ramp)
