"""`flowbench rollout`: fill a folder with verified items."""

import json as json_module
from pathlib import Path
from typing import Annotated, Any

import typer

from flowbench.cli.console import Json, print_json, progress_bar
from flowbench.errors import BadValue

DEFAULTS = (0, "balanced", "train", 1)  # seed, preset, split, items of a view


def rollout(
    target: Annotated[str, typer.Argument(help="An environment's id or a set's name; `flowbench list` names them.")],
    out: Annotated[Path, typer.Option(help="A new or empty folder, or one that this roll-out began.")],
    count: Annotated[int | None, typer.Option(min=1, help="Items wanted; a set has its own number.")] = None,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes; the bytes are the same for any number.")] = 1,
    scenes: Annotated[
        str | None,
        typer.Option(help="A source (ithor, robothor, procthor), or scene names with commas; of a set, how many."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Another seed gives another data set.")] = 0,
    preset: Annotated[str, typer.Option(help="Rates, or all rules: balanced, paper or paper_literal.")] = "balanced",
    split: Annotated[str, typer.Option(help="Name of the stream of seeds.")] = "train",
    views: Annotated[int | None, typer.Option(min=1, help="Views of a scene that are used.")] = None,
    motions: Annotated[
        str | None, typer.Option(help="What a step does: yaw, sequence, two_movers, camera or carry.")
    ] = None,
    per_view: Annotated[int, typer.Option(min=1, help="Items of one view at most.")] = 1,
    per_scene: Annotated[int | None, typer.Option(min=1, help="Items of one scene at most.")] = None,
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=JSON", help="A further argument of the environment.")
    ] = None,
    tasks: Annotated[str | None, typer.Option(help="Processes of the set vgi, by name, with commas.")] = None,
    per_level: Annotated[int | None, typer.Option(min=1, help="Cases of each level of a process; 10.")] = None,
    styles: Annotated[str | None, typer.Option(help="How processes are drawn: line, real, or both.")] = None,
    clips: Annotated[bool, typer.Option(help="Whether the solutions of processes are filmed.")] = True,
    json: Json = False,
) -> None:
    """Roll out a data set or a named set; a run that was stopped goes on, a larger count extends."""
    from flowbench.cli import process_data
    from flowbench.cli.rates import RateLine
    from flowbench.cli.rollout_set import is_set, roll_out_named
    from flowbench.datasets.rollout import rollout as roll_out

    if (named := process_data.chosen_tasks(target, tasks)) is not None:
        code = process_data.roll_out(named, out, per_level, styles, clips, seed, split, workers, json)
        raise typer.Exit(code)
    if is_set(target):
        own = count is not None or bool(_kwargs(None, views, motions, set_ or [])) or per_scene is not None
        if own or (seed, preset, split, per_view) != DEFAULTS:
            raise BadValue(
                f"{target} is a set: its number and rates are fixed. Give --out, --workers and how many --scenes alone."
            )
        raise typer.Exit(roll_out_named(target, out, workers, _number_of(scenes, target), json))
    kwargs = _kwargs(scenes, views, motions, set_ or [])
    if count is None:
        raise BadValue(f"How many items of {target}? Give --count.")
    rates = RateLine()
    with progress_bar(target, count, quiet=json) as update:
        report = roll_out(
            target,
            out,
            count=count,
            workers=workers,
            seed=seed,
            split=split,
            preset=preset,
            kwargs=kwargs,
            per_view=per_view,
            per_scene=per_scene,
            progress=lambda status: update(status.items, count, rates.text(status)),
        )
    if json:
        print_json({"out": str(out), **report.to_json()})
    else:
        typer.echo("\n".join(report.lines()))
    if not report.complete:
        typer.echo(f"{report.items} of {report.requested}: no slots are left. Add scenes.", err=True)
    raise typer.Exit(report.exit_code)


def _kwargs(scenes: str | None, views: int | None, motions: str | None, settings: list[str]) -> dict[str, Any]:
    given = {"scenes": scenes and _scenes(scenes), "views_per_scene": views, "motions": motions}
    kwargs: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals or not name.isidentifier() or name in kwargs:
            raise BadValue(f"--set takes NAME=JSON, each name once, got {setting!r}.")
        kwargs[name] = _value(value)
    return kwargs


def _number_of(scenes: str | None, target: str) -> int | None:
    """How many scenes of a set."""
    if scenes is None or scenes.isdecimal():
        return None if scenes is None else int(scenes)
    raise BadValue(f"{target} is a set: --scenes says how many of its scenes are taken, got {scenes!r}.")


def _scenes(text: str) -> str | list[str]:
    """A source or a path stays as it is; names become a list."""
    from flowbench.envs.rooms.options import SOURCES

    if text in SOURCES or "/" in text or text.endswith(".json"):
        return text
    return [name.strip() for name in text.split(",")]


def _value(text: str) -> Any:
    """JSON, or else the text itself, so that `--set quality=flat` needs no quotes."""
    try:
        return json_module.loads(text)
    except ValueError:
        return text
