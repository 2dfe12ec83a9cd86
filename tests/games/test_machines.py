"""What holds for every game as a state machine, in every variant."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.errors import BadValue, IllegalAction, UnknownName
from flowbench.rules.games.difficulty import LEVELS, Dial, hardness, level
from flowbench.rules.games.expert import Expert
from flowbench.rules.games.game import Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.plain import from_plain, to_plain
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.games.table import game
from tests.games.harness import GAMES, VARIANTS, instances, random_walk

every_variant = pytest.mark.parametrize(("name", "variant"), VARIANTS)
few_or_many = pytest.mark.parametrize("count", [50, pytest.param(1_000, marks=pytest.mark.slow)])


@few_or_many
@every_variant
def test_mask_obstacle_and_step_agree_along_random_play(name, variant, count):
    rules, rng = game(name), np.random.default_rng(0)
    for instance in instances(name, variant, count):
        for state in random_walk(rules, instance, rng, 12):
            mask = rules.mask(instance, state)
            legal = [rules.obstacle(instance, state, action) is None for action in range(rules.action_count)]
            assert mask.dtype == np.int8 and mask.tolist() == legal
            for action in (-1, rules.action_count, *np.flatnonzero(mask == 0)[:3]):
                with pytest.raises(IllegalAction):
                    rules.step(instance, state, int(action))


@few_or_many
@every_variant
def test_random_play_never_raises_and_stays_in_the_observation_space(name, variant, count):
    rules, rng = game(name), np.random.default_rng(1)
    for instance in instances(name, variant, count):
        for state in random_walk(rules, instance, rng, 60):
            seen = rules.observe(instance, state)
            assert seen.dtype == np.int16 and seen.shape == rules.grid.shape
            assert rules.grid.low <= seen.min() and seen.max() <= rules.grid.high
            assert rules.ending(instance, state) in (None, "goal", "dead")
            assert rules.text(instance, state).strip()


@few_or_many
@every_variant
def test_plan_of_the_solver_is_legal_and_reaches_the_goal(name, variant, count):
    rules = game(name)
    for instance in instances(name, variant, count):
        state = rules.initial(instance)
        assert rules.ending(instance, state) is None
        actions = rules.solve(instance, state).actions
        for action in actions:
            assert rules.ending(instance, state) is None
            state = rules.step(instance, state, action).state
        assert rules.ending(instance, state) == "goal"
        assert len(actions) <= rules.budget(instance, len(actions))


@every_variant
def test_expert_reaches_the_goal_from_where_random_play_led(name, variant):
    rules, rng = game(name), np.random.default_rng(2)
    for instance in instances(name, variant, 5):
        state = random_walk(rules, instance, rng, 4)[-1]
        try:
            left = len(rules.solve(instance, state).actions)
        except NoPlan:
            continue
        expert = Expert(rules)
        for _ in range(left if rules.ending(instance, state) is None else 0):
            state = rules.step(instance, state, expert.action(instance, state)).state
        assert rules.ending(instance, state) == "goal"


@every_variant
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), walk=st.integers(0, 2**32))
def test_states_are_values(name, variant, seed, walk):
    rules = game(name)
    instance = draw_instance(rules, Setting((seed % 7) / 6, variant), seed)
    rules.check(instance)
    copy = from_plain(rules.instance_type, json.loads(json.dumps(to_plain(instance))))
    assert copy == instance and hash(copy) == hash(instance)
    first, second = (random_walk(rules, part, np.random.default_rng(walk), 8) for part in (instance, copy))
    assert first == second and [hash(state) for state in first] == [hash(state) for state in second]
    for state in first:
        assert from_plain(rules.state_type, json.loads(json.dumps(to_plain(state)))) == state


@every_variant
def test_instances_of_the_wrong_shape_are_refused(name, variant):
    rules = game(name)
    plain = to_plain(instances(name, variant, 1)[0])
    for key in plain:
        for wrong in ({**plain, key: {"no": "such"}}, {other: value for other, value in plain.items() if other != key}):
            with pytest.raises(BadValue):
                rules.check(from_plain(rules.instance_type, wrong))


@every_variant
def test_same_key_same_instance_and_another_key_another(name, variant):
    rules, setting = game(name), Setting(0.5, variant)
    assert draw_instance(rules, setting, 1, "a") == draw_instance(rules, setting, 1, "a")
    assert len({draw_instance(rules, setting, 1, key) for key in range(6)}) == 6


@pytest.mark.parametrize("name", GAMES)
def test_actions_have_names_of_their_own(name):
    rules = game(name)
    instance = instances(name, rules.variants[0], 1)[0]
    names = [rules.action_name(instance, action) for action in range(rules.action_count)]
    assert len(set(names)) == len(names) and all(names)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_declares_fits_together(name):
    rules = game(name)
    assert rules.name == name and rules.capability in (1, 2, 3, 4)
    assert len(rules.styles) >= 2 and rules.styles[-1] == "mono" and len(set(rules.styles)) == len(rules.styles)
    assert len({family.id for family in rules.families}) == len(rules.families) > 0
    with pytest.raises(UnknownName, match="Did you mean"):
        rules.family(rules.families[0].id + "x")


def test_difficulty_is_a_level_or_a_number():
    assert [hardness(name) for name in LEVELS] == [0.0, 0.5, 1.0] and hardness(0.3) == 0.3
    assert [level(hard) for hard in (0.0, 0.2, 0.3, 0.7, 0.8, 1.0)] == [
        "easy",
        "easy",
        "medium",
        "medium",
        "hard",
        "hard",
    ]
    dial = Dial((3, 4), (5, 5), (6, 7))
    assert [dial.span(hard) for hard in (0.0, 0.25, 0.5, 0.75, 1.0)] == [(3, 4), (4, 5), (5, 5), (6, 6), (6, 7)]
    for wrong in ("harder", 1.01, -0.1, True, None):
        with pytest.raises((BadValue, UnknownName)):
            hardness(wrong)
