import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.evaluation.blind import blind
from tests.evaluation.items import item

RNG = np.random.default_rng(3)
COUNT = 300


def move(metres, way):
    return f"Move the vase {metres:.2f} m {way}."


def made(tell):
    """Items of moves at random, the answer being what `tell` makes of length, direction and a coin."""
    items = []
    for k in range(COUNT):
        metres, way = RNG.choice([0.2, 0.5, 0.8, 1.2]), RNG.choice(["to the left", "to the right"])
        side = RNG.choice(["left", "right"])
        answer = tell(metres, way, side, "yes" if RNG.random() < 0.5 else "no")
        question = f"Is the vase to the {side} of the lamp?"
        items.append(item("left_right", answer, item_id=f"i{k}", move=move(metres, way), question=question))
    return items


def test_answers_that_do_not_depend_on_the_text_cannot_be_guessed():
    found = blind(made(lambda metres, way, side, coin: coin))["left_right"]
    assert found.chance == 0.5
    assert found.n == COUNT
    assert found.best < 0.6


def test_a_length_that_gives_the_answer_away_is_found():
    found = blind(made(lambda metres, way, side, coin: "yes" if metres > 0.6 else "no"))["left_right"]
    assert found.rules["length"] == 1.0
    assert found.rules["bag of words"] > 0.95
    assert found.rules["direction"] < 0.65


def test_the_side_that_the_move_goes_to_is_found_by_direction_and_not_by_length():
    found = blind(made(lambda metres, way, side, coin: "yes" if way.endswith(side) else "no"))["left_right"]
    assert found.rules["direction"] == 1.0
    assert max(found.rules["length"], found.rules["majority"]) < 0.65


def test_a_probe_s_length_is_found_in_the_question():
    items = []
    for k in range(COUNT):
        long = k % 2 == 0
        probe = f"Could it go {'1.00' if long else '0.25'} m to the left from there?"
        answer = "no" if long else "yes"
        items.append(item("feasibility", answer, item_id=f"i{k}", move=move(0.5, "to the right"), question=probe))
    rules = blind(items)["feasibility"].rules
    assert rules["length"] == rules["kind and length"] == 1.0
    assert rules["majority"] <= 0.5


def test_a_majority_is_found_and_no_item_learns_from_itself():
    items = [item("occlusion", "yes" if k % 10 else "no", item_id=f"i{k}") for k in range(100)]
    assert blind(items)["occlusion"].rules["majority"] == 0.9
    pair = [item("occlusion", "yes", item_id="a"), item("occlusion", "no", item_id="b")]
    assert set(blind(pair)["occlusion"].rules.values()) == {0.0}


def test_the_same_items_in_another_order_give_the_same_figures():
    items = made(lambda metres, way, side, coin: coin)
    assert blind(items) == blind(items[::-1])


def test_right_letters_that_are_not_spread_evenly_are_found():
    even = [item("closer_to", "ABCD"[k % 4], item_id=f"i{k}") for k in range(80)]
    odd = [item("closer_to", "A" if k % 3 else "B", item_id=f"i{k}") for k in range(80)]
    assert blind(even)["closer_to"].letters_p == 1.0
    assert blind(odd)["closer_to"].letters_p < 1e-6


def test_sets_are_guessed_as_a_whole():
    items = [item("closest_three", "ACE", item_id=f"i{k}") for k in range(10)]
    found = blind(items)["closest_three"]
    assert (found.chance, found.rules["majority"]) == (pytest.approx(1 / 20), 1.0)


def test_nothing_is_learnt_from_one_item_or_one_fold():
    with pytest.raises(BadValue, match="occlusion has one item"):
        blind([item()])
    with pytest.raises(BadValue, match="2 folds"):
        blind([item(), item(item_id="two")], folds=1)


def test_real_items_have_all_that_is_looked_at(rooms):
    found = blind(rooms)["occlusion"]
    assert (found.n, found.chance) == (6, 0.5)
    assert set(found.rules) == {"majority", "bag of words", "length", "direction", "kind and length"}
