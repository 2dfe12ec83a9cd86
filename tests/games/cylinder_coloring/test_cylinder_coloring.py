"""What makes Cylinder Coloring this game: which views determine which, and how a view looks from where."""

import itertools
from dataclasses import replace

import gymnasium as gym
import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.rules.games.cylinder_coloring.game import BACK, ON, SUBMIT
from flowbench.rules.games.cylinder_coloring.generator import HARD_REFERENCES
from flowbench.rules.games.cylinder_coloring.picture import OPTION_BODY
from flowbench.rules.games.cylinder_coloring.records import Cylinder, Eye, degrees, is_determined, seen_from
from flowbench.rules.games.game import Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.sample import score
from flowbench.rules.games.table import game
from tests.games.cylinder_coloring import referee
from tests.games.harness import create, instances, samples

ROUND = game("cylinder_coloring")
LEAST_PATCH_PX = 18.0


@pytest.mark.parametrize(
    ("references", "covered", "determined"),
    [((0, 4), 8, {1, 2, 3, 5, 6, 7}), ((0, 2), 6, {1}), ((0, 3), 7, {1, 2}), ((0, 1), 5, set())],
)
def test_what_two_views_determine(references, covered, determined):
    assert len(seen_from(references[0]) | seen_from(references[1])) == covered
    assert {target for target in range(8) if is_determined(references, target)} == determined


def test_view_agrees_with_angles():
    for instance in instances("cylinder_coloring", "standard", 8):
        for azimuth in range(8):
            assert [list(ring) for ring in instance.named(instance.view(azimuth))] == referee.view(
                instance, 45 * azimuth
            )


def test_view_of_a_simple_ring():
    ring = Cylinder(tuple("abcdefgh"), (tuple(range(8)),), (0, 4), 2, True)
    assert ring.view(0) == ((6, 7, 0, 1),) and ring.view(2) == ((0, 1, 2, 3),) and ring.view(7) == ((5, 6, 7, 0),)
    assert degrees(-1) == 315


@pytest.mark.parametrize(("hard", "rings", "colours"), [(0.0, (2, 2), 3), (0.5, (3, 3), 4), (1.0, (4, 5), 5)])
def test_difficulty_is_as_specified(hard, rings, colours):
    for key in range(15):
        cylinder = draw_instance(ROUND, Setting(hard, "standard"), key)
        assert rings[0] <= len(cylinder.rings) <= rings[1] and len(cylinder.palette) == colours
        assert len(set(zip(*cylinder.rings, strict=True))) >= 5
        wanted = cylinder.view(cylinder.target)
        assert wanted != tuple(ring[::-1] for ring in wanted)
        first, second = cylinder.references
        assert (0, (second - first) % 8) in (HARD_REFERENCES if hard == 1.0 else ((0, 4),))
        assert cylinder.arrow == (hard < 1.0)
        assert hard > 0.0 or (cylinder.references == (0, 4) and cylinder.target in (2, 6))


def test_all_kinds_of_views_are_asked_for():
    drawn = [draw_instance(ROUND, Setting(1.0, "standard"), key) for key in range(120)]
    pairs = {((c.references[1] - c.references[0]) % 8, (c.target - c.references[0]) % 8) for c in drawn}
    assert pairs == {(2, 1), (3, 1), (3, 2), *((4, target) for target in (1, 2, 3, 5, 6, 7))}
    assert {c.references[0] for c in drawn} == set(range(8))


def test_patches_are_wide_enough_to_tell_options_apart():
    edges = [OPTION_BODY.point(angle, 0.0)[0] for angle in (-90, -45, 0, 45, 90)]
    assert min(b - a for a, b in itertools.pairwise(edges)) >= LEAST_PATCH_PX
    assert OPTION_BODY.height / 5 >= LEAST_PATCH_PX


def test_the_mirror_image_and_words_score_nothing():
    for sample in samples("cylinder_coloring", "CC1", "choice", 20):
        mirrors = [letter for letter, kind in zip("ABCDEF", sample.kinds, strict=True) if kind == "mirrored"]
        assert all(score(ROUND, sample, letter).score == 0.0 for letter in (*mirrors, "", "left", sample.options[0]))


def test_plan_takes_the_shorter_way_round():
    cylinder = instances("cylinder_coloring", "standard", 1)[0]
    for azimuth in range(8):
        plan = ROUND.solve(cylinder, Eye(azimuth)).actions
        turns = [k for k in range(8) if cylinder.view(azimuth + k) == cylinder.view(cylinder.target)]
        assert len(plan) == 1 + min(min(k, 8 - k) for k in turns)
        assert plan[-1] == SUBMIT and set(plan[:-1]) in (set(), {BACK}, {ON})


def test_a_wrong_view_handed_in_ends_the_game():
    cylinder = instances("cylinder_coloring", "standard", 1)[0]
    state = ROUND.step(cylinder, ROUND.initial(cylinder), SUBMIT).state
    assert ROUND.ending(cylinder, state) == "dead" and not ROUND.mask(cylinder, state).any()


def test_budget_truncates():
    env = gym.make("Game2Real-CylinderColoring-v0", max_steps=3)
    observation, _ = env.reset(seed=0)
    assert observation["action_mask"].all()
    assert [env.step(ON)[2:4] for _ in range(3)] == [(False, False)] * 2 + [(False, True)]


def bad_cylinders():
    cylinder = draw_instance(ROUND, Setting(0.5, "standard"), 1)
    first = cylinder.references[0]
    return [
        replace(cylinder, palette=("brown", *cylinder.palette[1:])),
        replace(cylinder, palette=(cylinder.palette[1], *cylinder.palette[1:])),
        replace(cylinder, rings=cylinder.rings[:1]),
        replace(cylinder, rings=(cylinder.rings[0][:7], *cylinder.rings[1:])),
        replace(cylinder, rings=((5,) * 8, *cylinder.rings[1:])),
        replace(cylinder, references=(first, (first + 1) % 8)),
        replace(cylinder, references=(8, 4)),
        replace(cylinder, target=first),
        replace(cylinder, rings=((0,) * 8,) * 3),
    ]


@pytest.mark.parametrize("cylinder", bad_cylinders())
def test_cylinders_that_break_a_rule_are_refused(cylinder):
    with pytest.raises(BadValue, match="Cylinder Coloring"):
        ROUND.check(cylinder)


def test_the_right_view_does_not_stand_out_among_the_options():
    """Whoever picks the option that resembles the others most, or least, is right about as often as chance."""
    right = {"nearest": 0, "farthest": 0}
    questions = create("cylinder_coloring", size=150, seed=4)
    for k in range(150):
        sample = questions.sample(k)
        words = [option.split() for option in sample.options]
        apart = [sum(a != b for other in words for a, b in zip(word, other, strict=True)) for word in words]
        right["nearest"] += "ABCDEF"[int(np.argmin(apart))] == sample.answer
        right["farthest"] += "ABCDEF"[int(np.argmax(apart))] == sample.answer
    assert max(right.values()) / 150 < 0.33
