"""Named data sets of several environments: what they are made of, and how they are rolled out and opened.

A set is a folder with `set.json` and one store a part, each in a folder of its own (see `store`):

```
set.json                 the set's name and parts; written first
card.md                  what is in it; written last
closerto/plan.json ...   one store a part
```
"""

import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

from flowbench.datasets import strict_json
from flowbench.datasets.card import card
from flowbench.datasets.crew import Crew
from flowbench.datasets.filling import Status
from flowbench.datasets.folders import inside, make_folder, write_file
from flowbench.datasets.report import Report
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import Dataset
from flowbench.datasets.store import load as load_store
from flowbench.envs.rooms.options import scene_list
from flowbench.errors import BadValue, StoreError, UnknownName
from flowbench.records import SCHEMA_VERSION, Item

SET_FILE, CARD_FILE = "set.json", "card.md"


@dataclass(frozen=True)
class Part:
    """How many items of one environment a set has, and what it is made with beside what the whole set is."""

    env_id: str
    count: int
    kwargs: Mapping[str, Any] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The folder's name: the category in lower case."""
        return self.env_id.split("-")[1].lower()


@dataclass(frozen=True)
class NamedSet:
    """A recipe of a data set.

    Attributes:
        per_scene: items of a scene and part at most, a second one only where the first ones do not suffice.
    """

    name: str
    about: str
    parts: tuple[Part, ...]
    split: str
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    preset: str = "balanced"
    seed: int = 0
    per_view: int = 1
    per_scene: int | None = None

    def over(self, scenes: int) -> Self:
        """The same over its first scenes alone, with as many items a scene.

        Raises:
            BadValue: for more scenes than it has.
        """
        names = scene_list(self.kwargs["scenes"])
        if not 1 <= scenes <= len(names):
            raise BadValue(f"{self.name} has {len(names)} scenes: take from 1 to {len(names)} of them, not {scenes}.")
        parts = tuple(replace(part, count=math.ceil(part.count * scenes / len(names))) for part in self.parts)
        return replace(self, parts=parts, kwargs={**self.kwargs, "scenes": list(names[:scenes])})


def _counts(**counts: int) -> tuple[Part, ...]:
    return tuple(Part(f"FlowBench-{category}-v0", count) for category, count in counts.items())


SETS = {
    named.name: named
    for named in (
        NamedSet(
            "flowbench-sim-test",
            "The held-out test set: 714 questions over the 120 iTHOR scenes in the composition of FlowBench-Sim.",
            _counts(
                CloserTo=94, ClosestThree=112, ContactWall=19, CountNear=110, Feasibility=106, LeftRight=116,
                NearObject=117, Occlusion=40,
            ),
            split="test",
            kwargs={"scenes": "ithor", "views_per_scene": 3},
            per_scene=2,
        ),
        NamedSet(
            "flowbench-robothor-train",
            "A training set over the 75 RoboTHOR scenes, which share nothing with the test set's.",
            _counts(
                CloserTo=250, ClosestThree=250, CountNear=250, Feasibility=250, LeftRight=250, NearObject=250,
                Occlusion=250, DepthOrder=250,
            ),
            split="train",
            kwargs={"scenes": "robothor", "views_per_scene": 10},
        ),
        NamedSet(
            "flowbench-sim-train",
            "A training set over the ProcTHOR houses for training, which share no scene with the test set's.",
            _counts(
                CloserTo=250, ClosestThree=250, ContactWall=250, CountNear=250, Feasibility=250, LeftRight=250,
                NearObject=250, Occlusion=250, DepthOrder=250,
            ),
            split="train",
            kwargs={"scenes": "procthor", "views_per_scene": 10},
        ),
    )
}  # fmt: skip


class Collection(Sequence[Item]):
    """The items of a set: those of its parts, one part after the other, by position or id."""

    def __init__(self, root: Path, name: str, parts: Mapping[str, Dataset]) -> None:
        """Hold the opened stores by folder."""
        self.root, self.name, self.parts = root, name, dict(parts)
        self._places = {item_id: (part, item_id) for part in self.parts.values() for item_id in part.ids}
        if len(self._places) != len(self):
            raise StoreError(f"{root} holds an id in two of its parts.")

    def __len__(self) -> int:
        """Number of items."""
        return sum(len(part) for part in self.parts.values())

    def __iter__(self) -> Iterator[Item]:
        """The items in order."""
        return (item for part in self.parts.values() for item in part)

    def __getitem__(self, key: Any) -> Any:
        """The item at a position (negative ones count from the end) or with an id."""
        if not isinstance(key, str):
            key = self.ids[key]
        if key not in self._places:
            raise UnknownName.among("item", key, self._places)
        part, item_id = self._places[key]
        return part[item_id]

    def __repr__(self) -> str:
        """Where it lies and how much it holds."""
        return f"Collection({str(self.root)!r}, {len(self)} items in {len(self.parts)} parts)"

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids in order."""
        return tuple(self._places)


def named_set(name: str, scenes: int | None = None) -> NamedSet:
    """The recipe of a set, or of as much of it as falls to its first so many scenes (see `NamedSet.over`).

    Raises:
        UnknownName: if there is none of that name.
        BadValue: for more scenes than the set has.
    """
    if name not in SETS:
        raise UnknownName.among("data set", name, SETS)
    return SETS[name] if scenes is None else SETS[name].over(scenes)


def roll_out_set(
    name: str,
    out: str | os.PathLike[str],
    *,
    workers: int = 1,
    scenes: int | None = None,
    progress: Callable[[Part, Status], None] | None = None,
) -> dict[str, Report]:
    """Fill a folder with a named set, part after part; a run that was stopped goes on. Gives the reports by folder.

    Args:
        scenes: take its first scenes alone, so many; see `NamedSet.over`.

    Raises:
        StoreError: if the folder is foreign or holds another set.
        BadValue: for more scenes than the set has.
    """
    recipe, root = named_set(name, scenes), Path(out)
    _claim(root, recipe)
    with Crew(workers) as crew:
        reports = {part.folder: _roll_out(part, recipe, root, crew, progress) for part in recipe.parts}
    parts = stores(root)
    if all(len(dataset) > 1 for dataset in parts.values()):
        write_file(inside(root, CARD_FILE), card(recipe.name, recipe.about, parts).encode())
    return reports


def _roll_out(
    part: Part, recipe: NamedSet, root: Path, crew: Crew, progress: Callable[[Part, Status], None] | None
) -> Report:
    return rollout(
        part.env_id,
        root / part.folder,
        count=part.count,
        workers=crew.size,
        seed=recipe.seed,
        split=recipe.split,
        preset=recipe.preset,
        kwargs={**recipe.kwargs, **part.kwargs},
        per_view=recipe.per_view,
        per_scene=recipe.per_scene,
        progress=None if progress is None else partial(progress, part),
        crew=crew,
    )


def load(path: str | os.PathLike[str]) -> Dataset | Collection:
    """Open a data set or a set of several, made by `flowbench rollout`.

    Raises:
        StoreError: if the folder is missing, foreign or damaged.
    """
    root = Path(path)
    if not (root / SET_FILE).exists():
        return load_store(root)
    content = _read(root)
    parts = {folder: load_store(root / folder) for folder in content["parts"] if (root / folder).is_dir()}
    return Collection(root, content["name"], parts)


def stores(path: str | os.PathLike[str]) -> dict[str, Dataset]:
    """The stores in a folder by their folders' names: those of a set, or the one that the folder is (named "")."""
    found = load(path)
    return found.parts if isinstance(found, Collection) else {"": found}


def _claim(root: Path, recipe: NamedSet) -> None:
    content = {
        "name": recipe.name,
        "parts": {part.folder: part.count for part in recipe.parts},
        "schema_version": SCHEMA_VERSION,
    }
    if (root / SET_FILE).exists():
        if _read(root) != content:
            raise StoreError(f"{root} holds another set, {_read(root)['name']!r}. Choose another folder.")
        return
    if root.exists() and (not root.is_dir() or any(root.iterdir())):
        raise StoreError(f"{root} is not empty and holds no set of ours. Choose a new or empty folder.")
    make_folder(root)
    write_file(inside(root, SET_FILE), strict_json.dumps(content, indent=1).encode() + b"\n")


def _read(root: Path) -> dict[str, Any]:
    content = strict_json.read(inside(root, SET_FILE))
    shape = (
        isinstance(content, dict) and isinstance(content.get("name"), str) and isinstance(content.get("parts"), dict)
    )
    if not shape or content.get("schema_version") != SCHEMA_VERSION:
        raise StoreError(f"{root / SET_FILE} does not describe a set of ours.")
    for folder in content["parts"]:
        inside(root, folder)
    result: dict[str, Any] = content
    return result
