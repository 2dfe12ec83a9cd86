"""What makes Color Mix what it is: the optics of paints, unique recipes, paint that is neither lost nor made."""

import colorsys
import itertools
import math

import numpy as np
import pytest

from flowbench.errors import BadValue, IllegalAction
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.color_mix.liquid import middle_m, spill_angle_deg, surface_m
from flowbench.rules.processes.color_mix.pigments import (
    REFLECTANCES,
    absorption,
    mixed_colour,
    pigment_colour,
    reflectance,
)  # fmt: skip
from flowbench.rules.processes.color_mix.records import (
    BOWL_RADIUS_M,
    CUP_HIGH_M,
    CUP_RADIUS_M,
    RISE_M,
    STIR,
    UNIT_HIGH_M,
    Bowl,
    Paints,
)  # fmt: skip
from flowbench.rules.processes.color_mix.rubric import levels
from flowbench.rules.processes.colour import colour_difference
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.table import process
from flowbench.rules.processes.tracks import Tracks
from tests.processes.color_mix import second

RULES = process("color_mix")
TWO = Paints(("blue", "yellow"), (1, 1))


def _hue(names, amounts):
    return 360.0 * colorsys.rgb_to_hsv(*(channel / 255.0 for channel in mixed_colour(names, amounts)))[0]


@pytest.mark.parametrize(
    ("names", "amounts", "hue"),
    [
        (("blue", "yellow"), (1, 1), 165),
        (("yellow", "blue"), (2, 1), 144),
        (("red", "yellow"), (1, 1), 11),
        (("red", "blue"), (1, 1), 257),
    ],
)
def test_mixtures_have_the_hues_of_paints_not_of_light(names, amounts, hue):
    assert _hue(names, amounts) == pytest.approx(hue, abs=8)


def test_absorption_and_reflectance_undo_each_other():
    bands = np.linspace(0.02, 0.98, 33)
    assert reflectance(absorption(bands)) == pytest.approx(bands)


@pytest.mark.parametrize("names", list(itertools.combinations(REFLECTANCES, 2)))
def test_colours_equal_those_of_a_second_computation_whatever_the_unit(names):
    for amounts in ((1, 0), (1, 1), (2, 1)):
        wanted = second.colour({name: units for name, units in zip(names, amounts, strict=True) if units})
        assert mixed_colour(names, amounts) == mixed_colour(names, [3.7 * units for units in amounts]) == wanted


def test_paints_are_told_apart():
    looks = [pigment_colour(name) for name in REFLECTANCES]
    assert min(colour_difference(one, two) for one, two in itertools.combinations(looks, 2)) > 8.0


@pytest.mark.parametrize(
    ("level", "cups", "recipes"),
    [("easy", 2, {(1, 1)}), ("mid", 4, {(0, 0, 1, 2)}), ("hard", 5, {(0, 0, 0, 1, 2), (0, 0, 1, 1, 1)})],
)
def test_levels_are_cups_and_recipes_and_the_recipe_is_the_plan(level, cups, recipes):
    for index in range(1, 9):
        case = draw_case("color_mix", level, index)
        paints, actions = case.instance, plan(case)
        assert paints.count == cups and tuple(sorted(paints.recipe)) in recipes
        assert actions[-1] == STIR and tuple(actions.count(cup) for cup in range(cups)) == paints.recipe
        assert second.solutions(paints) == 1


def test_paint_runs_only_at_the_angle_at_which_the_cup_is_full_to_the_lip():
    angles = [spill_angle_deg(units) for units in (2.0, 1.5, 1.0, 0.5, 0.1)]
    assert angles == sorted(angles) and 0.0 < angles[0] < 90.0
    for units, lean in zip((2.0, 1.5, 1.0, 0.5), angles, strict=False):
        assert surface_m(units, lean, CUP_RADIUS_M) == pytest.approx(CUP_HIGH_M, abs=1e-4)
        assert surface_m(units, -lean, -CUP_RADIUS_M) == pytest.approx(CUP_HIGH_M, abs=1e-4)
    assert middle_m(1.0, 0.0) == pytest.approx(UNIT_HIGH_M, abs=1e-4)


def test_the_bowl_rises_by_the_same_volume():
    assert RISE_M * BOWL_RADIUS_M**2 == pytest.approx(UNIT_HIGH_M * CUP_RADIUS_M**2)


@pytest.mark.parametrize("level", ["easy", "mid", "hard"])
def test_paint_is_neither_lost_nor_made_in_any_frame(level):
    case = draw_case("color_mix", level, 1)
    clip = animate(RULES, case.instance, case.case_id, plan(case))
    tracks = Tracks(RULES.scene(case.instance, RULES.initial(case.instance)), clip)
    cups = [f"paint_{cup}" for cup in range(1, case.instance.count + 1)]
    total = levels(tracks, cups).sum(axis=0) + levels(tracks, ("mixture",))[0]
    assert total == pytest.approx(np.full(len(total), 2.0 * case.instance.count), abs=2e-3)


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_paint_stays_in_its_cup_while_the_cup_moves(level):
    case = draw_case("color_mix", level, 2)
    clip = animate(RULES, case.instance, case.case_id, plan(case))
    for frame in clip.frames:
        for cup in range(1, case.instance.count + 1):
            glass, paint = frame.entities[f"cup_{cup}"], frame.entities[f"paint_{cup}"]
            assert math.dist(glass.pos, paint.pos) < 0.003 and glass.quat == paint.quat


def test_what_cannot_be_poured_or_stirred():
    start = RULES.initial(TWO)
    with pytest.raises(IllegalAction, match="nothing to stir"):
        RULES.step(TWO, start, STIR)
    with pytest.raises(IllegalAction, match="empty"):
        RULES.step(TWO, Bowl((2, 0), False), 0)
    with pytest.raises(IllegalAction, match="full"):
        RULES.step(Paints(("blue", "yellow", "red"), (1, 1, 0)), Bowl((2, 2, 0), False), 2)
    stirred = RULES.step(TWO, Bowl((1, 1), False), STIR).state
    with pytest.raises(IllegalAction, match="stirred already"):
        RULES.step(TWO, stirred, STIR)
    assert RULES.is_goal(TWO, stirred) and not RULES.is_goal(TWO, RULES.step(TWO, stirred, 0).state)


def test_a_wrong_paint_leaves_no_plan_and_too_much_of_one_can_be_made_up_for():
    three = Paints(("blue", "yellow", "black"), (1, 1, 0))
    with pytest.raises(RuntimeError, match="never gets the colour"):
        RULES.solve(three, Bowl((0, 0, 1), False))
    assert RULES.solve(TWO, Bowl((2, 0), True)).actions == (1, 1, STIR)


@pytest.mark.parametrize(
    "paints",
    [
        Paints(("blue", "blue"), (1, 1)),
        Paints(("blue", "mauve"), (1, 1)),
        Paints(("blue", "yellow"), (2, 0)),
        Paints(("blue", "yellow"), (3, 1)),
        Paints(("blue", "yellow", "red"), (2, 2, 2)),
        Paints(("blue", "yellow"), (1, 1, 1)),
    ],
)
def test_recipes_that_cups_and_bowl_do_not_allow_are_refused(paints):
    with pytest.raises(BadValue):
        RULES.check(paints)
