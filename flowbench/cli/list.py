"""`flowbench list`: what there is."""

import typer

from flowbench import registry
from flowbench.cli.console import Json, print_json


def list_environments(json: Json = False) -> None:
    """List the registered environments with their families."""
    entries = [registry.entry(env_id) for env_id in registry.ids()]
    if json:
        print_json([{"family": entry.family, "id": entry.id, "kwargs": dict(entry.kwargs)} for entry in entries])
        return
    width = max((len(entry.id) for entry in entries), default=0)
    for entry in entries:
        typer.echo(f"{entry.id:<{width}}  {entry.family}")
