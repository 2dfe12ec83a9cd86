"""Every category on real scenes: labels by the oracle, plausible outcomes, and what mirroring and swapping do."""

import dataclasses
from itertools import product

import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench import registry
from flowbench.records import Pixels, Snapshot
from flowbench.simulators import scenes
from tests.gates import oracle
from tests.gates.conftest import solve
from tests.gates.solids import centre, deepest_excess, inside, leans, rests

IDS = registry.ids("rooms")
SIDE, VIEWS = 400, 10
SAMPLED, ALL = 4, 450  # items a category; nine times 450 are 4,050


def examples(env_id, count):
    """Solved transitions over the iTHOR scenes in turn, every class in turn."""
    env = gym.make(env_id, width=SIDE, height=SIDE, quality="flat", disable_env_checker=True, views_per_scene=VIEWS)
    planner = flowbench.make_planner(env_id)
    classes = registry.resolve(registry.entry(env_id).rule).CLASSES
    names, found = scenes.scene_names("ithor"), 0
    step = max(1, len(names) // count) if count < len(names) else 1
    for seed, start in product(range(3 * VIEWS), range(step)):  # all views, then again with other draws
        for name in names[start::step]:
            options = {"scene": name, "view": seed % VIEWS, "wanted": classes[found % len(classes)]}
            transition = solve(env, planner, options, seed=seed)
            if transition is not None:
                found += 1
                yield transition
            if found == count:
                return


@pytest.fixture(
    scope="module", params=[pytest.param(SAMPLED, id="sampled"), pytest.param(ALL, id="all", marks=pytest.mark.slow)]
)
def count(request):
    return request.param


@pytest.mark.parametrize("env_id", IDS)
def test_labels_are_the_oracles_and_outcomes_are_plausible(env_id, count):
    seen = 0
    for transition in examples(env_id, count):
        rule = registry.resolve(registry.entry(env_id).rule)
        where = (transition.origin, transition.action)
        assert transition.verdict.answer == oracle.answer(transition, "after"), where
        assert rule.answer_before(transition.task, transition.before) == oracle.answer(transition, "before"), where
        check_plausible(transition)
        seen += 1
    assert seen == count


def check_plausible(transition):
    before, after, task = transition.before.scene, transition.after.scene, transition.task
    where, scale = (transition.origin, transition.action), SIDE * SIDE / 640_000
    assert np.linalg.norm(centre(after, task.mover) - centre(before, task.mover)) >= 0.15 - 1e-9, where
    assert transition.attempt.settled_m <= 0.10, where
    assert inside(after, task.mover), where
    assert rests(after, task.mover) or leans(after, task.mover) or not rests(before, task.mover), where
    assert deepest_excess(after, task.mover) <= 1e-9, where
    for view in (transition.before, transition.after):
        visible, free = view.visible(task.mover)
        assert visible >= 200 * scale and visible >= 0.4 * free, where
    for landmark in task.landmarks:
        views = (transition.before,) if task.category == "occlusion" else (transition.before, transition.after)
        for view in views:
            visible, free = view.visible(landmark)
            assert visible >= 60 * scale and visible >= 0.2 * free, where


@pytest.mark.parametrize("env_id", IDS)
def test_mirroring_the_pictures_turns_left_and_right_round_and_nothing_else(env_id):
    for transition in examples(env_id, 3):
        rule = registry.resolve(registry.entry(env_id).rule)
        mirrored = dataclasses.replace(transition, before=mirror(transition.before), after=mirror(transition.after))
        then, now = (
            rule.label(some.task, some.before, some.after, some.attempt).answer for some in (transition, mirrored)
        )
        turned = {"yes": "no", "no": "yes"}[then] if env_id == "FlowBench-LeftRight-v0" else then
        assert now == turned


def mirror(view):
    pixels = Pixels(*(np.ascontiguousarray(getattr(view.pixels, name)[:, ::-1]) for name in ("frame", "depth", "ids")))
    return Snapshot(view.scene, pixels, view.visibility)


@pytest.mark.parametrize("env_id", ["FlowBench-LeftRight-v0", "FlowBench-DepthOrder-v0"])
def test_swapping_the_two_objects_inverts_the_relation(env_id):
    rule = registry.resolve(registry.entry(env_id).rule)
    for transition in examples(env_id, 3):
        task = transition.task
        swapped = dataclasses.replace(task, mover=task.landmarks[0], landmarks=(task.mover,))
        now = rule.answer_before(swapped, transition.after)
        assert now == {"yes": "no", "no": "yes"}[transition.verdict.answer]
