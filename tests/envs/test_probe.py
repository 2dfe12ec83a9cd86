"""`probe`: actions tried without a trace."""

import pickle

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import flowbench
from flowbench import registry
from flowbench.errors import BadValue

SMALL = {"width": 120, "height": 120, "scenes": ["FloorPlan1", "FloorPlan212"]}
MOVES = [np.array(move, dtype=np.float32) for move in ([0.2, 0.0, 0.0], [0.0, 0.0, -0.3], [0.0, 1.0, 0.0])]


def rooms(**kwargs):
    return gym.make("FlowBench-NearObject-v0", **(SMALL | kwargs))


def started(env, seed=3):
    env.reset(seed=seed)
    env.action_space.seed(5)
    return env


def everything(env):
    """What must not change: the episode, the generators, and what the environment shows."""
    base = env.unwrapped
    generators = (
        base.np_random.bit_generator.state,
        base.np_random_seed,
        env.action_space.np_random.bit_generator.state,
    )
    return pickle.dumps((base.clone_state(), generators))


def played(env, actions):
    seen = []
    for action in actions:
        *step, info = env.step(action)
        seen.append((*step, info["transition"]))
        if step[2] or step[3]:
            break
    return pickle.dumps((seen, env.reset()[0], env.unwrapped.np_random.bit_generator.state))


def moves_of(env):
    return MOVES if env.unwrapped.spec.id.startswith("FlowBench") else list(range(3))


MADE = [lambda: rooms(), lambda: rooms(compound=True)] + [
    lambda env_id=env_id: gym.make(env_id, difficulty="easy", illegal="terminate") for env_id in registry.ids("games")
]
every_env = pytest.mark.parametrize("make", MADE, ids=["rooms", "compound", *registry.ids("games")])


@every_env
def test_the_episode_is_left_as_it_was_to_the_bit(make):
    probed, untouched = started(make()), started(make())
    state = everything(probed)
    found = flowbench.probe(probed, moves_of(probed))
    assert len(found) == 3 and everything(probed) == state == everything(untouched)
    assert played(probed, moves_of(probed)) == played(untouched, moves_of(untouched))


@every_env
def test_each_transition_is_what_the_step_gives(make):
    env = started(make())
    actions = moves_of(env)
    found = flowbench.probe(env, actions)
    for action, transition in zip(actions, found, strict=True):
        other = started(make())
        assert other.step(action)[-1]["transition"] == transition


def test_every_action_starts_from_where_the_episode_is():
    env = started(rooms(compound=True))
    env.step(MOVES[0])
    here = env.unwrapped.clone_state()
    once, again = flowbench.probe(env, [MOVES[1], MOVES[1]])
    assert once == again and once.origin.step == here.steps == 1
    assert env.unwrapped.clone_state().now == here.now


def test_actions_pass_through_the_action_wrappers():
    env = gym.wrappers.RescaleAction(rooms(), np.float32(-10.0), np.float32(10.0))
    env.reset(seed=3)
    (through,) = flowbench.probe(env, [10.0 * MOVES[0]])
    (plain,) = flowbench.probe(env.unwrapped, [MOVES[0]])
    assert through.action == plain.action


@pytest.mark.parametrize("bad", [np.full(3, 2.0), "left", [np.nan, 0.0, 0.0]], ids=str)
def test_a_bad_action_is_refused_and_leaves_no_trace(bad):
    env = started(rooms())
    state = everything(env)
    with pytest.raises(BadValue, match="action"):
        flowbench.probe(env, [MOVES[0], bad])
    assert everything(env) == state


def test_without_an_episode_reset_is_asked_for():
    with pytest.raises(ResetNeeded):
        flowbench.probe(rooms(), [MOVES[0]])


def test_strange_environments_are_refused_by_name():
    with pytest.raises(BadValue, match="CartPoleEnv"):
        flowbench.probe(gym.make("CartPole-v1"), [0])
