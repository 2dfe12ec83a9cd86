from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from fake_world import ENV_ID
from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.datasets import strict_json
from flowbench.datasets.plan import ROUND, Plan, make_plan, read_plan
from flowbench.datasets.slots import Slot, balanced_classes, round_count, slot, slot_count
from flowbench.errors import BadValue, UnknownName

weights = st.lists(st.integers(1, 20), min_size=1, max_size=5)


def plan_of(views: int, share: Fraction, seed: int = 0) -> Plan:
    names = tuple((f"room{k // 3}", k % 3) for k in range(views))
    return Plan(ENV_ID, {}, "balanced", "train", seed, {"yes": share, "no": 1 - share}, names)


def stream(plan: Plan) -> list[Slot]:
    return [slot(plan, index) for index in range(slot_count(plan))]


@settings(deadline=None)
@given(weights, st.integers(1, 60))
def test_every_prefix_asks_for_each_class_within_one_of_its_rate(parts: list[int], most: int) -> None:
    rates = tuple(Fraction(part, sum(parts)) for part in parts)
    counts = Counter[int]()
    for n, chosen in enumerate(balanced_classes(rates, most), start=1):
        counts[chosen] += 1
        assert all(abs(counts[c] - rate * n) < 1 for c, rate in enumerate(rates))
    assert max(counts.values()) == most


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 30), st.fractions(0, 1, max_denominator=50), st.integers(0, 2**64))
def test_each_view_is_asked_for_each_class_at_most_three_times(views: int, share: Fraction, seed: int) -> None:
    visits = Counter((s.scene, s.view, s.wanted) for s in stream(plan_of(views, share, seed)))
    assert max(visits.values()) <= 3


def test_a_balanced_stream_asks_each_view_three_times_for_each_class() -> None:
    visits = Counter((s.scene, s.view, s.wanted) for s in stream(plan_of(12, Fraction(1, 2))))
    assert set(visits.values()) == {3}
    assert len(visits) == 24


def test_the_first_slots_see_each_view_once() -> None:
    first = stream(plan_of(12, Fraction(1, 2)))[:12]
    assert len({(s.scene, s.view) for s in first}) == 12


def test_a_slot_depends_on_the_plan_and_its_index_alone() -> None:
    plan, again = plan_of(12, Fraction(4, 5)), plan_of(12, Fraction(4, 5))
    assert [slot(again, k) for k in reversed(range(slot_count(again)))] == stream(plan)[::-1]


def test_seeds_are_all_different_and_change_with_seed_and_split() -> None:
    one, other = make_plan(ENV_ID, seed=0), make_plan(ENV_ID, seed=1)
    test = make_plan(ENV_ID, split="test")
    seeds = [s.seed for plan in (one, other, test) for s in stream(plan)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**63 for seed in seeds)


# trouble report R01
@pytest.mark.parametrize("seed", [np.int64(3), np.uint32(3)])
def test_an_integer_of_numpy_is_the_same_data_set(seed: Any) -> None:
    assert make_plan(ENV_ID, seed=seed).describe() == make_plan(ENV_ID, seed=3).describe()
    assert slot(make_plan(ENV_ID, seed=seed), 5) == slot(make_plan(ENV_ID, seed=3), 5)


# trouble report R01
@pytest.mark.parametrize("seed", [0, 2**31, 2**32, 2**63])
def test_nought_and_large_numbers_are_seeds_and_come_back_from_the_plan(seed: int) -> None:
    plan = make_plan(ENV_ID, seed=seed)
    again = read_plan(strict_json.loads(strict_json.dumps(plan.describe()), "plan.json"))
    assert again.seed == seed
    assert slot(again, 3) == slot(plan, 3) != slot(make_plan(ENV_ID, seed=seed + 1), 3)


def test_published_slots_do_not_change() -> None:
    first = slot(make_plan(ENV_ID, seed=7), 0)
    assert (first.scene, first.view, first.wanted, first.seed) == ("room6", 1, "yes", 6274986236247467376)


def test_the_stream_ends() -> None:
    plan = plan_of(4, Fraction(1, 2))
    assert (slot_count(plan), round_count(plan), ROUND) == (24, 1, 64)
    with pytest.raises(BadValue, match="Slot 24 does not exist: the stream has 24 slots"):
        slot(plan, 24)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"env_id": "FlowBenchTest-Pusj-v0"}, UnknownName, "Did you mean 'FlowBenchTest-Push-v0'"),
        ({"seed": -1}, BadValue, "-1"),
        ({"seed": None}, BadValue, "needs a seed"),
        ({"seed": "3"}, BadValue, "str '3'"),
        ({"seed": 1.0}, BadValue, "float 1.0"),
        ({"per_view": 0}, BadValue, "per_view is a positive integer"),
        ({"per_scene": "2"}, BadValue, "per_scene is a positive integer"),
        ({"split": "../x"}, BadValue, "short name"),
        ({"kwargs": {"preset": "paper"}}, BadValue, "as `preset`"),
        ({"kwargs": {"colour": 1}}, BadValue, "colour"),
        ({"kwargs": {"scenes": float("nan")}}, BadValue, "scenes"),
        ({"kwargs": {"scenes": 0}}, BadValue, "no views"),
    ],
)
def test_a_bad_plan_is_one_clear_error(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make_plan(**{"env_id": ENV_ID, **arguments})
