import json
import math
from typing import Any

import numpy as np
import pytest

from flowbench.datasets import strict_json
from flowbench.errors import BadValue, StoreError


# trouble report R39
def test_numpy_values_become_plain_ones() -> None:
    value = {"n": np.int64(3), "x": np.float32(0.5), "yes": np.bool_(True), "pair": (1, 2), "row": np.arange(3)}
    back = strict_json.loads(strict_json.dumps(value), "x")
    assert back == {"n": 3, "x": 0.5, "yes": True, "pair": [1, 2], "row": [0, 1, 2]}
    assert type(back["yes"]) is bool


# trouble report R39
@pytest.mark.parametrize("text", ["\x0b", "\u2028", "=1+1", "http://x.org/" + "a" * 3000, "é", "a\nb", "\x85"])
def test_any_text_comes_back_and_one_record_stays_one_line(text: str, tmp_path: Any) -> None:
    (tmp_path / "x.jsonl").write_bytes(strict_json.lines([{"text": text}, {}]))
    assert strict_json.read_lines(tmp_path / "x.jsonl", 10_000) == [{"text": text}, {}]
    with open(tmp_path / "x.jsonl") as file:
        assert len(list(file)) == 2


# trouble report R39
@pytest.mark.parametrize(
    ("value", "named"),
    [
        ({"state": {"x": math.nan}}, "'state.x' is nan"),
        ({"state": [0, np.float32("inf")]}, "'state.1' is inf"),
        ({"a": {(1, 2): 0}}, r"'a' has the key \(1, 2\)"),
        ({"a": "\ud83d"}, "'a' holds a lone surrogate"),
        ({"a": {1, 2}}, "'a' holds a set"),
        ({"a": b"x"}, "'a' holds a bytes"),
    ],
)
def test_what_json_cannot_hold_is_refused_by_field(value: Any, named: str) -> None:
    with pytest.raises(BadValue, match=named):
        strict_json.dumps(value)


# trouble report R39
def test_numbers_that_are_not_finite_become_null_with_a_reason_and_come_back() -> None:
    value = {"gap_m": math.inf, "pair": [1.0, -math.inf], "none": None, "deep": {"x": math.nan}}
    finite, missing = strict_json.split(value)
    assert missing == {"gap_m": "inf", "pair.1": "-inf", "deep.x": "nan"}
    assert "NaN" not in json.dumps(finite, allow_nan=False)
    back = strict_json.join(finite, missing)
    assert back["gap_m"] == math.inf
    assert back["pair"] == [1.0, -math.inf]
    assert math.isnan(back["deep"]["x"])
    assert back["none"] is None
    odd = {"": {"a": math.inf}, "b": {"": [-math.inf]}}
    assert strict_json.join(*strict_json.split(odd)) == odd


# trouble reports R39, R47
@pytest.mark.parametrize(
    "text",
    ["NaN", "[Infinity]", '{"a": 1, "a": 2}', "{'a': 1}", "[1,]", "", "1e999", "[" * 100_000, "9" * 5000, "\ufeff{}"],
)
def test_what_is_not_strict_json_is_refused_with_the_name(text: str) -> None:
    with pytest.raises(StoreError, match=r"x\.json"):
        strict_json.loads(text, "x.json")


def test_a_cut_last_line_is_refused(tmp_path: Any) -> None:
    (tmp_path / "x.jsonl").write_bytes(b'{"a":1}\n{"a"')
    with pytest.raises(StoreError, match="cut off"):
        strict_json.read_lines(tmp_path / "x.jsonl", 100)
