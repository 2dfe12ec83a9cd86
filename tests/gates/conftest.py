"""Solved transitions from real scenes, made once a run and shared by the gates that look at them."""

from itertools import product

import gymnasium as gym
import pytest

import flowbench
from flowbench.errors import NothingToAsk
from flowbench.planners.rooms.base import as_action
from flowbench.simulators import scenes

OCCLUSION = "FlowBench-Occlusion-v0"
SAMPLED, ALL = 8, 100
FINE = 1600  # pixels a side, twice the default


def solved(count, env_id=OCCLUSION, **kwargs):
    """`count` solved transitions over all scenes in turn, wanted answers alternating."""
    env = gym.make(env_id, disable_env_checker=True, **kwargs)
    planner = flowbench.make_planner(env_id)
    names, found = scenes.scene_names("ithor"), []
    stride = max(1, len(names) // count)
    spread = [name for start in range(stride) for name in names[start::stride]]
    for view, name in product(range(3), spread):
        options = {"scene": name, "view": view, "wanted": ("yes", "no")[len(found) % 2]}
        transition = solve(env, planner, options)
        if transition is not None:
            found.append(transition)
        if len(found) == count:
            break
    return found


def solve(env, planner, options, seed=0):
    """The transition of one solved episode, or None."""
    try:
        observation, info = env.reset(seed=seed, options=options)
    except NothingToAsk:
        return None
    while planner.ideas_left(info):
        observation, reward, terminated, truncated, info = env.step(planner.act(observation, info))
        if terminated:
            return info["transition"]
        if truncated:
            break
    return None


def finer(transitions):
    """The same episodes' last steps in pictures of twice the size, one after the other: a hundred would fill memory."""
    env = gym.make(OCCLUSION, width=FINE, height=FINE, disable_env_checker=True)
    for transition in transitions:
        env.reset(seed=transition.origin.seed_key[0], options=dict(transition.origin.options))
        *_, info = env.step(as_action(transition.action))
        assert info["transition"].after.scene.poses == transition.after.scene.poses
        yield info["transition"]


@pytest.fixture(
    scope="session", params=[pytest.param(SAMPLED, id="sampled"), pytest.param(ALL, id="all", marks=pytest.mark.slow)]
)
def transitions(request):
    found = solved(request.param)
    assert len(found) == request.param
    return found


@pytest.fixture
def fine_transitions(transitions):
    return finer(transitions)
