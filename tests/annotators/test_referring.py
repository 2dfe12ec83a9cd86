import dataclasses
import os
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from flowbench.annotators.marks import draw_marks
from flowbench.annotators.names import name_of
from flowbench.annotators.referring import WAYS, words, written, written_item
from flowbench.errors import BadValue, UnknownName
from tests.annotators.digest import digest

ROOT = Path(__file__).parents[2]


def sentences(texts):
    return [texts[key] for key in ("motion", "question", "static_question", "reasoning")]


@pytest.mark.parametrize("refer", WAYS)
def test_sentences_are_whole(real, refer):
    for *_, item in real:
        for sentence in sentences(item.state["texts"][refer]):
            assert not re.search(r"[{}_|]|  |\b(\w+) \1\b|nan|None", sentence), sentence
            assert re.fullmatch(r"[A-Z].*[.?]", sentence), sentence


@pytest.mark.parametrize("refer", WAYS)
def test_each_object_has_words_of_its_own_that_the_question_speaks(real, refer):
    for transition, before, after, item in real:
        for view, picture, text in ((before, "i0", "question"), (after, "i1", "static_question")):
            named = words(refer, view, transition.task, item.state["marks"], picture)
            assert len(set(named.values())) == len(named)
            sentence = item.state["texts"][refer][text].lower()
            assert all(re.search(rf"\b{re.escape(called)}\b", sentence) for called in named.values()), sentence


def test_no_question_names_what_is_not_in_view(real):
    types = (files("flowbench.assets") / "object_types.txt").read_text(encoding="utf-8").split()
    kinds = {name_of(kind): kind for kind in types}
    longest_first = "|".join(sorted(kinds, key=len, reverse=True))
    for transition, before, *_ in real:
        seen = {o.object_type for o in before.scene.layout.objects if before.visible(o.object_id)[0] > 0}
        question, _ = written(transition, "names", scale_reference=True)
        spoken = {kinds[name] for name in re.findall(rf"\b(?:{longest_first})\b", question.text)}
        assert len(spoken) >= 2
        assert spoken <= seen


@pytest.mark.parametrize("refer", ["dots", "numbers"])
def test_with_marks_no_name_is_given_away(real, refer):
    for transition, before, _, item in real:
        texts = " ".join(sentences(item.state["texts"][refer]))
        for name in (transition.task.mover, *transition.task.landmarks):
            assert name_of(before.scene.object(name).object_type) not in texts


def test_dots_speak_of_the_colours_and_numbers_of_the_numbers_that_are_drawn(real):
    for *_, item in real:
        for entry in item.state["marks"].values():
            assert (
                f"the object at the {entry['colour']} dot"
                in item.state["texts"]["dots"]["motion"] + " " + (item.state["texts"]["dots"]["question"])
            )
            shape = "ring" if entry["i1"]["hidden"] else "dot"
            assert f"at the {entry['colour']} {shape}" in item.state["texts"]["dots"]["static_question"]
            assert f"object {entry['number']}" in item.state["texts"]["numbers"]["question"]


def test_the_three_ways_say_the_same_move_and_offer_the_same_choices(real):
    for *_, item in real:
        texts = item.state["texts"]
        lengths = {tuple(re.findall(r"\d\.\d\d m [a-z ]+", texts[refer]["motion"])) for refer in WAYS}
        assert len(lengths) == 1
        assert {tuple(texts[refer]["choices"]) for refer in WAYS} == {item.question.choices}
        assert texts["names"]["question"] == item.question.text


@pytest.mark.parametrize("refer", WAYS)
def test_an_item_can_be_written_as_its_transition_can(real, refer):
    transition, *_, item = real[1]
    question, images = written(transition, refer)
    again, pictures = written_item(item, refer)
    assert question == again
    assert question.text == item.state["texts"][refer]["question"]
    for name in ("i0", "i1"):
        assert np.array_equal(images[name], pictures[name])
        assert np.array_equal(pictures[name], draw_marks(item.images[name], item.state["marks"], name, refer))
        assert np.array_equal(pictures[name], item.images[name]) == (refer == "names")


def test_a_scale_opens_the_question_when_asked_for(real):
    *_, item = real[1]
    plain, scaled = (written_item(item, "dots", scale_reference=wish)[0] for wish in (False, True))
    assert scaled.text == f"{item.state['scale_reference']['sentence']} {plain.text}"
    without = dataclasses.replace(item, state={**item.state, "scale_reference": None})
    assert written_item(without, "dots", scale_reference=True)[0] == plain


def test_an_unknown_way_is_refused_with_the_nearest(real):
    transition, *_, item = real[0]
    with pytest.raises(UnknownName, match="'dots'"):
        written(transition, "dot")
    with pytest.raises(UnknownName, match="'names'"):
        written_item(item, "name")
    with pytest.raises(BadValue, match="has no marks"):
        written_item(dataclasses.replace(item, state={}), "dots")


def test_another_process_writes_and_draws_the_same():
    surroundings = {**os.environ, "PYTHONHASHSEED": "12345"}
    command = [sys.executable, "-m", "tests.annotators.digest"]
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest()
