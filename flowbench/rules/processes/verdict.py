"""What the judge says about a trajectory."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flowbench.rules.processes.rubric import FAILURES, Event, Failure

JUDGE = "exec-1"  # other rules or tolerances: another number
COMPLETENESS = {0: 0.0, 1: 0.5, 2: 1.0}  # of each tier


@dataclass(frozen=True)
class ItemVerdict:
    """How often an item was violated."""

    id: str
    failure: Failure
    events: tuple[Event, ...]

    @property
    def x(self) -> int:
        """Number of violations."""
        return len(self.events)

    @property
    def score(self) -> float:
        """1, 1/2, 1/3, ..."""
        return 1.0 / (self.x + 1)


@dataclass(frozen=True)
class ProcessVerdict:
    """Tier 0, 1 or 2 and the scored items of the rubric."""

    tier: int
    items: tuple[ItemVerdict, ...]

    @property
    def completeness(self) -> float:
        """0, 0.5 or 1."""
        return COMPLETENESS[self.tier]

    @property
    def rubric(self) -> float:
        """Mean score of the items."""
        return sum(item.score for item in self.items) / len(self.items)

    @property
    def final(self) -> float:
        """Completeness times rubric."""
        return self.completeness * self.rubric

    @property
    def success(self) -> bool:
        """All done and nothing violated."""
        return self.tier == 2 and all(item.x == 0 for item in self.items)

    @property
    def counts(self) -> dict[str, int]:
        """Violations by item."""
        return {item.id: item.x for item in self.items}

    @property
    def failures(self) -> Mapping[Failure, int]:
        """Violations by kind of failure."""
        return {kind: sum(item.x for item in self.items if item.failure == kind) for kind in FAILURES}

    def to_json(self) -> dict[str, Any]:
        """JSON values."""
        return {
            "tier": self.tier,
            "completeness": self.completeness,
            "items": [
                {
                    "id": item.id,
                    "failure": item.failure,
                    "x": item.x,
                    "score": round(item.score, 6),
                    "events": [
                        {"t0": round(e.start, 4), "t1": round(e.end, 4), "entity": e.entity, "detail": e.detail}
                        for e in item.events
                    ],
                }
                for item in self.items
            ],
            "failures": dict(self.failures),
            "rubric": round(self.rubric, 6),
            "final": round(self.final, 6),
            "success": self.success,
            "judge": JUDGE,
        }
