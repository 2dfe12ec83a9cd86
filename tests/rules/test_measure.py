"""`measure`: any question of any transition, by the rules that label the items."""

import dataclasses
from functools import cache

import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench import registry
from flowbench.errors import BadValue, UnknownName
from flowbench.records import Task
from flowbench.rules.rooms.referable import landmarks, movers
from tests.gates import oracle

CATEGORIES = [
    "occlusion", "left_right", "near_object", "depth_order", "count_near", "closest_three", "closer_to", "contact_wall",
    "feasibility",
]  # fmt: skip
ITEMS = 1000  # of the exhaustive run, over all categories
ASKED = {
    "tau": 0.75, "side": "left", "word": "closer", "probe_right_m": 0.25, "probe_forward_m": 0.0,
}  # fmt: skip
every_category = pytest.mark.parametrize("category", CATEGORIES)


def env_id(category):
    return next(i for i in registry.ids("rooms") if registry.entry(i).rule.endswith(f".{category}"))


def transitions(category, count, first_seed=0):
    """Transitions with an answer, one an episode, of as many episodes as it takes."""
    env = gym.make(env_id(category), width=200, height=200)
    planner = flowbench.make_planner(env.spec)
    seed, found = first_seed, 0
    while found < count:
        observation, info = env.reset(seed=seed)
        done = False
        while not done and planner.ideas_left(info):
            observation, _, terminated, truncated, info = env.step(planner.act(observation, info))
            done = terminated or truncated
        if done and terminated:
            found += 1
            yield info["transition"]
        seed += 1


@cache
def some(category):
    return tuple(transitions(category, 2, first_seed=500))


def agrees_with_its_item(transition):
    """Whether what an item says about its question is measured again when the question is asked from its facts."""
    item = flowbench.annotate(transition)
    facts = item.state
    said = {name: value for name, value in facts["parameters"].items() if name in ASKED}
    asked = {"mover": facts["mover"], "landmarks": facts["landmarks"], **said}
    found = flowbench.measure(transition, facts["category"], **asked)
    judged = flowbench.measure(transition, facts["category"], plausible=True)
    return found.answer == judged.answer == item.answer and judged.measures == transition.verdict.measures


@every_category
def test_an_item_is_measured_as_it_is_labelled(category):
    assert all(agrees_with_its_item(transition) for transition in some(category))


@pytest.mark.slow
@every_category
def test_a_thousand_items_are_measured_as_they_are_labelled(category):
    odd = [t.origin for t in transitions(category, -(-ITEMS // len(CATEGORIES))) if not agrees_with_its_item(t)]
    assert odd == []


def questions(transition, category, rng):
    """A question of a category about the moved object and drawn landmarks, as a task."""
    names = [name for name in landmarks(transition.before, transition.task.mover) if transition.after.visible(name)[0]]
    count = {"closer_to": 4, "closest_three": 6, "count_near": 6}.get(category, 1)
    if len(names) < count:
        return None
    shown = tuple(rng.permutation(names)[:count].tolist())
    needed = {"left_right": ["side"], "near_object": ["tau"], "count_near": ["tau"], "depth_order": ["word"]}
    return Task(category, transition.task.mover, shown, "", {name: ASKED[name] for name in needed.get(category, [])})


@pytest.mark.parametrize("category", [name for name in CATEGORIES if name not in ("feasibility", "contact_wall")])
def test_other_questions_get_the_answer_that_plain_numpy_gives(category):
    rng, answers = np.random.default_rng(7), []
    for transition in (t for other in ("near_object", "feasibility", "occlusion") for t in some(other)):
        for _ in range(3):
            if (task := questions(transition, category, rng)) is None:
                continue
            found = flowbench.measure(transition, category, landmarks=task.landmarks, **task.parameters)
            expected = oracle.answer(dataclasses.replace(transition, task=task), "after")
            answers.append((found.answer, expected))
    assert len(answers) >= 5
    refused = {"count_near": ("0", "1", "6")}.get(category, ())  # counts that are not on offer
    assert [a for a, _ in answers] == [None if b in refused else b for _, b in answers]


@every_category
def test_before_the_move_the_answer_is_the_one_before(category):
    for transition in some(category):
        found = flowbench.measure(transition, category, when="before").answer
        assert found in (None, registry.rule_of(category).answer_before(transition.task, transition.before))


def test_contact_with_a_wall_is_measured_where_walls_are_known():
    answers = []
    for transition in (t for other in ("near_object", "feasibility", "occlusion", "depth_order") for t in some(other)):
        asked = dataclasses.replace(transition, task=Task("contact_wall", transition.task.mover, (), ""))
        answers.append((flowbench.measure(transition, "contact_wall").answer, oracle.answer(asked, "after")))
    assert {found for found, _ in answers} & {"yes", "no"}
    assert all(found in (None, expected) for found, expected in answers)


def test_anything_can_be_asked_about_an_object_that_stood_still():
    transition = some("near_object")[0]
    still = [name for name in movers(transition.before) if name != transition.task.mover][0]
    mover = transition.task.mover
    found = flowbench.measure(transition, "near_object", mover=still, landmark=mover, tau=5.0)
    judged = flowbench.measure(transition, "near_object", mover=still, landmark=mover, tau=5.0, plausible=True)
    assert found.answer == "yes" and judged.answer is None and judged.reason.startswith("short move")


def test_a_failed_move_can_be_measured_too():
    transition = some("near_object")[0]
    env = gym.make(env_id("near_object"), width=200, height=200)
    env.reset(seed=int(transition.origin.seed_key[0]))
    failed = next(t for t in flowbench.probe(env, [[0, -1, 0], [1, 1, 1], [-1, 1, 1]]) if not t.attempt.success)
    assert failed.verdict.answer is None
    after, before = (flowbench.measure(failed, "near_object", when=when) for when in ("after", "before"))
    assert after.measures["distance_1"] == before.measures["distance_1"]


def test_a_probe_that_was_not_tried_is_answered_by_geometry():
    transition = some("feasibility")[0]
    own = transition.task.parameters
    steps = {name: own[name] for name in ("probe_right_m", "probe_forward_m")}
    untried = dataclasses.replace(transition, attempt=dataclasses.replace(transition.attempt, probe_stops=()))
    assert flowbench.measure(untried, "feasibility", **steps).answer == transition.verdict.answer


def test_an_unseen_landmark_has_no_place_in_the_picture():
    transition = some("near_object")[0]
    hidden = next(item.object_id for item in transition.after.scene.layout.objects
                  if transition.after.visible(item.object_id)[0] == 0)  # fmt: skip
    found = flowbench.measure(transition, "left_right", landmark=hidden, side="left")
    assert found.answer is None and found.reason.startswith("unseen")


@pytest.mark.parametrize(
    ("category", "arguments", "error", "message"),
    [
        ("near_objects", {}, UnknownName, "Did you mean 'near_object'"),
        ("near_object", {"landmark": "Bread|0"}, UnknownName, "Unknown object"),
        ("near_object", {"tau": "far"}, BadValue, "tau of near_object must be a positive number of metres, got 'far'"),
        ("near_object", {"tau": True}, BadValue, "tau of near_object"),
        ("near_object", {"taw": 1.0}, UnknownName, "Did you mean 'tau'"),
        ("near_object", {"when": "later"}, UnknownName, "Unknown moment"),
        ("near_object", {"rules": "mine"}, BadValue, "rules of near_object"),
        ("closer_to", {}, BadValue, "asked with 4 landmark"),
        ("left_right", {"landmarks": []}, BadValue, "asked with 1 landmark"),
        ("feasibility", {}, BadValue, "feasibility needs probe_right_m: metres from -2 to 2"),
        ("feasibility", {"probe_right_m": 0, "probe_forward_m": 0.0}, BadValue, "must go somewhere"),
    ],
    ids=str,
)
def test_questions_that_cannot_be_asked_are_one_clear_error(category, arguments, error, message):
    with pytest.raises(error, match=message):
        flowbench.measure(some("near_object")[0], category, **arguments)


def test_landmarks_are_named_once():
    transition = some("near_object")[0]
    mover, landmark = transition.task.mover, transition.task.landmarks[0]
    with pytest.raises(BadValue, match="different objects"):
        flowbench.measure(transition, "near_object", landmark=mover)
    with pytest.raises(BadValue, match="either landmark or landmarks"):
        flowbench.measure(transition, "near_object", landmark=landmark, landmarks=[landmark])


def test_a_parameter_that_is_missing_is_named():
    transition = some("occlusion")[0]
    with pytest.raises(BadValue, match="left_right needs side: one of"):
        flowbench.measure(transition, "left_right", landmark=transition.task.landmarks[0])


def test_transitions_of_games_are_refused():
    env = gym.make("Game2Real-MissingTiles-v0")
    env.reset(seed=0)
    with pytest.raises(BadValue, match="asks about rooms"):
        flowbench.measure(flowbench.probe(env, [0])[0], "near_object")
