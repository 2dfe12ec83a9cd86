"""State machines: masks, steps, solvers, levels, JSON."""

import json

import numpy as np
import pytest

from flowbench.errors import BadValue, IllegalAction, NothingToAsk, UnknownName
from flowbench.rules.games.plain import from_plain, to_plain
from flowbench.rules.processes.animation import MOST_ACTIONS
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.levels import LEVELS
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.table import env_id_of, process
from tests.processes.harness import NAMES, case_of, every_case, every_level, every_process, second, states_along


@every_case
def test_plan_is_legal_reaches_the_goal_and_is_as_short_as_a_second_solver_says(name, level, index):
    case = case_of(name, level, index)
    rules, states = process(name), states_along(case)
    assert rules.is_goal(case.instance, states[-1]) and not any(rules.is_goal(case.instance, s) for s in states[:-1])
    assert 1 <= len(plan(case)) <= MOST_ACTIONS
    assert len(plan(case)) == second(name).optimum(case.instance)
    assert second(name).solutions(case.instance) in (1, None)


@pytest.mark.slow
@every_level
def test_plans_are_as_short_as_a_second_solver_says_many_times(name, level):
    for index in range(3, 203):
        case = case_of(name, level, index)
        assert len(plan(case)) == second(name).optimum(case.instance)
        assert second(name).solutions(case.instance) in (1, None)


@every_process
def test_levels_grow(name):
    lengths = [np.median([len(plan(case_of(name, level, k))) for k in range(1, 9)]) for level in LEVELS]
    assert lengths == sorted(lengths)


@every_case
def test_mask_and_obstacle_agree_and_observation_fits(name, level, index):
    case = case_of(name, level, index)
    rules = process(name)
    for state in states_along(case):
        mask = rules.mask(case.instance, state)
        reasons = [rules.obstacle(case.instance, state, action) for action in range(rules.action_count)]
        assert mask.dtype == np.int8 and mask.tolist() == [int(reason is None) for reason in reasons]
        seen = rules.observe(case.instance, state)
        assert seen.shape == rules.grid.shape and seen.dtype == np.int16
        assert rules.grid.low <= seen.min() and seen.max() <= rules.grid.high
        assert rules.text(case.instance, state).strip()


@every_process
def test_strict_steps_refuse_and_permissive_ones_say_what_was_violated(name):
    case = case_of(name)
    rules, state = process(name), process(name).initial(case.instance)
    illegal = np.flatnonzero(rules.mask(case.instance, state) == 0).tolist()
    for action in [*illegal[:50], rules.action_count, -1]:
        with pytest.raises(IllegalAction):
            rules.step(case.instance, state, action)
        forced = rules.force(case.instance, state, action)
        if forced is not None:
            move = rules.step(case.instance, state, action, permissive=True)
            assert move.state == forced != state and move.events["violation"]


@every_case
def test_cases_survive_json_and_are_always_the_same(name, level, index):
    case = case_of(name, level, index)
    assert Case.from_json(json.loads(json.dumps(case.to_json()))) == case
    assert draw_case(name, level, index) == case
    rules = process(name)
    for state in states_along(case):
        assert from_plain(rules.state_type, json.loads(json.dumps(to_plain(state)))) == state and hash(state)


@every_process
def test_seeds_splits_and_indices_give_other_cases(name):
    drawn = {
        draw_case(name, "hard", index, seed, split).instance
        for index in (1, 2) for seed in (0, 1) for split in ("train", "eval")
    }  # fmt: skip
    assert len(drawn) > 4


@every_process
def test_bad_cases_are_one_clear_error(name):
    case = case_of(name)
    good = case.to_json()
    for bad in ({}, {**good, "instance": {}}, {**good, "instance": None}, {**good, "level": 2}, {**good, "id": 7}):
        with pytest.raises(BadValue):
            Case.from_json(bad)
    with pytest.raises(UnknownName, match="Did you mean 'easy'"):
        draw_case(name, "eazy", 1)
    for index in (0, -1, 1.0, True, "1", None):
        with pytest.raises(BadValue, match="index"):
            draw_case(name, "easy", index)


@every_process
def test_every_action_and_plan_has_words(name):
    case = case_of(name)
    rules = process(name)
    names = [rules.action_name(case.instance, action) for action in range(rules.action_count)]
    assert all(names) and len(set(names)) == len(names)
    assert len(rules.oracle(case.instance, plan(case))) >= 1


@every_process
def test_domain_and_tags_are_those_of_the_benchmark(name):
    about = process(name).about
    tags = {"planning", "physics", "spatial", "attribute", "affordance", "topology", "temporal"}
    assert 1 <= len(about.tags_paper) <= 2 and set(about.tags_paper) | set(about.tags_repo) <= tags
    assert set(about.ground_truth) <= {"image", "text"} and 0 <= about.hands <= 2
    assert bool(process(name).words.picture) == about.image_subset


def test_names_are_found_and_unknown_ones_offered():
    assert NAMES and all(process(env_id_of(name)) is process(name) for name in NAMES)
    with pytest.raises(UnknownName, match="Did you mean 'maze_square'"):
        process("maze_squares")


def test_when_no_case_is_found_it_is_said(monkeypatch):
    monkeypatch.setattr("flowbench.rules.processes.generation.MAX_DRAWS", 0)
    with pytest.raises(NothingToAsk, match="no easy instance in 0 draws"):
        draw_case("maze_square", "easy", 1)
