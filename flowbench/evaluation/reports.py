"""What `score` says about answers, and how it is added up."""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flowbench.evaluation import splits
from flowbench.evaluation.grading import Mark
from flowbench.evaluation.splits import Rate, Stale
from flowbench.evaluation.statistics import bootstrap_mean


@dataclass(frozen=True)
class ModeReport:
    """The scores of one mode. Rates are shares in [0, 1].

    Attributes:
        shuffles: accuracy of each answer order ("stored" for that of the data set); `overall` is their mean.
        category_mean: mean of the categories' accuracies.
        chance: accuracy of guessing over these items, `chance_categories` by category, `chance_mean` their mean.
        read_accuracy: accuracy over the replies that could be read; None where none could.
        unread: replies that chose nothing, by why: "no_answer", "off_list", "ambiguous", "missing".
        changed: accuracy by whether the move changes the answer ("changed", "unchanged").
        gap: acc(unchanged) - acc(changed), and `gap_mix` the same within categories.
        kinds: accuracy by kind of question: "relations" and "thresholds".
    """

    overall: Rate
    shuffles: Mapping[str, float]
    categories: Mapping[str, Rate]
    category_mean: float
    chance: float
    chance_categories: Mapping[str, float]
    chance_mean: float
    read_accuracy: float | None
    unread: Mapping[str, int]
    changed: Mapping[str, Rate]
    gap: float | None
    gap_mix: float | None
    stale: Stale | None
    lengths: Mapping[str, Rate]
    kinds: Mapping[str, Rate]


@dataclass(frozen=True)
class ImaginationGap:
    """What having to imagine the outcome costs: accuracy when it is seen less accuracy when it is not.

    Attributes:
        value: acc(2A) - acc(1A), or acc(2B) - acc(1B).
        low, high: 95 % bootstrap interval over items.
        category_mean: the same of the categories' means.
    """

    value: float
    low: float
    high: float
    category_mean: float


@dataclass(frozen=True)
class Report:
    """Everything `score` says.

    Attributes:
        items: how many items were scored.
        modes: scores by mode ("1A", ...), of the modes that have answers.
        imagination_gap: by effort, "A" or "B", where both modes have answers.
        missing: ids of items without an answer, by mode (and shuffle).
        unknown: ids of answers that belong to no scored item; they are left out.
    """

    items: int
    modes: Mapping[str, ModeReport]
    imagination_gap: Mapping[str, ImaginationGap]
    missing: Mapping[str, tuple[str, ...]]
    unknown: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every item is answered and every answer belongs to one."""
        return not self.missing and not self.unknown

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {**dataclasses.asdict(self), "complete": self.complete}


def mode_report(orders: Mapping[str, Sequence[Mark]]) -> ModeReport:
    """The scores of a mode, from its marks by answer order."""
    marks = _all(orders)
    guessing = {
        str(name): splits.mean(1.0 / one.facts.options.answers for one in some)
        for name, some in splits.grouped(marks, lambda one: one.facts.category).items()
    }
    readable = [one for one in marks if one.status == "read"]
    return ModeReport(
        overall=splits.rate(marks),
        shuffles={name: splits.accuracy(some) for name, some in orders.items()},
        categories=splits.rates(marks, lambda one: one.facts.category),
        category_mean=_category_mean(marks),
        chance=splits.mean(1.0 / one.facts.options.answers for one in marks),
        chance_categories=guessing,
        chance_mean=splits.mean(guessing.values()),
        read_accuracy=splits.accuracy(readable) if readable else None,
        unread=dict(sorted(Counter(one.status for one in marks if one.status != "read").items())),
        changed=splits.rates(marks, lambda one: one.facts.change),
        gap=splits.gap(marks),
        gap_mix=splits.gap_mix(marks),
        stale=splits.stale(marks),
        lengths=splits.by_length(marks),
        kinds=splits.rates(marks, lambda one: one.facts.kind),
    )


def _category_mean(marks: Iterable[Mark]) -> float:
    return splits.mean(splits.accuracy(some) for some in splits.grouped(marks, lambda one: one.facts.category).values())


def imagination_gap(imagined: Mapping[str, Sequence[Mark]], seen: Mapping[str, Sequence[Mark]]) -> ImaginationGap:
    """The gap between two modes, from their marks by answer order."""
    differences = [after - before for before, after in zip(_per_item(imagined), _per_item(seen), strict=True)]
    low, high = bootstrap_mean(differences, "imagination gap", len(differences))
    category_mean = _category_mean(_all(seen)) - _category_mean(_all(imagined))
    return ImaginationGap(splits.mean(differences), low, high, category_mean)


def _all(orders: Mapping[str, Sequence[Mark]]) -> list[Mark]:
    return [one for some in orders.values() for one in some]


def _per_item(orders: Mapping[str, Sequence[Mark]]) -> list[float]:
    """The accuracy of each item, the mean over answer orders."""
    return [splits.mean(one.correct for one in same) for same in zip(*orders.values(), strict=True)]
