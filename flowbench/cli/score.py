"""`flowbench score`: grade answers, predicted flow and predicted pictures."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from flowbench.cli.console import Json, print_json
from flowbench.errors import BadValue

if TYPE_CHECKING:
    from flowbench.datasets.sets import Collection
    from flowbench.datasets.store import Dataset
    from flowbench.evaluation.game_answers import GameReport
    from flowbench.evaluation.reports import Report
    from flowbench.evaluation.world_models import WorldReport

SHOWN = 5  # ids named in a warning


def score(
    data: Annotated[Path, typer.Option(help="A folder that `flowbench rollout` filled.")],
    answers: Annotated[
        Path | None, typer.Argument(help='JSONL rows {"id", "response", "mode"?, "shuffle"?}; see docs/scoring.md.')
    ] = None,
    flow: Annotated[Path | None, typer.Option(help="Folder of predicted flow: ID.flo, ID.png (KITTI), ID.npz.")] = None,
    frames: Annotated[Path | None, typer.Option(help="Folder of predicted pictures after the move: ID.png.")] = None,
    ids: Annotated[Path | None, typer.Option(help="Score only the ids in this text file, one a line.")] = None,
    share: Annotated[float | None, typer.Option(help="Score only this share of each category.")] = None,
    json: Json = False,
) -> None:
    """Score answers, predicted flow and predicted pictures against a data set. Exit code 1: some are missing."""
    from flowbench.cli.process_data import score as score_cases
    from flowbench.datasets.process_plan import is_process_data
    from flowbench.datasets.score import score as score_answers
    from flowbench.datasets.sets import load

    if is_process_data(data):
        raise typer.Exit(score_cases(answers, data, json))
    if answers is None and flow is None and frames is None:
        raise BadValue("There is nothing to score: give a file of answers, --flow or --frames.")
    dataset = load(data)
    chosen = _chosen(dataset, ids, share)
    words = None if answers is None else score_answers(dataset, answers, chosen)
    world = None if flow is None and frames is None else _score_world(dataset, chosen, flow, frames)
    code = 0 if all(report.complete for report in (words, world) if report is not None) else 1
    if json:
        reports = {
            "answers": None if words is None else words.to_json(),
            "predictions": None if world is None else world.to_json(),
        }
        print_json({"data": str(data), "exit_code": code, "ids": list(chosen), **reports})
    else:
        _print(words, world)
    raise typer.Exit(code)


def _chosen(dataset: "Dataset | Collection", ids: Path | None, share: float | None) -> tuple[str, ...]:
    """The ids to score."""
    from flowbench.datasets.score import read_ids
    from flowbench.evaluation.subsets import stratified

    if ids is not None and share is not None:
        raise BadValue("--ids and --share both choose items: give one of them.")
    if ids is not None:
        return read_ids(ids)
    return dataset.ids if share is None else stratified(dataset, share)


def _score_world(
    dataset: "Dataset | Collection", ids: tuple[str, ...], flow: Path | None, frames: Path | None
) -> "WorldReport":
    from flowbench.evaluation.predictions import FLOW_SUFFIXES, FRAME_SUFFIXES, Predictions
    from flowbench.evaluation.world_models import score_predictions

    return score_predictions(
        dataset,
        None if flow is None else Predictions(flow, FLOW_SUFFIXES),
        None if frames is None else Predictions(frames, FRAME_SUFFIXES),
        ids,
    )


def _print(words: "Report | GameReport | None", world: "WorldReport | None") -> None:
    from flowbench.cli.score_tables import print_world

    if words is not None:
        _print_words(words)
        _warn("answered but not in the data set", words.unknown)
    if world is not None:
        print_world(world)
        _warn("without a predicted flow", world.missing_flow)
        _warn("without a predicted picture", world.missing_frames)
        _warn("predicted but not in the data set", world.unknown)


def _print_words(words: "Report | GameReport") -> None:
    from flowbench.cli.score_tables import print_answers, print_games
    from flowbench.evaluation.game_answers import GameReport

    if isinstance(words, GameReport):
        print_games(words)
        _warn("without an answer", words.missing)
        return
    print_answers(words)
    for place, names in words.missing.items():
        _warn(f"without an answer in mode {place}", names)


def _warn(what: str, names: tuple[str, ...]) -> None:
    if names:
        more = ", ..." if len(names) > SHOWN else ""
        typer.echo(f"{len(names)} {what}: {', '.join(names[:SHOWN])}{more}", err=True)
