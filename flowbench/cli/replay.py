"""`flowbench replay`: make every episode again and compare."""

from pathlib import Path
from typing import Annotated

import typer

from flowbench.cli.console import Json, print_json, progress_bar

SHOWN = 10  # findings printed in words


def replay(
    data: Annotated[Path, typer.Argument(help="A folder that `flowbench rollout` or `RecordEpisode` filled.")],
    id_: Annotated[list[str] | None, typer.Option("--id", help="Only this item; may be given again.")] = None,
    json: Json = False,
) -> None:
    """Replay a data set: every label, picture and array recomputed; names the first difference."""
    from flowbench.datasets.process_plan import is_process_data
    from flowbench.datasets.process_replay import replay_processes
    from flowbench.datasets.replay import replay as replay_data

    with progress_bar("replay", None, quiet=json) as update:
        again = replay_processes if is_process_data(data) else replay_data
        report = again(data, ids=id_, progress=lambda done, total: update(done, total, ""))
    if json:
        print_json({"data": str(data), "exit_code": report.exit_code, **report.to_json()})
        raise typer.Exit(report.exit_code)
    odd = [finding for finding in report.findings if finding.verdict != "equal"]
    for finding in odd[:SHOWN]:
        typer.echo(str(finding))
    if len(odd) > SHOWN:
        typer.echo(f"... and {len(odd) - SHOWN} more (--json lists all)")
    counts = report.to_json()["counts"]
    typer.echo(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    if not report.finished:
        typer.echo("This roll-out was stopped before its end.", err=True)
    raise typer.Exit(report.exit_code)
