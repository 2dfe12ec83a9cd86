"""The planner of all games: replays the plan that the game's own solver proves."""

from typing import Any

from flowbench.errors import NothingToAsk
from flowbench.rules.games.expert import Expert
from flowbench.rules.games.position import Position
from flowbench.rules.games.table import game


class SolverPlanner:
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
        expert = self._experts.setdefault(position.game, Expert(game(position.game)))
        return expert.action(position.instance, position.state)

    def ideas_left(self, info: dict[str, Any]) -> bool:
        """Whether a plan leads to the goal from here."""
        try:
            self.act(None, info)
        except NothingToAsk:
            return False
        return True
