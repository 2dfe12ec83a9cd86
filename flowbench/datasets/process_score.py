"""Score what was submitted for the cases of a folder: clips as trajectories, plans, or final states.

A submission is a folder of trajectory files (`<case id>.jsonl.gz`, or as `flowbench rollout` writes them), or a
JSON-lines file with a row a case: `{"id", "actions": [...]}` (a plan, played with illegal actions applied, and judged
as a clip) or `{"id", "state": {...}}` (a final state, of which completeness alone is scored).
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from flowbench.datasets import strict_json
from flowbench.datasets.process_files import TRAJECTORY
from flowbench.datasets.process_plan import read_process_plan, split_id
from flowbench.datasets.trajectory_files import read_trajectory
from flowbench.errors import BadValue, IllegalAction, StoreError
from flowbench.evaluation.process_scores import ProcessScores, Score, score_clip, score_state, summarise
from flowbench.rules.games.plain import from_plain
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.table import process

MAX_ROWS_BYTES = 64 << 20
_SUFFIX = ".jsonl.gz"


def score_processes(submission: Path, data: Path) -> ProcessScores:
    """Score a submission against a folder of cases; what cannot be judged scores 0 and says why.

    Raises:
        StoreError: when the submission or the folder cannot be read at all.
    """
    plan = read_process_plan(data)
    cases = {case_id: plan.case(case_id) for case_id in plan.case_ids}
    found = _clips(submission, cases) if submission.is_dir() else _rows(submission, cases)
    scores: dict[str, Score] = {}
    for case_id, score in found:
        if case_id in scores:
            raise StoreError(f"{submission} has two submissions for {case_id}.")
        scores[case_id] = score
    return summarise(cases.values(), scores)


def _clips(folder: Path, cases: Mapping[str, Case]) -> Iterator[tuple[str, Score]]:
    for path in sorted(folder.rglob(f"*{_SUFFIX}")):
        case_id = path.parent.name if path.name == TRAJECTORY else path.name.removesuffix(_SUFFIX)
        case = cases.get(case_id)
        yield case_id, Score(case_id) if case is None else _clip(case, path)


def _clip(case: Case, path: Path) -> Score:
    try:
        return score_clip(case, read_trajectory(path))
    except StoreError as e:
        return Score(case.case_id, reason=str(e))


def _rows(path: Path, cases: Mapping[str, Case]) -> Iterator[tuple[str, Score]]:
    for number, row in enumerate(strict_json.read_lines(path, MAX_ROWS_BYTES), 1):
        where = f"{path.name} line {number}"
        if not isinstance(row, dict) or set(row) not in ({"id", "state"}, {"id", "actions"}):
            raise StoreError(f'{where} must be a map of "id" and either "state" or "actions".')
        case_id = _id(row["id"], where)
        case = cases.get(case_id)
        yield case_id, Score(case_id) if case is None else _row(case, row)


def _id(value: Any, where: str) -> str:
    try:
        split_id(str(value))
    except BadValue as e:
        raise StoreError(f"{where}: {e}") from e
    return str(value)


def _row(case: Case, row: Mapping[str, Any]) -> Score:
    rules = process(case.process)
    try:
        if "state" in row:
            return score_state(case, from_plain(rules.state_type, row["state"]))
        return score_clip(case, animate(rules, case.instance, case.case_id, _actions(row["actions"]), permissive=True))
    except (BadValue, IllegalAction, ArithmeticError, LookupError) as e:
        return Score(case.case_id, reason=f"{type(e).__name__}: {e}")


def _actions(value: Any) -> list[int]:
    if not isinstance(value, list) or not all(isinstance(item, int) and not isinstance(item, bool) for item in value):
        raise BadValue(f"actions are a list of integers, got {str(value):.60}")
    return value
