"""What can be had without looking: from the form of the options, or by always giving the most common answer."""

import importlib.util
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.games.harness import CHOICES, OPEN, samples

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "blind_games.py"
COUNTS = [(60, 0.45), pytest.param(1_000, 0.25, marks=pytest.mark.slow)]  # questions, and the most that may be right


@pytest.fixture(scope="module")
def blind():
    spec = importlib.util.spec_from_file_location("blind_games", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("count", "most"), COUNTS)
@pytest.mark.parametrize(("name", "family", "fmt"), CHOICES)
def test_no_place_in_an_order_of_the_options_is_the_likely_one(blind, name, family, fmt, count, most):
    asked = samples(name, family, fmt, count, split="eval", seed=2)
    assert blind.rate(blind.best_rule(asked), asked) < most
    assert Counter(sample.answer for sample in asked).most_common(1)[0][1] / count < 0.25


def test_rules_find_what_options_give_away(blind):
    """The same questions with a right option that stands out."""
    marked = []
    for sample in samples("block_counting", "BC1", "choice", 40):
        options = list(sample.options)
        options["ABCDEF".index(sample.answer)] += "000"
        marked.append(replace(sample, options=tuple(options)))
    assert blind.rate(blind.best_rule(marked), marked) > 0.9


@pytest.mark.slow
@pytest.mark.parametrize(("name", "family", "fmt"), OPEN)
def test_no_answer_is_much_more_common_than_others(name, family, fmt):
    answers = Counter(sample.answer for sample in samples(name, family, fmt, 300, split="eval", seed=2))
    assert answers.most_common(1)[0][1] / 300 < 0.12
