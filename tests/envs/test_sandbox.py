"""The sandbox: any object, any motion, undo, and an item with questions of all categories."""

import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench.annotators.item import annotate
from flowbench.datasets.plan import make_plan
from flowbench.errors import BadValue
from flowbench.records import Motion
from flowbench.rules.rooms import sandbox
from flowbench.rules.rooms.measure import measure

SANDBOX = "FlowBench-Sandbox-v0"
SMALL = {"width": 160, "height": 160, "scenes": ["FloorPlan1", "FloorPlan203", "FloorPlan212"]}


def make(**kwargs):
    return gym.make(SANDBOX, disable_env_checker=True, **(SMALL | kwargs)).unwrapped


@pytest.fixture
def env():
    sandbox_env = make(ends=False)
    sandbox_env.reset(seed=0)
    return sandbox_env


def actions(env, count, seed=0):
    """Actions that succeed: motions of the planner's kind for several objects."""
    layout = env.clone_state().before.scene.layout
    rng, found, names = np.random.default_rng(seed), [], sandbox.movable(layout)
    for _ in range(400):
        name = rng.choice([name for name in names if name not in [one for one, _ in found]])
        right, forward = (round(float(metres), 2) for metres in rng.uniform(-0.5, 0.5, 2))
        action = sandbox.encode(layout, env.config.motions, (Motion(name, right, 0.0, forward, 30.0),))
        (transition,) = flowbench.probe(env, [action])
        if transition.attempt.success:
            found.append((name, action))
            env.step(action)
        if len(found) == count:
            return found
    raise AssertionError("too few motions succeed")


@pytest.mark.parametrize("kind", ["translation", "yaw", "camera", "carry"])
def test_an_action_says_which_object_and_how(kind):
    env = make(motions=kind)
    _, info = env.reset(seed=0)
    layout = info["scene"].layout
    for name in info["movable"]:
        motion = Motion(name, 0.25, 0.5, -1.0, 0.0 if kind == "translation" else -45.0)
        action = sandbox.encode(layout, kind, (motion,))
        assert env.action_space.contains(action)
        assert sandbox.decode(layout, kind, [float(number) for number in action]) == motion


def test_every_number_of_the_first_kind_chooses_an_object(env):
    layout = env.clone_state().before.scene.layout
    names = sandbox.movable(layout)
    chosen = [sandbox.decode(layout, "yaw", (x, 0, 0, 0, 0, -1)).object_id for x in np.linspace(-1, 1, 50 * len(names))]
    assert list(dict.fromkeys(chosen)) == list(names)


def test_moves_build_on_each_other_and_undo_takes_back_the_last(env):
    start = env.clone_state().now
    (first, _), (second, _) = actions(env, 2)
    both = env.clone_state().now
    *_, info = env.step(env.action_space.sample() * 0 + np.array([0, 0, 0, 0, 0, 1], np.float32))
    assert info["transition"].attempt.success and env.clone_state().now != both
    *_, info = env.undo()
    assert env.clone_state().now.poses == start.poses
    assert info["transition"].action == () and not info["can_undo"]
    assert info["transition"].verdict.reason == "short move: nothing has moved"
    *_, info = env.undo()  # nothing is left to take back
    assert env.clone_state().now.poses == start.poses
    assert {first, second} <= set(info["movable"])


def test_the_action_of_a_transition_is_all_that_was_done(env):
    ((name, action),) = actions(env, 1)
    *_, info = env.step(action * np.array([1, 0, 0, 0, 1, 1], np.float32))  # the same object, turned once more
    whole = info["transition"].action
    assert isinstance(whole, Motion) and whole.object_id == name and whole.yaw_deg == 60.0


def test_several_moved_things_are_no_answer(env):
    (first, _), _ = actions(env, 2)
    *_, info = env.step(sandbox.encode(env.clone_state().before.scene.layout, "yaw", (Motion(first),)))
    assert info["transition"].verdict.reason == "ambiguous: 2 things have moved"


def test_without_an_end_it_goes_on_and_pays_nothing():
    env, planner = make(ends=False), flowbench.make_planner(SANDBOX)
    _, info = env.reset(seed=0)
    _, reward, terminated, _, info = env.step(planner.act(None, info))
    assert info["transition"].verdict.answer == info["task"].wanted
    assert (reward, terminated) == (0.0, False)
    with pytest.raises(BadValue, match="episodes that end"):
        make_plan(SANDBOX, kwargs={"ends": False})


def test_it_has_no_rules_of_the_papers():
    with pytest.raises(BadValue, match="not the paper's"):
        make(preset="paper_literal")


def play(env, planner, seed):
    """The last transition of an episode, and whether it ended with the wanted outcome."""
    _, info = env.reset(seed=seed)
    ended = False
    while not ended and planner.ideas_left(info):
        *_, ended, _, info = env.step(planner.act(None, info))
    return info.get("transition"), ended


def test_the_planner_moves_the_wanted_thing_and_the_item_asks_everything():
    env, planner = make(), flowbench.make_planner(SANDBOX)
    played = [play(env, planner, seed) for seed in range(6)]
    won = [transition for transition, ended in played if ended]
    assert len(won) >= 4
    for transition in won:
        item, task = annotate(transition), transition.task
        assert task.landmarks[sandbox.ANSWERS.index(item.answer)] == task.mover
        assert [name for name, _ in item.question.images] == ["i0", "i1"]
        assert item.state["motion_text"] not in item.question.text  # it would give the answer away
        assert {"depth0", "flow01", "ids1", "valid10"} <= set(item.arrays)
        assert len({asked["category"] for asked in item.state["questions"]}) >= 3


def test_the_questions_of_an_item_are_measured_by_the_categories_own_rules():
    transition, ended = play(make(), flowbench.make_planner(SANDBOX), 0)
    assert ended
    for asked in annotate(transition).state["questions"]:
        about = {"mover": asked["mover"], "landmarks": asked["landmarks"], **asked["parameters"]}
        assert measure(transition, asked["category"], **about).answer == asked["answer"]
        assert measure(transition, asked["category"], when="before", **about).answer == asked["answer_before"]
        assert set(asked["answer"]) <= set("".join(asked["values"])) and len(asked["choices"]) == len(asked["values"])
