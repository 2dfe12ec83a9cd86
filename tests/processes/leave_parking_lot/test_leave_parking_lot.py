"""What makes Leave Parking Lot what it is: cars that wait for each other, one that must back up, tracks and walls."""

import dataclasses
import itertools

import pytest

from flowbench.errors import BadValue, IllegalAction
from flowbench.rules.games.rejection import NoPlan, Reject
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.leave_parking_lot.records import COLUMNS, ROWS, Lot
from flowbench.rules.processes.leave_parking_lot.solver import can_leave_forwards, shortest
from flowbench.rules.processes.leave_parking_lot.walls import walls
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.table import process

RULES = process("leave_parking_lot")
# The second car stands on the first one's track and leaves downwards.
QUEUE = Lot((((1, 6), (1, 7), (1, 8), (1, 9)), ((1, 8), (2, 8), (3, 8), (4, 8))), (0, 0))
CASE = Case("leave_parking_lot", "leave_parking_lot_lv1_001", "easy", QUEUE)
# Head to head on one row: neither can ever pass.
STUCK = Lot((tuple((2, k) for k in range(4, 10)), tuple((2, k) for k in range(5, -1, -1))), (0, 0))


def leaves_forwards(lot):
    """Whether the cars get out without backing up, trying all orders of single drives."""
    goal = tuple(len(track) for track in lot.tracks)
    seen, layer = {lot.starts}, {lot.starts}
    while layer:
        after = set()
        for at in layer:
            cells = [track[k] for track, k in zip(lot.tracks, at, strict=True) if k < len(track)]
            for car, k in enumerate(at):
                if k < goal[car] and (k + 1 == goal[car] or lot.tracks[car][k + 1] not in cells):
                    after.add((*at[:car], k + 1, *at[car + 1 :]))
        layer = after - seen
        seen |= layer
    return goal in seen


@pytest.mark.parametrize(
    ("level", "cars", "lengths", "least"), [("easy", 2, (6, 10), 1), ("mid", 3, (10, 14), 2), ("hard", 4, (14, 19), 3)]
)
def test_levels_are_cars_lengths_and_pairs_that_wait(level, cars, lengths, least):
    for index in range(1, 9):
        case = draw_case("leave_parking_lot", level, index)
        lot, actions = case.instance, plan(case)
        standing = [track[start] for track, start in zip(lot.tracks, lot.starts, strict=True)]
        pairs = sum(
            standing[other] in lot.tracks[one][lot.starts[one] + 1 :]
            for one, other in itertools.permutations(range(cars), 2)
        )
        assert len(lot.tracks) == cars and lengths[0] <= len(actions) <= lengths[1] and pairs >= least
        assert any(action % 2 for action in actions) == (level == "hard")
        assert leaves_forwards(lot) == can_leave_forwards(lot, lot.starts) == (level != "hard")


@pytest.mark.parametrize("level", ["easy", "mid", "hard"])
def test_tracks_stay_inside_leave_straight_and_cross_no_wall(level):
    for index in range(1, 9):
        lot = draw_case("leave_parking_lot", level, index).instance
        for car, track in enumerate(lot.tracks):
            assert all(0 <= row < ROWS and 0 <= column < COLUMNS for row, column in track)
            assert len(set(track)) == len(track)
            (r1, c1), (r2, c2), (r3, c3) = track[-2], track[-1], lot.exits[car]
            assert (r2 - r1, c2 - c1) == (r3 - r2, c3 - c2)
            points = [lot.centre(cell) for cell in (*track, lot.exits[car])]
            for (ax, ay), (bx, by) in itertools.pairwise(points):
                middle = ((ax + bx) / 2, (ay + by) / 2)
                sides = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in walls(lot)]
                assert not any(abs(x - middle[0]) + abs(y - middle[1]) < 1e-4 for x, y in sides)


def test_the_car_in_the_way_leaves_first_and_bumping_into_it_is_judged():
    order = [action // 2 for action in plan(CASE)]
    assert order == [1] * 4 + [0] * 4
    two_cells = RULES.step(QUEUE, RULES.step(QUEUE, RULES.initial(QUEUE), 0).state, 0, permissive=True)
    assert two_cells.events["violation"] == "another car stands there"
    with pytest.raises(IllegalAction, match="another car stands there"):
        RULES.step(QUEUE, RULES.step(QUEUE, RULES.initial(QUEUE), 0).state, 0)
    verdict = judge(CASE, animate(RULES, QUEUE, CASE.case_id, (0, 0), permissive=True))
    assert {item for item, count in verdict.counts.items() if count} == {"P3", "P7"} and verdict.tier == 0


def test_cars_that_face_each_other_are_stuck_and_long_plans_are_not_looked_for():
    with pytest.raises(NoPlan):
        shortest(STUCK, STUCK.starts)
    with pytest.raises(BadValue, match="A lot has"):
        RULES.check(STUCK)
    with pytest.raises(Reject, match="too long"):
        shortest(QUEUE, QUEUE.starts, 7)
    assert len(shortest(QUEUE, QUEUE.starts, 8)) == 8


@pytest.mark.parametrize("changes", [{"starts": (0,)}, {"starts": (2, 0)}, {"tracks": ()}, {"starts": (9, 0)}], ids=str)
def test_lots_that_are_none_are_refused(changes):
    with pytest.raises(BadValue, match="A lot has"):
        RULES.check(dataclasses.replace(QUEUE, **changes))
