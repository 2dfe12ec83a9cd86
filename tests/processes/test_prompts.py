"""Texts: every rule that is judged is told, and no prompt tells the solution."""

import re

import pytest

from flowbench.rules.processes.corruptions.edits import last_change
from flowbench.rules.processes.prompts import (
    CONTROLS,
    image_prompt,
    instance_prompt,
    oracle_prompt,
    plan,
    prompt,
    realism_prompt,
    rubric_texts,
)  # fmt: skip
from flowbench.rules.processes.table import process
from tests.processes.harness import case_of, every_case, every_process, oracle_of


@every_process
def test_every_judged_rule_is_told_in_the_prompt(name):
    case = case_of(name)
    text = prompt(name).lower()
    for item in process(name).rubric(case.instance):
        assert item.told.lower() in text, item.id


@every_case
def test_prompts_do_not_tell_the_solution(name, level, index):
    case = case_of(name, level, index)
    lines = process(name).oracle(case.instance, plan(case))
    assert lines and all(line in oracle_prompt(case) for line in lines)
    for text in (prompt(name), instance_prompt(case), image_prompt(name) or ""):
        assert not any(line.rstrip(".").lower() in text.lower() for line in lines)


@every_process
def test_prompt_has_goal_constraints_and_controls(name):
    text = prompt(name)
    assert text.startswith("Task Goal: ") and "\nConstraints:\n- " in text
    assert 4 <= len(process(name).words.constraints) <= 7 and all(line in text for line in CONTROLS)
    assert text.isascii() and not re.search(r"\s\n|  ", text)


@every_process
def test_rubric_begins_with_the_goal_which_is_not_scored(name):
    case = case_of(name)
    texts, items = rubric_texts(case), process(name).rubric(case.instance)
    assert texts[0] == process(name).words.goal and texts[1:] == tuple(item.text for item in items)
    assert len({item.id for item in items}) == len(items) and {item.failure for item in items} >= {"rule violation"}
    assert len(process(name).words.tiers) == 3


@every_process
def test_reference_shows_or_says_the_end(name):
    case = case_of(name)
    reference = process(name).reference(case.instance, plan(case))
    assert reference.text or reference.scene is not None
    if "image" in process(name).about.ground_truth:
        assert reference.scene is not None
    if reference.scene is not None:
        last = oracle_of(case).frames[-1].entities
        pieces = {key: item for key, item in last.items() if item.kind == "piece"}
        assert {key: reference.scene[key] for key in pieces} == pieces


@every_process
def test_solution_is_not_shown_before_it_is_done(name):
    case = case_of(name)
    assert last_change(oracle_of(case)) > 24


@every_process
def test_picture_prompt_is_for_the_image_subset(name):
    if process(name).about.image_subset:
        assert image_prompt(name).startswith("Task Goal: ")
    else:
        assert image_prompt(name) is None


@every_process
def test_realism_prompt_names_materials_and_keeps_geometry_and_forbids_hands(name):
    text = realism_prompt(name)
    assert process(name).words.materials in text and len(process(name).words.materials) > 60
    assert re.search(r"keeps its place, outline, size", text) and "No hands" in text and text.isascii()
    assert not re.search(r"  |\n.", text)


@pytest.mark.parametrize("word", ["flowbench", "entity", "frame 0"])
@every_process
def test_prompts_speak_of_what_is_seen(name, word):
    assert word not in prompt(name).lower()
