"""Admission: which candidates become items. A serial fold over the slots in the order of their indices.

A quota looks at what was admitted so far and at the keys of one candidate, and says whether the candidate may follow.
It binds every prefix and never knows how many items are wanted in the end, so a longer data set starts with the shorter
one. A key that a quota is about and a candidate lacks does not count against it: so the same quotas also judge a slot
before it is run, by the keys that are known by then.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from flowbench.datasets.game_plan import GamePlan
from flowbench.datasets.plan import Plan
from flowbench.datasets.slots import over_one_denominator
from flowbench.rules.rooms.presets import BALANCED

Keys = Mapping[str, str]  # what quotas look at: "class", "scene", "view", "mover", ... (see `keys`)

MOVER_SHARE, MOVER_FLOOR = Fraction(1, 10), 3  # no type above a tenth of the movers, once there are thirty items
LENGTH_SHARE, LENGTH_FLOOR = Fraction(1, 2), 4  # of the items of a class
LENGTH_OVER = Fraction(1, 2)  # of an item: a class whose moves fall into two bins alone, four and four, can go on
NAME_SHARE, NAME_FLOOR = Fraction(3, 5), 3  # of the questions that name a type and are answered yes or no
# Keys whose values are few: what workers are told of the tally.
FEW_VALUED = ("class", "mover", "cell", "mover_answer", "landmark", "landmark_answer")


class Tally:
    """How many items with each (key, value) were admitted."""

    def __init__(self, total: int = 0, counts: Mapping[tuple[str, str], int] | None = None) -> None:
        """Start with nothing admitted."""
        self.total = total
        self._counts = Counter(counts or {})

    def count(self, key: str, value: str) -> int:
        """Admitted items with this value of this key."""
        return self._counts[key, value]

    def add(self, keys: Keys) -> None:
        """Count one more item."""
        self.total += 1
        self._counts.update(keys.items())

    def only(self, names: Iterable[str]) -> "Tally":
        """What is known of some keys."""
        kept = set(names)
        return Tally(self.total, {pair: count for pair, count in self._counts.items() if pair[0] in kept})


Quota = Callable[[Tally, Keys], bool]


def tally(admitted: Iterable[Keys]) -> Tally:
    """Count what was admitted."""
    result = Tally()
    for keys in admitted:
        result.add(keys)
    return result


def quotas(plan: Plan) -> dict[str, Quota]:
    """The quotas of a plan by name; of a game's questions none may come twice."""
    if isinstance(plan, GamePlan):
        return {"question": at_most("question", 1)}
    per_scene = {} if plan.per_scene is None else {"scene": one_a_lap("scene")}
    return {
        "class": within_one("class", plan.rates),
        "view": at_most("view", plan.per_view),
        **per_scene,
        "question": at_most("question", 1),
        "mover": at_most_share("mover", MOVER_SHARE, MOVER_FLOOR),
        "length": at_most_share("cell", LENGTH_SHARE, LENGTH_FLOOR, of="class", over=LENGTH_OVER),
        **(_telling_names() if plan.preset == BALANCED else {}),
    }


def _telling_names() -> dict[str, Quota]:
    """Keep each type a question can name from telling its answer."""
    named = ("mover", "landmark")
    return {f"{key} and answer": at_most_share(f"{key}_answer", NAME_SHARE, NAME_FLOOR, of=key) for key in named}


def refusal(rules: Mapping[str, Quota], so_far: Tally, keys: Keys) -> str | None:
    """The name of the first quota that refuses a candidate, or None when it is admitted."""
    return next((name for name, allows in rules.items() if not allows(so_far, keys)), None)


def at_most(key: str, number: int) -> Quota:
    """Admit at most so many items with the same value of a key."""

    def allows(so_far: Tally, keys: Keys) -> bool:
        return key not in keys or so_far.count(key, keys[key]) < number

    return allows


def one_a_lap(key: str) -> Quota:
    """Admit one item with the same value of a key in the first lap of the stream, two by the end of the second, ..."""

    def allows(so_far: Tally, keys: Keys) -> bool:
        return so_far.count(key, keys[key]) <= int(keys["lap"])

    return allows


def at_most_share(key: str, share: Fraction, floor: int, of: str | None = None, over: Fraction = Fraction(0)) -> Quota:
    """Keep each value of a key to a share of all items, or of those with the same value of `of`.

    Up to `floor` items with a value are always admitted, so that a data set can begin; `over` is by how much of an item
    a value may exceed its share.
    """

    def allows(so_far: Tally, keys: Keys) -> bool:
        if key not in keys:
            return True
        everything = so_far.total if of is None else so_far.count(of, keys[of])
        return so_far.count(key, keys[key]) + 1 <= max(Fraction(floor), share * (everything + 1) + over)

    return allows


def within_one(key: str, rates: Mapping[str, Fraction]) -> Quota:
    """Keep the number of items of each class within one of its rate times all items, in every prefix.

    With four or more classes a prefix can satisfy this and yet leave no class that may follow; so a candidate is
    admitted only where as many items as there are classes can follow it.
    """
    parts, whole = over_one_denominator(tuple(rates.values()))
    numbers = {name: k for k, name in enumerate(rates)}

    @lru_cache(maxsize=1024)
    def is_kept(counts: tuple[int, ...]) -> bool:
        return _within(counts, parts, whole) and _can_follow(counts, parts, whole)

    def allows(so_far: Tally, keys: Keys) -> bool:
        counts = [so_far.count(key, name) for name in rates]
        counts[numbers[keys[key]]] += 1
        return is_kept(tuple(counts))

    return allows


def _within(counts: Sequence[int], parts: Sequence[int], whole: int) -> bool:
    """Whether the counts are within one of their rates, which are parts of a whole."""
    total = sum(counts)
    return all(abs(whole * count - part * total) <= whole for count, part in zip(counts, parts, strict=True))


def _can_follow(counts: Sequence[int], parts: Sequence[int], whole: int) -> bool:
    """Whether as many more items as there are classes can follow.

    Each next item of a class has a last step by which it must have come. To serve, among the classes that may come at
    all, the one whose last step is nearest finds a way if there is one (earliest deadline first, jobs of unit length).
    """
    counts = list(counts)
    common = math.lcm(*(part for part in parts if part > 0))
    for total in range(sum(counts) + 1, sum(counts) + len(parts) + 1):
        open_now = [c for c, part in enumerate(parts) if part > 0 and whole * counts[c] <= part * total]
        if not open_now:
            return False
        counts[min(open_now, key=lambda c: ((counts[c] + 1) * (common // parts[c]), c))] += 1
        if not _within(counts, parts, whole):
            return False
    return True
