"""Accuracies over graded answers and what they are split by."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from flowbench.evaluation.grading import Mark
from flowbench.evaluation.lengths import LENGTHS
from flowbench.evaluation.statistics import wilson


@dataclass(frozen=True)
class Rate:
    """A share with its 95 % Wilson interval. `n` counts items: several orders of one item count as one try."""

    value: float
    n: int
    low: float
    high: float


@dataclass(frozen=True)
class Stale:
    """How often a wrong answer is the one that was right before the move.

    Attributes:
        value: share of wrong answers equal to the before-state's.
        chance: what choosing among the wrong answers at random would give.
        n: wrong answers looked at: to items whose answer the move changed, with more than two possible answers, the
            before-state's known and among them, and the reply a possible answer.
    """

    value: float
    chance: float
    n: int


def rate(marks: Sequence[Mark]) -> Rate:
    """Accuracy of at least one mark."""
    items = len({mark.facts.item_id for mark in marks})
    value = accuracy(marks)
    return Rate(value, items, *wilson(value * items, items))


def rates(marks: Iterable[Mark], key: Callable[[Mark], Hashable]) -> dict[str, Rate]:
    """Accuracies by what `key` says of a mark; marks of which it says None are left out."""
    return {str(name): rate(group) for name, group in grouped(marks, key).items()}


def grouped(marks: Iterable[Mark], key: Callable[[Mark], Hashable]) -> dict[Hashable, list[Mark]]:
    """Marks by what `key` says of them, names in order; marks of which it says None are left out."""
    groups: dict[Hashable, list[Mark]] = {}
    for mark in marks:
        name = key(mark)
        if name is not None:
            groups.setdefault(name, []).append(mark)
    return dict(sorted(groups.items(), key=lambda pair: str(pair[0])))


def mean(values: Iterable[float]) -> float:
    """The mean of at least one value."""
    found = list(values)
    return sum(found) / len(found)


def accuracy(marks: Sequence[Mark]) -> float:
    """Share of right marks, of at least one."""
    return mean(mark.correct for mark in marks)


def gap(marks: Sequence[Mark]) -> float | None:
    """acc(unchanged) - acc(changed): above 0, a model tends to answer as if nothing had moved."""
    groups = grouped(marks, lambda mark: mark.facts.change)
    return accuracy(groups["unchanged"]) - accuracy(groups["changed"]) if len(groups) == 2 else None


def gap_mix(marks: Sequence[Mark]) -> float | None:
    """The gap within categories that have both kinds, weighted by their unchanged items; None where no category has."""
    pairs = [
        (found, sum(mark.facts.change == "unchanged" for mark in group))
        for group in grouped(marks, lambda mark: mark.facts.category).values()
        if (found := gap(group)) is not None
    ]
    weight = sum(count for _, count in pairs)
    return sum(found * count for found, count in pairs) / weight if weight else None


def stale(marks: Iterable[Mark]) -> Stale | None:
    """The stale rate; None where no wrong answer could be stale."""
    wrong = [mark for mark in marks if _could_be_stale(mark)]
    if not wrong:
        return None
    value = mean(mark.chosen == mark.facts.before for mark in wrong)
    return Stale(value, mean(1.0 / (mark.facts.options.answers - 1) for mark in wrong), len(wrong))


def _could_be_stale(mark: Mark) -> bool:
    facts = mark.facts
    asked = facts.change == "changed" and facts.before is not None and facts.options.answers > 2
    return asked and not mark.correct and facts.options.can_be(mark.chosen)


def by_length(marks: Iterable[Mark]) -> Mapping[str, Rate]:
    """Accuracies by the length of the move, short ones first."""
    found = rates(marks, lambda mark: mark.facts.length)
    return {name: found[name] for name in LENGTHS if name in found}
