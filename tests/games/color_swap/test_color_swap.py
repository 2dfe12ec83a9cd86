"""What makes Color Swap this game: all rows of a card at once, card after card, on pieces that can be told apart."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from shapely.geometry import Polygon
from shapely.ops import unary_union

from flowbench.errors import BadValue
from flowbench.render.board.clipping import area, middle
from flowbench.render.board.paints import PAINTS, PATTERNS
from flowbench.rules.games.color_swap.figures import FIGURES, LEAST_AREA, neighbours_of, pieces_of
from flowbench.rules.games.color_swap.records import Model, Row, swapped
from flowbench.rules.games.game import Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.sample import score
from flowbench.rules.games.table import game
from tests.games.harness import create, instances, samples

SWAP = game("color_swap")
RED, GREEN, BLUE, WHITE = range(4)


def test_rows_of_a_card_apply_at_once():
    circle = (Row(RED, GREEN, False), Row(GREEN, BLUE, False), Row(BLUE, RED, False))
    assert swapped((RED, GREEN, BLUE, WHITE), (circle,)) == (GREEN, BLUE, RED, WHITE)
    assert swapped((RED, GREEN, BLUE), ((Row(RED, GREEN, True),),)) == (GREEN, RED, BLUE)
    assert swapped((RED, GREEN, BLUE), ((Row(RED, GREEN, False),),)) == (GREEN, GREEN, BLUE)


def test_cards_apply_one_after_the_other():
    first, second = (Row(RED, GREEN, False),), (Row(GREEN, BLUE, True),)
    assert swapped((RED, GREEN, BLUE), (first, second)) == (BLUE, BLUE, GREEN)
    assert swapped((RED, GREEN, BLUE), (second, first)) == (GREEN, BLUE, GREEN)


def lab(colour):
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in colour)]
    matrix = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]]
    xyz = np.array(matrix) @ linear / [0.95047, 1.0, 1.08883]
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(first, second):
    """Colour difference after Sharma, Wu and Dalal (2005), angles in degrees."""
    (l1, a1, b1), (l2, a2, b2) = lab(first), lab(second)
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = math.hypot(a1 * stretch, b1), math.hypot(a2 * stretch, b2)
    h1, h2 = (math.degrees(math.atan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    hue, chroma, light = (h1 + turn / 2) % 360, (c1 + c2) / 2, (l1 + l2) / 2
    wave = sum(
        share * math.cos(math.radians(times * hue + shift))
        for share, times, shift in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    dl, dc = (l2 - l1) / sl, (c2 - c1) / (1 + 0.045 * chroma)
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * (1 + wave))
    bend = (
        -math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
        * 2
        * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    )
    return math.sqrt(dl**2 + dc**2 + dh**2 + bend * dc * dh)


def test_colours_are_far_apart():
    assert ciede2000((255, 0, 0), (0, 0, 255)) == pytest.approx(52.88, abs=0.01)
    assert min(ciede2000(a, b) for a, b in itertools.combinations(PAINTS.values(), 2)) >= 25
    assert len(set(PATTERNS.values())) == len(PAINTS) == 8


@pytest.mark.parametrize("figure", FIGURES)
def test_parts_of_a_figure_touch_and_do_not_overlap(figure):
    shapes = [Polygon(part) for part in FIGURES[figure]]
    assert all(shape.is_valid and shape.convex_hull.area == pytest.approx(shape.area) for shape in shapes)
    assert unary_union(shapes).area == pytest.approx(sum(shape.area for shape in shapes))
    assert unary_union([shape.buffer(0.01) for shape in shapes]).geom_type == "Polygon"


def test_cuts_keep_the_figure_and_neighbours_are_those_with_a_common_side():
    for instance in instances("color_swap", "standard", 12):
        shapes = [Polygon(piece) for piece in instance.pieces]
        whole = unary_union([Polygon(part) for part in FIGURES[instance.figure]])
        assert unary_union(shapes).symmetric_difference(whole).area < 1e-6
        assert sum(shape.area for shape in shapes) == pytest.approx(whole.area)
        assert min(shape.area for shape in shapes) >= LEAST_AREA
        common = {
            (a, b)
            for a, b in itertools.combinations(range(len(shapes)), 2)
            if shapes[a].buffer(0.001).intersection(shapes[b].buffer(0.001)).length / 2 > 3.003
        }
        assert set(neighbours_of(instance.figure, instance.cuts)) == common


def test_area_and_middle_agree_with_another_library():
    for piece in instances("color_swap", "standard", 1)[0].pieces:
        other = Polygon(piece)
        assert area(piece) == pytest.approx(other.area)
        assert middle(piece) == pytest.approx((other.centroid.x, other.centroid.y))


@pytest.mark.parametrize(
    ("hard", "pieces", "colours", "rows", "cards"),
    [(0.0, (8, 12), 4, (1, 1), 1), (0.5, (13, 20), 6, (2, 3), 1), (1.0, (20, 32), 8, (3, 4), 2)],
)
def test_difficulty_is_as_specified(hard, pieces, colours, rows, cards):
    for key in range(12):
        model = draw_instance(SWAP, Setting(hard, "standard"), key)
        assert pieces[0] <= len(model.pieces) <= pieces[1] and len(model.cards) == cards
        assert len(model.palette) == colours and all(model.colours.count(k) >= 2 for k in range(colours))
        assert all(rows[0] <= len(card) <= rows[1] for card in model.cards)
        touched = {k for card in model.cards for row in card for k in (row.source, row.target)}
        assert touched < set(range(colours)) and model.final != model.colours


def test_counts_with_two_colours_exchanged_or_one_left_out_score_nothing():
    for sample in samples("color_swap", "CS2", "open", 8):
        counts = dict(part.split("=") for part in sample.answer.split("; "))
        (a, x), (b, y) = next(p for p in itertools.combinations(counts.items(), 2) if p[0][1] != p[1][1])
        for wrong in (
            {**counts, a: y, b: x},
            {k: v for k, v in counts.items() if k != a},
            {**counts, a: str(int(x) + 1)},
        ):
            assert score(SWAP, sample, "; ".join(f"{k}={v}" for k, v in wrong.items())).score == 0.0
        assert sum(map(int, counts.values())) == len(sample.instance.pieces)


def test_changed_and_unchanged_add_up():
    for sample in samples("color_swap", "CS4", "open", 8):
        changed, unchanged = (int(part.split("=")[1]) for part in sample.answer.split("; "))
        assert changed + unchanged == len(sample.instance.pieces) and changed >= 2 and unchanged >= 2
        assert score(SWAP, sample, f"changed={changed}; unchanged={unchanged + 1}").score == 0.0


def test_a_colour_that_is_gone_is_counted_as_zero():
    zeros = [sample for sample in samples("color_swap", "CS2", "open", 30) if "=0" in sample.answer]
    assert zeros
    assert all(score(SWAP, zero, zero.answer.replace("=0", "=none")).score == 0.0 for zero in zeros)


def bad_models():
    model = draw_instance(SWAP, Setting(0.5, "standard"), 1)
    first = model.cards[0][0]
    return [
        replace(model, figure="tower"),
        replace(model, cuts=((99, 0, 50), *model.cuts[1:])),
        replace(model, cuts=((0, 0, 1), *model.cuts[1:])),
        replace(model, cuts=((0, 180, 50), *model.cuts[1:])),
        replace(model, palette=("pink", *model.palette[1:])),
        replace(model, palette=(model.palette[1], *model.palette[1:])),
        replace(model, colours=model.colours[1:]),
        replace(model, colours=(6, *model.colours[1:])),
        replace(model, cards=()),
        replace(model, cards=((),)),
        replace(model, cards=((first, first),)),
        replace(model, cards=((Row(0, 0, False),),)),
        replace(model, cards=((Row(0, 6, False),),)),
        replace(model, cards=((Row(0, 1, True),), (Row(0, 1, True),))),
    ]


@pytest.mark.parametrize("model", bad_models())
def test_models_that_break_a_rule_are_refused(model):
    with pytest.raises(BadValue, match="Color Swap"):
        SWAP.check(model)


def test_painting_plan_is_as_long_as_what_changes():
    for model in instances("color_swap", "standard", 6):
        plan = SWAP.solve(model, SWAP.initial(model))
        changed = sum(a != b for a, b in zip(model.colours, model.final, strict=True))
        assert plan.proof == "unique" and len(plan.actions) == changed + 1


def test_the_right_model_does_not_stand_out_among_the_options():
    """Whoever picks the option that resembles the others most, or least, is right about as often as chance."""
    right = {"nearest": 0, "farthest": 0}
    questions = create("color_swap", "CS1", "choice", size=120, seed=4)
    for k in range(120):
        sample = questions.sample(k)
        words = [option.split() for option in sample.options]
        apart = [sum(a != b for other in words for a, b in zip(word, other, strict=True)) for word in words]
        right["nearest"] += "ABCDEF"[int(np.argmin(apart))] == sample.answer
        right["farthest"] += "ABCDEF"[int(np.argmax(apart))] == sample.answer
    assert max(right.values()) / 120 < 0.33


def test_pieces_are_made_once():
    model = Model("robot", ((0, 0, 50),), ("red", "blue", "green"), (0,) * 9, ((Row(0, 1, True),),))
    assert pieces_of(model.figure, model.cuts) is model.pieces and len(model.pieces) == 9
