"""What can be had without looking: from the form of the options, or by always giving the most common answer."""

from collections import Counter

import pytest

from tests.games.harness import CHOICES, OPEN, samples

PICKS = {"longest": max, "shortest": min}
COUNTS = [(60, 0.37), pytest.param(300, 0.25, marks=pytest.mark.slow)]  # questions, and the most that may be right


@pytest.mark.parametrize(("count", "most"), COUNTS)
@pytest.mark.parametrize(("name", "family", "fmt"), CHOICES)
def test_form_of_options_gives_nothing_away(name, family, fmt, count, most):
    asked = samples(name, family, fmt, count, split="eval", seed=2)
    for pick in PICKS.values():
        chosen = ["ABCDEF"[pick(range(6), key=lambda k, s=sample: len(s.options[k]))] for sample in asked]
        assert sum(letter == sample.answer for letter, sample in zip(chosen, asked, strict=True)) / count < most
    assert Counter(sample.answer for sample in asked).most_common(1)[0][1] / count < 0.25


@pytest.mark.slow
@pytest.mark.parametrize(("name", "family", "fmt"), OPEN)
def test_no_answer_is_much_more_common_than_others(name, family, fmt):
    answers = Counter(sample.answer for sample in samples(name, family, fmt, 300, split="eval", seed=2))
    assert answers.most_common(1)[0][1] / 300 < 0.12
