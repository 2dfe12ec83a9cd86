"""What a family of questions is: what it asks, in which form it is answered, and how an answer is verified."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

import numpy as np

from flowbench.render.board.picture import Picture
from flowbench.rules.games.answers.grammar import Grammar
from flowbench.rules.games.options import Wrong

if TYPE_CHECKING:
    from flowbench.rules.games.game import Game

I = TypeVar("I")  # noqa: E741 - the instance
Q = TypeVar("Q")  # the query: what exactly is asked about an instance
V = TypeVar("V")  # the value of an answer

Format = Literal["open", "choice"]
FORMATS: tuple[Format, ...] = ("open", "choice")


@dataclass(frozen=True)
class Whole:
    """The query of a family that asks the same of every instance."""


class Family(ABC, Generic[I, Q, V]):
    """One kind of question about a game. It holds nothing: all it knows comes from the instance and the query.

    Attributes:
        id: two capital letters of the game and a number.
        formats: "open", "choice" or both.
        query_type: the frozen dataclass of what exactly is asked.
        draws_options: whether the six options are pictures, rather than texts.
    """

    id: ClassVar[str]
    formats: ClassVar[tuple[Format, ...]]
    query_type: ClassVar[type[Any]] = Whole
    draws_options: ClassVar[bool] = False

    @abstractmethod
    def ask(self, instance: I, rng: np.random.Generator, hard: float, fmt: Format) -> Q:
        """Choose what to ask.

        Raises:
            Reject: when this instance has nothing worth asking, or its answer would not be unique.
        """

    @abstractmethod
    def question(self, instance: I, query: Q) -> str:
        """The wording, with names and numbers of the query but no facts of the instance."""

    @abstractmethod
    def grammar(self, instance: I, query: Q) -> Grammar[V]:
        """The form of the answer."""

    @abstractmethod
    def answer(self, instance: I, query: Q) -> V:
        """A right answer, computed from the instance."""

    def flaw(self, instance: I, query: Q, value: V) -> str | None:
        """What is wrong with an answer, in a few words; None when it is right.

        Families with several right answers say here what makes one right, by the rules and not by comparison.
        """
        return None if value == self.answer(instance, query) else "not what the rules lead to"

    def wrongs(self, instance: I, query: Q, rng: np.random.Generator, hard: float) -> Iterator[Wrong[V]]:
        """Plausible wrong answers for a choice, the best first. Families with a choice form give at least five."""
        return iter(())

    def pictures(self, game: "Game[I, Any]", query: Q) -> tuple[tuple[str, str], ...]:
        """(role, caption) of each picture of the question, in order."""
        return game.pictures

    def draw(self, game: "Game[I, Any]", instance: I, query: Q, style: str, role: str) -> Picture:
        """One picture of the question."""
        return game.draw(instance, game.initial(instance), style, role)

    def draw_option(self, game: "Game[I, Any]", instance: I, query: Q, value: V, style: str) -> Picture:
        """The picture of an option, for families that draw them."""
        raise NotImplementedError(f"{self.id} writes its options.")
