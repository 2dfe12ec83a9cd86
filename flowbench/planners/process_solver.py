"""The planner of all processes: replays the plan that the process's own solver proves."""

from typing import Any

from flowbench.errors import NothingToAsk
from flowbench.rules.games.expert import Expert
from flowbench.rules.processes.position import Position
from flowbench.rules.processes.table import process


class ProcessPlanner:
    """Follows a proved plan; solves again where the episode has left it."""

    def __init__(self) -> None:
        """Start without a plan."""
        self._experts: dict[str, Expert] = {}

    def act(self, observation: Any, info: dict[str, Any]) -> int:
        """The next action of the plan from `info["position"]`.

        Raises:
            NothingToAsk: when there is no plan from here.
        """
        position: Position = info["position"]
        name = position.case.process
        expert = self._experts.setdefault(name, Expert(process(name)))
        return expert.action(position.case.instance, position.state)

    def ideas_left(self, info: dict[str, Any]) -> bool:
        """Whether a plan leads to the goal from here."""
        try:
            self.act(None, info)
        except NothingToAsk:
            return False
        return True
