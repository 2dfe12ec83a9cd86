"""`Solvable`, `DiscreteMotions` and `QuestionText`."""

import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench.errors import BadValue, NothingToAsk
from flowbench.rules.games.table import game, games
from flowbench.wrappers import DiscreteMotions, QuestionText, Solvable
from flowbench.wrappers.discrete_motions import default_motions
from tests.wrappers.made import SMALL, a_game, room

CATEGORIES = ("ContactWall", "DepthOrder", "Occlusion", "ClosestThree")


def played(env, actions):
    """The rewards of some actions, and whether the episode ended with the last."""
    steps = [env.step(action) for action in actions]
    return [step[1] for step in steps], [step[2] for step in steps]


@pytest.mark.parametrize("category", CATEGORIES)
def test_the_witness_of_a_solvable_episode_wins_it(category):
    env = Solvable(room(category))
    for seed in range(4):
        env.reset(seed=seed)
        assert env.unwrapped.clone_state().steps == 0
        rewards, ends = played(env, env.witness)
        assert rewards[-1] == 1.0 and ends == [False] * (len(ends) - 1) + [True]


def test_the_witness_of_a_game_is_its_proved_plan():
    env = Solvable(a_game())
    _, info = env.reset(seed=2)
    assert len(env.witness) == env.unwrapped.clone_state().optimum
    assert played(env, env.witness)[0][-1] == 1.0


def test_an_episode_that_cannot_be_won_gives_way_to_another(monkeypatch):
    bare = room()
    loser = bare.reset(seed=3)[1]["task"]
    plan = flowbench.make_planner("FlowBench-NearObject-v0").plan

    def without(self, scene, task):
        return [] if task == loser else plan(scene, task)

    monkeypatch.setattr("flowbench.planners.rooms.witnesses.NearObjectPlanner.plan", without)
    env = Solvable(room())
    _, info = env.reset(seed=3)
    assert info["task"] != loser and info["seed"] != 3
    assert Solvable(room()).reset(seed=info["seed"])[1]["task"] == info["task"]


def test_where_no_episode_can_be_won_it_says_so(monkeypatch):
    monkeypatch.setattr("flowbench.planners.rooms.witnesses.NearObjectPlanner.plan", lambda *_: [])
    with pytest.raises(NothingToAsk, match="no episode in 64 was won"):
        Solvable(room(quality="flat", scenes=["FloorPlan212"])).reset(seed=0)


def test_the_scripted_agent_wins_solvable_episodes():
    env, wins = Solvable(room("ContactWall", observation="table")), 0
    planner = flowbench.make_planner("FlowBench-ContactWall-v0")
    for seed in range(20):
        observation, info = env.reset(seed=seed)
        done = False
        while not done:
            observation, reward, terminated, truncated, info = env.step(planner.act(observation, info))
            done = terminated or truncated
        wins += reward == 1.0
    assert wins == 20


def test_a_number_moves_the_object_as_the_table_says():
    table = [[0.3, 0.0, -0.2], [0.0, 0.05, 0.0]]
    env = DiscreteMotions(room(), table)
    env.reset(seed=3)
    for number, row in enumerate(table):
        motion = env.step(number)[4]["transition"].action
        assert (motion.right_m, motion.up_m, motion.forward_m) == tuple(row)


def test_the_default_table_has_eight_directions_and_three_lengths():
    rows = np.array(default_motions())
    lengths = np.linalg.norm(rows, axis=1).reshape(8, 3)
    turns = np.degrees(np.arctan2(rows[:, 2], rows[:, 0])).reshape(8, 3) % 360
    assert np.allclose(lengths, [0.25, 0.5, 1.0], atol=0.006) and np.allclose(turns.T, np.arange(8) * 45, atol=1.0)
    assert not rows[:, 1].any()


def test_probe_takes_numbers_of_the_table():
    env = DiscreteMotions(room())
    env.reset(seed=3)
    (transition,) = flowbench.probe(env, [2])
    assert transition.action.right_m == 1.0


@pytest.mark.parametrize(
    "table", [[], [[0.1, 0.2]], [[0.0, 0.0, 2.5]], [[np.nan, 0, 0]], "left", [[1, 2], [3]]], ids=str
)
def test_bad_tables_are_one_clear_error(table):
    with pytest.raises(BadValue, match="motions must"):
        DiscreteMotions(room(), table)


@pytest.mark.parametrize("action", [24, -1, 0.5, None, True], ids=str)
def test_numbers_outside_the_table_are_refused(action):
    env = DiscreteMotions(room())
    env.reset(seed=3)
    with pytest.raises(BadValue, match="A motion must be an integer from 0 to 23"):
        env.step(action)


@pytest.mark.parametrize("category", ["NearObject", "ClosestThree", "CountNear", "Feasibility", "CloserTo"])
def test_the_question_of_a_room_is_the_item_s_in_the_present_tense(category):
    env = QuestionText(Solvable(room(category)))
    _, info = env.reset(seed=3)
    question, goal = info["question"], info["goal"]
    for action in env.get_wrapper_attr("witness"):
        *_, info = env.step(action)
    item = flowbench.annotate(info["transition"])
    assert info["outcome"] == item.state["reasoning"] and info["question"] == question
    assert goal.startswith("Move the ") and set(info["choices"]) == set(item.question.choices)


def test_the_goal_names_what_is_wanted():
    _, info = QuestionText(room("CloserTo")).reset(seed=3)
    wanted = info["task"].landmarks["ABCD".index(info["task"].wanted)]
    words = dict(zip(info["task"].landmarks, info["choices"], strict=True))
    assert info["goal"].endswith(f"becomes: {words[wanted]}.")


def test_an_outcome_without_an_answer_says_why():
    env = QuestionText(room())
    env.reset(seed=3)
    info = env.step(np.array([0.0, 1.0, 0.0], np.float32))[4]
    assert "No answer: " in info["outcome"] and info["transition"].verdict.reason in info["outcome"]


@pytest.mark.parametrize("name", games())
def test_the_words_of_a_game_are_its_rules_and_its_legal_actions(name):
    env = QuestionText(gym.make(f"Game2Real-{''.join(map(str.capitalize, name.split('_')))}-v0"))
    observation, info = env.reset(seed=1)
    rules = game(name)
    assert info["question"].startswith(rules.title) and info["position_text"] == info["position"].text()
    assert list(info["numbers"]) == np.flatnonzero(observation["action_mask"]).tolist()
    assert info["choices"][0] == rules.action_name(info["position"].instance, info["numbers"][0])
    assert "outcome" not in info and env.step(info["numbers"][0])[4]["outcome"] == ""


def test_an_illegal_action_of_a_game_is_explained():
    env = QuestionText(a_game())
    observation, _ = env.reset(seed=1)
    info = env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))[4]
    assert info["illegal"] and info["outcome"] == info["reason"] != ""


def test_words_reach_through_vector_environments():
    envs = gym.make_vec(QuestionText(room()).spec, num_envs=2, vectorization_mode="sync")
    _, infos = envs.reset(seed=[3, 4])
    alone = [QuestionText(room(**SMALL)).reset(seed=seed)[1]["goal"] for seed in (3, 4)]
    assert infos["goal"].tolist() == alone
    envs.close()
