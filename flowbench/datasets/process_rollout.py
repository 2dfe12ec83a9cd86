"""Roll out processes: a folder a case, each written whole or not at all; a run that was stopped goes on."""

import hashlib
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from flowbench.datasets import strict_json
from flowbench.datasets.folders import TEMPORARY, fill_folder, locked, make_folder, move_folder, write_file
from flowbench.datasets.process_files import case_folder, fill_case
from flowbench.datasets.process_plan import ROOT_FILE, ProcessPlan
from flowbench.errors import BadValue, StoreError

MANIFEST = "manifest.json"
MAX_WORKERS = 256
Progress = Callable[[int, int], None]  # cases done, cases in all


@dataclass(frozen=True)
class ProcessReport:
    """What a roll-out of processes did."""

    cases: int
    made: int

    def to_json(self) -> dict[str, Any]:
        """JSON values."""
        return {"cases": self.cases, "made": self.made}


def roll_out_processes(
    plan: ProcessPlan, out: Path, workers: int = 1, progress: Progress | None = None
) -> ProcessReport:
    """Fill a folder with the cases of a plan: pictures, prompts, solutions, clips, verdicts.

    The same plan gives the same bytes, whatever the number of workers.

    Raises:
        StoreError: when the folder is foreign or holds another plan.
        NothingToAsk: when a case cannot be drawn.
    """
    if not isinstance(workers, int) or isinstance(workers, bool) or not 1 <= workers <= MAX_WORKERS:
        raise BadValue(f"Workers are an integer from 1 to {MAX_WORKERS}, got {workers!r}.")
    make_folder(out)
    with locked(out):
        _open(out, plan)
        digests = _digests(out)
        missing = [case_id for case_id in plan.case_ids if case_id not in digests]
        with _mapped(partial(make_case, plan, out), missing, workers) as made:
            for number, (case_id, files) in enumerate(made, 1):
                digests[case_id] = files
                if progress is not None:
                    progress(len(plan.case_ids) - len(missing) + number, len(plan.case_ids))
        ordered = {case_id: digests[case_id] for case_id in plan.case_ids}
        write_file(out / MANIFEST, (strict_json.dumps({"cases": ordered}, indent=1) + "\n").encode())
    return ProcessReport(len(plan.case_ids), len(missing))


def make_case(plan: ProcessPlan, out: Path, case_id: str) -> tuple[str, dict[str, str]]:
    """Make the folder of a case; gives the SHA-256 of each of its files. It is not made again where it is there."""
    case = plan.case(case_id)
    folder = case_folder(out, case)
    if folder.is_dir():
        return case_id, read_digests(folder)
    make_folder(folder.parent)
    temporary = folder.with_name(TEMPORARY + case_id)
    digests = fill_folder(temporary, lambda path: fill_case(path, case, plan.styles, plan.clips))
    move_folder(temporary, folder)
    return case_id, digests


def read_digests(folder: Path) -> dict[str, str]:
    """The SHA-256 of each file of a folder."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def _open(out: Path, plan: ProcessPlan) -> None:
    """Begin a folder, or make sure that this plan began it."""
    told = (strict_json.dumps(plan.to_json(), indent=1) + "\n").encode()
    root = out / ROOT_FILE
    if root.is_file():
        if strict_json.read_bytes(root, strict_json.MAX_BYTES) != told:
            raise StoreError(f"{out} was begun with other arguments or versions. Choose another folder.")
    elif any(not path.name.startswith(TEMPORARY) for path in out.iterdir()):
        raise StoreError(f"{out} holds something else. Choose a new or empty folder.")
    else:
        write_file(root, told)


def _digests(out: Path) -> dict[str, dict[str, str]]:
    """The digests of a finished run."""
    if not (out / MANIFEST).is_file():
        return {}
    told = strict_json.read(out / MANIFEST)
    if not isinstance(told, dict) or not isinstance(told.get("cases"), dict):
        raise StoreError(f"{out / MANIFEST} is not a manifest of ours.")
    cases: dict[str, dict[str, str]] = told["cases"]
    return cases


Made = Iterator[tuple[str, dict[str, str]]]


@contextmanager
def _mapped(make: Callable[[str], tuple[str, dict[str, str]]], case_ids: list[str], workers: int) -> Iterator[Made]:
    """The results in order, from this process or from several."""
    if workers == 1 or len(case_ids) < 2:
        yield map(make, case_ids)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        yield pool.map(make, case_ids)
