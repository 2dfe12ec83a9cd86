"""What a step does at the wrong time, to the wrong place, or in another type."""

import pickle

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import flowbench
from flowbench import registry
from tests.envs.test_all import SMALL

every_id = pytest.mark.parametrize("env_id", registry.ids("rooms"))
UP_INTO_THE_AIR = [0.0, 1.0, 0.0]


def padded(env, shift):
    """An action with this shift; in the sandbox, of the first object, without a turn."""
    return [-1.0, *shift, 0.0, -1.0] if env.action_space.shape == (6,) else list(shift)


def win(env, planner):
    """Play until an episode is won; gives the number of its rewards."""
    for seed in range(20):
        observation, info = env.reset(seed=seed)
        done, paid = False, 0.0
        while not done:
            observation, reward, terminated, truncated, info = env.step(planner.act(observation, info))
            done, paid = terminated or truncated, paid + reward
        if terminated:
            return paid
    return 0.0


# trouble report R07a
@every_id
def test_after_a_win_steps_are_refused_and_change_and_pay_nothing(env_id):
    env = gym.make(env_id, **SMALL).unwrapped
    assert win(env, flowbench.make_planner(env_id)) == 1.0
    state = env.clone_state()
    for _ in range(3):
        with pytest.raises(ResetNeeded):
            env.step(np.zeros(env.action_space.shape, np.float32))
        assert env.clone_state() is state


# trouble report R07b
@every_id
def test_an_impossible_first_move_changes_nothing_says_why_and_counts_once(env_id):
    env = gym.make(env_id, compound=True, **SMALL).unwrapped
    _, start = env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(np.array(padded(env, UP_INTO_THE_AIR), np.float32))
    transition = info["transition"]
    assert not transition.attempt.success and transition.attempt.error
    assert transition.verdict.answer is None and transition.verdict.reason
    assert transition.after.scene == start["scene"] == env.clone_state().now
    assert (reward, terminated, truncated, info["step"]) == (0.0, False, False, 1)


# trouble report R07c
@every_id
def test_an_action_means_the_same_in_every_type(env_id):
    env = gym.make(env_id, **SMALL).unwrapped
    numbers = padded(env, [0.25, 0.0, -0.125])
    env.reset(seed=0)
    state, results = env.clone_state(), []
    for action in (
        numbers,
        tuple(numbers),
        *(np.array(numbers, kind) for kind in (np.float16, np.float32, np.float64)),
    ):
        env.restore_state(state)
        observation, *rest, info = env.step(action)
        results.append((pickle.dumps(observation), *rest, info["transition"].action))
    assert all(result == results[0] for result in results)
