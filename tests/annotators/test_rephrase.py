import dataclasses
import json

import pytest

from flowbench.annotators.rephrase import (
    Manner,
    Rewording,
    can_be_reworded,
    free_choices,
    refusal,
    request,
    reworded,
    unchanged,
)
from flowbench.errors import BadValue
from flowbench.records import Origin
from tests.evaluation.items import CATEGORIES, item

MOVE = "Move the vase 0.50 m to the right."
HIDES = item("occlusion", question="Does the vase hide most of the pan?")
CLOSER = item("closer_to", answer="C", question="Which of these is the vase then closest to?")
GOOD = "Suppose the vase moves 0.50 m to the right. Would it cover most of the pan?"
NEARER = "The vase is shifted 0.50 m to the right. Which of these is then nearest to it?"
MANNER = Manner("m")


def reply(text, choices=()):
    return json.dumps({"text": text, "choices": choices})


def test_good_words_are_taken():
    assert reworded(HIDES, reply(GOOD)) == Rewording(GOOD, ("no", "yes"), "model")


def test_options_that_are_names_may_change_too():
    choices = ("a mug", "a pan", "a pot", "a box")
    assert reworded(CLOSER, reply(NEARER, choices)) == Rewording(NEARER, choices, "model")


@pytest.mark.parametrize(
    "text",
    [f"```json\n{reply(GOOD)}\n```", f"<think>{{so}}</think>Here: {reply(GOOD)}", json.dumps({"text": f" {GOOD} \n"})],
)
def test_wrapping_is_passed_over(text):
    assert reworded(HIDES, text).text == GOOD


@pytest.mark.parametrize(
    ("about", "text", "reason"),
    [
        (HIDES, reply(GOOD.replace("0.50", "0.60")), "the number '0.50 m' is missing"),
        (HIDES, reply(GOOD.replace("right", "left")), "the direction 'right' is missing"),
        (HIDES, reply(GOOD.replace("the pan", "it all")), "the object 'pan' is missing"),
        (HIDES, reply(f"{GOOD[:-1]}, yes?"), "the sense 'answer' is added"),
        (HIDES, reply(HIDES.question.text), "it repeats the template"),
        (HIDES, reply(GOOD, ("no", "yes")), "2 options came for 0"),
        (CLOSER, reply(NEARER), "0 options came for 4"),
        (CLOSER, reply(NEARER, ("a mug", "a pan", "a pot")), "3 options came for 4"),
        (CLOSER, reply(NEARER, ("a pan", "a mug", "a pot", "a box")), "option: the object 'mug' is missing"),
        (
            CLOSER,
            reply(NEARER, ("a mug", "a pan", "the pot (correct)", "a box")),
            "option: the sense 'answer' is added",
        ),
        (HIDES, GOOD, "the reply is not the JSON that was asked for"),
        (HIDES, "", "the reply is not the JSON that was asked for"),
        (HIDES, '{"text": ' + "[" * 100_000, "the reply is not the JSON that was asked for"),
        (HIDES, "} {", "the reply is not the JSON that was asked for"),
        (HIDES, '{"text": 3}', "the reply is not the JSON that was asked for"),
        (HIDES, '{"text": "x", "choices": "yes"}', "the reply is not the JSON that was asked for"),
        (HIDES, '{"text": "x", "choices": [1]}', "the reply is not the JSON that was asked for"),
    ],
)
def test_all_else_leaves_the_template_and_says_why(about, text, reason):
    assert reworded(about, text) == unchanged(about.question, reason)
    assert unchanged(about.question, reason).source == "template"


def test_words_of_a_file_are_checked_with_all_their_options():
    assert refusal(HIDES, Rewording(GOOD, ("no", "yes"), "model")) == ""
    assert refusal(HIDES, Rewording(GOOD, ("yes", "no"), "model")) == "options that are answers have changed"
    assert refusal(HIDES, Rewording(GOOD, ("no",), "model")) == "1 options came for 2"


@pytest.mark.parametrize("category", CATEGORIES)
def test_neither_answer_nor_fixed_options_are_sent(category):
    values = CATEGORIES[category][0]
    one, other = (request(item(category, answer=value, before=values[0]).question, MANNER) for value in values[:2])
    assert one == other
    sent = json.loads(one["messages"][1]["content"])
    assert set(sent) == {"text", "choices"}
    assert bool(sent["choices"]) == (category in ("closer_to", "closest_three"))


def test_options_without_values_are_the_answers():
    assert free_choices(dataclasses.replace(CLOSER.question, values=())) == ()


def test_requests_are_the_same_for_the_same_words_and_seed():
    assert request(HIDES.question, MANNER) == request(HIDES.question, Manner("m"))
    others = [Manner("other"), Manner("m", 0.1), Manner("m", seed=1)]
    assert all(request(HIDES.question, other) != request(HIDES.question, MANNER) for other in others)
    assert request(CLOSER.question, MANNER)["seed"] != request(HIDES.question, MANNER)["seed"]


def test_only_rooms_are_reworded():
    game = dataclasses.replace(HIDES, origin=Origin('{"id": "Game2Real-MissingTiles-v0"}', (0,), {}, 0))
    assert can_be_reworded(HIDES) and not can_be_reworded(game)


def test_kinds_of_objects_in_the_pictures_are_names_too():
    gong = dataclasses.replace(item("contact_wall", question="Does the gong touch a wall?"))
    other = "Suppose the vase moves 0.50 m to the right. Would the bell touch a wall?"
    assert reworded(gong, reply(other)).source == "model"
    seen = dataclasses.replace(gong, state={**gong.state, "instances": {"7": {"objectId": "", "objectType": "Gong"}}})
    assert reworded(seen, reply(other)).reason == "the object 'gong' is missing"


@pytest.mark.parametrize("settings", [{"model": " "}, {"temperature": -1.0}, {"temperature": float("nan")}])
def test_a_manner_that_cannot_be_meant_is_refused(settings):
    with pytest.raises(BadValue):
        Manner(**{"model": "m", **settings})
