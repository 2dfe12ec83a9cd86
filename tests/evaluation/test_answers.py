import json
from itertools import product

import pytest

from flowbench.errors import BadValue, UnknownName
from flowbench.evaluation.answers import score
from flowbench.evaluation.grading import Answer
from flowbench.evaluation.options import SHUFFLES, options_of
from flowbench.evaluation.prompts import MODES
from flowbench.evaluation.statistics import wilson
from flowbench.records import Item
from tests.evaluation.items import CATEGORIES, item


def every_category(count: int = 4) -> list[Item]:
    """A few items of each category; the answer of every other one was another before the move."""
    found = []
    for (category, (values, _, schema)), k in product(CATEGORIES.items(), range(count)):
        answer, other = ("ACE", "ABC") if schema == "letters" else values[:2]
        found.append(item(category, answer, other if k % 2 else answer, f"{category}-{k}", (0.2, 0.5, 0.8, 1.4)[k % 4]))
    return found


def key(one: Item, shuffle: int | None = None) -> str:
    return options_of(one, shuffle).key


@pytest.mark.parametrize("mode", MODES)
def test_right_answers_score_one_in_every_category_and_mode(mode: str) -> None:
    items = every_category()
    report = score(items, [Answer(one.item_id, f"Answer: {key(one)}", mode) for one in items])
    scores = report.modes[mode]
    assert report.complete
    assert (scores.overall.value, scores.category_mean, scores.read_accuracy) == (1.0, 1.0, 1.0)
    assert {name: (rate.value, rate.n) for name, rate in scores.categories.items()} == dict.fromkeys(
        sorted(CATEGORIES), (1.0, 4)
    )
    assert (scores.overall.low, scores.overall.high) == wilson(36, 36)
    assert (scores.unread, scores.stale) == ({}, None)


def test_wrong_answers_score_nothing() -> None:
    items = every_category()
    replies = {one.item_id: "ABD" if one.question.answer_schema == "letters" else "B" for one in items}
    scores = score(items, [Answer(name, reply) for name, reply in replies.items()]).modes["1A"]
    assert (scores.overall.value, scores.read_accuracy, scores.unread) == (0.0, 0.0, {})


@pytest.mark.parametrize("reply", ["", "I cannot see the image.", "None of these", "null", "14", None])
def test_a_constant_text_without_an_answer_scores_nothing_and_is_counted_apart(reply: str | None) -> None:
    items = every_category()
    scores = score(items, [Answer(one.item_id, reply) for one in items]).modes["1A"]
    assert (scores.overall.value, scores.read_accuracy, scores.unread) == (0.0, None, {"no_answer": len(items)})


def test_unreadable_replies_count_as_wrong_beside_the_accuracy_of_the_others() -> None:
    items = [item(item_id=name) for name in "abcde"]
    replies = {"a": "B", "b": "A", "c": "", "d": "A or B", "e": "Answer: C"}
    report = score(items, [Answer(name, reply) for name, reply in replies.items()])
    scores = report.modes["1A"]
    assert scores.overall.value == 0.2
    assert scores.read_accuracy == 0.5
    assert scores.unread == {"ambiguous": 1, "no_answer": 1, "off_list": 1}


def test_missing_and_unknown_ids_are_listed() -> None:
    items = [item(item_id=name) for name in "abc"]
    report = score(items, [Answer("b", "B"), Answer("z", "B"), Answer("y", "B")])
    assert report.modes["1A"].overall.value == pytest.approx(1 / 3)
    assert report.modes["1A"].unread == {"missing": 2}
    assert (report.missing, report.unknown, report.complete) == ({"1A": ("a", "c")}, ("y", "z"), False)


def test_answers_to_other_data_are_refused() -> None:
    with pytest.raises(BadValue, match="this data set"):
        score([item()], [Answer("other", "A")])
    with pytest.raises(BadValue, match="no items"):
        score([], [Answer("other", "A")])


def test_two_answers_to_one_item_are_refused_with_their_places() -> None:
    answers = [Answer("one", "A", source="line 1"), Answer("one", "B", source="line 4")]
    with pytest.raises(BadValue, match="answered twice in mode 1A .line 1 and line 4"):
        score([item()], answers)
    assert score([item()], [Answer("one", "B"), Answer("one", "B", "2A")]).complete


def test_a_mode_must_be_one_of_four() -> None:
    with pytest.raises(UnknownName, match="1A, 1B, 2A, 2B"):
        Answer("one", "A", "first")


def test_ids_restrict_what_is_scored() -> None:
    items = [item(item_id=name) for name in "abc"]
    answers = [Answer("a", "B"), Answer("b", "A")]
    report = score(items, answers, ids=["a"])
    assert (report.items, report.modes["1A"].overall.value, report.complete) == (1, 1.0, True)
    with pytest.raises(BadValue, match="'nowhere'"):
        score(items, answers, ids=["a", "nowhere"])


def test_two_items_with_one_id_are_refused() -> None:
    with pytest.raises(BadValue, match="same id"):
        score([item(), item()], [Answer("one", "A")])


def test_the_mean_over_orders_is_reported_with_the_key_of_each_order() -> None:
    items = every_category()
    right = [Answer(one.item_id, key(one, k), shuffle=k) for one in items for k in range(SHUFFLES)]
    scores = score(items, right).modes["1A"]
    assert scores.shuffles == {"0": 1.0, "1": 1.0, "2": 1.0}
    assert (scores.overall.n, scores.overall.value) == (len(items), 1.0)
    worse = [
        Answer(answer.item_id, "" if answer.shuffle == 1 else answer.response, shuffle=answer.shuffle)
        for answer in right
    ]
    scores = score(items, worse).modes["1A"]
    assert scores.shuffles == {"0": 1.0, "1": 0.0, "2": 1.0}
    assert scores.overall.value == pytest.approx(2 / 3)
    assert (scores.overall.low, scores.overall.high) == wilson(24, 36)


def test_always_the_first_letter_is_right_by_chance_over_orders() -> None:
    items = [item("closer_to", "C", item_id=f"i{k}") for k in range(300)]
    answers = [Answer(one.item_id, "A", shuffle=k) for one in items for k in range(SHUFFLES)]
    assert score(items, answers).modes["1A"].overall.value == pytest.approx(0.25, abs=0.04)


def test_the_imagination_gap_compares_modes_item_by_item() -> None:
    items = [item(item_id=f"o{k}") for k in range(8)] + [item("count_near", "3", item_id=f"n{k}") for k in range(2)]
    imagined = [Answer(one.item_id, key(one) if one.item_id in ("o0", "o1", "n0") else "") for one in items]
    seen = [Answer(one.item_id, key(one) if one.item_id != "n1" else "", "2A") for one in items]
    gap = score(items, imagined + seen).imagination_gap["A"]
    assert gap.value == pytest.approx(0.9 - 0.3)
    assert gap.category_mean == pytest.approx((1.0 + 0.5) / 2 - (0.25 + 0.5) / 2)
    assert 0.2 <= gap.low < gap.value < gap.high <= 0.9
    assert "B" not in score(items, imagined + seen).imagination_gap


def test_the_report_is_strict_json() -> None:
    items = every_category()
    report = score(items, [Answer(one.item_id, "A", mode) for one in items for mode in MODES])
    again = json.loads(json.dumps(report.to_json(), allow_nan=False))
    assert again["modes"]["1B"]["overall"]["n"] == len(items)
    assert again["complete"] is True


def test_items_of_other_families_are_refused() -> None:
    one = item()
    del one.state["category"]  # type: ignore[attr-defined]
    with pytest.raises(BadValue, match="only room items"):
        score([one], [Answer("one", "A")])
