"""`flowbench show`: look at a data set."""

from pathlib import Path
from typing import Annotated

import typer

from flowbench.cli.console import Json, print_json
from flowbench.errors import StoreError


def show(
    data: Annotated[Path, typer.Argument(help="A folder that `flowbench rollout` filled.")],
    out: Annotated[Path, typer.Option(help="Where the contact sheet goes, a PNG.")] = Path("sheet.png"),
    count: Annotated[int, typer.Option(min=1, max=200, help="Examples on the sheet, evenly spread.")] = 12,
    refer: Annotated[str | None, typer.Option(help="Point at objects with dots, numbers, or by names alone.")] = None,
    json: Json = False,
) -> None:
    """Draw a contact sheet: a row an example, with pictures, depth, flow, segmentation, question and answer."""
    from flowbench.cli.process_data import show as show_cases
    from flowbench.cli.question_sheet import draw_questions, is_question
    from flowbench.cli.sheet import draw_sheet
    from flowbench.datasets.process_plan import is_process_data
    from flowbench.datasets.sets import load
    from flowbench.render.files import write_png

    if is_process_data(data):
        return show_cases(data, out, count, json)
    dataset = load(data)
    if len(dataset) == 0:
        raise StoreError(f"{data} holds no items yet.")
    if out.suffix.lower() != ".png" or not out.absolute().parent.is_dir():
        raise StoreError(f"The sheet is a .png in a folder that exists, got {out}.")
    shown = min(count, len(dataset))
    positions = [k * len(dataset) // shown for k in range(shown)]
    items = [dataset[k] for k in positions]
    write_png(out, draw_questions(items) if all(map(is_question, items)) else draw_sheet(items, refer))
    if json:
        print_json({"data": str(data), "ids": [dataset.ids[k] for k in positions], "sheet": str(out)})
    else:
        typer.echo(f"{shown} of {len(dataset)} items: {out}")
