"""The sandbox's planner: legal motions of the task's mover, each taken back where it does not do."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.motion import moves_of
from flowbench.planners.rooms.witnesses import WitnessPlanner
from flowbench.records import Action
from flowbench.rules.rooms import motions, sandbox


class SandboxPlanner(WitnessPlanner):
    """Tries slides of the mover, turned where turns are allowed, in the rule's order; after one in vain it undoes."""

    rule: ClassVar = sandbox

    def __init__(self) -> None:
        """Start without an episode."""
        super().__init__()
        self._tried = 0

    def act(self, observation: Any, info: dict[str, Any]) -> NDArray[np.float32]:
        """The next motion as an action, or what takes the last one back."""
        return sandbox.encode(info["scene"].layout, motions.kind_of(info["task"]), moves_of(self._next(info)))

    def ideas_left(self, info: dict[str, Any]) -> bool:
        """Whether another motion is worth trying."""
        return (self._tried if int(info["step"]) else 0) < len(self.ideas(info))

    def _next(self, info: dict[str, Any]) -> Action:
        ideas: Sequence[Action] = self.ideas(info)
        self._tried = self._tried if int(info["step"]) else 0
        last = info.get("transition")
        if last is not None and last.attempt.success and moves_of(last.action):
            return sandbox.UNDO
        self._tried += 1
        return ideas[self._tried - 1] if self._tried <= len(ideas) else sandbox.UNDO
