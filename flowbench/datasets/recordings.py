"""Recorded episodes on disk: whatever was done in an environment, step by step, to be made again and compared.

```
recording.json           marks the folder
episodes/000000.json     one episode a file: how to make it again, and what came of each step
```
"""

import dataclasses
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from flowbench.datasets import strict_json
from flowbench.datasets.folders import PATIENCE_S, TEMPORARY, inside, locked, make_folder, write_file
from flowbench.datasets.record import MAX_ACTIONS, array_digest
from flowbench.datasets.versions import versions_here
from flowbench.errors import BadValue, StoreError
from flowbench.records import SCHEMA_VERSION, Episode, SceneState, Snapshot, Transition

MARKER, EPISODES = "recording.json", "episodes"
MAX_EPISODES = 1_000_000
_NAME = re.compile(r"([0-9]{6})\.json")


@dataclass(frozen=True)
class Recorded:
    """An episode and what came of each of its steps, in plain values (see `outcome_of`)."""

    episode: Episode
    outcomes: tuple[Mapping[str, Any], ...]


class Log:
    """An episode while it is being recorded; of its pictures only digests are kept."""

    def __init__(self, first: Transition) -> None:
        """Begin with where the first transition starts; `add` it too."""
        self._origin = first.origin
        self._digests = {"start": digest_of(first.before)}
        self._actions: list[tuple[float, ...]] = []
        self._outcomes: list[dict[str, Any]] = []

    def add(self, action: Any, transition: Transition) -> None:
        """Add a step: the action as the environment underneath all wrappers took it, and what it told of it."""
        self._digests[f"step{len(self._actions):05d}"] = digest_of(transition.after)
        self._actions.append(tuple(np.asarray(action, dtype=np.float64).ravel().tolist()))
        self._outcomes.append(outcome_of(transition))

    @property
    def recorded(self) -> Recorded:
        """The episode so far."""
        origin = self._origin
        episode = Episode(
            env=origin.env,
            seed_key=origin.seed_key,
            options=dict(origin.options),
            actions=tuple(self._actions),
            digests=dict(self._digests),
            versions=versions_here(json.loads(origin.env)["kwargs"]),
        )
        return Recorded(episode, tuple(self._outcomes))


def outcome_of(transition: Transition) -> dict[str, Any]:
    """What came of a step: the verdict and the facts of the attempt, as JSON values."""
    verdict = transition.verdict
    told = {
        "answer": verdict.answer,
        "reason": verdict.reason,
        "measures": dict(verdict.measures),
        "attempt": dataclasses.asdict(transition.attempt),
    }
    return {name: strict_json.split(value)[0] for name, value in told.items()}


def digest_of(state: Any) -> str:
    """SHA-256 of a state: of a room its poses, camera and, where it was drawn, its picture; of a game its position."""
    if isinstance(state, Snapshot):
        pixels = state.pixels
        drawn = [] if pixels is None else [array_digest(part) for part in (pixels.frame, pixels.depth, pixels.ids)]
        facts: Any = [_scene_facts(state.scene), drawn]
    else:
        facts = state.to_json()
    return hashlib.sha256(strict_json.dumps(facts).encode()).hexdigest()


def _scene_facts(scene: SceneState) -> list[Any]:
    poses = [[*pose.position, *pose.rotation] for pose in scene.poses]
    return [scene.layout.scene, dataclasses.asdict(scene.camera), poses, sorted(scene.hidden)]


def add_episode(root: Path, recorded: Recorded) -> Path:
    """Write an episode under the next free number; several processes may share a folder.

    Raises:
        StoreError: when the folder holds other things, or cannot be written.
    """
    _claim(root)
    folder = inside(root, EPISODES)
    with locked(folder, patience_s=PATIENCE_S):
        number = max((int(name[:6]) for name in _names(folder)), default=-1) + 1
        if number >= MAX_EPISODES:
            raise StoreError(f"{root} is full: {MAX_EPISODES} episodes. Record into another folder.")
        path = inside(folder, f"{number:06d}.json")
        content = {
            "episode": dataclasses.asdict(recorded.episode),
            "outcomes": recorded.outcomes,
            "schema_version": SCHEMA_VERSION,
        }
        write_file(path, strict_json.dumps(content, indent=1).encode() + b"\n")
    return path


def _claim(root: Path) -> None:
    """Mark a new or empty folder as a recording, or see that it is one; one process at a time does so."""
    if not is_recording(root):
        _refuse_unless(not os.path.lexists(root) or root.is_dir(), root)
        make_folder(root)
        with locked(root, patience_s=PATIENCE_S):
            if not is_recording(root):
                _refuse_unless(all(path.name.startswith(TEMPORARY) for path in root.iterdir()), root)
                write_file(root / MARKER, strict_json.dumps({"schema_version": SCHEMA_VERSION}).encode() + b"\n")
    _read_marker(root)
    make_folder(root / EPISODES)


def _refuse_unless(free: bool, root: Path) -> None:
    if not free:
        raise StoreError(f"{root} holds other things than a recording of ours. Record into a new or empty folder.")


def is_recording(root: Path) -> bool:
    """Whether a folder is marked as a recording."""
    return (root / MARKER).is_file()


def episode_names(root: Path) -> tuple[str, ...]:
    """The numbers of the episodes of a recording, six digits each, in order.

    Raises:
        StoreError: when it is no recording of ours.
    """
    _read_marker(root)
    return tuple(name[:6] for name in _names(inside(root, EPISODES)))


def read_episode(root: Path, name: str) -> Recorded:
    """An episode of a recording by its number.

    Raises:
        StoreError: when the file is damaged, foreign or too large.
    """
    path = inside(root, EPISODES, f"{name}.json")
    content = strict_json.read(path)
    try:
        if content["schema_version"] != SCHEMA_VERSION:
            raise StoreError(f"{path} has schema version {content['schema_version']}, expected {SCHEMA_VERSION}.")
        value, outcomes = content["episode"], tuple(dict(outcome) for outcome in content["outcomes"])
        if not len(value["actions"]) == len(outcomes) <= MAX_ACTIONS:
            raise StoreError(f"{path} must have one outcome an action and at most {MAX_ACTIONS} of them.")
        episode = Episode(
            env=str(value["env"]),
            seed_key=tuple(value["seed_key"]),
            options=dict(value["options"]),
            actions=tuple(tuple(float(number) for number in action) for action in value["actions"]),
            digests={key: str(text) for key, text in value["digests"].items()},
            versions={key: str(text) for key, text in value["versions"].items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as e:
        if isinstance(e, StoreError):
            raise
        raise StoreError(f"{path} is not an episode of ours: {type(e).__name__} {e}.") from e
    return Recorded(episode, outcomes)


def _read_marker(root: Path) -> None:
    content = strict_json.read(inside(root, MARKER))
    if content != {"schema_version": SCHEMA_VERSION}:
        raise StoreError(f"{root / MARKER} does not mark a recording of schema version {SCHEMA_VERSION}.")


def _names(folder: Path) -> Iterator[str]:
    return iter(sorted(path.name for path in folder.iterdir() if _NAME.fullmatch(path.name)))


def made_by(episode: Episode) -> tuple[str, dict[str, Any]]:
    """Id and keyword arguments of the environment of an episode.

    Raises:
        BadValue: when the episode does not tell.
    """
    content = strict_json.loads(episode.env, "the episode's env")
    if not isinstance(content, dict) or not isinstance(content.get("kwargs"), dict):
        raise BadValue("The episode does not tell the environment's id and arguments.")
    return str(content.get("id")), content["kwargs"]
