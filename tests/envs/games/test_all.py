"""What holds for every registered game environment; a new game gets these tests by being registered."""

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
from flowbench.errors import BadValue, NothingToAsk, UnknownName
from flowbench.rules.games.plain import to_plain
from flowbench.rules.games.table import env_id_of, game, games
from tests.games.harness import VARIANTS

every_id = pytest.mark.parametrize("env_id", registry.ids("games"))
ALL_LEGAL = ("Game2Real-CylinderColoring-v0",)  # one can always turn, and always hand in
with_illegal_actions = pytest.mark.parametrize("env_id", [i for i in registry.ids("games") if i not in ALL_LEGAL])
every_variant = pytest.mark.parametrize(("name", "variant"), VARIANTS)


def make(env_id, **kwargs):
    return gym.make(env_id, **kwargs)


def illegal_action(env):
    position = env.clone_state().position
    mask = env.game.mask(position.instance, position.state)
    return int(np.flatnonzero(mask == 0)[0])


def rollout(env, seed, steps=12):
    env.action_space.seed(3)
    observation, _ = env.reset(seed=seed)
    seen = [observation]
    for _ in range(steps):
        *step, _ = env.step(env.action_space.sample())
        seen += step
        if step[2] or step[3]:
            break
    return pickle.dumps(seen)


@every_variant
@pytest.mark.parametrize("mode", ["rgb_array", "ansi"])
def test_checker_finds_nothing(name, variant, mode):
    check_env(make(env_id_of(name), variant=variant, render_mode=mode).unwrapped)


@every_variant
@pytest.mark.parametrize("difficulty", ["easy", "hard", 0.3])
def test_planner_reaches_the_goal_in_the_optimum(name, variant, difficulty):
    env = make(env_id_of(name), variant=variant, difficulty=difficulty)
    planner = flowbench.make_planner(env.spec)
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        done, reward = False, 0.0
        while not done:
            assert planner.ideas_left(info) and env.unwrapped.expert_action() == planner.act(observation, info)
            observation, reward, terminated, truncated, info = env.step(planner.act(observation, info))
            done = terminated or truncated
        assert (reward, terminated, info["optimal"]) == (1.0, True, True)
        assert info["transition"].verdict.answer == "goal"
        assert not planner.ideas_left(info)
        with pytest.raises(NothingToAsk, match="the goal is reached"):
            planner.act(observation, info)


@every_id
def test_two_environments_agree_also_when_stepped_alternately(env_id):
    first, second = make(env_id), make(env_id)
    expected = rollout(first, 3)
    second.reset(seed=8)
    first.reset(seed=5)
    assert rollout(second, 3) == expected == rollout(first, 3)


@every_id
def test_spec_and_environment_pickle_in_the_middle_of_an_episode(env_id):
    env = make(env_id)
    env.reset(seed=1)
    action = env.unwrapped.expert_action()
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    expected = pickle.dumps(env.step(action)[:4])
    assert [pickle.dumps(other.step(action)[:4]) for other in copies] == [expected] * 2
    assert gym.make(pickle.loads(pickle.dumps(env.spec))).spec.id == env_id
    assert json.loads(env.spec.to_json())["id"] == env_id


@every_id
def test_cloned_state_restores_the_episode(env_id):
    env = make(env_id).unwrapped
    env.reset(seed=2)
    action, state = env.expert_action(), pickle.loads(pickle.dumps(env.clone_state()))
    expected = pickle.dumps(env.step(action)[:4])
    env.restore_state(state)
    assert pickle.dumps(env.step(action)[:4]) == expected


@with_illegal_actions
def test_illegal_actions_change_nothing_and_count(env_id):
    for illegal, reward, ends in (("noop", 0.0, False), ("penalty", -0.1, False), ("terminate", 0.0, True)):
        env = make(env_id, illegal=illegal).unwrapped
        before, _ = env.reset(seed=0)
        after, got, terminated, truncated, info = env.step(illegal_action(env))
        assert (got, terminated, truncated) == (reward, ends, False)
        assert pickle.dumps(after) == pickle.dumps(before) and info["illegal"] and info["reason"] and info["step"] == 1
        transition = info["transition"]
        assert not transition.attempt.success and transition.before == transition.after
        with pytest.raises(BadValue, match="no answer"):
            flowbench.annotate(transition)


@with_illegal_actions
def test_budget_truncates_and_then_reset_is_needed(env_id):
    env = make(env_id, max_steps=3).unwrapped
    env.reset(seed=0)
    action = illegal_action(env)
    assert [env.step(action)[2:4] for _ in range(3)] == [(False, False)] * 2 + [(False, True)]
    with pytest.raises(ResetNeeded):
        env.step(action)


@every_id
def test_shaped_rewards_add_up_to_a_quarter_on_the_way(env_id):
    env = make(env_id, reward="shaped").unwrapped
    env.reset(seed=0)
    rewards, done = [], False
    while not done:
        _, reward, done, _, _ = env.step(env.expert_action())
        rewards.append(reward)
    assert sum(rewards) == pytest.approx(1.25) and min(rewards) > 0


@every_id
def test_transition_becomes_an_item_with_flow(env_id):
    env = make(env_id)
    env.reset(seed=0)
    *_, info = env.step(env.unwrapped.expert_action())
    item = flowbench.annotate(info["transition"])
    assert item.answer in item.state["alike"] and json.dumps(item.state)
    assert item.images["i0"].shape == item.images["i1"].shape and (item.images["i0"] != item.images["i1"]).any()
    height, width, _ = item.images["i0"].shape
    for k in ("0", "1"):
        assert item.arrays[f"ids{k}"].shape == (height, width) and item.arrays[f"ids{k}"].dtype == np.int32
    for k in ("01", "10"):
        assert item.arrays[f"flow{k}"].shape == (height, width, 2) and item.arrays[f"flow{k}"].dtype == np.float32
        assert item.arrays[f"valid{k}"].shape == (height, width) and item.arrays[f"valid{k}"].dtype == bool


@every_id
@pytest.mark.parametrize("seed", [0, 2**32, 2**70, np.int64(3)])
def test_reported_seed_gives_the_same_episode_again(env_id, seed):
    env = make(env_id).unwrapped
    _, info = env.reset(seed=seed)
    assert info["seed"] == seed
    _, start = env.reset()
    _, again = env.reset(seed=start["seed"])
    assert start["position"] == again["position"]


@every_id
def test_reset_without_a_seed_goes_on(env_id):
    env = make(env_id)
    env.reset(seed=0)
    starts = [env.reset()[1]["seed"] for _ in range(3)]
    env.reset(seed=0)
    assert len(set(starts)) == 3 and [env.reset()[1]["seed"] for _ in range(3)] == starts


@every_id
def test_options_pin_difficulty_and_instance_for_one_episode(env_id):
    env = make(env_id).unwrapped
    _, easy = env.reset(seed=0, options={"difficulty": "easy"})
    _, medium = env.reset(seed=0)
    assert easy["options"] == {"difficulty": "easy"} and easy["position"] != medium["position"]
    for instance in (medium["position"].instance, json.loads(json.dumps(to_plain(medium["position"].instance)))):
        _, again = env.reset(seed=9, options={"instance": instance})
        assert again["position"] == medium["position"]
        _, origin = env.reset(seed=again["seed"], options=again["options"])
        assert origin["position"] == medium["position"]


@every_id
@pytest.mark.parametrize("options", [{"instance": 5}, {"instance": {}}, {"difficulty": 2}, "easy", 7])
def test_bad_options_are_refused(env_id, options):
    with pytest.raises(BadValue):
        make(env_id).unwrapped.reset(options=options)


@every_id
def test_unknown_option_offers_the_nearest(env_id):
    with pytest.raises(UnknownName, match="Did you mean 'instance'"):
        make(env_id).unwrapped.reset(options={"instances": 1})


@every_id
@pytest.mark.parametrize("action", [-1, 10**6, 0.5, True, None, "left", [0]], ids=str)
def test_what_is_no_action_is_refused_and_changes_nothing(env_id, action):
    env = make(env_id).unwrapped
    env.reset(seed=0)
    state = env.clone_state()
    with pytest.raises(BadValue, match="action"):
        env.step(action)
    assert env.clone_state() is state


@every_id
@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"difficulty": "hardest"}, "Did you mean 'hard'"),
        ({"difficulty": -1}, "difficulty"),
        ({"variant": "blitz"}, "Unknown variant"),
        ({"split": "test"}, "Unknown split"),
        ({"illegal": "ignore"}, "Unknown illegal"),
        ({"reward": "dense"}, "Unknown reward"),
        ({"max_steps": 0}, "max_steps"),
        ({"style": "oil"}, "Unknown style"),
        ({"render_mode": "human"}, "render_mode"),
        ({"colour": "red"}, "takes"),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:.*render mode.*")
def test_bad_arguments_are_one_clear_error(env_id, kwargs, message):
    with pytest.raises(ValueError, match=message):
        registry.resolve(registry.entry(env_id).env)(**kwargs)


@every_id
def test_life_cycle(env_id):
    env = make(env_id, render_mode="rgb_array").unwrapped
    env.close()
    for call in (env.render, env.clone_state, env.expert_action, lambda: env.step(0)):
        with pytest.raises(ResetNeeded):
            call()
    env.reset(seed=0)
    assert env.render().std() > 10
    with pytest.warns(UserWarning, match="render_mode"):
        other = make(env_id).unwrapped
        other.reset(seed=0)
        assert other.render() is None


@every_id
def test_styles_look_different_and_text_is_drawn(env_id):
    frames = []
    for style in game(env_id).styles:
        env = make(env_id, render_mode="rgb_array", style=style)
        env.reset(seed=0)
        frames.append(env.render().tobytes())
    assert len(set(frames)) == len(game(env_id).styles)
    env = make(env_id, render_mode="ansi")
    env.reset(seed=0)
    assert isinstance(env.render(), str) and len(env.render().splitlines()) > 1


@every_id
def test_card_is_complete(env_id):
    card = registry.resolve(registry.entry(env_id).env).__doc__
    headings = [line.strip() for line in card.splitlines() if line.strip().startswith("## ")]
    assert headings == [
        "## Description", "## Observation space", "## Action space", "## Reward and episode end", "## Arguments",
        "## Version history",
    ]  # fmt: skip
    assert all(f'"{style}"' in card for style in game(env_id).styles)


def test_episodes_of_another_game_are_refused():
    first, second = (make(env_id_of(name)).unwrapped for name in games()[:2])
    first.reset(seed=0)
    with pytest.raises(BadValue, match="episode of"):
        second.restore_state(first.clone_state())


def test_names_and_ids_are_found_and_unknown_ones_offered():
    assert game("Game2Real-RollingCube-v0") is game("rolling_cube") is game("flowbench:Game2Real-RollingCube-v0")
    with pytest.raises(UnknownName, match="Did you mean 'rolling_cube'"):
        game("rolling_cubes")


def test_when_no_instance_is_found_it_is_said(monkeypatch):
    monkeypatch.setattr("flowbench.rules.games.generation.MAX_DRAWS", 0)
    with pytest.raises(NothingToAsk, match="no instance in 0 draws"):
        make(env_id_of("rolling_cube")).unwrapped.reset(seed=0)


@pytest.mark.parametrize(
    "env_id",
    [registry.ids("games")[0], *(pytest.param(name, marks=pytest.mark.slow) for name in registry.ids("games")[1:])],
)
def test_spawned_vector_environment_runs_past_automatic_resets(env_id):
    envs = gym.make_vec(
        f"flowbench:{env_id}", num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"}, max_steps=2
    )
    try:
        envs.reset(seed=[0, 1])
        for _ in range(4):
            observations, rewards, *_ = envs.step(envs.action_space.sample())
        assert rewards.shape == (2,) and observations["grid"].shape == (2, *game(env_id).grid.shape)
    finally:
        envs.close()
