"""What holds for every wrapper around everything it goes around."""

import copy
import pickle

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env

import flowbench.wrappers
from tests.wrappers.made import GAMES, ROOMS, WRAPPED, a_game, wrapped

every_wrapper = pytest.mark.parametrize("name", WRAPPED)
FLAT = gym.spaces.Box | gym.spaces.Discrete | gym.spaces.MultiDiscrete


def episode(env, seed, steps=3):
    """Everything that is seen, and the generator afterwards."""
    env.action_space.seed(2)
    seen = [env.reset(seed=seed)[0]]
    for _ in range(steps):
        *step, _ = env.step(env.action_space.sample())
        seen.append(step)
        if step[2] or step[3]:
            break
    return pickle.dumps((seen, env.reset()[0], env.unwrapped.np_random.bit_generator.state))


def values(space_value):
    return space_value if isinstance(space_value, dict) else {"": space_value}


def bounded(space):
    parts = space.spaces.values() if isinstance(space, gym.spaces.Dict) else [space]
    boxes = [part for part in parts if isinstance(part, gym.spaces.Box)]
    return all(np.isfinite(box.low).all() and np.isfinite(box.high).all() for box in boxes)


@every_wrapper
@pytest.mark.filterwarnings("ignore:.*different from the unwrapped version.*")
def test_checker_finds_nothing(name):
    check_env(wrapped(name), skip_render_check=True)


@every_wrapper
def test_spaces_are_flat_and_bounded_and_hold_what_comes(name):
    env = wrapped(name)
    spaces = (env.observation_space, env.action_space)
    flat = [part for space in spaces for part in getattr(space, "spaces", {"": space}).values()]
    assert all(isinstance(part, FLAT) for part in flat) and all(map(bounded, spaces))
    assert env.observation_space.contains(env.reset(seed=0)[0])
    env.action_space.seed(0)
    assert env.observation_space.contains(env.step(env.action_space.sample())[0])


@every_wrapper
def test_two_environments_agree(name):
    assert episode(wrapped(name), 3) == episode(wrapped(name), 3) != episode(wrapped(name), 4)


@every_wrapper
def test_the_seed_told_gives_the_same_episode_again(name):
    env = wrapped(name)
    env.reset(seed=5)
    observation, info = env.reset()
    again, _ = wrapped(name).reset(seed=info["seed"])
    assert pickle.dumps(again) == pickle.dumps(observation)


@every_wrapper
def test_the_generator_goes_on_as_without_the_wrapper(name):
    env, bare = wrapped(name), WRAPPED[name][0]()
    states = []
    for one in (env, bare):
        one.reset(seed=11)
        one.reset()
        states.append(one.unwrapped.np_random.bit_generator.state)
    assert states[0] == states[1]


# trouble report R03
@every_wrapper
def test_environment_pickles_in_the_middle_of_an_episode(name):
    env = wrapped(name)
    env.reset(seed=1)
    action = env.action_space.sample()
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    expected = pickle.dumps(env.step(action)[:4])
    assert [pickle.dumps(other.step(action)[:4]) for other in copies] == [expected] * 2


@every_wrapper
def test_the_spec_makes_the_same_again_through_json(name):
    env = wrapped(name)
    spec = EnvSpec.from_json(env.spec.to_json())
    made = gym.make(spec)
    assert type(made) is type(env) and made.spec.to_json() == env.spec.to_json()
    assert episode(made, 3) == episode(env, 3)
    assert gym.make(pickle.loads(pickle.dumps(env.spec))).action_space == env.action_space


def vector(name, mode):
    """Three wrapped environments; asynchronous ones in processes that know nothing of this one."""
    more = {"vector_kwargs": {"context": "spawn"}} if mode == "async" else {}
    return gym.make_vec(wrapped(name).spec, num_envs=3, vectorization_mode=mode, **more)


def seen_by(envs, steps=4):
    """Observations, rewards and some of what is told, past automatic resets."""
    try:
        envs.action_space.seed(4)
        observations, infos = envs.reset(seed=[0, 1, 2])
        seen = [copy.deepcopy(values(observations)), infos["seed"].tolist()]
        for _ in range(steps):
            observations, rewards, ended, cut, infos = envs.step(envs.action_space.sample())
            seen.append((copy.deepcopy(values(observations)), rewards, ended, cut, infos["seed"].tolist()))
        return pickle.dumps(seen)
    finally:
        envs.close()


AMONG = (
    "room, ask with probes",
    "room, depth",
    "game, ask RC2",
)  # the others in the exhaustive run: processes are slow


@pytest.mark.parametrize(
    "name", [*AMONG, *(pytest.param(name, marks=pytest.mark.slow) for name in WRAPPED if name not in AMONG)]
)
def test_vector_environments_in_one_process_and_in_several_agree(name):
    assert seen_by(vector(name, "sync")) == seen_by(vector(name, "async"))


@every_wrapper
def test_vector_environments_carry_on_past_automatic_resets(name):
    seen = pickle.loads(seen_by(vector(name, "sync"), steps=6))
    assert len(seen) == 8 and all(np.isfinite(step[1]).all() for step in seen[2:])


def test_every_wrapper_is_tried_here_or_has_its_own_file():
    tried = {getattr(wrapper, "func", wrapper).__name__ for wrapper in [*ROOMS.values(), *GAMES.values()]}
    assert tried | {"RecordEpisode"} == set(flowbench.wrappers.__all__)


@pytest.mark.parametrize(
    "wrapper", list(dict.fromkeys(getattr(made, "func", made) for made in [*ROOMS.values(), *GAMES.values()]))
)
def test_strange_environments_are_refused_by_name(wrapper):
    with pytest.raises(ValueError, match="CartPoleEnv"):
        wrapper(gym.make("CartPole-v1"))


@pytest.mark.parametrize("name", ["AddDepth", "SetOfMarks", "DiscreteMotions"])
def test_wrappers_of_rooms_refuse_games(name):
    with pytest.raises(ValueError, match="goes around a room environment .* got RollingCubeEnv"):
        getattr(flowbench.wrappers, name)(a_game())


def test_an_unknown_wrapper_is_no_attribute():
    with pytest.raises(AttributeError, match="AddSmell"):
        _ = flowbench.wrappers.AddSmell
