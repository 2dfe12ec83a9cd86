"""What a roll-out says about itself: counts, rates, yield, and why the rest failed."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flowbench.datasets.index import Row


@dataclass(frozen=True)
class Report:
    """The outcome of a roll-out.

    Attributes:
        requested: items asked for.
        classes: items of each class.
        slots: slots run, and `found` those that gave a candidate, by wanted class.
        views: different views visited, and `views_found` those that gave a candidate.
        refused: candidates that a quota kept out, by quota.
        skipped: slots that were not run because no quota could let their item in, by quota.
        reasons: why attempts failed, with how often.
        digest: one SHA-256 for the whole data set.
    """

    requested: int
    classes: Mapping[str, int]
    slots: Mapping[str, int]
    found: Mapping[str, int]
    views: int
    views_found: int
    refused: Mapping[str, int] = field(default_factory=dict)
    skipped: Mapping[str, int] = field(default_factory=dict)
    reasons: Mapping[str, int] = field(default_factory=dict)
    digest: str = ""

    @property
    def items(self) -> int:
        """Items in the data set."""
        return sum(self.classes.values())

    @property
    def complete(self) -> bool:
        """Whether there are as many items as were asked for."""
        return self.items >= self.requested

    @property
    def exit_code(self) -> int:
        """0, or 1 when the stream ran dry."""
        return 0 if self.complete else 1

    @property
    def view_yield(self) -> float:
        """Views with a candidate / views visited."""
        return self.views_found / self.views if self.views else 0.0

    def to_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        return {
            "classes": dict(self.classes),
            "complete": self.complete,
            "digest": self.digest,
            "found": dict(self.found),
            "items": self.items,
            "reasons": dict(self.reasons),
            "refused": dict(self.refused),
            "requested": self.requested,
            "skipped": dict(self.skipped),
            "slots": dict(self.slots),
            "view_yield": round(self.view_yield, 4),
            "views": self.views,
            "views_found": self.views_found,
        }

    def lines(self) -> list[str]:
        """The report in words, a line a subject."""
        shares = ", ".join(f"{name} {n} ({n / max(1, self.items):.2f})" for name, n in self.classes.items())
        yields = ", ".join(f"wanted {name} {self.found[name]}/{n}" for name, n in self.slots.items())
        result = [
            f"{self.items} of {self.requested} items: {shares}" + ("" if self.complete else " - no slots are left"),
            f"yield {self.view_yield:.2f}: {self.views_found} of {self.views} views; by slot: {yields}",
        ]
        details = (
            ("refused by quota", self.refused),
            ("skipped by quota", self.skipped),
            ("failed attempts", self.reasons),
        )
        for title, counts in details:
            if counts:
                result.append(f"{title}: " + ", ".join(f"{name} {n}" for name, n in list(counts.items())[:8]))
        return [*result, f"digest {self.digest}"]


def report_of(
    requested: int, classes: Iterable[str], rows: Iterable[Row], logs: Iterable[Mapping[str, Any]], digest: str
) -> Report:
    """Add up the rows and slot logs of a store."""
    everything, names = list(logs), list(classes)
    tried = [log for log in everything if log["outcome"] != "skipped"]
    hits = [log for log in tried if log["outcome"] == "found"]
    admitted = Counter(row.keys["class"] for row in rows)
    slots, found = Counter(log["wanted"] for log in tried), Counter(log["wanted"] for log in hits)
    refused = Counter(log["admission"] for log in hits if log["admission"] != "admitted")
    skipped = Counter(log["admission"] for log in everything if log["outcome"] == "skipped")
    return Report(
        requested=requested,
        classes={name: admitted[name] for name in names},
        slots={name: slots[name] for name in names},
        found={name: found[name] for name in names},
        views=len({(log["scene"], log["view"]) for log in tried}),
        views_found=len({(log["scene"], log["view"]) for log in hits}),
        refused=dict(refused.most_common()),
        skipped=dict(skipped.most_common()),
        reasons=dict(_reasons(tried).most_common()),
        digest=digest,
    )


def _reasons(logs: Iterable[Mapping[str, Any]]) -> Counter[str]:
    reasons: Counter[str] = Counter()
    for log in logs:
        reasons.update(log["reasons"])
        if log["outcome"] == "no proposal":
            reasons["no proposal in this view"] += 1
    return reasons
