"""Resets that find nothing, or fail: a bounded number of attempts, one clear error, nothing half-built."""

import pickle
import subprocess
import sys

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from flowbench import registry
from flowbench.envs.rooms import base
from flowbench.errors import NothingToAsk
from tests.envs.test_all import SMALL

every_id = pytest.mark.parametrize("env_id", registry.ids("rooms"))
SHALLOW = """
import sys
import gymnasium as gym, numpy as np
import flowbench
from flowbench.errors import NothingToAsk

env = gym.make("FlowBench-Occlusion-v0", width=64, height=64, scenes=["FloorPlan1"]).unwrapped
env.reset(seed=0)
env.step(np.zeros(env.action_space.shape))
right, look, calls = env.rule.propose, env._try_place, []
env.rule.propose = lambda *arguments: iter(())
env._try_place = lambda *arguments: calls.append(1) or look(*arguments)
sys.setrecursionlimit(200)
try:
    env.reset(seed=1)
except NothingToAsk:
    print("gave up after", len(calls))
env.rule.propose = right
env.reset(seed=1)
print("works again")
"""


@pytest.fixture
def env(env_id):
    return gym.make(env_id, **SMALL).unwrapped


def failing(rule, times):
    """A stand-in for `propose` that finds nothing so many times; and the list of its calls."""
    right, calls = rule.propose, []

    def propose(*arguments):
        calls.append(arguments)
        return iter(()) if len(calls) <= times else right(*arguments)

    return propose, calls


# trouble report R06
@every_id
def test_views_without_a_task_are_passed_over_the_same_way_each_time(env, monkeypatch):
    starts = []
    for _ in range(2):
        with monkeypatch.context() as patch:
            propose, calls = failing(env.rule, 2)
            patch.setattr(env.rule, "propose", propose)
            observation, info = env.reset(seed=5)
            starts.append((pickle.dumps(observation), info["task"], info["options"], len(calls)))
    assert starts[0] == starts[1] and starts[0][3] >= 3


# trouble report R06
@every_id
def test_where_nothing_is_ever_found_reset_gives_up_and_says_what_was_tried(env, monkeypatch):
    env.reset(seed=0)
    with monkeypatch.context() as patch:
        propose, calls = failing(env.rule, 10**9)
        patch.setattr(env.rule, "propose", propose)
        patch.setattr(base, "MAX_DRAWS", 5)
        with pytest.raises(NothingToAsk, match=r"FlowBench-.*'scene': None.* seed 1234"):
            env.reset(seed=1234)
    assert len(calls) <= 5
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(env.action_space.shape, np.float32))
    env.reset(seed=0)
    env.step(np.zeros(env.action_space.shape, np.float32))


# trouble report R06
@every_id
def test_a_reset_that_breaks_leaves_no_episode(env, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("a rule with a mistake")

    env.reset(seed=0)
    with monkeypatch.context() as patch:
        patch.setattr(env.rule, "propose", broken)
        with pytest.raises(ZeroDivisionError, match="a rule with a mistake"):
            env.reset(seed=1)
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(env.action_space.shape, np.float32))
    assert env.reset(seed=0)[1]["seed"] == 0


# trouble report R06
@every_id
def test_a_reset_that_broke_can_be_tried_again(env, monkeypatch):
    _, right = env.reset(seed=3)
    other = gym.make(env.spec or env.env_id, **SMALL).unwrapped
    with monkeypatch.context() as patch:
        patch.setattr(other.rule, "propose", breaks)
        with pytest.raises(KeyboardInterrupt):
            other.reset(seed=3)
    assert other.reset(seed=3)[1]["task"] == right["task"]


def breaks(*_):
    """A stand-in for `propose` that is interrupted before its first task."""
    raise KeyboardInterrupt
    yield


# trouble report R06
def test_giving_up_needs_no_deep_stack():
    done = subprocess.run([sys.executable, "-c", SHALLOW], capture_output=True, text=True)
    assert done.stdout.splitlines() == [f"gave up after {base.MAX_DRAWS}", "works again"], done.stderr
