"""What all room planners share: an episode's ideas are listed once, then tried in order."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.records import Motion, SceneState, Task
from flowbench.rules.rooms.limits import MOVE


class RoomPlanner(ABC):
    """Tries the motions of `plan` one after the other; attempt number `info["step"]` gets the motion of that number."""

    def __init__(self) -> None:
        """Start without a plan; the first `act` of an episode makes it."""
        self._planned_for: tuple[SceneState, Task] | None = None
        self._motions: Sequence[Motion] = ()

    @abstractmethod
    def plan(self, scene: SceneState, task: Task) -> Sequence[Motion]:
        """The motions worth trying, best first."""

    def act(self, observation: Any, info: dict[str, Any]) -> NDArray[np.float32]:
        """The next motion as an action; no motion at all when there is no further idea."""
        motions = self._ideas(info)
        step = int(info["step"])
        return as_action(motions[step]) if step < len(motions) else np.zeros(3, dtype=np.float32)

    def ideas_left(self, info: dict[str, Any]) -> bool:
        """Whether another motion is worth trying."""
        return int(info["step"]) < len(self._ideas(info))

    def _ideas(self, info: dict[str, Any]) -> Sequence[Motion]:
        scene, task = info["scene"], info["task"]
        if self._planned_for is None or self._planned_for[0] is not scene or self._planned_for[1] != task:
            self._motions, self._planned_for = self.plan(scene, task), (scene, task)
        return self._motions


def as_action(motion: Motion) -> NDArray[np.float32]:
    """The action that makes a room environment execute a motion."""
    metres = np.array([motion.right_m, motion.up_m, motion.forward_m])
    return (metres / MOVE.max_move_m).astype(np.float32)
