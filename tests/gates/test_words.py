"""What questions say, checked against the pictures' id maps: all they name is there, and only one thing is meant."""

import dataclasses
import re

import numpy as np
import pytest

from flowbench import registry
from flowbench.annotators import text
from flowbench.annotators.names import name_of
from flowbench.simulators import scenes
from flowbench.simulators.embedded.loading import load_scene
from tests.gates.test_categories import examples

SAMPLED, ALL = 2, 100  # items a category
ARTICLE = r"\b(?:the (left |right )?)?"


@pytest.fixture(scope="module")
def nouns():
    """The words for all types of objects there are -> the type; longest first, so that a part of one is not another."""
    kinds = {item.object_type for name in scenes.scene_names("ithor") for item in load_scene(name).objects}
    return dict(sorted(((name_of(kind), kind) for kind in kinds), key=lambda pair: -len(pair[0])))


@pytest.fixture(
    scope="module", params=[pytest.param(SAMPLED, id="sampled"), pytest.param(ALL, id="all", marks=pytest.mark.slow)]
)
def count(request):
    return request.param


@pytest.mark.parametrize("env_id", registry.ids("rooms"))
def test_what_a_question_names_is_in_the_picture_once(env_id, count, nouns):
    seen = 0
    for transition in examples(env_id, count):
        words = text.names(transition.before, transition.task)
        asked = text.question(transition, words)
        mentions = [found for part in (asked.text, *asked.choices) for found in mentioned(part, nouns)]
        named = {which_one(transition.before, side, kind) for side, kind in mentions}
        assert named == {transition.task.mover, *transition.task.landmarks}, (transition.origin, asked)
        shown = shown_after(transition)
        now = mentioned(text.static_question(transition, text.names(shown, transition.task)), nouns)
        assert {which_one(shown, side, kind) for side, kind in now} <= named, transition.origin
        seen += 1
    assert seen == count


@pytest.mark.parametrize("env_id", registry.ids("rooms"))
def test_no_question_depends_on_its_answer(env_id):
    rule = registry.resolve(registry.entry(env_id).rule)
    for transition in examples(env_id, 2):
        words = text.names(transition.before, transition.task)
        for answer in rule.ANSWERS:
            task = dataclasses.replace(transition.task, wanted=answer)
            other = dataclasses.replace(
                transition, task=task, verdict=dataclasses.replace(transition.verdict, answer=answer, measures={})
            )
            assert text.question(other, words) == text.question(transition, words)
            assert text.static_question(other, words) == text.static_question(transition, words)


def shown_after(transition):
    """The picture that static questions are about; what is perhaps hidden in it is named as it was before."""
    return transition.before if transition.task.category == "occlusion" else transition.after


def mentioned(sentence, nouns):
    """(side or "", type) of each object a sentence speaks of."""
    pattern = re.compile(ARTICLE + rf"({'|'.join(map(re.escape, nouns))})\b", re.IGNORECASE)
    lowered = {noun.lower(): kind for noun, kind in nouns.items()}
    return [((found[1] or "").strip(), lowered[found[2].lower()]) for found in pattern.finditer(sentence)]


def which_one(view, side, kind):
    """The one object of a type that has pixels; of two, the one on that side by the mean column of its pixels."""
    layout, ids = view.scene.layout, view.pixels.ids
    columns = {}
    for item in layout.objects:
        if item.object_type == kind:
            found = np.isin(ids, [layout.surface_ids[part] for part in layout.parts[item.object_id]]).nonzero()[1]
            if len(found):
                columns[item.object_id] = found.mean()
    assert len(columns) == (2 if side else 1), (side, kind, columns)
    return (max if side == "right" else min)(columns, key=columns.get)
