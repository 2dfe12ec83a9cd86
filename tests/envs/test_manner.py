"""The paper's own rules and the searches, through the environments, on real scenes."""

import dataclasses
from itertools import islice

import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench import registry
from flowbench.annotators.item import annotate
from flowbench.envs.rooms.views import stand_at, views
from flowbench.errors import BadValue, NothingToAsk
from flowbench.rules.rooms import manner
from flowbench.rules.rooms.manner import Manner
from flowbench.rules.rooms.presets import answer_of
from flowbench.simulators import make_simulator

SCENES = ["FloorPlan1", "FloorPlan212"]
SIDE = 200
every_id = pytest.mark.parametrize("env_id", registry.ids("rooms"))
SANDBOX = "FlowBench-Sandbox-v0"  # not the paper's
CASES = [(env_id, search) for env_id in registry.ids("rooms") for search in ("default", "fast", "full")]
CASES = [case for case in CASES if case[0] != SANDBOX]
OCCLUSION, CLOSER_TO = "FlowBench-Occlusion-v0", "FlowBench-CloserTo-v0"


def make(env_id, **kwargs):
    return gym.make(env_id, width=SIDE, height=SIDE, scenes=SCENES, disable_env_checker=True, **kwargs)


def solved(env, wanted, most=3):
    """Transitions that ended with the answer of their task, from a few seeds."""
    planner, found = flowbench.make_planner(env.spec), []
    for seed in range(12):
        try:
            observation, info = env.reset(seed=seed, options={"wanted": wanted})
        except NothingToAsk:
            continue
        over = False
        while planner.ideas_left(info) and not over:
            observation, reward, terminated, truncated, info = env.step(planner.act(observation, info))
            over = terminated or truncated
            if reward == 1.0:
                found.append(info["transition"])
        if len(found) == most:
            break
    return found


@pytest.mark.parametrize(("env_id", "search"), CASES)
def test_every_category_is_solved_and_labelled_under_the_papers_rules(env_id, search):
    env = make(env_id, preset="paper_literal", search=search)
    rule = registry.resolve(registry.entry(env_id).rule)
    assert env.unwrapped.render_budget == manner.budget(rule, Manner("paper_literal", search))
    for wanted in rule.CLASSES[:2]:
        found = solved(env, wanted, most=1)
        assert found
        item = annotate(found[0])
        assert item.answer == found[0].task.wanted in rule.ANSWERS
        assert Manner.of(found[0].task) == Manner("paper_literal", search)
        assert item.state["parameters"]["rules"] == "paper_literal" and "{" not in item.question.text
        assert item.origin.options["wanted"] == wanted


@pytest.mark.parametrize("preset", ["balanced", "paper"])
@pytest.mark.parametrize("search", ["fast", "full", "ray_grid"])
def test_occlusion_has_every_search_under_the_usual_rules(preset, search):
    for wanted in ("yes", "no"):
        (transition,) = solved(make(OCCLUSION, preset=preset, search=search), wanted, most=1)
        assert transition.verdict.answer == wanted and transition.attempt.supported
        assert transition.task.parameters["search"] == search and "rules" not in transition.task.parameters


def test_things_float_under_the_papers_rules_alone():
    rule = registry.resolve(registry.entry(CLOSER_TO).rule)
    found = solved(make(CLOSER_TO, preset="paper_literal"), "A", most=6)
    floating = [transition for transition in found if not transition.attempt.supported]
    assert any(transition.attempt.gap_m > 0.10 for transition in floating)
    for transition in floating:
        moved, task = transition.after.scene, transition.task
        height = transition.before.scene.pose(task.mover).position[1]
        assert moved.pose(task.mover).position[1] == height
        usual = dataclasses.replace(task, parameters={})
        verdict = rule.label(usual, transition.before, transition.after, transition.attempt)
        assert verdict.answer is None and verdict.reason.startswith("unsupported")


@every_id
@pytest.mark.parametrize("preset", ["balanced", "paper"])
def test_only_the_papers_rules_settle_for_another_answer(env_id, preset):
    rule = registry.resolve(registry.entry(env_id).rule)
    for before in first_views():
        for want in rule.CLASSES:
            for task in islice(manner.propose(rule, before, want, np.random.default_rng(0), Manner(preset)), 8):
                assert task.wanted == answer_of(want) or answer_of(want) not in rule.ANSWERS
                assert not {"rules", "search", "instead_of"} & set(task.parameters)


@pytest.mark.parametrize("category", ["Occlusion", "NearObject", "CountNear", "ClosestThree"])
def test_the_papers_rules_settle_for_another_answer_in_the_end(category):
    rule, answers = registry.resolve(registry.entry(f"FlowBench-{category}-v0").rule), []
    for before in first_views():
        tasks = manner.propose(rule, before, rule.CLASSES[0], np.random.default_rng(0), Manner("paper_literal"))
        stood_in = ["instead_of" in task.parameters for task in islice(tasks, 8)]
        assert stood_in == sorted(stood_in)
        answers += stood_in
    assert True in answers and False in answers


def first_views():
    """The first view of each scene."""
    simulator = make_simulator("embedded", SIDE, SIDE, "flat")
    for scene in SCENES:
        stand_at(simulator, scene, views(scene, 1)[0])
        yield simulator.snapshot()


@pytest.mark.parametrize("env_id", [env_id for env_id in registry.ids("rooms") if env_id != OCCLUSION])
def test_a_search_the_category_does_not_have_is_one_clear_error(env_id):
    with pytest.raises(BadValue, match="has the searches default, fast, full, got 'ray_grid'"):
        make(env_id, search="ray_grid")
    with pytest.raises(BadValue, match="has the searches"):
        registry.resolve(registry.entry(env_id).env).slot_space({"search": "ray_grid"})
