import pytest

from flowbench.evaluation.answers import score
from flowbench.evaluation.grading import Answer
from flowbench.evaluation.lengths import LENGTHS, length_bin
from flowbench.evaluation.options import options_of
from flowbench.evaluation.reports import ModeReport
from flowbench.records import Item
from tests.evaluation.items import item


def scores(pairs: list[tuple[Item, str]]) -> ModeReport:
    """The report on items with the values that were chosen, as one string each."""
    answers = []
    for one, chosen in pairs:
        options = options_of(one)
        values = chosen if options.size > 1 else [chosen]
        answers.append(Answer(one.item_id, "".join("ABCDEF"[options.values.index(value)] for value in values)))
    return score([one for one, _ in pairs], answers).modes["1A"]


def group(category: str, right: str, wrong: str, before: str | None, hits: int, misses: int) -> list[tuple[Item, str]]:
    items = [item(category, right, before, f"{category}-{before}-{k}") for k in range(hits + misses)]
    return [(one, right if k < hits else wrong) for k, one in enumerate(items)]


def test_changed_and_unchanged_items_and_the_gap_between_them() -> None:
    found = scores(group("left_right", "yes", "no", "no", 2, 6) + group("left_right", "yes", "no", "yes", 3, 1))
    assert {name: (rate.value, rate.n) for name, rate in found.changed.items()} == {
        "changed": (0.25, 8),
        "unchanged": (0.75, 4),
    }
    assert found.gap == found.gap_mix == 0.5


def test_items_whose_answer_before_is_not_known_are_in_neither_group() -> None:
    found = scores(group("left_right", "yes", "no", None, 2, 6))
    assert (found.changed, found.gap, found.gap_mix, found.stale) == ({}, None, None, None)


def test_the_matched_gap_is_free_of_what_categories_contribute() -> None:
    """Easy items are mostly unchanged, hard ones mostly changed; within each category it makes no difference."""
    easy = group("left_right", "yes", "no", "yes", 8, 0) + group("left_right", "yes", "no", "no", 2, 0)
    hard = group("near_object", "yes", "no", "yes", 0, 2) + group("near_object", "yes", "no", "no", 0, 8)
    alone = group("count_near", "3", "2", "2", 0, 5)
    found = scores(easy + hard + alone)
    assert found.gap == pytest.approx(0.8 - 2 / 15)
    assert found.gap_mix == 0.0


def test_the_matched_gap_weighs_categories_by_their_unchanged_items() -> None:
    one = group("left_right", "yes", "no", "yes", 3, 0) + group("left_right", "yes", "no", "no", 0, 1)
    two = group("near_object", "yes", "no", "yes", 0, 1) + group("near_object", "yes", "no", "no", 1, 0)
    assert scores(one + two).gap_mix == pytest.approx((3 * 1.0 + 1 * -1.0) / 4)


def test_stale_answers_are_those_right_before_the_move() -> None:
    pairs = group("closer_to", "A", "B", "B", 1, 3) + group("closer_to", "A", "C", "D", 0, 2)
    stale = scores(pairs).stale
    assert stale is not None
    assert (stale.value, stale.chance, stale.n) == (pytest.approx(3 / 5), pytest.approx(1 / 3), 5)


def test_the_chance_of_a_stale_set_is_one_in_the_nineteen_wrong_ones() -> None:
    stale = scores(group("closest_three", "ABC", "ABD", "ABD", 0, 2) + group("count_near", "3", "2", "5", 0, 1)).stale
    assert stale is not None
    assert (stale.value, stale.n) == (pytest.approx(2 / 3), 3)
    assert stale.chance == pytest.approx((1 / 19 + 1 / 19 + 1 / 3) / 3)


@pytest.mark.parametrize(
    ("category", "right", "wrong", "before"),
    [
        ("left_right", "yes", "no", "no"),  # of two answers the wrong one is always the old one
        ("closer_to", "A", "B", "A"),  # unchanged
        ("closer_to", "A", "B", None),  # not known
        ("count_near", "3", "2", "6"),  # not among the options
        ("closest_three", "ABC", "AB", "ABD"),  # no possible answer
        ("closer_to", "A", "A", "B"),  # right
    ],
)
def test_answers_that_could_not_be_stale_are_left_out(
    category: str, right: str, wrong: str, before: str | None
) -> None:
    assert scores(group(category, right, wrong, before, 0, 1)).stale is None


def test_relations_stand_against_thresholds() -> None:
    found = scores(
        group("closer_to", "A", "B", "B", 1, 0)
        + group("closest_three", "ABC", "ABD", None, 1, 0)
        + group("left_right", "yes", "no", None, 0, 1)
        + group("count_near", "3", "2", None, 1, 1)
        + group("near_object", "yes", "no", None, 0, 2)
        + group("occlusion", "yes", "no", None, 3, 0)
    )
    assert {name: (rate.value, rate.n) for name, rate in found.kinds.items()} == {
        "relations": (pytest.approx(2 / 3), 3),
        "thresholds": (0.25, 4),
    }


def test_lengths_fall_into_bins() -> None:
    assert [length_bin(metres) for metres in (0.15, 0.34, 0.35, 0.59999999, 0.99, 1.0, 2.5)] == [
        LENGTHS[k] for k in (0, 0, 1, 2, 2, 3, 3)
    ]


def test_accuracy_by_length_comes_short_ones_first() -> None:
    far, near = item(item_id="far", move_m=1.5), item(item_id="near", move_m=0.2)
    found = scores([(far, "yes"), (near, "no")])
    assert [(name, rate.value) for name, rate in found.lengths.items()] == [(LENGTHS[0], 0.0), (LENGTHS[3], 1.0)]
