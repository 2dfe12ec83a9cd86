"""What all room planners share: an episode's ideas are listed once, then tried in order."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.motion import moves_of
from flowbench.records import Action, Motion, SceneState, Task
from flowbench.rules.rooms import motions


class RoomPlanner(ABC):
    """Tries the motions of `plan` one after the other; attempt number `info["step"]` gets the motion of that number."""

    def __init__(self) -> None:
        """Start without a plan; the first `act` of an episode makes it."""
        self._planned_for: tuple[SceneState, Task] | None = None
        self._actions: Sequence[Action] = ()

    @abstractmethod
    def plan(self, scene: SceneState, task: Task) -> Sequence[Motion]:
        """The translations of the mover worth trying, best first."""

    def act(self, observation: Any, info: dict[str, Any]) -> NDArray[np.float32]:
        """The next motion as an action; no motion at all when there is no further idea."""
        ideas, step, kind = self.ideas(info), int(info["step"]), motions.kind_of(info["task"])
        if step < len(ideas):
            return motions.encode(kind, moves_of(ideas[step]))
        return np.zeros(motions.action_size(kind), dtype=np.float32)

    def ideas_left(self, info: dict[str, Any]) -> bool:
        """Whether another motion is worth trying."""
        return int(info["step"]) < len(self.ideas(info))

    def ideas(self, info: dict[str, Any]) -> Sequence[Action]:
        """All actions worth trying in the running episode, best first."""
        scene, task = info["scene"], info["task"]
        if self._planned_for is None or self._planned_for[0] is not scene or self._planned_for[1] != task:
            whole = (motions.idea(scene, task, motion) for motion in self.plan(scene, task))
            self._actions, self._planned_for = [action for action in whole if action is not None], (scene, task)
        return self._actions


def as_action(motion: Motion) -> NDArray[np.float32]:
    """The action that makes a room environment execute a translation."""
    return motions.encode(motions.TRANSLATION, (motion,))
