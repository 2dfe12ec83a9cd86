"""`flowbench rollout | replay | show | score` for processes."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from flowbench.cli.console import print_json, progress_bar
from flowbench.errors import BadValue, StoreError

if TYPE_CHECKING:
    from flowbench.evaluation.process_scores import Mean, ProcessScores

PER_LEVEL = 10  # the benchmark's number
SHOWN = 5
_WIDTH_PX = 426  # of a picture on a sheet


def roll_out(
    tasks: tuple[str, ...], out: Path, per_level: int | None, styles: str | None, clips: bool, seed: int, split: str,
    workers: int, json: bool,
) -> int:  # fmt: skip
    """Fill a folder with cases; gives the exit code."""
    from flowbench.datasets.process_plan import make_process_plan
    from flowbench.datasets.process_rollout import roll_out_processes

    named = styles.split(",") if styles else None
    plan = make_process_plan(tasks, per_level or PER_LEVEL, styles=named, clips=clips, seed=seed, split=split)
    with progress_bar("processes", len(plan.case_ids), quiet=json) as update:
        report = roll_out_processes(plan, out, workers, lambda done, total: update(done, total, ""))
    if json:
        print_json({"out": str(out), **report.to_json()})
    else:
        typer.echo(f"{report.cases} cases of {len(plan.tasks)} tasks in {out}, {report.made} of them made now")
    return 0


def chosen_tasks(target: str, tasks: str | None) -> tuple[str, ...] | None:
    """The tasks of a target, narrowed down by names with commas; None where the target is no process.

    Raises:
        BadValue: when names are given for what is no set of processes.
    """
    from flowbench.datasets.process_plan import SET, tasks_of

    found = tasks_of(target)
    if tasks is None:
        return found
    if found is None or target != SET:
        raise BadValue(f"--tasks narrows down the set {SET!r}; {target} is one already.")
    from flowbench.rules.processes.table import process

    return tuple(process(name.strip()).name for name in tasks.split(","))


def show(data: Path, out: Path, count: int, json: bool) -> None:
    """Draw a contact sheet: a row a case, its beginning, middle, end and reference in each style."""
    import numpy as np

    from flowbench.datasets.process_files import case_folder
    from flowbench.datasets.process_plan import read_process_plan
    from flowbench.datasets.trajectory_files import read_trajectory
    from flowbench.render.drawing import contact_sheet
    from flowbench.render.files import read_png, write_png
    from flowbench.rules.processes.drawing.painter import draw_scene
    from flowbench.rules.processes.table import process

    plan = read_process_plan(data)
    ids = [plan.case_ids[k * len(plan.case_ids) // count] for k in range(min(count, len(plan.case_ids)))]
    rows, texts = [], []
    for case_id in dict.fromkeys(ids):
        case = plan.case(case_id)
        folder = case_folder(data, case)
        clip = read_trajectory(folder / "trajectory.jsonl.gz")
        row = []
        for style in plan.styles:
            for k in (0, len(clip.frames) // 2, len(clip.frames) - 1):
                row.append(draw_scene(process(case.process).looks, style, clip.frames[k].entities, _WIDTH_PX))
            reference = folder / f"reference_{style}.png"
            if reference.is_file():
                row.append(np.ascontiguousarray(read_png(reference)[::3, ::3]))
        rows.append(row)
        texts.append(f"{case_id}: {process(case.process).words.goal}")
    write_png(out, contact_sheet(rows, row_texts=texts, size=14))
    if json:
        print_json({"data": str(data), "ids": ids, "sheet": str(out)})
    else:
        typer.echo(f"{len(rows)} of {len(plan.case_ids)} cases: {out}")


def score(submission: Path | None, data: Path, json: bool) -> int:
    """Score trajectories, plans or final states; gives the exit code."""
    from flowbench.datasets.process_score import score_processes

    if submission is None:
        raise BadValue("There is nothing to score: give a folder of trajectories or a JSONL file of states or plans.")
    if not submission.exists():
        raise StoreError(f"{submission} does not exist.")
    report = score_processes(submission, data)
    code = 0 if report.complete else 1
    if json:
        print_json({"data": str(data), "exit_code": code, **report.to_json()})
    else:
        _print(report)
    return code


def _print(report: "ProcessScores") -> None:
    head = f"{'':<28}{'cases':>6}{'comp.':>8}{'rubric':>8}{'final':>8}{'success':>9}  failures a case"
    typer.echo(head)
    typer.echo(_line("all", report.overall))
    for kind, means in report.groups.items():
        typer.echo(f"by {kind}")
        for name, mean in means.items():
            typer.echo(_line(f"  {name}", mean))
    for what, ids in (("without a submission", report.missing), ("submitted but not in the data set", report.unknown)):
        if ids:
            more = ", ..." if len(ids) > SHOWN else ""
            typer.echo(f"{len(ids)} {what}: {', '.join(ids[:SHOWN])}{more}", err=True)
    for found in report.scores:
        if found.reason not in ("", "missing"):
            typer.echo(f"{found.case_id}: {found.reason}", err=True)


def _line(name: str, mean: "Mean") -> str:
    rubric = "-" if mean.rubric is None else f"{100 * mean.rubric:.1f}"
    failures = ", ".join(f"{kind} {value:.2f}" for kind, value in mean.failures.items())
    return (
        f"{name:<28}{mean.cases:>6}{100 * mean.completeness:>8.1f}{rubric:>8}{100 * mean.final:>8.1f}"
        f"{100 * mean.success:>9.1f}  {failures}"
    )
