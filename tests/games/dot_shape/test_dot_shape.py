"""What makes Dot Shape this game: clear corners, clear dots, contours that are compared up to place and size only."""

from collections import Counter
from dataclasses import replace
from math import cos, pi, sin

import gymnasium
import numpy as np
import pytest
import shapely

from flowbench.errors import BadValue, IllegalAction, ParseError
from flowbench.render.board.colours import contrast
from flowbench.rules.games.dot_shape.arrange import mirrored, presented, turned
from flowbench.rules.games.dot_shape.contours import (
    DIFFERENT,
    SAME,
    Turn,
    contour_distance,
    outline_of,
    points_of,
    turns_of,
    unclear_dots,
    vertices,
)
from flowbench.rules.games.dot_shape.edits import numbers_exchanged, shape_copied, vertex_moved, vertex_removed
from flowbench.rules.games.dot_shape.grammar import DotLayers
from flowbench.rules.games.dot_shape.labels import label_places
from flowbench.rules.games.dot_shape.picture import LOOKS
from flowbench.rules.games.dot_shape.records import Dots, Joined
from flowbench.rules.games.dot_shape.sides import corners_of, layer_of
from flowbench.rules.games.game import Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.sample import score
from flowbench.rules.games.table import game
from tests.games.dot_shape import referee
from tests.games.harness import create, samples

DOTS = game("dot_shape")
# A house: five vertices, and one dot on its floor.
HOUSE = ((1000, 4000), (2500, 4000), (4000, 4000), (4000, 2000), (2500, 800), (1000, 2000))
WINDOW = ((2000, 3200), (3000, 3200), (3000, 2400), (2000, 2400))
SMALL = Dots((HOUSE, WINDOW))


def turns_deg(layer):
    """By how much a contour turns at each dot, 0 to 180 degrees, from the angles of its sides."""
    sides = np.roll(layer, -1, axis=0) - np.array(layer)
    angles = np.degrees(np.arctan2(sides[:, 1], sides[:, 0]))
    return np.abs((angles - np.roll(angles, 1) + 180) % 360 - 180)


def drawings(hard, count=10):
    return [draw_instance(DOTS, Setting(hard, "standard"), 8, k) for k in range(count)]


def test_a_dot_on_a_straight_side_is_no_corner():
    assert vertices(HOUSE) == (HOUSE[0], *HOUSE[2:])
    assert np.round(turns_deg(HOUSE)).tolist() == [90, 0, 90, 51, 77, 51]
    assert turns_of(HOUSE) == (Turn.VERTEX, Turn.PASS, *[Turn.VERTEX] * 4)


@pytest.mark.parametrize(("angle", "turn"), [(3.5, 0), (4.5, 1), (19.5, 1), (20.5, 2), (24.5, 2), (25.5, 3), (175, 3)])
def test_turns_are_told_apart_at_their_limits(angle, turn):
    bent = (2000 + round(1000 * cos(angle * pi / 180)), 2000 + round(1000 * sin(angle * pi / 180)))
    assert turns_of(((1000, 2000), (2000, 2000), bent))[1] == turn
    assert turns_of(((2000, 2000), (2000, 2000), bent))[1] == Turn.PASS
    corners, extra = corners_of(HOUSE)
    assert extra == [1, 0, 0, 0, 0] and layer_of(corners, extra) == HOUSE


def test_only_the_next_number_and_the_next_layer_are_legal():
    state = DOTS.initial(SMALL)
    assert np.flatnonzero(DOTS.mask(SMALL, state)).tolist() == [0]
    state = DOTS.step(SMALL, state, 0).state
    assert np.flatnonzero(DOTS.mask(SMALL, state)).tolist() == [1, 23]
    with pytest.raises(IllegalAction, match="next number"):
        DOTS.step(SMALL, state, 2)
    move = DOTS.step(SMALL, Joined((6, 0)), 0)
    assert move.state == Joined((7, 0)) and move.events == {"closed": "outer"}
    with pytest.raises(IllegalAction, match="closed"):
        DOTS.step(SMALL, move.state, 0)


def test_plan_joins_every_dot_and_closes_every_contour():
    plan = DOTS.solve(SMALL, DOTS.initial(SMALL)).actions
    assert plan == (0, 1, 2, 3, 4, 5, 0, 23, 24, 25, 26, 23)  # dots and layers
    env = gymnasium.make("Game2Real-DotShape-v0").unwrapped
    env.reset(seed=1, options={"instance": SMALL})
    rewards = [env.step(action)[1] for action in plan[:-1]]
    _, reward, terminated, _, info = env.step(plan[-1])
    assert rewards == [0.0] * 11 and reward == 1.0 and terminated and info["optimal"]


@pytest.mark.parametrize(
    ("hard", "layers", "corners", "others"),
    [(0.0, (1, 1), (5, 7), (0, 2)), (0.5, (1, 2), (7, 10), (2, 5)), (1.0, (2, 3), (9, 14), (4, 9))],
)
def test_difficulty_sets_layers_corners_and_dots(hard, layers, corners, others):
    for instance in drawings(hard):
        assert layers[0] <= len(instance.layers) <= layers[1]
        outer = instance.layers[0]
        assert corners[0] <= len(referee.corners(list(outer))) <= corners[1]
        assert others[0] <= len(outer) - len(vertices(outer)) <= others[1]


@pytest.mark.parametrize("hard", [0.0, 0.5, 1.0])
def test_no_dot_turns_a_little_and_none_touch(hard):
    for instance in drawings(hard):
        for layer in instance.layers:
            turns = turns_deg(layer)
            assert ((turns < 4.0) | (turns > 25.0)).all() and shapely.is_simple(outline_of(layer))
        dots = np.concatenate([points_of(layer) for layer in instance.layers])
        apart = np.linalg.norm(dots[:, None] - dots, axis=2) + 1e9 * np.eye(len(dots))
        assert apart.min() >= 22.0


def polygon(count, radius, phase=0.0):
    angles = [2 * pi * k / count + phase for k in range(count)]
    return tuple((round(2560 + radius * cos(a)), round(2560 + radius * sin(a))) for a in angles)


def test_distance_of_contours_sees_turns_and_mirrors_but_not_place_and_size():
    layers = SMALL.layers
    for seed in range(20):
        assert contour_distance(layers, presented(layers, np.random.default_rng(seed))) <= SAME
    lopsided = (vertex_moved(0, 2, 1.4)(layers)[0], WINDOW)
    assert contour_distance(layers, lopsided) > DIFFERENT
    assert contour_distance(layers, turned(layers, 1)) > DIFFERENT
    assert contour_distance(lopsided, mirrored(lopsided)) > DIFFERENT
    assert contour_distance(layers, mirrored(layers)) <= SAME  # the house is symmetric
    assert contour_distance(layers, (HOUSE,)) == np.inf
    assert contour_distance((polygon(6, 2000),), (polygon(6, 900),)) <= SAME
    assert contour_distance((polygon(6, 2000),), (polygon(6, 2000, pi / 6),)) > DIFFERENT
    moved_window = (HOUSE, tuple((x + 700, y) for x, y in WINDOW))
    assert contour_distance(layers, moved_window) > DIFFERENT


def test_distance_agrees_with_the_second_judge():
    for instance in drawings(0.5, 4):
        for changed in (turned(instance.layers, 1), vertex_moved(0, 0, 0.76)(instance.layers)):
            theirs = referee.apart([list(layer) for layer in instance.layers], [list(layer) for layer in changed])
            assert contour_distance(instance.layers, changed) == pytest.approx(theirs, abs=0.02)


def test_edits_change_what_they_say():
    layers = SMALL.layers
    without_gable = vertex_removed(0, 3)(layers)[0]
    assert without_gable == (*HOUSE[:4], (2500, 2000), HOUSE[5]) and len(vertices(without_gable)) == 4
    assert numbers_exchanged(0, 0, 3)(layers)[0] == (HOUSE[3], HOUSE[1], HOUSE[2], HOUSE[0], HOUSE[4], HOUSE[5])
    assert len(vertices(shape_copied(1, 0)(layers)[1])) == 5
    nearer = vertex_moved(1, 0, 0.5)(layers)[1]
    assert nearer[0] == (2280, 2880) and nearer[1:] == WINDOW[1:]


@pytest.mark.parametrize("family", ["DS1", "DS2", "DS3"])
def test_options_are_far_from_right_or_right(family):
    for sample in samples("dot_shape", family, "choice", 10):
        grammar = DotLayers()
        for option, kind in zip(sample.options, sample.kinds, strict=True):
            layers = grammar.parse(option)
            assert unclear_dots(layers) is None and grammar.write(layers) == option
            apart = contour_distance(sample.instance.layers, layers)
            assert family != "DS1" or (apart <= SAME if kind == "right" else apart > DIFFERENT - 0.005)


def test_rank_of_the_right_count_says_nothing():
    ranks = Counter()
    for sample in samples("dot_shape", "DS2", "choice", 60):
        counts = [len(vertices(DotLayers().parse(option)[0])) for option in sample.options]
        right = counts["ABCDEF".index(sample.answer)]
        assert counts.count(right) == 1
        ranks[sorted(counts).index(right)] += 1
    assert len(ranks) >= 5 and max(ranks.values()) <= 24


def test_some_wrong_option_has_the_right_total_of_dots():
    for sample in create("dot_shape", "DS3", "choice", size=12, seed=4, difficulty="hard"):
        options = [DotLayers().parse(option) for option in sample["metadata"]["facts"]["options"]]
        wanted = [len(layer) for layer in sample["metadata"]["facts"]["instance"]["layers"]]
        totals = [sum(len(layer) for layer in layers) for layers in options]
        assert totals.count(sum(wanted)) >= 2


def test_more_than_one_letter_scores_nothing():
    sample = samples("dot_shape", "DS2", "choice", 1)[0]
    wrong = next(letter for letter in "ABCDEF" if letter != sample.answer)
    for text in (wrong, f"{sample.answer}{wrong}", f"{sample.answer} and {wrong}", "", "the first"):
        assert score(DOTS, sample, text).score == 0.0


@pytest.mark.parametrize("hard", [0.0, 0.5, 1.0])
def test_numbers_are_nearest_to_their_own_dots(hard):
    strays = []
    for instance in drawings(hard, 6):
        dots = np.concatenate([points_of(layer) for layer in instance.layers])
        numbers = np.concatenate(label_places(instance.layers))
        away = np.linalg.norm(numbers[:, None] - dots, axis=2)
        assert (np.diag(away) < 26.0).all()
        strays += (away.argmin(axis=1) != np.arange(len(dots))).tolist()
    assert np.mean(strays) == 0.0


@pytest.mark.parametrize("style", LOOKS)
def test_inks_can_be_read(style):
    look = LOOKS[style]
    assert min(contrast(ink, look.ground) for ink in look.inks) >= 4.5
    assert contrast(look.texture, look.ground) < 2.0 or style in ("print", "mono")


@pytest.mark.parametrize(
    "text", ["", "100,200", "1,1 2,2 3", "1,1 2,2 6000,3", "01,1 2,2 3,3", " / ".join(["1,1 2,2 3,3"] * 4)]
)
def test_what_is_no_drawing_is_refused(text):
    with pytest.raises(ParseError):
        DotLayers().parse(text)


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ((), "layers"),
        ((HOUSE[:2],), "3 to 23 dots"),
        (((HOUSE[0], (1100, 4000), *HOUSE[1:]),), "pixels apart"),
        (((HOUSE[0], (2500, 4200), *HOUSE[2:]),), "turns by"),
        (((HOUSE[3], *HOUSE[1:3], HOUSE[0], *HOUSE[4:]),), "crosses itself"),
        (((*HOUSE[:4], (2500, 100), HOUSE[5]),), "from the edge"),
        ((WINDOW, HOUSE), "inside one another"),
        ((HOUSE, tuple((x, y + 700) for x, y in WINDOW)), "layers are"),
    ],
)
def test_drawings_against_the_rules_are_refused(layers, message):
    with pytest.raises(BadValue, match=message):
        DOTS.check(replace(SMALL, layers=layers))
