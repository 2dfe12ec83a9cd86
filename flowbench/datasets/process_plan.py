"""What is to be rolled out of processes: which cases, in which styles. Kept as cases.json at the root of the folder."""

import dataclasses
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import flowbench
from flowbench import registry
from flowbench.datasets import strict_json
from flowbench.errors import BadValue, StoreError, UnknownName
from flowbench.rules.processes.generation import SPLITS, check_index, draw_case
from flowbench.rules.processes.levels import LEVELS, check_level, number_of
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.process import STYLES, check_style
from flowbench.rules.processes.table import process, processes
from flowbench.rules.processes.verdict import JUDGE

SET = "vgi"  # the name of all processes together
ROOT_FILE = "cases.json"
RULES_VERSION = "processes 2"  # other rules, generators or pictures: other cases, which cannot be compared
MAX_PER_LEVEL = 1000
_PACKAGES = ("numpy", "numba", "pillow", "shapely", "av")
_CASE_ID = re.compile(r"([a-z0-9_]{1,64})_lv([123])_([0-9]{3,7})")


@dataclass(frozen=True)
class ProcessPlan:
    """A grid of cases: so many of each level of each task.

    Attributes:
        tasks: names of processes; all that are registered, unless named.
        per_level: cases of each level, numbered from 1.
        styles: how clips and pictures are drawn.
        clips: whether clips are filmed; they take most of the time.
        versions: what made the folder.
    """

    tasks: tuple[str, ...]
    per_level: int
    levels: tuple[str, ...] = LEVELS
    styles: tuple[str, ...] = STYLES
    clips: bool = True
    seed: int = 0
    split: str = "train"
    versions: Mapping[str, str] = field(default_factory=lambda: versions_here())

    @cached_property
    def case_ids(self) -> tuple[str, ...]:
        """The ids of all cases in order."""
        return tuple(self._ids())

    def _ids(self) -> Iterator[str]:
        for task in self.tasks:
            for level in self.levels:
                for index in range(1, self.per_level + 1):
                    yield f"{task}_lv{number_of(level)}_{index:03d}"

    def case(self, case_id: str) -> Case:
        """Draw a case by its id.

        Raises:
            UnknownName: for one that does not belong to this plan.
        """
        if case_id not in self.case_ids:
            raise UnknownName.among("case", case_id, self.case_ids)
        task, level, index = split_id(case_id)
        return draw_case(task, level, index, self.seed, self.split)

    def to_json(self) -> dict[str, Any]:
        """The content of cases.json."""
        return {"kind": "processes", "schema_version": 1, **dataclasses.asdict(self), "versions": dict(self.versions)}


def make_process_plan(
    tasks: Sequence[str] | None,
    per_level: int,
    *,
    levels: Sequence[str] | None = None,
    styles: Sequence[str] | None = None,
    clips: bool = True,
    seed: int = 0,
    split: str = "train",
) -> ProcessPlan:
    """Check the arguments; None is all there are.

    Raises:
        UnknownName, BadValue: naming the argument, what came and what would do.
    """
    if not isinstance(per_level, int) or isinstance(per_level, bool) or not 1 <= per_level <= MAX_PER_LEVEL:
        raise BadValue(f"Cases of a level are an integer from 1 to {MAX_PER_LEVEL}, got {per_level!r}.")
    if split not in SPLITS:
        raise UnknownName.among("split", split, SPLITS)
    named = dict.fromkeys(process(name).name for name in tasks) if tasks else dict.fromkeys(processes())
    chosen = dict.fromkeys(check_level(level) for level in levels or LEVELS)
    drawn = dict.fromkeys(check_style(style) for style in styles or STYLES)
    return ProcessPlan(tuple(named), per_level, tuple(chosen), tuple(drawn), bool(clips), seed, split)


def tasks_of(target: str) -> tuple[str, ...] | None:
    """The tasks behind a target of `flowbench rollout`: a process's id, or all; None where it is no process."""
    if target == SET:
        return processes()
    bare = target.removeprefix("flowbench:")
    return (process(bare).name,) if bare in registry.ids("processes") else None


def split_id(case_id: str) -> tuple[str, str, int]:
    """Task, level and index of a case's id.

    Raises:
        BadValue: when it is no such id.
    """
    found = _CASE_ID.fullmatch(case_id)
    if found is None:
        raise BadValue(f"The id of a case looks like maze_square_lv1_003, got {case_id!r:.80}.")
    return found[1], LEVELS[int(found[2]) - 1], check_index(int(found[3]))


def is_process_data(root: Path) -> bool:
    """Whether a folder was filled with cases of processes."""
    return (root / ROOT_FILE).is_file()


def read_process_plan(root: Path) -> ProcessPlan:
    """The plan of a folder.

    Raises:
        StoreError: when it has none of ours.
    """
    told = strict_json.read(root / ROOT_FILE)
    names = {item.name for item in dataclasses.fields(ProcessPlan)}
    if not isinstance(told, dict) or set(told) != names | {"kind", "schema_version"} or told["kind"] != "processes":
        raise StoreError(f"{root / ROOT_FILE} does not describe cases of processes.")
    try:
        made = make_process_plan(
            [str(task) for task in told["tasks"]], told["per_level"], levels=told["levels"], styles=told["styles"],
            clips=told["clips"], seed=told["seed"], split=told["split"],
        )  # fmt: skip
    except (BadValue, UnknownName, TypeError) as e:
        raise StoreError(f"{root / ROOT_FILE} does not describe cases of processes: {e}") from e
    return dataclasses.replace(made, versions={str(key): str(value) for key, value in dict(told["versions"]).items()})


def versions_here() -> dict[str, str]:
    """What decides the bytes on this machine."""
    found = {name: _installed(name) for name in _PACKAGES}
    return found | {
        "arch": platform.machine().lower(),
        "engine": RULES_VERSION,
        "flowbench": flowbench.__version__,
        "judge": JUDGE,
    }


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"
