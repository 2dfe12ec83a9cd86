"""`flowbench rephrase`: other words for the questions, from a language model."""

from pathlib import Path
from typing import Annotated

import typer

from flowbench.cli.console import Json, print_json, progress_bar

SHOWN = 5  # reasons printed in words


def rephrase(
    data: Annotated[Path, typer.Argument(help="A folder that `flowbench rollout` filled; it is only read.")],
    url: Annotated[str, typer.Option(help="Base of an OpenAI-compatible endpoint: http://localhost:8000/v1.")],
    model: Annotated[str, typer.Option(help="Name of the model there.")],
    out: Annotated[Path, typer.Option(help="The file to write: NAME.jsonl, outside of DATA.")],
    key_env: Annotated[str | None, typer.Option(help="Environment variable that holds the key.")] = None,
    temperature: Annotated[float, typer.Option(help="How freely the model writes, 0 to 2.")] = 0.7,
    seed: Annotated[int, typer.Option(min=0, help="Another seed asks for other words.")] = 0,
    timeout: Annotated[float, typer.Option(help="Seconds for one reply.")] = 60.0,
    tries: Annotated[int, typer.Option(min=1, max=20, help="Tries of one request.")] = 4,
    per_minute: Annotated[float | None, typer.Option(help="Requests a minute at most.")] = None,
    json: Json = False,
) -> None:
    """Reword the questions of a data set; what might ask something else stays. Exit code 1: replies missing."""
    from flowbench.annotators.chat import Chat, Endpoint
    from flowbench.annotators.rephrase import Manner
    from flowbench.datasets.rephrase import rephrase as rephrase_data

    manner = Manner(model, temperature, seed)
    endpoint = Endpoint(url, key_env, timeout, tries, per_minute)
    with Chat(endpoint) as chat, progress_bar("rephrase", None, quiet=json) as update:
        report = rephrase_data(data, out, chat, manner, lambda done, total: update(done, total, ""))
    if json:
        print_json({"exit_code": report.exit_code, "out": str(out), **report.to_json()})
        raise typer.Exit(report.exit_code)
    kept = report.items - report.from_model
    typer.echo(f"{report.items} items: {report.from_model} in the model's words, {kept} in the template's")
    for reason, count in report.reasons.most_common(SHOWN):
        typer.echo(f"  {count} x {reason}")
    if report.silent:
        typer.echo(f"{report.silent} got no reply. The same command asks for those again.", err=True)
    raise typer.Exit(report.exit_code)
