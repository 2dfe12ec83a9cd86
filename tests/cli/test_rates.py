from collections import Counter

import pytest

from flowbench.cli.rates import Rate, RateLine, outcome_text
from flowbench.datasets.filling import Status


def test_the_rate_is_that_of_the_last_minute() -> None:
    rate = Rate()
    assert rate.of(0, 100.0) == 0.0
    assert rate.of(20, 110.0) == 2.0
    for second in range(120, 400, 10):
        rate.of(20, float(second))
    assert rate.of(26, 400.0) == pytest.approx(0.1)


def test_the_line_says_rate_yield_and_the_most_frequent_reasons() -> None:
    outcomes = Counter({"found": 3, "not found": 1, "skipped": 9})
    reasons = Counter({"collision": 5, "ambiguous": 2, "the other answer": 1, "quota of mover": 4})
    status = Status(items=3, slots=13, outcomes=outcomes, reasons=reasons)
    assert outcome_text(status) == "yield 0.75 (collision 5, quota of mover 4, ambiguous 2)"
    assert RateLine().text(status) == " 0.0/s, yield 0.75 (collision 5, quota of mover 4, ambiguous 2)"


def test_before_anything_was_tried_the_yield_is_nought() -> None:
    assert outcome_text(Status()) == "yield 0.00"
