import dataclasses
from itertools import chain, repeat

import pytest

from flowbench.errors import BadValue
from flowbench.evaluation.options import SHUFFLES, chance, options_of
from tests.evaluation.items import CATEGORIES, COMPOSITION, item


def test_guessing_on_the_published_composition() -> None:
    answers = {"closest_three": "ACE", "closer_to": "A", "count_near": "3"}
    each = {name: chance(item(name, answers.get(name, "yes"))) for name in COMPOSITION}
    assert each["closest_three"] == pytest.approx(1 / 20)
    overall = list(chain.from_iterable(repeat(each[name], count) for name, count in COMPOSITION.items()))
    assert len(overall) == 714
    assert 100 * sum(overall) / 714 == pytest.approx(35.798, abs=5e-4)
    assert 100 * sum(each.values()) / len(each) == pytest.approx(38.125)


def test_the_key_is_the_place_of_the_answer_s_value() -> None:
    assert options_of(item("count_near", "5")).key == "C"
    assert options_of(item("near_object", "no")).key == "B"
    assert options_of(item("closer_to", "D")).key == "D"
    assert options_of(item("closest_three", "BDF")).key == "BDF"


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_new_order_moves_texts_values_and_key_together(category: str) -> None:
    values, texts, schema = CATEGORIES[category]
    one = item(category, "ACE" if schema == "letters" else values[0])
    for shuffle in range(SHUFFLES):
        options = options_of(one, shuffle)
        assert sorted(options.values) == sorted(values)
        assert [texts[values.index(value)] for value in options.values] == list(options.texts)
        assert options.chosen(options.key) == options.right == options_of(one).right
        assert options == options_of(one, shuffle)


def test_orders_depend_on_item_and_number_and_are_spread_evenly() -> None:
    firsts = [options_of(item("closer_to", "A", item_id=f"i{k}"), k % 3).values[0] for k in range(400)]
    assert all(70 <= firsts.count(value) <= 130 for value in "ABCD")


def test_options_without_values_stand_for_themselves() -> None:
    one = item("count_near", "5")
    plain = dataclasses.replace(one, question=dataclasses.replace(one.question, values=()))
    assert options_of(plain) == options_of(one)


@pytest.mark.parametrize(
    ("change", "answer", "message"),
    [
        ({"answer_schema": "json"}, "yes", "scoring by letters"),
        ({"values": ("yes", "yes")}, "yes", "do not fit"),
        ({"values": ("yes",)}, "yes", "do not fit"),
        ({}, "maybe", "do not fit"),
    ],
)
def test_items_that_cannot_be_scored_are_named(change: dict[str, object], answer: str, message: str) -> None:
    one = item(answer=answer, item_id="item-9")
    broken = dataclasses.replace(one, question=dataclasses.replace(one.question, **change))
    with pytest.raises(BadValue, match=f"item-9.*{message}"):
        options_of(broken)
