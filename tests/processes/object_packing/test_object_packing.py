"""The table of things, and what makes Object Packing what it is."""

import dataclasses

import pytest

from flowbench.errors import IllegalAction, UnknownName
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.colour import PALETTE
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.object_packing.generator import sorted_out
from flowbench.rules.processes.object_packing.icons import ICONS
from flowbench.rules.processes.object_packing.knowledge import (
    HAZARDS,
    OCCASIONS,
    containers,
    fits,
    reasons,
    ware,
    wares,
)
from flowbench.rules.processes.object_packing.records import Luggage
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.table import process
from tests.processes.object_packing.second import TABLE

RULES = process("object_packing")


def test_table_has_sixty_things_and_six_occasions_and_every_word_in_it_is_known():
    assert len(wares()) == len(TABLE["items"]) >= 60 and set(containers()) == set(OCCASIONS)
    for item in wares().values():
        assert item.icon in ICONS and item.colour in PALETTE and item.hazard in ("", *HAZARDS)
        assert set(item.suits) | set(item.unfit) <= set(OCCASIONS) and not set(item.suits) & set(item.unfit)
        assert item.suits and all(side >= 1 for side in item.dims_cm)


@pytest.mark.parametrize("occasion", OCCASIONS)
def test_each_occasion_has_eight_right_things_and_eight_with_one_reason_against_them(occasion):
    right, wrong = sorted_out(occasion, 1)
    assert len(right) >= 8 and len(wrong) >= 8
    kinds = {"size" if not fits(item, occasion) else item.hazard or "use" for item in wrong}
    assert len(kinds) >= 4


def test_near_twins_look_alike_but_for_their_hazard():
    families = {item.family for item in wares().values() if item.family}
    assert len(families) >= 8
    for family in families:
        twins = [item for item in wares().values() if item.family == family]
        assert len(twins) >= 2 and any(item.hazard for item in twins) and any(not item.hazard for item in twins)


def test_a_centimetre_must_be_left_whichever_way_a_thing_is_turned():
    plank = dataclasses.replace(ware("paperback novel"), dims_cm=(2.0, 41.0, 9.0))
    assert fits(plank, "office")
    assert not fits(dataclasses.replace(plank, dims_cm=(2.0, 41.5, 9.0)), "office")
    assert not fits(dataclasses.replace(plank, dims_cm=(9.5, 41.0, 9.5)), "office")


@pytest.mark.parametrize(
    ("name", "occasion", "why"),
    [
        ("open water bottle", "picnic", "it is open and would spill"),
        ("beach umbrella", "beach", "it does not fit into the tote bag"),
        ("live crab", "office", "it is alive"),
        ("stapler", "gym", "it is of no use for an hour in the gym"),
    ],
)
def test_reason_is_the_first_rule_that_fails(name, occasion, why):
    assert reasons(ware(name), occasion)[0] == why


@pytest.mark.parametrize("index", range(1, 9))
def test_hard_cases_have_a_near_twin_and_easy_ones_one_reason_each(index):
    hard = draw_case("object_packing", "hard", index).instance
    right = {hard.wares[k].family for k in hard.right} - {""}
    assert right & {item.family for k, item in enumerate(hard.wares) if k not in hard.right}
    easy = draw_case("object_packing", "easy", index).instance
    assert len(easy.items) == 4 and len(easy.right) == 2
    assert all(len(reasons(item, easy.occasion)) <= 1 for item in easy.wares)


def _judged(items, actions):
    case = Case("object_packing", "object_packing_lv1_001", "easy", Luggage("beach", items))
    return judge(case, animate(RULES, case.instance, case.case_id, actions))


def test_one_mistake_is_tolerated_in_the_tier_but_not_forgiven_in_the_rubric():
    items = ("dry towel", "apple", "toy spade", "live crab", "stapler")
    all_right, with_crab = _judged(items, (0, 1, 2)), _judged(items, (0, 1, 2, 3))
    assert all_right.success and with_crab.tier == 2 and not with_crab.success
    assert {name for name, count in with_crab.counts.items() if count} == {"K2", "K3", "K7"}
    assert _judged(items, (0, 3)).tier == 1


def test_what_does_not_fit_is_refused_and_reaches_through_the_walls_where_it_is_forced():
    luggage = Luggage("beach", ("surfboard", "apple"))
    with pytest.raises(IllegalAction, match="does not fit"):
        RULES.step(luggage, RULES.initial(luggage), 0)
    case = Case("object_packing", "object_packing_lv1_001", "easy", luggage)
    verdict = judge(case, animate(RULES, luggage, case.case_id, (0, 1), permissive=True))
    assert {name for name, count in verdict.counts.items() if count} == {"K2", "K3", "K5", "K7"}
    assert [event.detail for item in verdict.items if item.id == "K5" for event in item.events] == [
        "reaches through the walls"
    ]


def test_unknown_things_are_offered():
    with pytest.raises(UnknownName, match="Did you mean 'apple'"):
        ware("aple")
