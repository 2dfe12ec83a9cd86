"""`flowbench houses`: make houses with the real generator of ProcTHOR."""

import gzip
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import typer

from flowbench.cli.console import Json, print_json
from flowbench.errors import BadValue, SimulatorError, StoreError

LAST_LINES = 3


def houses(
    out: Annotated[Path, typer.Option(help="Where the houses go, one a line: a .jsonl.gz.")],
    count: Annotated[int, typer.Option(min=1, max=100_000, help="How many houses.")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="Another seed gives other houses.")] = 0,
    split: Annotated[str, typer.Option(help="Whose assets furnish them: train, val or test.")] = "train",
    workers: Annotated[int, typer.Option(min=1, max=256, help="How many processes.")] = 1,
    json: Json = False,
) -> None:
    """Make houses of several rooms with the unmodified generator of ProcTHOR on our engine.

    A house follows from seed, split and its number alone. Stopped at any time, the same command goes on.
    """
    from flowbench.simulators.houses.generation import SPLITS

    if not out.name.endswith(".jsonl.gz") or not out.absolute().parent.is_dir():
        raise StoreError(f"Houses go to a .jsonl.gz in a folder that exists, got {out}.")
    if out.exists():
        raise StoreError(f"{out} is there already; name another file or delete it.")
    if split not in SPLITS:
        raise BadValue(f"The split of houses is one of {', '.join(SPLITS)}, got {split!r}.")
    folder = out.with_name(f".tmp-{out.name}-{split}-{seed}")
    folder.mkdir(exist_ok=True)
    _run(folder, {"seed": seed, "split": split}, count, workers)
    _pack(folder, count, out)
    report = {"houses": count, "file": str(out), "seed": seed, "split": split}
    if json:
        print_json(report)
    else:
        typer.echo(f"{count} houses: {out}")


def _run(folder: Path, plan: dict[str, object], count: int, workers: int) -> None:
    """Make the houses that are missing, each in one of some processes."""
    missing = [number for number in range(count) if not (folder / f"{number}.json").exists()]
    running = []
    with _same_hashes():
        for worker in range(min(workers, len(missing))):
            log = folder / f"log-{worker}.txt"
            given = {**plan, "numbers": missing[worker::workers], "folder": str(folder)}
            process = get_context("spawn").Process(target=_work, args=(given, str(log)), daemon=True)
            process.start()
            running.append((process, log))
    for process, _ in running:
        process.join()
    failed = [log for process, log in running if process.exitcode != 0]
    if failed:
        told = failed[0].read_text(encoding="utf-8").strip().splitlines()[-LAST_LINES:]
        raise SimulatorError(f"Houses could not all be made ({failed[0]}): {' '.join(told)}")


@contextmanager
def _same_hashes() -> Iterator[None]:
    """Processes begun here hash strings alike, whatever this one does."""
    from flowbench.simulators.houses.generation import MODULE_ENVIRONMENT

    before = {name: os.environ.get(name) for name in MODULE_ENVIRONMENT}
    os.environ.update(MODULE_ENVIRONMENT)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _work(plan: dict[str, object], log: str) -> None:
    """What a process does; what it says goes to its log."""
    from flowbench.simulators.houses.generation import main

    with open(log, "w", encoding="utf-8") as file, redirect_stdout(file), redirect_stderr(file):
        try:
            main(plan)
        except Exception:
            traceback.print_exc()
            raise SystemExit(1) from None


def _pack(folder: Path, count: int, out: Path) -> None:
    """All houses in one file, and the folder gone."""
    partial = folder / "houses"
    with partial.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
        for number in range(count):
            packed.write((folder / f"{number}.json").read_bytes() + b"\n")
    partial.replace(out)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
