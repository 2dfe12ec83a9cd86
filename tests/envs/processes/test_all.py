"""What holds for every registered process environment; a new process gets these tests by being registered."""

import copy
import json
import pickle
import subprocess
import sys

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import flowbench
from flowbench import registry
from flowbench.errors import BadValue, NothingToAsk, UnknownName
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.levels import LEVELS
from flowbench.rules.processes.process import STYLES
from flowbench.rules.processes.table import env_id_of, process, processes

IDS = registry.ids("processes")
every_id = pytest.mark.parametrize("env_id", IDS)


def make(env_id, **kwargs):
    return gym.make(env_id, **kwargs)


def illegal_action(env):
    position = env.clone_state().position
    mask = env.process.mask(position.case.instance, position.state)
    return int(np.flatnonzero(mask == 0)[0]) if (mask == 0).any() else None


def rollout(env, seed, steps=8):
    env.action_space.seed(3)
    observation, _ = env.reset(seed=seed)
    seen = [observation]
    for _ in range(steps):
        *step, _ = env.step(env.action_space.sample())
        seen += step
        if step[2] or step[3]:
            break
    return pickle.dumps(seen)


@every_id
@pytest.mark.parametrize("mode", ["rgb_array", "ansi"])
def test_checker_finds_nothing(env_id, mode):
    check_env(make(env_id, render_mode=mode).unwrapped)


@every_id
def test_checker_finds_nothing_with_pictures(env_id):
    check_env(make(env_id, obs_mode="both").unwrapped, skip_render_check=True)
    assert set(make(env_id, obs_mode="image").observation_space) == {"image", "action_mask"}


@every_id
@pytest.mark.parametrize("level", LEVELS)
def test_planner_reaches_the_goal_in_the_optimum_and_the_judge_agrees(env_id, level):
    env = make(env_id, level=level).unwrapped
    planner = flowbench.make_planner(env_id)
    for seed in range(2):
        observation, info = env.reset(seed=seed)
        done, reward, steps = False, 0.0, len(env.solve())
        while not done:
            assert planner.ideas_left(info) and env.expert_action() == planner.act(observation, info)
            observation, reward, terminated, truncated, info = env.step(planner.act(observation, info))
            done = terminated or truncated
        assert (reward, terminated, info["step"]) == (1.0, True, steps)
        assert info["transition"].verdict.answer == "goal" and judge(env.case, env.trajectory()).success
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


@every_id
def test_illegal_actions_change_nothing_unless_they_are_permitted(env_id):
    env = make(env_id).unwrapped
    before, _ = env.reset(seed=0)
    action = illegal_action(env)
    if action is None:
        pytest.skip("every action is legal at first")
    after, reward, terminated, _, info = env.step(action)
    assert pickle.dumps(after) == pickle.dumps(before) and (reward, terminated) == (0.0, False)
    assert info["illegal"] and info["step"] == 1 and info["violations"] == 0
    assert not info["transition"].attempt.success and info["transition"].before == info["transition"].after
    with pytest.raises(BadValue, match="no answer"):
        flowbench.annotate(info["transition"])


@every_id
def test_permitted_violations_are_shown_and_judged(env_id):
    env = make(env_id, mode="permissive").unwrapped
    env.reset(seed=0)
    rules, position = env.process, env.clone_state().position
    mask = rules.mask(position.case.instance, position.state)
    forced = [k for k in np.flatnonzero(mask == 0).tolist() if rules.force(position.case.instance, position.state, k)]
    for action in forced[:1]:
        *_, info = env.step(action)
        assert info["illegal"] and info["violations"] == 1 and info["position"] != position
        assert not judge(env.case, env.trajectory()).success


@every_id
def test_budget_truncates_and_then_reset_is_needed(env_id):
    env = make(env_id, max_steps=1, level="hard").unwrapped
    env.reset(seed=0)
    assert len(env.solve()) >= 1
    action = illegal_action(env)
    action = env.expert_action() if action is None else action
    assert env.step(action)[2:4] == (False, True)
    with pytest.raises(ResetNeeded):
        env.step(action)
    default = make(env_id).unwrapped
    default.reset(seed=0)
    assert default.clone_state().budget == 2 * len(default.solve()) + 4


@every_id
def test_progress_rewards_add_up_to_one_on_the_way(env_id):
    env = make(env_id, reward="progress").unwrapped
    env.reset(seed=0)
    rewards, done = [], False
    while not done:
        _, reward, done, _, _ = env.step(env.expert_action())
        rewards.append(reward)
    assert sum(rewards) == pytest.approx(2.0) and min(rewards) > 0


@every_id
@pytest.mark.parametrize("style", STYLES)
def test_transition_becomes_an_item_with_flow(env_id, style):
    env = make(env_id, style=style)
    env.reset(seed=0)
    *_, info = env.step(env.unwrapped.expert_action())
    item = flowbench.annotate(info["transition"])
    assert item.answer in item.state["alike"] and json.dumps(item.state)
    assert (item.images["i0"] != item.images["i1"]).any()
    for k in ("0", "1"):
        assert item.arrays[f"ids{k}"].shape == (720, 1280) and item.arrays[f"ids{k}"].dtype == np.int32
        assert (f"depth{k}" in item.arrays) == (style == "real")
    for k in ("01", "10"):
        assert item.arrays[f"flow{k}"].shape == (720, 1280, 2) and item.arrays[f"flow{k}"].dtype == np.float32
        assert item.arrays[f"valid{k}"].shape == (720, 1280) and item.arrays[f"valid{k}"].dtype == bool


@every_id
@pytest.mark.parametrize("seed", [0, 2**32, 2**70, np.int64(3)])
def test_reported_seed_gives_the_same_episode_again(env_id, seed):
    env = make(env_id).unwrapped
    _, info = env.reset(seed=seed)
    assert info["seed"] == seed
    _, start = env.reset()
    _, again = env.reset(seed=start["seed"], options=start["options"])
    assert start["position"] == again["position"]


@every_id
def test_options_pin_level_index_and_case_for_one_episode(env_id):
    env = make(env_id).unwrapped
    _, hard = env.reset(seed=0, options={"level": "hard", "index": 4})
    _, easy = env.reset(seed=0)
    assert hard["case_id"].endswith("_lv3_004") and easy["case_id"].endswith("_lv1_001")
    case = hard["position"].case
    for given in (case, json.loads(json.dumps(case.to_json()))):
        _, again = env.reset(seed=9, options={"case": given})
        assert again["position"] == hard["position"]
        _, origin = env.reset(seed=again["seed"], options=again["options"])
        assert origin["position"] == hard["position"]


@every_id
@pytest.mark.parametrize("options", [{"case": 5}, {"case": {}}, {"level": 2}, {"index": 0}, "easy", 7], ids=str)
def test_bad_options_are_refused(env_id, options):
    with pytest.raises((BadValue, UnknownName)):
        make(env_id).unwrapped.reset(options=options)


@every_id
@pytest.mark.parametrize("action", [-1, 10**6, 0.5, True, None, "left", [0]], ids=str)
def test_what_is_no_action_is_refused_and_changes_nothing(env_id, action):
    env = make(env_id).unwrapped
    env.reset(seed=0)
    state = env.clone_state()
    with pytest.raises(BadValue, match="action"):
        env.step(action)
    assert env.clone_state() is state


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"level": "hardest"}, "Did you mean 'hard'"),
        ({"split": "test"}, "Unknown split"),
        ({"mode": "loose"}, "Unknown mode"),
        ({"reward": "dense"}, "Unknown reward"),
        ({"max_steps": 0}, "max_steps"),
        ({"style": "oil"}, "Unknown style"),
        ({"obs_mode": "picture"}, "Unknown obs_mode"),
        ({"render_mode": "human"}, "render_mode"),
        ({"colour": "red"}, "takes"),
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore:.*render mode.*")
def test_bad_arguments_are_one_clear_error(kwargs, message):
    with pytest.raises(ValueError, match=message):
        registry.resolve(registry.entry(IDS[0]).env)(**kwargs)


@every_id
def test_life_cycle(env_id):
    env = make(env_id, render_mode="rgb_array").unwrapped
    env.close()
    for call in (env.render, env.clone_state, env.expert_action, env.trajectory, env.solve, lambda: env.step(0)):
        with pytest.raises(ResetNeeded):
            call()
    env.reset(seed=0)
    assert env.render().shape == (720, 1280, 3) and env.render().std() > 5
    with pytest.warns(UserWarning, match="render_mode"):
        other = make(env_id).unwrapped
        other.reset(seed=0)
        assert other.render() is None


@every_id
def test_card_is_complete(env_id):
    card = registry.resolve(registry.entry(env_id).env).__doc__
    headings = [line.strip() for line in card.splitlines() if line.strip().startswith("## ")]
    assert headings == [
        "## Description", "## Observation space", "## Action space", "## Reward", "## Episode end", "## Info keys",
        "## Arguments", "## Version history",
    ]  # fmt: skip
    rules = process(env_id)
    assert str(rules.grid.shape) in card and f"({rules.action_count},)" in card
    assert f"Discrete({rules.action_count})" in card


def test_episodes_of_another_process_are_refused():
    first, second = (make(env_id_of(name)).unwrapped for name in processes()[:2])
    first.reset(seed=0)
    with pytest.raises(BadValue, match="episode of"):
        second.restore_state(first.clone_state())
    with pytest.raises(BadValue, match="a case of"):
        second.reset(options={"case": first.case})


def test_state_observations_import_no_renderer():
    code = (
        "import gymnasium as gym, flowbench, sys; env = gym.make('VGI-MazeSquare-v0'); env.reset(seed=0); env.step(0);"
        "print([name for name in sys.modules if name.startswith('flowbench.render.clip.st')"
        " or name.endswith(('render.raster', 'drawing.real', 'drawing.line'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_spawned_vector_environment_runs_past_automatic_resets():
    envs = gym.make_vec(
        f"flowbench:{IDS[0]}", num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"}, max_steps=2
    )
    try:
        envs.reset(seed=[0, 1])
        for _ in range(4):
            observations, rewards, *_ = envs.step(envs.action_space.sample())
        assert rewards.shape == (2,) and observations["state"].shape == (2, *process(IDS[0]).grid.shape)
    finally:
        envs.close()
