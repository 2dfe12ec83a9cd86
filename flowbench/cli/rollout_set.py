"""`flowbench rollout` of a named set: its parts, one after the other."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from flowbench.cli.console import print_json, progress_bar
from flowbench.cli.rates import RateLine

if TYPE_CHECKING:
    from flowbench.datasets.filling import Status


def is_set(target: str) -> bool:
    """Whether a target names a set."""
    from flowbench.datasets.sets import SETS

    return target in SETS


def roll_out_named(name: str, out: Path, workers: int, scenes: int | None, json: bool) -> int:
    """Roll out a set, or as much of it as falls to some of its scenes, and say what came of it; gives the exit code."""
    from flowbench.datasets.sets import Part, named_set, roll_out_set

    parts = named_set(name, scenes).parts
    counts, rates = {part.folder: 0 for part in parts}, {part.folder: RateLine() for part in parts}
    total = sum(part.count for part in parts)
    with progress_bar(name, total, quiet=json) as update:

        def show(part: Part, status: "Status") -> None:
            counts[part.folder] = status.items
            update(sum(counts.values()), total, f" {part.folder}{rates[part.folder].text(status)}")

        reports = roll_out_set(name, out, workers=workers, scenes=scenes, progress=show)
    code = max(report.exit_code for report in reports.values())
    if json:
        found = {folder: report.to_json() for folder, report in reports.items()}
        print_json({"out": str(out), "exit_code": code, "parts": found})
        return code
    for folder, report in reports.items():
        typer.echo("\n".join([f"{folder}:", *(f"  {line}" for line in report.lines())]))
        if not report.complete:
            typer.echo(f"{folder}: {report.items} of {report.requested}: no slots are left.", err=True)
    return code
