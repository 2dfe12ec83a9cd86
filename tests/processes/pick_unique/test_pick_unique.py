"""What makes Pick Unique what it is: one item alone, near twins, one item moved."""

from collections import Counter

import pytest

from flowbench.errors import BadValue, IllegalAction
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.pick_unique.records import LOPSIDED, PLACE, Lot, Thing
from flowbench.rules.processes.table import process

RULES = process("pick_unique")
RED, BLUE = Thing("circle", "red", "plain", 0), Thing("circle", "blue", "plain", 0)


def _attributes(thing):
    return thing.form, thing.colour, thing.pattern, thing.turn_deg


@pytest.mark.parametrize(
    ("level", "sides", "varying"), [("easy", (3,), (1,)), ("mid", (4,), (2,)), ("hard", (5, 6), (3, 4))]
)
def test_levels_are_grids_and_numbers_of_attributes(level, sides, varying):
    for index in range(1, 13):
        lot = draw_case("pick_unique", level, index).instance
        counts = Counter(lot.things)
        values = [{_attributes(thing)[k] for thing in lot.things} for k in range(4)]
        assert lot.side in sides and sum(len(found) > 1 for found in values) in varying
        assert sorted(counts.values())[:2] == [1, 2] or sorted(counts.values())[1] > 2
        assert list(counts.values()).count(1) == 1 and counts[lot.things[lot.unique]] == 1


@pytest.mark.parametrize("level", ["mid", "hard"])
def test_no_single_attribute_gives_the_unique_item_away(level):
    for index in range(1, 13):
        lot = draw_case("pick_unique", level, index).instance
        alone = _attributes(lot.things[lot.unique])
        others = [_attributes(thing) for k, thing in enumerate(lot.things) if k != lot.unique]
        assert all(any(other[k] == alone[k] for other in others) for k in range(4))
        twins = [other for other in others if sum(a != b for a, b in zip(alone, other, strict=True)) == 1]
        assert len(twins) >= 2


def test_turned_items_look_turned():
    for index in range(1, 25):
        lot = draw_case("pick_unique", "hard", index).instance
        assert all(thing.form in LOPSIDED for thing in lot.things if thing.turn_deg)


def test_only_an_empty_hand_takes_and_only_a_full_one_lays_down():
    lot = Lot(2, (RED, RED, RED, BLUE))
    start = RULES.initial(lot)
    held = RULES.step(lot, start, 3).state
    with pytest.raises(IllegalAction, match="holds nothing"):
        RULES.step(lot, start, PLACE)
    with pytest.raises(IllegalAction, match="holds an item already"):
        RULES.step(lot, held, 0)
    done = RULES.step(lot, held, PLACE).state
    assert RULES.is_goal(lot, done)
    with pytest.raises(IllegalAction, match="lies in the tray"):
        RULES.step(lot, done, 3)


def test_a_second_item_in_the_tray_is_a_second_move_and_no_success():
    case = draw_case("pick_unique", "easy", 1)
    other = 0 if case.instance.unique else 1
    plan = (case.instance.unique, PLACE, other, PLACE)
    verdict = judge(case, animate(RULES, case.instance, case.case_id, plan))
    assert verdict.tier == 1 and {name for name, count in verdict.counts.items() if count} == {"U2", "U6"}


@pytest.mark.parametrize(
    "lot",
    [
        Lot(2, (RED, RED, BLUE, BLUE)),
        Lot(2, (RED, RED, Thing("heart", "red", "plain", 0), BLUE)),
        Lot(2, (RED, RED, BLUE)),
        Lot(2, (RED, RED, RED, Thing("blob", "blue", "plain", 0))),
    ],
)
def test_lots_without_one_unique_item_are_refused(lot):
    with pytest.raises(BadValue):
        RULES.check(lot)
