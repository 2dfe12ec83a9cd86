"""`flowbench scene`: look at a scene, through one of its views or from above, or take it along as a model."""

from pathlib import Path
from typing import Annotated

import typer

from flowbench.cli.console import Json, print_json
from flowbench.errors import BadValue, StoreError, UnknownName
from flowbench.records import Image

VIEWS = 10  # views of a scene that can be looked at


def scene(
    name: Annotated[str, typer.Argument(help="A scene, for example FloorPlan1.")],
    out: Annotated[Path | None, typer.Option(help="Where the picture goes, a PNG; NAME.png by default.")] = None,
    view: Annotated[int, typer.Option(min=0, max=VIEWS - 1, help="Which view; 0 is the best.")] = 0,
    size: Annotated[int, typer.Option(min=16, max=4096, help="Width and height, pixels.")] = 800,
    quality: Annotated[str, typer.Option(help="textured, photo, or photo_2x2 (slow).")] = "textured",
    topdown: Annotated[bool, typer.Option("--topdown", help="Draw a plan with all views instead.")] = False,
    glb: Annotated[Path | None, typer.Option(help="Write the scene as a binary glTF model instead.")] = None,
    json: Json = False,
) -> None:
    """Draw a scene: what a view shows, or with --topdown a plan with the objects' boxes and all views.

    With --glb no picture is drawn: the scene is written as a model that common 3-D viewers open.
    """
    from flowbench.envs.rooms.views import views
    from flowbench.render.files import write_png
    from flowbench.simulators import scenes

    bare = scenes.load_facts(name).scene
    if glb is not None:
        _check_path(glb, ".glb", "model")
        _write_model(bare, glb)
        _report(json, f"{bare}: {glb}", {"model": str(glb), "scene": bare})
        return
    path = out or Path(f"{bare}.png")
    _check_path(path, ".png", "picture")
    found = views(bare, VIEWS)
    if not topdown and view >= len(found):
        raise BadValue(f"{bare} has {len(found)} views, from 0; there is no view {view}.")
    write_png(path, _plan(bare, size) if topdown else _picture(bare, view, size, quality))
    text = f"{bare}, {'from above' if topdown else f'view {view} of {len(found)}'}: {path}"
    _report(json, text, {"picture": str(path), "scene": bare, "views": len(found)})


def _check_path(path: Path, suffix: str, what: str) -> None:
    if path.suffix.lower() != suffix or not path.absolute().parent.is_dir():
        raise StoreError(f"The {what} is a {suffix} in a folder that exists, got {path}.")


def _picture(name: str, number: int, size: int, quality: str) -> Image:
    from flowbench.envs.rooms.views import stand_at, views
    from flowbench.render.pictures import QUALITIES
    from flowbench.simulators import make_simulator

    drawn = [word for word in QUALITIES if word != "flat"]
    known = next((word for word in drawn if word == quality), None)
    if known is None:
        raise UnknownName.among("quality", quality, drawn)
    simulator = make_simulator("embedded", size, size, known)
    stand_at(simulator, name, views(name, VIEWS)[number])
    pixels = simulator.snapshot().pixels
    assert pixels is not None
    return pixels.frame


def _plan(name: str, size: int) -> Image:
    from flowbench.cli.plan import draw_plan
    from flowbench.envs.rooms.views import views
    from flowbench.simulators import make_simulator

    simulator = make_simulator("embedded", size, size, "flat")
    simulator.step("Reset", sceneName=name)
    return draw_plan(simulator.scene, views(name, VIEWS), size)


def _write_model(name: str, path: Path) -> None:
    from flowbench.render.glb import write_glb
    from flowbench.simulators.embedded.loading import load_model, load_scene

    layout = load_scene(name)
    write_glb(path, load_model(layout), layout.surfaces)


def _report(json: bool, text: str, value: dict[str, object]) -> None:
    if json:
        print_json(value)
    else:
        typer.echo(text)
