"""The next move of a proved plan, from any state; the plan is kept as long as it is followed."""

from typing import Any, Protocol

from flowbench.rules.games.game import Move, Solution
from flowbench.rules.games.rejection import NoPlan


class Machine(Protocol):
    """A state machine with a solver: a game, or a process."""

    def solve(self, instance: Any, state: Any) -> Solution:
        """A proved plan to the goal."""

    def step(self, instance: Any, state: Any, action: int) -> Move[Any]:
        """What an action leads to."""


class Expert:
    """Solves where it has to, and reads off its last plan where it can."""

    def __init__(self, game: Machine) -> None:
        """Start without a plan."""
        self._game = game
        self._instance: Any = None
        self._plan: dict[Any, int] = {}

    def action(self, instance: Any, state: Any) -> int:
        """The first action of a proved plan from this state.

        Raises:
            NoPlan: when there is none, or the goal is reached.
            Reject: when the solver gave up.
        """
        if instance != self._instance:
            self._instance, self._plan = instance, {}
        if state not in self._plan:
            self._learn(instance, state)
        if state not in self._plan:
            raise NoPlan("the goal is reached: nothing is left to do")
        return self._plan[state]

    def _learn(self, instance: Any, state: Any) -> None:
        self._plan = {}
        for action in self._game.solve(instance, state).actions:
            self._plan[state] = action
            state = self._game.step(instance, state, action).state
