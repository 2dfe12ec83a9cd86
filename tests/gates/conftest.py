"""Solved transitions from real scenes, made once a run and shared by the gates that look at them."""

import dataclasses
from itertools import product

import gymnasium as gym
import pytest

import flowbench
from flowbench.errors import NothingToAsk
from flowbench.simulators import scenes, with_pixels

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
    """The same transitions in pictures of twice the size, one after the other: a hundred would fill memory."""
    for transition in transitions:
        before, after = (enlarged(view) for view in (transition.before, transition.after))
        yield dataclasses.replace(transition, before=before, after=after)


def enlarged(view):
    camera = dataclasses.replace(view.scene.camera, width=FINE, height=FINE)
    return with_pixels(dataclasses.replace(view, scene=view.scene.with_camera(camera), pixels=None))


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
