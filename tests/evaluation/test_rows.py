"""`flowbench.score` takes rows as well as answers."""

import pytest

import flowbench
from flowbench.errors import StoreError
from flowbench.records import Item, Origin, Question


def items():
    question = Question("Is it?", ("no", "yes"), (("i0", "before the move"),), "letter", ("no", "yes"))
    state = {"category": "occlusion", "measures": {"move_m": 0.5}, "static_question": "Is it?"}
    return [Item(f"a{k}", question, "yes", "no", state, {}, {}, Origin("{}", (0,), {}, 0)) for k in range(2)]


def test_rows_are_scored_like_lines_of_a_file():
    report = flowbench.score(items(), [{"id": "a0", "response": "B"}, {"id": "a1", "response": "A"}])
    assert report.to_json()["modes"]["1A"]["overall"]["value"] == 0.5


def test_a_row_that_is_no_answer_is_named():
    with pytest.raises(StoreError, match="answer 1 is no answer"):
        list(flowbench.score(items(), [{"id": "a0"}]))
