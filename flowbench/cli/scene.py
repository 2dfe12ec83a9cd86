"""`flowbench scene`: look at a scene, through one of its views or from above."""

from pathlib import Path
from typing import Annotated

import typer

from flowbench.cli.console import Json, print_json
from flowbench.errors import BadValue, StoreError

VIEWS = 10  # views of a scene that can be looked at


def scene(
    name: Annotated[str, typer.Argument(help="A scene, for example FloorPlan1.")],
    out: Annotated[Path | None, typer.Option(help="Where the picture goes, a PNG; NAME.png by default.")] = None,
    view: Annotated[int, typer.Option(min=0, max=VIEWS - 1, help="Which view; 0 is the best.")] = 0,
    size: Annotated[int, typer.Option(min=16, max=4096, help="Width and height, pixels.")] = 800,
    topdown: Annotated[bool, typer.Option("--topdown", help="Draw a plan with all views instead.")] = False,
    json: Json = False,
) -> None:
    """Draw a scene: what a view shows, or with --topdown a plan with the objects' boxes and all views."""
    from flowbench.cli.plan import draw_plan
    from flowbench.envs.rooms.views import views
    from flowbench.render.files import write_png
    from flowbench.simulators import make_simulator, scenes

    bare = scenes.load_facts(name).scene
    path = out or Path(f"{bare}.png")
    if path.suffix.lower() != ".png" or not path.absolute().parent.is_dir():
        raise StoreError(f"The picture is a .png in a folder that exists, got {path}.")
    found = views(bare, VIEWS)
    if not topdown and view >= len(found):
        raise BadValue(f"{bare} has {len(found)} views, from 0; there is no view {view}.")
    simulator = make_simulator("embedded", size, size, "textured")
    simulator.step("Reset", sceneName=bare)
    if topdown:
        picture = draw_plan(simulator.scene, found, size)
    else:
        looked = found[view]
        simulator.step(
            "Teleport",
            position=dict(zip("xyz", looked.position, strict=True)),
            rotation={"y": looked.yaw_deg},
            horizon=looked.horizon_deg,
            forceAction=True,
        )
        pixels = simulator.snapshot().pixels
        assert pixels is not None
        picture = pixels.frame
    write_png(path, picture)
    if json:
        print_json({"picture": str(path), "scene": bare, "views": len(found)})
    else:
        typer.echo(f"{bare}, {'from above' if topdown else f'view {view} of {len(found)}'}: {path}")
