from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.datasets.admit import NOTHING, Keys, refusal, tally, within_one

rates_of = st.lists(st.integers(1, 12), min_size=2, max_size=4).map(
    lambda parts: {f"c{k}": Fraction(part, sum(parts)) for k, part in enumerate(parts)}
)


def fold(rates: dict[str, Fraction], classes: list[str]) -> list[Keys]:
    rule = {"class": within_one("class", rates)}
    admitted: list[Keys] = []
    for name in classes:
        if refusal(rule, tally(admitted), {"class": name}) is None:
            admitted.append({"class": name})
    return admitted


@settings(deadline=None)
@given(rates_of, st.data())
def test_every_prefix_stays_within_one_item(rates: dict[str, Fraction], data: st.DataObject) -> None:
    classes = data.draw(st.lists(st.sampled_from(sorted(rates)), max_size=60))
    admitted = fold(rates, classes)
    for n in range(len(admitted) + 1):
        counts = tally(admitted[:n])
        assert all(abs(counts.count("class", name) - rate * n) <= 1 for name, rate in rates.items())


@settings(deadline=None)
@given(rates_of, st.data())
def test_some_class_may_always_follow(rates: dict[str, Fraction], data: st.DataObject) -> None:
    classes = data.draw(st.lists(st.sampled_from(sorted(rates)), max_size=40))
    admitted = fold(rates, classes)
    rule = {"class": within_one("class", rates)}
    assert any(refusal(rule, tally(admitted), {"class": name}) is None for name in rates)


def test_a_longer_stream_starts_with_the_shorter_one() -> None:
    rates = {"yes": Fraction(1, 2), "no": Fraction(1, 2)}
    classes = ["yes", "yes", "yes", "no", "yes", "no", "no", "no", "no", "yes"]
    assert fold(rates, classes)[:4] == fold(rates, classes[:6])[:4]


def test_one_class_alone_admits_two_and_then_waits() -> None:
    rates = {"yes": Fraction(1, 2), "no": Fraction(1, 2)}
    assert len(fold(rates, ["yes"] * 9)) == 2


def test_the_first_quota_that_refuses_is_named() -> None:
    rules = {"type": lambda so_far, keys: True, "answer": lambda so_far, keys: so_far.total < 1}
    assert refusal(rules, NOTHING, {"class": "yes"}) is None
    assert refusal(rules, NOTHING.plus({"class": "yes"}), {"class": "yes"}) == "answer"
