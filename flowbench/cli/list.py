"""`flowbench list`: what there is."""

import typer

from flowbench import registry
from flowbench.cli.console import Json, print_json


def list_environments(json: Json = False) -> None:
    """List the registered environments with their families, and the named sets."""
    from flowbench.datasets.sets import SETS

    entries = [registry.entry(env_id) for env_id in registry.ids()]
    if json:
        environments = [{"family": entry.family, "id": entry.id, "kwargs": dict(entry.kwargs)} for entry in entries]
        sets = [{"id": name, "items": sum(part.count for part in named.parts)} for name, named in SETS.items()]
        print_json({"environments": environments, "sets": sets})
        return
    width = max((len(entry.id) for entry in entries), default=0)
    for entry in entries:
        typer.echo(f"{entry.id:<{width}}  {entry.family}")
    typer.echo(f"{'vgi':<{width}}  set: all processes")
    for name, named in SETS.items():
        typer.echo(f"{name:<{width}}  set: {named.about}")
