"""`Ask`: questions as episodes."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded

import flowbench
from flowbench import registry
from flowbench.errors import BadValue, NothingToAsk, UnknownName
from flowbench.evaluation.grading import Answer, facts_of, mark
from flowbench.evaluation.prompts import prompt
from flowbench.planners import make_planner
from flowbench.planners.rooms.base import as_action
from flowbench.rules.games.table import game, games
from flowbench.wrappers import AddDepth, Ask, DiscreteMotions
from flowbench.wrappers.asked import as_bytes, as_text
from flowbench.wrappers.retries import play
from tests.wrappers.made import SMALL, a_game, room

CATEGORIES = [env_id.split("-")[1] for env_id in registry.ids("rooms") if env_id.count("-") == 2]
KINDS = [(name, one.id, fmt) for name in games() for one in game(name).families for fmt in one.formats]
every_mode = pytest.mark.parametrize("mode", ["1A", "1B", "2A", "2B"])
every_category = pytest.mark.parametrize("category", CATEGORIES)
SECRETS = ("transition", "task", "options", "scene", "position", "answer")


def answers_of(env):
    """The reward of every reply that can be chosen, and which one earns 1."""
    env.reset(seed=3)
    count, rewards = env.action_space.n, []
    for action in range(count):
        env.reset(seed=3)
        rewards.append(env.step(action)[1])
    return rewards


def winning(category, seed=3, **kwargs):
    """The transition that a question with this seed is about."""
    env = room(category, **kwargs)
    observation, info = env.reset(seed=seed)
    return play(env, make_planner(env.spec), observation, info).transition


@every_category
@every_mode
def test_exactly_one_reply_is_right_and_it_is_the_item_s(category, mode):
    env = Ask(room(category), mode=mode)
    _, info = env.reset(seed=3)
    rewards = [env.step(action)[1] for action in range(env.action_space.n) if env.reset(seed=3)]
    assert sorted(rewards) == [0.0] * (len(rewards) - 1) + [1.0]
    item = flowbench.annotate(winning(category, int(info["seed"])))
    reply = info["replies"][rewards.index(1.0)]
    assert mark(item, facts_of(item), Answer(item.item_id, reply, mode)).correct
    assert info["prompt"] == prompt(item, mode).text


@every_mode
def test_the_picture_is_the_one_that_goes_with_the_mode(mode):
    observation, info = Ask(room(), mode=mode).reset(seed=3)
    item = flowbench.annotate(winning("NearObject", info["seed"]))
    assert np.array_equal(observation["images"][0], item.images["i1" if mode[0] == "2" else "i0"])


@pytest.mark.parametrize("refer", ["dots", "numbers"])
def test_marks_are_drawn_and_spoken_of(refer):
    from flowbench.annotators.referring import written_item

    observation, info = Ask(room(), refer=refer).reset(seed=3)
    question, images = written_item(flowbench.annotate(winning("NearObject", info["seed"])), refer)
    assert info["question"] == question.text and info["choices"] == question.choices
    assert np.array_equal(observation["images"][0], images["i0"])


@pytest.mark.parametrize("make", [room, a_game], ids=["room", "game"])
def test_nothing_tells_the_answer_before_it_is_given(make):
    env = Ask(make(), probes=1)
    _, info = env.reset(seed=3)
    _, _, _, _, probed = env.step({"answer": 0, "move": env.env.action_space.sample()})
    assert not set(SECRETS) & (set(info) | set(probed))
    assert {"moved", "told"} <= set(probed)


def test_the_environment_underneath_starts_untouched():
    env, bare = Ask(room(), probes=1), room()
    _, info = env.reset(seed=3)
    bare.reset(seed=info["seed"])
    assert env.unwrapped.clone_state().steps == 0
    move = np.array([0.1, 0.0, 0.1], np.float32)
    observation, *_ = env.step({"answer": 0, "move": move})
    assert np.array_equal(observation["images"][-1], bare.step(move)[0]["image"])


@pytest.mark.parametrize(("name", "family", "fmt"), KINDS, ids=str)
def test_every_family_of_every_game_is_asked_and_its_reference_is_right(name, family, fmt):
    env = Ask(gym.make(f"Game2Real-{''.join(map(str.capitalize, name.split('_')))}-v0"), family=family, fmt=fmt)
    observation, info = env.reset(seed=1)
    assert info["family"] == family and info["format"] == fmt and env.observation_space.contains(observation)
    assert len(info["image_roles"]) == sum(bool(picture.any()) for picture in observation["images"])
    _, _, terminated, _, ended = env.answer("certainly not an answer")
    assert terminated and ended["status"] == "unreadable"
    env.reset(seed=1)
    assert env.answer(ended["answer"])[1] == 1.0


@pytest.mark.parametrize("motions", ["yaw", "sequence", "two_movers", "camera", "carry"])
def test_other_kinds_of_motions_are_asked_about_in_their_words(motions):
    observation, info = Ask(room(motions=motions), mode="1A").reset(seed=3)
    item = flowbench.annotate(winning("NearObject", info["seed"], motions=motions))
    assert info["question"] == item.question.text and np.array_equal(observation["images"][0], item.images["i0"])


def test_the_sandbox_shows_both_pictures():
    observation, info = Ask(room("Sandbox")).reset(seed=1)
    item = flowbench.annotate(winning("Sandbox", info["seed"]))
    assert info["image_roles"] == ("before the move", "after the move")
    assert np.array_equal(observation["images"], np.stack([item.images["i0"], item.images["i1"]]))


def test_a_letter_of_a_game_s_choice_is_graded_by_the_rules():
    rewards = answers_of(Ask(a_game(), family="RC1", fmt="choice"))
    assert sorted(rewards) == [0.0] * 5 + [1.0]


def test_text_as_an_action_is_the_same_as_in_words():
    env = Ask(a_game(), family="RC2", fmt="open")
    _, _, _, _, ended = env.answer("x") if env.reset(seed=1) else None
    env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(as_bytes(ended["answer"]))
    assert (reward, terminated, truncated) == (1.0, True, False) and info["diagnosis"] == ""


def test_a_wrong_answer_is_explained():
    env = Ask(a_game("BlockCounting"), family="BC1", fmt="open")
    env.reset(seed=1)
    _, reward, _, _, info = env.answer("1")
    assert reward == 0.0 and info["status"] == "read" and info["diagnosis"]


# trouble report R33
@pytest.mark.parametrize(
    ("reply", "status"),
    [("", "no_answer"), ("I cannot see the image.", "no_answer"), ("A or B", "ambiguous"), ("Z", "off_list")],
)
def test_what_cannot_be_read_earns_nothing(reply, status):
    env = Ask(room())
    env.reset(seed=3)
    _, reward, terminated, _, info = env.answer(reply)
    assert (reward, terminated, info["status"]) == (0.0, True, status)


def test_reasoning_before_the_letter_is_read_past():
    env = Ask(room(), mode="1B", reply="text")
    _, info = env.reset(seed=3)
    _, _, _, _, ended = env.answer("no")
    env.reset(seed=3)
    assert env.answer(f"It is 0.5 m away, so not B, not A ...\n\nAnswer: {ended['answer']}")[1] == 1.0


def test_probes_are_counted_and_running_out_of_them_ends_the_episode():
    env = Ask(room(), probes=2)
    observation, _ = env.reset(seed=3)
    assert observation["probes_left"].tolist() == [2] and not observation["images"][1].any()
    wait = {"answer": 0, "move": np.zeros(3, np.float32)}
    observation, _, *ends, _ = env.step(wait)
    assert observation["probes_left"].tolist() == [1] and observation["images"][1].any() and ends == [False, False]
    env.step(wait)
    *_, terminated, truncated, info = env.step(wait)
    assert (terminated, truncated, info["status"]) == (False, True, "no_answer")
    with pytest.raises(ResetNeeded):
        env.step(wait)


def test_after_a_probe_the_answer_counts_as_before():
    env = Ask(a_game(), family="RC1", probes=1)
    _, _, _, _, ended = env.answer("A") if env.reset(seed=3) else None
    env.reset(seed=3)
    env.step({"answer": 0, "move": 0})
    letter = "ABCDEF".index(ended["answer"])
    assert env.step({"answer": letter + 1, "move": 0})[1] == 1.0


def test_a_game_that_is_over_takes_no_more_probes():
    env = Ask(a_game(illegal="terminate"), family="RC1", probes=5)
    env.reset(seed=3)
    illegal = int(np.flatnonzero(env.unwrapped.game.mask(*_position(env)) == 0)[0])
    observation, *_, told = env.step({"answer": 0, "move": illegal})
    assert told["moved"] is False and observation["probes_left"].tolist() == [0]
    assert env.step({"answer": 0, "move": illegal})[3] is True


def test_a_probe_that_would_win_ends_nothing_and_the_next_starts_afresh():
    env, bare = Ask(room(), probes=3), room()
    _, info = env.reset(seed=3)
    winning_move = as_action(winning("NearObject", info["seed"]).action)
    observation, reward, *ends, _ = env.step({"answer": 0, "move": winning_move})
    assert (reward, ends) == (0.0, [False, False]) and observation["probes_left"].tolist() == [2]
    bare.reset(seed=info["seed"])
    other = np.array([0.0, 0.0, 0.2], np.float32)
    assert np.array_equal(env.step({"answer": 0, "move": other})[0]["images"][-1], bare.step(other)[0]["image"])


@pytest.mark.parametrize("action", [0, {"answer": 1}, {"answer": 1, "move": 0, "more": 2}], ids=str)
def test_with_probes_an_action_has_two_parts(action):
    env = Ask(room(), probes=1)
    env.reset(seed=3)
    with pytest.raises(BadValue, match="a map of 'answer' and 'move'"):
        env.step(action)


def _position(env):
    position = env.unwrapped.clone_state().position
    return position.instance, position.state


def test_moves_go_through_the_wrappers_inside():
    env = Ask(DiscreteMotions(AddDepth(room())), probes=1)
    env.reset(seed=3)
    assert env.action_space["move"] == gym.spaces.Discrete(24)
    assert env.step({"answer": 0, "move": 3})[4]["moved"] in (True, False)


def test_families_are_mixed_unless_one_is_named():
    env = Ask(a_game("BlockCounting"), fmt="open")
    asked = {env.reset(seed=seed)[1]["family"] for seed in range(12)}
    assert asked == {"BC1", "BC2", "BC3", "BC4"}


def test_answers_are_balanced_as_the_preset_says():
    env = Ask(room(quality="flat"))
    rewards = [env.step(0)[1] for seed in range(40) if env.reset(seed=seed)]
    assert 10 <= sum(rewards) <= 30


def test_both_answers_come_as_questions_of_a_pinned_view():
    env = Ask(room())
    wanted = {}
    for answer in ("yes", "no"):
        _, info = env.reset(seed=3, options={"wanted": answer})
        _, _, _, _, ended = env.answer("A")
        wanted[answer] = info["choices"]["AB".index(ended["answer"])]
    assert wanted == {"yes": "yes", "no": "no"}


def test_where_nothing_can_be_asked_it_says_so():
    with pytest.raises(NothingToAsk):
        Ask(room()).reset(seed=0, options={"scene": "FloorPlan1", "view": 0, "proposal": 999})


def test_full_pictures_are_kept_beside_the_small_ones():
    env = Ask(a_game(), family="RC1", size=64)
    observation, _ = env.reset(seed=1)
    assert observation["images"].shape == (2, 64, 64, 3) and env.pictures[0].shape == (512, 512, 3)


@pytest.mark.parametrize(
    ("make", "arguments", "error", "message"),
    [
        (room, {"mode": "3A"}, UnknownName, "Unknown mode '3A'"),
        (room, {"refer": "pointing"}, UnknownName, "way to refer"),
        (room, {"family": "RC1"}, BadValue, "around a room takes no family"),
        (room, {"probes": -1}, BadValue, "probes must be an integer from 0 to 100, got -1"),
        (room, {"probes": 1.5}, BadValue, "got float 1.5"),
        (room, {"reply": "voice"}, UnknownName, "Unknown reply"),
        (a_game, {"mode": "1A"}, BadValue, "around a game takes no mode"),
        (a_game, {"family": "RC9"}, UnknownName, "family of rolling_cube"),
        (a_game, {"family": "RC2", "fmt": "choice"}, BadValue, "asked in the formats"),
        (a_game, {"fmt": "essay"}, UnknownName, "Unknown format"),
        (a_game, {"fmt": "open", "reply": "letter"}, BadValue, "answered in text"),
        (a_game, {"size": 4}, BadValue, "size must be an integer from 16"),
        (lambda: a_game(variant="goal"), {}, BadValue, "about the variant 'follow'"),
    ],
)
def test_bad_arguments_are_one_clear_error(make, arguments, error, message):
    with pytest.raises(error, match=message):
        Ask(make(), **arguments)


@pytest.mark.parametrize("action", [2, -1, 0.5, "A", None, True], ids=str)
def test_actions_that_are_no_answers_are_refused_and_change_nothing(action):
    env = Ask(room())
    env.reset(seed=3)
    with pytest.raises(BadValue, match="answer"):
        env.step(action)
    assert env.step(0)[2] is True


@pytest.mark.parametrize("reply", [5, None, b"A"], ids=str)
def test_answers_in_words_are_text(reply):
    env = Ask(room())
    env.reset(seed=3)
    with pytest.raises(BadValue, match=type(reply).__name__):
        env.answer(reply)


def test_bytes_are_text_and_back():
    assert as_text(as_bytes("R1C2 → é")) == "R1C2 → é"
    with pytest.raises(BadValue, match="at most 1024 bytes, got 1025"):
        as_bytes("x" * 1025)
    with pytest.raises(BadValue, match="1024 bytes"):
        as_text(np.full(1024, 256))
    assert as_text(np.array([65, 255] + [0] * 1022)) == "A\ufffd"


def test_before_the_first_reset_there_is_nothing_to_answer():
    with pytest.raises(ResetNeeded):
        Ask(room(**SMALL)).answer("A")
