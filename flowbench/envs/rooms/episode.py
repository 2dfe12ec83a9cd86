"""What a room episode is between two steps, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flowbench.records import Move, SceneState, Snapshot, Task


@dataclass(frozen=True, eq=False)
class Past:
    """A successful action: the state it was taken in, and what it did."""

    scene: SceneState
    moves: tuple[Move, ...]


@dataclass(frozen=True, eq=False)
class Episode:
    """Everything a room episode is between two steps.

    Attributes:
        made: JSON of the environment it belongs to.
        past: the actions that built on each other up to now, oldest first.
    """

    task: Task
    before: Snapshot
    now: SceneState
    seed: int
    options: Mapping[str, Any]
    made: str
    steps: int = 0
    over: bool = False
    past: tuple[Past, ...] = ()
