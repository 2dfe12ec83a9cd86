"""Processes in which one thing finds its way through a maze without stopping: their rules, tier and reference."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Protocol, TypeVar

from flowbench.rules.games.game import Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.corridors import Cell, Corridors, Point, ways_from
from flowbench.rules.processes.entity import FIXTURE, entity
from flowbench.rules.processes.predicates.corridors import way_tier
from flowbench.rules.processes.process import Process, Reference, Step
from flowbench.rules.processes.tracks import Tracks

_ROUTE = (250, 190, 40)  # colour of the line that marks the way in a reference


class Placed(Protocol):
    """A state: where the mover is."""

    @property
    def cell(self) -> Cell:
        """Its cell."""


M = TypeVar("M", bound=Corridors)
S = TypeVar("S", bound=Placed)


class MazeWork(Process[M, S]):
    """A process whose actions are directions in a maze.

    Attributes:
        mover: id of what moves.
        route_z_m: height of the line that marks the way in a reference.
    """

    seconds: ClassVar[float] = 0.5
    rests: ClassVar[bool] = False
    mover: ClassVar[str]
    route_z_m: ClassVar[float]

    def obstacle(self, instance: M, state: S, action: int) -> str | None:
        """A wall, or nothing there."""
        if not 0 <= action < instance.directions:
            return "there is no such direction"
        if instance.is_open(state.cell, action):
            return None
        return "the maze ends there" if instance.beside(state.cell, action) is None else "a wall stands there"

    def force(self, instance: M, state: S, action: int) -> S | None:
        """Through the wall, but not out of the maze."""
        known = 0 <= action < instance.directions and instance.beside(state.cell, action) is not None
        return self.advance(instance, state, action) if known else None

    def is_goal(self, instance: M, state: S) -> bool:
        """On the goal cell."""
        return state.cell == instance.goal

    def solve(self, instance: M, state: S) -> Solution:
        """The only way without turning back."""
        ways = ways_from(instance, state.cell)
        if instance.goal not in ways:
            raise NoPlan("no way leads to the goal")
        return Solution(ways[instance.goal], "optimal")

    def tier(self, instance: M, tracks: Tracks) -> int:
        """See `words.tiers`."""
        return way_tier(instance, tracks, self.mover)

    def states_of(self, instance: M, actions: Sequence[int]) -> list[S]:
        """The states along a plan of legal actions, the first one included."""
        states = [self.initial(instance)]
        for action in actions:
            states.append(self.advance(instance, states[-1], action))
        return states

    @abstractmethod
    def route(self, instance: M, steps: Sequence[Step[S]]) -> Sequence[Point]:
        """Points of the line that the mover follows."""

    def reference(self, instance: M, actions: Sequence[int]) -> Reference:
        """The way, drawn into the first picture, and the mover on the goal."""
        states = self.states_of(instance, actions)
        steps = [Step(states[k], action, states[k + 1]) for k, action in enumerate(actions)]
        points = tuple((round(x, 5), round(y, 5), self.route_z_m) for x, y in self.route(instance, steps))
        line = entity(FIXTURE, (0.0, 0.0, 0.0), shape="route", color=_ROUTE, extra={"points": points})
        return Reference(scene=self.scene(instance, states[-1]) | {"route": line})
