"""Replay cases of processes: each drawn again from its id, every file made again, and compared byte by byte."""

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from flowbench.datasets.compare import Difference
from flowbench.datasets.process_files import case_folder, fill_case
from flowbench.datasets.process_plan import ProcessPlan, read_process_plan, versions_here
from flowbench.datasets.process_rollout import MANIFEST, read_digests
from flowbench.datasets.replay import Finding, ReplayReport
from flowbench.errors import UnknownName

DRAWN = (".png", ".mp4")  # files whose bytes depend on the versions of libraries
Progress = Callable[[int, int], None]


def replay_processes(root: Path, ids: Iterable[str] | None = None, progress: Progress | None = None) -> ReplayReport:
    """Make cases again and compare; with other libraries than recorded, texts and trajectories alone.

    Raises:
        UnknownName: for an id that the folder does not have.
        StoreError: when the folder is none of ours.
    """
    plan = read_process_plan(root)
    wanted = plan.case_ids if ids is None else tuple(ids)
    for case_id in wanted:
        if case_id not in plan.case_ids:
            raise UnknownName.among("case", case_id, plan.case_ids)
    findings = []
    for number, case_id in enumerate(wanted, 1):
        findings.append(_replay(root, plan, case_id))
        if progress is not None:
            progress(number, len(wanted))
    return ReplayReport(tuple(findings), finished=(root / MANIFEST).is_file())


def _replay(root: Path, plan: ProcessPlan, case_id: str) -> Finding:
    here = versions_here()
    if plan.versions.get("engine") != here["engine"]:
        told = f"made with {plan.versions.get('engine')}, here is {here['engine']}"
        return Finding(case_id, "not comparable", reason=told)
    case = plan.case(case_id)
    folder = case_folder(root, case)
    if not folder.is_dir():
        return Finding(case_id, "differs", Difference(str(folder), "a folder", "nothing"))
    same = all(plan.versions.get(name) == version for name, version in here.items())
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch)
        fill_case(made, case, plan.styles if same else (), plan.clips and same)
        expected, got = _kept(read_digests(folder), same), read_digests(made)
    for name in sorted(expected.keys() | got.keys()):
        if expected.get(name) != got.get(name):
            return Finding(case_id, "differs", Difference(name, expected.get(name, "absent"), got.get(name, "absent")))
    return Finding(case_id, "equal", reason="" if same else "pictures were made with other libraries")


def _kept(digests: dict[str, str], same: bool) -> dict[str, str]:
    return {name: value for name, value in digests.items() if same or not name.endswith(DRAWN)}
