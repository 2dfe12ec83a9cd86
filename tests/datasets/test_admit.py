from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from flowbench.datasets.admit import Keys, Tally, at_most, at_most_share, refusal, tally, within_one

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


def some_order_exists(counts: list[int], shares: tuple[Fraction, ...], steps: int) -> bool:
    """Try every class at every step."""
    if steps == 0:
        return True
    total = sum(counts) + 1
    for chosen in range(len(counts)):
        after = [count + (k == chosen) for k, count in enumerate(counts)]
        within = all(abs(count - share * total) <= 1 for count, share in zip(after, shares, strict=True))
        if within and some_order_exists(after, shares, steps - 1):
            return True
    return False


@settings(deadline=None, max_examples=200)
@given(rates_of, st.data())
def test_what_may_follow_is_what_trying_every_order_finds(rates: dict[str, Fraction], data: st.DataObject) -> None:
    counts = data.draw(st.lists(st.integers(0, 6), min_size=len(rates), max_size=len(rates)))
    shares, total = tuple(rates.values()), sum(counts)
    allows = within_one("class", rates)
    so_far = Tally(total, {("class", name): count for name, count in zip(rates, counts, strict=True)})
    for k, name in enumerate(rates):
        after = [count + (c == k) for c, count in enumerate(counts)]
        within = all(abs(count - share * (total + 1)) <= 1 for count, share in zip(after, shares, strict=True))
        expected = within and some_order_exists(after, shares, len(shares))
        assert allows(so_far, {"class": name}) == expected


def test_many_classes_are_quick() -> None:
    rates = {f"c{k}": Fraction(1, 20) for k in range(20)}
    admitted = fold(rates, [f"c{k % 20}" for k in range(400)])
    assert len(admitted) == 400


def test_a_longer_stream_starts_with_the_shorter_one() -> None:
    rates = {"yes": Fraction(1, 2), "no": Fraction(1, 2)}
    classes = ["yes", "yes", "yes", "no", "yes", "no", "no", "no", "no", "yes"]
    assert fold(rates, classes)[:4] == fold(rates, classes[:6])[:4]


def test_one_class_alone_admits_two_and_then_waits() -> None:
    rates = {"yes": Fraction(1, 2), "no": Fraction(1, 2)}
    assert len(fold(rates, ["yes"] * 9)) == 2


def test_the_first_quota_that_refuses_is_named() -> None:
    rules = {"type": lambda so_far, keys: True, "answer": lambda so_far, keys: so_far.total < 1}
    assert refusal(rules, Tally(), {"class": "yes"}) is None
    assert refusal(rules, tally([{"class": "yes"}]), {"class": "yes"}) == "answer"


def test_a_key_that_is_not_known_yet_does_not_count() -> None:
    rules = {"mover": at_most("mover", 0), "share": at_most_share("mover", Fraction(0), 0)}
    assert refusal(rules, Tally(), {"class": "yes"}) is None
    assert refusal(rules, Tally(), {"class": "yes", "mover": "Mug"}) == "mover"


@settings(deadline=None)
@given(st.lists(st.sampled_from([f"type{k}" for k in range(14)] + ["Chair"] * 10), max_size=200))
def test_no_type_has_more_than_a_tenth_once_three_is_less(types: list[str]) -> None:
    rule, counts = at_most_share("mover", Fraction(1, 10), 3), Tally()
    for name in types:
        if rule(counts, {"mover": name}):
            counts.add({"mover": name})
            assert counts.count("mover", name) <= max(3, counts.total / 10)
    assert counts.total >= min(3, len(types))


def test_a_share_can_be_of_the_items_of_one_class() -> None:
    rule = at_most_share("cell", Fraction(1, 2), 1, of="class")
    so_far = tally([{"class": "yes", "cell": "yes, short"}] * 2 + [{"class": "no", "cell": "no, short"}] * 6)
    assert not rule(so_far, {"class": "yes", "cell": "yes, short"})
    assert rule(so_far, {"class": "yes", "cell": "yes, long"})


def test_what_workers_are_told_is_the_same_for_the_keys_named() -> None:
    so_far = tally([{"class": "yes", "view": "a"}, {"class": "no", "view": "b"}])
    told = so_far.only(["class"])
    assert (told.total, told.count("class", "yes"), told.count("view", "a")) == (2, 1, 0)
