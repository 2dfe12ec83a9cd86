"""What makes Classify Blocks what it is: rules by colour, form or both, and what must not matter."""

import math

import pytest

from flowbench.errors import BadValue, IllegalAction
from flowbench.rules.processes.classify_blocks.looks import LARGE_M
from flowbench.rules.processes.classify_blocks.records import BIN_HALF_M, CAPACITY, Block, Blocks, Sign
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.table import process

RULES = process("classify_blocks")


def _block(colour, form, x=0.0):
    return Block(colour, form, False, x, 0.2, 0)


@pytest.mark.parametrize(("level", "counts", "bins"), [("easy", (4, 5), 2), ("mid", (6,), 3), ("hard", (7, 8), 4)])
def test_levels_are_counts_and_kinds_of_rules(level, counts, bins):
    for index in range(1, 13):
        made = draw_case("classify_blocks", level, index).instance
        by_colour, by_form = all(s.colour for s in made.signs), all(s.form for s in made.signs)
        assert len(made.blocks) in counts and len(made.signs) == bins
        assert (by_colour, by_form) == {"easy": (True, False), "mid": (False, True), "hard": (True, True)}[level]
        assert set(made.homes) == set(range(bins))


def test_colours_distract_where_forms_count():
    for index in range(1, 13):
        made = draw_case("classify_blocks", "mid", index).instance
        assert len({block.colour for block in made.blocks}) >= 3


@pytest.mark.parametrize("index", range(1, 7))
def test_blocks_overlap_neither_on_the_table_nor_in_trays(index):
    made = draw_case("classify_blocks", "hard", index).instance
    places = [(block.x_m, block.y_m) for block in made.blocks]
    inside = [made.slot(0, place) for place in range(CAPACITY)]
    for spots in (places, inside):
        apart = [math.dist(a, b) for k, a in enumerate(spots) for b in spots[:k]]
        assert min(apart) > 2.0 * LARGE_M
    assert all(abs(x - made.bin_x(0)) + LARGE_M < BIN_HALF_M for x, _ in inside)


def test_any_tray_with_room_is_legal_and_a_full_one_is_not():
    blocks = tuple(_block("red", "cube", 0.1 * k) for k in range(4)) + (_block("blue", "cube", 0.45),)
    made = Blocks(blocks, (Sign("red", ""), Sign("blue", "")))
    RULES.check(made)
    state = RULES.initial(made)
    for block in range(4):
        state = RULES.step(made, state, 4 * block).state
    with pytest.raises(IllegalAction, match="full"):
        RULES.step(made, state, 16)
    with pytest.raises(IllegalAction, match="stays there"):
        RULES.step(made, state, 1)
    assert RULES.step(made, state, 1, permissive=True).state.find(0) == (1, 0)
    assert not RULES.is_goal(made, state) and RULES.is_goal(made, RULES.step(made, state, 17).state)


@pytest.mark.parametrize(
    ("blocks", "signs"),
    [
        ((_block("red", "cube"),), (Sign("blue", ""), Sign("green", ""))),
        ((_block("red", "cube"),), (Sign("red", ""), Sign("", "cube"))),
        (tuple(_block("red", "cube") for _ in range(5)), (Sign("red", ""), Sign("blue", ""))),
        ((_block("mauve", "cube"),), (Sign("red", ""), Sign("blue", ""))),
        ((_block("red", "cube", math.nan),), (Sign("red", ""), Sign("blue", ""))),
    ],
)
def test_blocks_without_exactly_one_tray_are_refused(blocks, signs):
    with pytest.raises(BadValue):
        RULES.check(Blocks(blocks, signs))
