"""Scores of clips and final states of processes, by task, level, domain, skill tag and kind of failure."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flowbench.errors import BadValue
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.rubric import FAILURES, Failure
from flowbench.rules.processes.table import process
from flowbench.rules.processes.trajectory import Trajectory
from flowbench.rules.processes.verdict import COMPLETENESS, ProcessVerdict


@dataclass(frozen=True)
class Score:
    """The score of one case.

    Attributes:
        completeness, rubric, final: as the judge says; of a final state there is no rubric, and final is completeness.
        failures: violations by kind.
        items: violations by item of the rubric.
        reason: why there is no verdict; such a case scores 0.
    """

    case_id: str
    completeness: float = 0.0
    rubric: float | None = None
    final: float = 0.0
    success: bool = False
    failures: Mapping[Failure, int] = field(default_factory=dict)
    items: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True)
class Mean:
    """Means over some cases; rubric over those that have one."""

    cases: int
    completeness: float
    rubric: float | None
    final: float
    success: float
    failures: Mapping[Failure, float]

    def to_json(self) -> dict[str, Any]:
        """JSON values, rounded to six decimals."""
        values = {"completeness": self.completeness, "final": self.final, "success": self.success}
        return {
            "cases": self.cases,
            **{name: round(value, 6) for name, value in values.items()},
            "rubric": None if self.rubric is None else round(self.rubric, 6),
            "failures": {name: round(value, 6) for name, value in self.failures.items()},
        }


@dataclass(frozen=True)
class ProcessScores:
    """All scores of a data set; cases without a submission count as 0 and are listed."""

    scores: tuple[Score, ...]
    overall: Mean
    groups: Mapping[str, Mapping[str, Mean]]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether every case has a submission."""
        return not self.missing

    def to_json(self) -> dict[str, Any]:
        """JSON values."""
        return {
            "overall": self.overall.to_json(),
            "groups": {
                kind: {name: mean.to_json() for name, mean in found.items()} for kind, found in self.groups.items()
            },
            "cases": {
                score.case_id: {
                    "completeness": score.completeness, "rubric": score.rubric, "final": score.final,
                    "success": score.success, "items": dict(score.items), "failures": dict(score.failures),
                    "reason": score.reason or None,
                }
                for score in self.scores
            },
            "missing": list(self.missing),
            "unknown": list(self.unknown),
        }  # fmt: skip


def score_clip(case: Case, clip: Trajectory) -> Score:
    """Judge a clip; one that cannot be judged scores 0 and says why."""
    try:
        return score_of(case, judge(case, clip))
    except BadValue as e:
        return Score(case.case_id, reason=str(e))


def score_of(case: Case, verdict: ProcessVerdict) -> Score:
    """The score of a verdict."""
    return Score(
        case.case_id, verdict.completeness, verdict.rubric, verdict.final, verdict.success,
        dict(verdict.failures), verdict.counts,
    )  # fmt: skip


def score_state(case: Case, state: Any) -> Score:
    """Completeness of a final state, whatever led to it: 1 at the goal, 0.5 nearer to it than at first, else 0."""
    rules = process(case.process)
    if rules.is_goal(case.instance, state):
        return Score(case.case_id, COMPLETENESS[2], None, COMPLETENESS[2], True)
    try:
        nearer = rules.distance(case.instance, state) < rules.distance(case.instance, rules.initial(case.instance))
    except NoPlan:
        nearer = False
    share = COMPLETENESS[int(nearer)]
    return Score(case.case_id, share, None, share, False)


def summarise(cases: Iterable[Case], scores: Mapping[str, Score]) -> ProcessScores:
    """Add scores up over all cases."""
    known = list(cases)
    full = {case.case_id: scores.get(case.case_id, Score(case.case_id, reason="missing")) for case in known}
    groups = {
        "task": _grouped(known, full, lambda case: (case.process,)),
        "level": _grouped(known, full, lambda case: (case.level,)),
        "domain": _grouped(known, full, lambda case: (process(case.process).about.domain,)),
        "tag": _grouped(known, full, lambda case: process(case.process).about.tags_paper),
    }
    ids = {case.case_id for case in known}
    return ProcessScores(
        scores=tuple(full[case.case_id] for case in known),
        overall=mean_of(list(full.values())),
        groups=groups,
        missing=tuple(case.case_id for case in known if case.case_id not in scores),
        unknown=tuple(sorted(set(scores) - ids)),
    )


def _grouped(
    cases: list[Case], scores: Mapping[str, Score], keys: Callable[[Case], tuple[str, ...]]
) -> dict[str, Mean]:
    found: dict[str, list[Score]] = {}
    for case in cases:
        for key in keys(case):
            found.setdefault(key, []).append(scores[case.case_id])
    return {key: mean_of(group) for key, group in found.items()}


def mean_of(scores: list[Score]) -> Mean:
    """Means over scores.

    Raises:
        BadValue: for none.
    """
    if not scores:
        raise BadValue("There is nothing to score: the data set has no cases.")
    count = len(scores)
    rubrics = [score.rubric for score in scores if score.rubric is not None]
    return Mean(
        cases=count,
        completeness=sum(score.completeness for score in scores) / count,
        rubric=sum(rubrics) / len(rubrics) if rubrics else None,
        final=sum(score.final for score in scores) / count,
        success=sum(score.success for score in scores) / count,
        failures={kind: sum(score.failures.get(kind, 0) for score in scores) / count for kind in FAILURES},
    )
