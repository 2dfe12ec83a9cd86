"""Games in which the player makes something and hands it in: what they have in common."""

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Protocol, TypeVar

from flowbench.rules.games.game import Ending, Game, Proof, Solution
from flowbench.rules.games.rejection import NoPlan


class Work(Protocol):
    """A state that knows whether it has been handed in."""

    @property
    def submitted(self) -> bool:
        """Whether it has."""


I = TypeVar("I")  # noqa: E741 - the instance
W = TypeVar("W", bound=Work)


class HandingInGame(Game[I, W]):
    """Over when the work is handed in, by the last action: won when it is right, lost when it is not.

    Attributes:
        work: what is handed in, for people.
        proof: what is proved about plans.
    """

    work: ClassVar[str]
    proof: ClassVar[Proof] = "unique"

    @abstractmethod
    def is_right(self, instance: I, state: W) -> bool:
        """Whether the work as it is now would be right."""

    @abstractmethod
    def corrections(self, instance: I, state: W) -> Iterable[int]:
        """The fewest actions after which the work is right."""

    @abstractmethod
    def flaw_of_change(self, instance: I, state: W, action: int) -> str | None:
        """Why an action that changes the work is not legal, in a few words; None when it is."""

    def hindrance(self, instance: I, state: W, action: int) -> str | None:
        """The work has been handed in, or it cannot be changed so."""
        if state.submitted:
            return f"{self.work} has been handed in"
        return None if action == self.action_count - 1 else self.flaw_of_change(instance, state, action)

    def ending(self, instance: I, state: W) -> Ending | None:
        """The goal when the right work is handed in, dead when another is."""
        if not state.submitted:
            return None
        return "goal" if self.is_right(instance, state) else "dead"

    def solve(self, instance: I, state: W) -> Solution:
        """Correct the work, then hand it in."""
        if not state.submitted:
            return Solution((*self.corrections(instance, state), self.action_count - 1), self.proof)
        if not self.is_right(instance, state):
            raise NoPlan(f"{self.work} that was handed in is wrong")
        return Solution((), self.proof)
