"""What the commands share: error lines, JSON output, progress bars."""

import contextlib
import functools
import json
from collections.abc import Callable, Iterator
from typing import Annotated, Any, ParamSpec

import typer

from flowbench.errors import FlowBenchError

P = ParamSpec("P")
USAGE, INTERRUPTED = 2, 130  # exit codes; the reports know theirs

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of words.")]


def one_line_errors(command: Callable[P, None]) -> Callable[P, None]:
    """Report what flowbench raises on purpose, and what the system refuses, in one line with exit code 2."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except (FlowBenchError, OSError) as e:
            typer.echo(f"Error: {' '.join(str(e).split())}", err=True)
            raise typer.Exit(USAGE) from e
        except KeyboardInterrupt as e:
            typer.echo("Interrupted. The same command goes on from here.", err=True)
            raise typer.Exit(INTERRUPTED) from e

    return run


def print_json(value: Any) -> None:
    """Print one strict JSON document."""
    typer.echo(json.dumps(value, sort_keys=True, indent=1, allow_nan=False))


@contextlib.contextmanager
def progress_bar(title: str, total: int | None, quiet: bool) -> Iterator[Callable[[int, int, str], None]]:
    """A bar on stderr; nothing where stderr is no terminal. Yields `update(done, total, text)`."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal, transient=True) as bar:
        task = bar.add_task(f"{title}: starting (the first run ever compiles for up to a minute)", total=total)

        def update(done: int, total: int, text: str) -> None:
            bar.update(task, completed=done, total=total, description=f"{title}{text}")

        yield update
