"""What a clip shows, frame by frame: all that the judge sees."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flowbench.rules.processes.entity import Entity


@dataclass(frozen=True)
class Frame:
    """One moment.

    Attributes:
        t: seconds from the beginning.
        entities: by id. Frames share the entities that did not change between them.
        q: the logical state as JSON values where an animator was at rest; for readers, the judge does not trust it.
        phase: share of the running action, 0 to 1.
    """

    t: float
    entities: Mapping[str, Entity]
    q: Any = None
    phase: float = 0.0


@dataclass(frozen=True)
class Trajectory:
    """A clip without pixels; frame k is at k / fps."""

    case_id: str
    fps: int
    frames: tuple[Frame, ...]

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return len(self.frames) / self.fps

    def with_scenes(self, scenes: list[Mapping[str, Entity]]) -> "Trajectory":
        """A clip of other scenes, one a frame."""
        return of_scenes(self.case_id, self.fps, scenes)


def of_scenes(case_id: str, fps: int, scenes: list[Mapping[str, Entity]]) -> Trajectory:
    """A clip from what is seen in each frame."""
    return Trajectory(case_id, fps, tuple(Frame(time_of(k, fps), scene) for k, scene in enumerate(scenes)))


def changed(frame: Frame, entities: Mapping[str, Entity]) -> Frame:
    """A frame with some entities replaced or added."""
    return dataclasses.replace(frame, entities={**frame.entities, **entities})


def time_of(frame: int, fps: int) -> float:
    """Seconds of a frame, as files hold them."""
    return round(frame / fps, 6)
