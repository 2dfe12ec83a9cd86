"""Moves that build on each other: what an item says is the whole way from the first picture to the last."""

import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench.errors import BadValue

NEAR = "FlowBench-NearObject-v0"
SMALL = {"width": 200, "height": 200}


def test_two_half_moves_are_told_as_the_whole():
    env = gym.make(NEAR, compound=True, **SMALL)
    once = gym.make(NEAR, **SMALL)
    observation, info = once.reset(seed=0)
    whole = flowbench.make_planner(NEAR).act(observation, info)
    *_, info = once.step(whole)
    expected = info["transition"]
    env.reset(seed=0)
    env.step(whole / 2)
    *_, info = env.step(whole / 2)
    transition = info["transition"]
    assert transition.action == expected.action
    assert transition.verdict == expected.verdict
    centimetres = transition.verdict.measures["move_m"]
    assert np.hypot(transition.action.right_m, transition.action.forward_m) == pytest.approx(centimetres, abs=0.01)


def test_a_move_that_failed_does_not_count():
    env = gym.make(NEAR, compound=True, **SMALL)
    observation, info = env.reset(seed=0)
    whole = flowbench.make_planner(NEAR).act(observation, info)
    *_, info = env.step(np.array([0.0, -0.5, 0.0], dtype=np.float32))  # into the floor
    assert not info["transition"].attempt.success
    *_, info = env.step(whole)
    assert info["transition"].action.up_m == 0.0


@pytest.mark.parametrize("other", [("FlowBench-Feasibility-v0", {}), (NEAR, {"preset": "paper"})])
def test_an_episode_of_another_environment_is_refused(other):
    env = gym.make(NEAR, **SMALL)
    env.reset(seed=0)
    name, kwargs = other
    stranger = gym.make(name, **SMALL, **kwargs).unwrapped
    with pytest.raises(BadValue, match="belongs to"):
        stranger.restore_state(env.unwrapped.clone_state())
    with pytest.raises(BadValue, match="got NoneType"):
        stranger.restore_state(None)


def test_an_episode_goes_on_in_one_that_also_draws():
    env, drawing = gym.make(NEAR, **SMALL), gym.make(NEAR, render_mode="rgb_array", **SMALL)
    env.reset(seed=0)
    drawing.unwrapped.restore_state(env.unwrapped.clone_state())
    assert drawing.unwrapped.render().shape == (200, 200, 3)
