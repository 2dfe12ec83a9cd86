"""What makes Polyform Tiling what it is: one solution, no overlap, nothing beyond the outline, nothing moved again."""

import dataclasses

import pytest

from flowbench.errors import BadValue, IllegalAction
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.polyform_tiling.actions import number_of
from flowbench.rules.processes.polyform_tiling.records import Tiling
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.table import process
from tests.processes.polyform_tiling.second import solutions

RULES = process("polyform_tiling")
# Three by two cells less a corner: an L of three cells, and a domino that must be turned.
SMALL = Tiling(((0, 0), (0, 1), (0, 2), (1, 0), (1, 1)), (((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 1))))
CASE = Case("polyform_tiling", "polyform_tiling_lv1_001", "easy", SMALL)
ELL, DOMINO = 0, 1


@pytest.mark.parametrize(
    ("level", "pieces", "cells"), [("easy", (3, 3), (10, 12)), ("mid", (4, 4), (16, 20)), ("hard", (5, 6), (25, 30))]
)
def test_levels_are_pieces_and_cells_and_only_hard_ones_are_turned(level, pieces, cells):
    for index in range(1, 7):
        case = draw_case("polyform_tiling", level, index)
        tiling, turns = case.instance, [action % 4 for action in plan(case)]
        assert pieces[0] <= len(tiling.pieces) <= pieces[1] and cells[0] <= len(tiling.region) <= cells[1]
        assert any(turns) == (level == "hard") and solutions(tiling) == 1


def counts_of(*actions):
    return {
        item: count
        for item, count in judge(CASE, animate(RULES, SMALL, CASE.case_id, actions, permissive=True)).counts.items()
        if count
    }


def test_ways_to_cover_are_counted_by_both_solvers_alike():
    assert solutions(SMALL) == 2  # the L at the left and the domino beside it, or the other way round
    assert counts_of(*plan(CASE)) == {}


def test_what_steps_can_do_wrong_is_told_apart():
    ell, domino = plan(CASE) if plan(CASE)[0] < number_of(DOMINO, (0, 0, 0)) else reversed(plan(CASE))
    beside = number_of(DOMINO, (0, 0, 0))
    assert counts_of(ell) == {"T7": 1}
    assert set(counts_of(ell, number_of(DOMINO, (0, 0, 0)))) == {"T2", "T7"}
    assert set(counts_of(ell, number_of(DOMINO, (2, 1, 0)))) == {"T3", "T7"}
    assert counts_of(beside, domino)["T5"] == 1


def test_a_laid_piece_moves_again_only_where_it_is_forced():
    laid = RULES.step(SMALL, RULES.initial(SMALL), number_of(DOMINO, (0, 1, 0))).state
    with pytest.raises(IllegalAction, match="lies in the frame already"):
        RULES.step(SMALL, laid, number_of(DOMINO, (0, 0, 0)))
    moved = RULES.step(SMALL, laid, number_of(DOMINO, (0, 0, 0)), permissive=True).state
    assert moved.poses == (None, (0, 0, 0)) and RULES.force(SMALL, laid, number_of(DOMINO, (0, 1, 0))) is None


def test_pieces_in_the_way_of_all_others_leave_no_plan():
    across = RULES.step(SMALL, RULES.initial(SMALL), number_of(DOMINO, (0, 0, 0))).state
    with pytest.raises(NoPlan):
        RULES.solve(SMALL, across)


@pytest.mark.parametrize(
    "changes",
    [{"pieces": ()}, {"pieces": SMALL.pieces[:1]}, {"region": ((1, 1),)}, {"pieces": (((0, 0), (0, 1), (0, 2)),) * 2}],
    ids=str,
)
def test_tilings_that_cannot_be_covered_are_refused(changes):
    with pytest.raises(BadValue, match="A tiling has"):
        RULES.check(dataclasses.replace(SMALL, **changes))
