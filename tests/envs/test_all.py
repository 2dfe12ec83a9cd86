"""What holds for every registered environment; a new one gets these tests by being registered."""

import copy
import json
import pickle

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import flowbench
from flowbench import registry
from flowbench.errors import BadValue, UnknownName

SMALL = {"width": 120, "height": 120, "scenes": ["FloorPlan1", "FloorPlan212"]}

every_id = pytest.mark.parametrize("env_id", registry.ids("rooms"))


def make(env_id, **kwargs):
    return gym.make(env_id, **(SMALL | kwargs))


def rollout(env, planner, seed, steps=4):
    """Bytes of everything an agent sees."""
    observation, info = env.reset(seed=seed)
    seen = [observation]
    for _ in range(steps):
        observation, reward, terminated, truncated, info = env.step(planner.act(observation, info))
        seen += [observation, reward, terminated, truncated]
        if terminated or truncated:
            break
    return pickle.dumps(seen)


@every_id
def test_checker_finds_nothing(env_id):
    check_env(make(env_id, render_mode="rgb_array").unwrapped)


# trouble report R02
@every_id
def test_two_environments_agree_also_when_stepped_alternately(env_id):
    first, second = make(env_id), make(env_id)
    planner = flowbench.make_planner(first.spec)
    expected = rollout(first, planner, 3)
    second.reset(seed=8)
    first.reset(seed=5)
    assert rollout(second, flowbench.make_planner(env_id), 3) == expected == rollout(first, planner, 3)


@every_id
def test_observations_stay_inside_their_space(env_id):
    env = make(env_id)
    observation, _ = env.reset(seed=0)
    assert env.observation_space.contains(observation)
    observation, *_ = env.step(env.action_space.sample())
    assert env.observation_space.contains(observation)


# trouble report R03
@every_id
def test_spec_and_environment_pickle_in_the_middle_of_an_episode(env_id):
    env = make(env_id)
    planner = flowbench.make_planner(env.spec)
    observation, info = env.reset(seed=1)
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    action = planner.act(observation, info)
    expected = pickle.dumps(env.step(action)[:4])
    assert [pickle.dumps(other.step(action)[:4]) for other in copies] == [expected] * 2
    assert gym.make(pickle.loads(pickle.dumps(env.spec))).spec.id == env_id
    assert json.loads(env.spec.to_json())["id"] == env_id


@every_id
def test_cloned_state_restores_the_episode(env_id):
    env = make(env_id, compound=True).unwrapped
    planner = flowbench.make_planner(env_id)
    observation, info = env.reset(seed=2)
    action, state = planner.act(observation, info), env.clone_state()
    expected = pickle.dumps(env.step(action)[:4])
    env.restore_state(state)
    assert pickle.dumps(env.step(action)[:4]) == expected
    assert isinstance(pickle.loads(pickle.dumps(state)), type(state))


# trouble report R03
@every_id
def test_spawned_vector_environment_runs_past_automatic_resets(env_id):
    envs = gym.make_vec(
        f"flowbench:{env_id}", num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"}, **SMALL
    )
    try:
        envs.reset(seed=[0, 1])
        for _ in range(envs.metadata.get("steps", 3)):
            observations, rewards, *_ = envs.step(envs.action_space.sample())
        assert rewards.shape == (2,) and observations["image"].shape == (2, 120, 120, 3)
    finally:
        envs.close()


# trouble report R01
@every_id
@pytest.mark.parametrize("seed", [np.int64(3), np.uint32(3)])
def test_numpy_seeds_are_the_same_start(env_id, seed):
    first, second = make(env_id), make(env_id)
    assert first.reset(seed=seed)[1]["options"] == second.reset(seed=3)[1]["options"]


# trouble report R01
@every_id
@pytest.mark.parametrize("seed", [0, 2**32, 2**63, 2**70])
def test_reported_seed_gives_the_same_episode_again(env_id, seed):
    env = make(env_id).unwrapped
    _, info = env.reset(seed=seed)
    assert info["seed"] == seed
    first, start = env.reset()
    again, restart = env.reset(seed=start["seed"])
    assert pickle.dumps(first) == pickle.dumps(again) and start["task"] == restart["task"]


# trouble report R01
@every_id
@pytest.mark.parametrize("seed", [-1, 1.0, "3"])
def test_bad_seeds_are_refused_by_type(env_id, seed):
    with pytest.raises(BadValue, match=type(seed).__name__):
        make(env_id).unwrapped.reset(seed=seed)


# trouble report R04
@every_id
def test_reset_without_a_seed_goes_on(env_id):
    env = make(env_id)
    env.reset(seed=0)
    starts = [env.reset()[1]["seed"] for _ in range(3)]
    assert len(set(starts)) == 3
    env.reset(seed=0)
    assert [env.reset()[1]["seed"] for _ in range(3)] == starts


# trouble report R04
@every_id
@pytest.mark.parametrize("options", [None, {}])
def test_empty_options_are_no_options(env_id, options):
    env = make(env_id)
    assert env.reset(seed=4, options=options)[1]["options"] == env.reset(seed=4)[1]["options"]


# trouble report R04
@every_id
def test_unknown_option_key_lists_the_known_ones(env_id):
    with pytest.raises(UnknownName, match="Did you mean 'scene'"):
        make(env_id).reset(options={"scenes": "FloorPlan1"})


@every_id
@pytest.mark.parametrize("options", ["scene", 5, ["view"]])
def test_options_that_are_no_map_are_refused(env_id, options):
    with pytest.raises(BadValue, match=type(options).__name__):
        make(env_id).unwrapped.reset(options=options)


# trouble report R03
@every_id
@pytest.mark.filterwarnings("ignore::UserWarning")  # gymnasium also prints the traceback of the worker
def test_error_in_a_spawned_environment_arrives_as_it_is(env_id):
    envs = gym.make_vec(
        f"flowbench:{env_id}", num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"}, **SMALL
    )
    with pytest.raises(UnknownName, match="Did you mean 'scene'"):
        envs.reset(options={"scenes": "FloorPlan1"})
    envs.close()


@every_id
def test_episode_of_another_picture_size_is_refused(env_id):
    env, other = make(env_id).unwrapped, make(env_id, width=64, height=64).unwrapped
    env.reset(seed=0)
    with pytest.raises(BadValue, match="belongs to"):
        other.restore_state(env.clone_state())


# trouble reports R07c, R10
@every_id
@pytest.mark.parametrize(
    "action",
    [[np.nan, 0, 0], [np.inf, 0, 0], [0, 0, 1.01], [0, 0], [[0, 0, 0]], 0.5, "left", None],
    ids=str,
)
def test_bad_actions_are_refused_and_change_nothing(env_id, action):
    env = make(env_id).unwrapped
    env.reset(seed=0)
    state = env.clone_state()
    with pytest.raises(BadValue, match="action"):
        env.step(action)
    assert env.clone_state() is state


# trouble report R05
@every_id
def test_life_cycle(env_id):
    env = make(env_id, render_mode="rgb_array").unwrapped
    env.close()
    for call in (env.render, env.clone_state, lambda: env.step(np.zeros(env.action_space.shape, np.float32))):
        with pytest.raises(ResetNeeded):
            call()
    env.close()
    env.close()
    env.reset(seed=0)
    assert env.render().std() > 10
    other = make(env_id, render_mode="rgb_array").unwrapped
    other.reset(seed=0)
    env.close()
    assert other.render().std() > 10


# trouble report R05
@every_id
def test_without_a_render_mode_render_warns_and_gives_nothing(env_id):
    env = make(env_id).unwrapped
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


# trouble report R07a
@every_id
def test_after_the_end_step_says_reset_is_needed_and_pays_nothing(env_id):
    env = make(env_id).unwrapped
    planner = flowbench.make_planner(env_id)
    observation, info = env.reset(seed=0)
    done = False
    while not done:
        observation, _, terminated, truncated, info = env.step(planner.act(observation, info))
        done = terminated or truncated
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(env.action_space.shape, np.float32))


# trouble report R41
@every_id
def test_budget_truncates(env_id):
    env = make(env_id).unwrapped
    env.reset(seed=0)
    ends = [env.step(np.zeros(env.action_space.shape, np.float32))[2:4] for _ in range(env.render_budget)]
    assert ends == [(False, False)] * (env.render_budget - 1) + [(False, True)]


@every_id
@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"scenes": "itor"}, "Did you mean 'ithor'"),
        ({"scenes": ["FloorPlan31"]}, "Unknown scene 'FloorPlan31'"),
        ({"scenes": []}, "non-empty list"),
        ({"scenes": {"FloorPlan1"}}, "list of scene names, got set"),
        ({"scenes": 5}, "list of scene names, got int 5"),
        ({"preset": "fair"}, "Unknown preset"),
        ({"search": "quick"}, "Unknown search"),
        ({"backend": "unreal"}, "Unknown backend"),
        ({"quality": "best"}, "Unknown quality"),
        ({"reward": "dense"}, "Unknown reward"),
        ({"width": 0}, "width must be an integer from 1 to 4096"),
        ({"views_per_scene": 99}, "views_per_scene"),
        ({"compound": "yes"}, "compound"),
        ({"render_mode": "human"}, "render_mode"),
        ({"colour": "red"}, "takes"),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:.*render mode.*")
def test_bad_arguments_are_one_clear_error(env_id, kwargs, message):
    with pytest.raises(ValueError, match=message):
        registry.resolve(registry.entry(env_id).env)(**kwargs)
