"""Admission: which candidates become items. A serial fold over the slots in the order of their indices.

A quota looks at what was admitted so far and at the keys of one candidate, and says whether the candidate may follow.
It binds every prefix and never knows how many items are wanted in the end, so a longer data set starts with the shorter
one.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flowbench.datasets.plan import Plan

Keys = Mapping[str, str]  # what quotas look at: "class", "scene", "view", ...


@dataclass(frozen=True)
class Tally:
    """How many items with each (key, value) were admitted."""

    total: int
    counts: Mapping[tuple[str, str], int]

    def count(self, key: str, value: str) -> int:
        """Admitted items with this value of this key."""
        return self.counts.get((key, value), 0)

    def plus(self, keys: Keys) -> "Tally":
        """The tally after one more item."""
        counts = dict(self.counts)
        for pair in keys.items():
            counts[pair] = counts.get(pair, 0) + 1
        return Tally(self.total + 1, counts)


NOTHING = Tally(0, {})
Quota = Callable[[Tally, Keys], bool]


def tally(admitted: Iterable[Keys]) -> Tally:
    """Count what was admitted."""
    result = NOTHING
    for keys in admitted:
        result = result.plus(keys)
    return result


def quotas(plan: Plan) -> dict[str, Quota]:
    """The quotas of a plan by name."""
    return {"class": within_one("class", plan.rates)}


def refusal(rules: Mapping[str, Quota], so_far: Tally, keys: Keys) -> str | None:
    """The name of the first quota that refuses a candidate, or None when it is admitted."""
    return next((name for name, allows in rules.items() if not allows(so_far, keys)), None)


def within_one(key: str, rates: Mapping[str, Fraction]) -> Quota:
    """Keep the number of items of each class within one of its rate times all items, in every prefix.

    With four or more classes a prefix can satisfy this and yet leave no class that may follow; so a candidate is
    admitted only where as many items as there are classes can follow it.
    """
    shares = tuple(rates.values())
    numbers = {name: k for k, name in enumerate(rates)}

    def allows(so_far: Tally, keys: Keys) -> bool:
        counts = [so_far.count(key, name) for name in rates]
        counts[numbers[keys[key]]] += 1
        return _within(counts, shares) and _can_follow(counts, shares, len(shares))

    return allows


def _within(counts: list[int], shares: tuple[Fraction, ...]) -> bool:
    total = sum(counts)
    return all(abs(count - share * total) <= 1 for count, share in zip(counts, shares, strict=True))


def _can_follow(counts: list[int], shares: tuple[Fraction, ...], steps: int) -> bool:
    if steps == 0:
        return True
    after = ([count + (k == c) for k, count in enumerate(counts)] for c in range(len(counts)) if shares[c] > 0)
    return any(_within(step, shares) and _can_follow(step, shares, steps - 1) for step in after)
