"""`flowbench pack`: one tar a shard instead of a folder an item."""

from pathlib import Path
from typing import Annotated

import typer

from flowbench.cli.console import Json, print_json


def pack(
    data: Annotated[Path, typer.Argument(help="A data set that `flowbench rollout` finished, or a set of several.")],
    undo: Annotated[bool, typer.Option("--undo", help="Give every item its folder again.")] = False,
    json: Json = False,
) -> None:
    """Pack a data set: a plain tar a shard, which WebDataset reads too. load, replay and show read both forms."""
    from flowbench.datasets.pack import pack as pack_data
    from flowbench.datasets.pack import unpack as unpack_data
    from flowbench.datasets.sets import stores

    count = sum((unpack_data if undo else pack_data)(store.root) for store in stores(data).values())
    if json:
        print_json({"data": str(data), "packed": not undo, "shards": count})
    else:
        typer.echo(f"{count} shards {'unpacked' if undo else 'packed'}: {data}")
