"""What a game is. Environment, generator, solver, pictures, questions and verifiers all call these functions."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import IllegalAction, UnknownName
from flowbench.render.board.picture import Picture
from flowbench.rules.games.family import Family

I = TypeVar("I")  # noqa: E741 - the instance: what is fixed, and drawn by `sample`
S = TypeVar("S")  # the state: what a step changes

Proof = Literal["unique", "optimal", "determined"]
Ending = Literal["goal", "dead"]


@dataclass(frozen=True)
class Setting:
    """What an instance is drawn for.

    Attributes:
        hard: 0 easy to 1 hard, see `difficulty`.
        variant: one of the game's `variants`.
        split: "train", "eval" or "dev", for games that draw from less in one of them.
    """

    hard: float
    variant: str
    split: str = "train"


@dataclass(frozen=True)
class Solution:
    """A plan from a state to the goal, and what is proved about it.

    Attributes:
        actions: the plan.
        proof: "optimal" (no plan is shorter), "unique" (the goal state is the only one; the plan is the shortest to
            it) or "determined" (the rules leave no choice, or nothing is claimed about length).
    """

    actions: tuple[int, ...]
    proof: Proof


@dataclass(frozen=True)
class Move(Generic[S]):
    """What a step led to, and what happened on the way ("capture", "key a", ...)."""

    state: S
    events: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class GridSpace:
    """The numbers that an agent sees: shape and bounds of an int16 array. Smaller boards are padded with `low`."""

    shape: tuple[int, ...]
    low: int
    high: int


class Game(ABC, Generic[I, S]):
    """One pure state machine with everything that depends on its rules.

    Instances and states are frozen dataclasses of numbers, strings, booleans, None, tuples and such dataclasses; they
    are hashable and become JSON by `plain`. Nothing here keeps state or draws random numbers other than from `rng`.

    Attributes:
        name: in snake_case; also the name of its folder.
        title: for people.
        capability: 1 attributes, 2 space, 3 constraints, 4 plans.
        instance_type, state_type: the dataclasses.
        action_count: actions are 0 to this - 1, for the largest instance; those that do not exist are illegal.
        grid: what an agent sees.
        styles: names of the ways to draw; the last is "mono", which needs no colours.
        variants: names of the ways to play; the first is the one that questions are asked about.
        pictures: (role, caption) of each picture a question shows, in order.
        view: the role of the picture that shows a state in play.
        families: the families of questions.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    capability: ClassVar[int]
    instance_type: ClassVar[type[Any]]
    state_type: ClassVar[type[Any]]
    action_count: ClassVar[int]
    grid: ClassVar[GridSpace]
    styles: ClassVar[tuple[str, ...]]
    variants: ClassVar[tuple[str, ...]] = ("standard",)
    pictures: ClassVar[tuple[tuple[str, str], ...]]
    view: ClassVar[str]
    families: ClassVar[tuple[Family[Any, Any, Any], ...]]

    @abstractmethod
    def sample(self, rng: np.random.Generator, setting: Setting) -> I:
        """Draw an instance whose solver has proved what the game promises.

        Raises:
            Reject: when this draw does not become one; the caller draws again.
        """

    @abstractmethod
    def check(self, instance: I) -> None:
        """Raise BadValue unless the instance, which may come from anywhere, obeys the rules of the game."""

    @abstractmethod
    def initial(self, instance: I) -> S:
        """The first state."""

    def obstacle(self, instance: I, state: S, action: int) -> str | None:
        """Why an action is not legal, in a few words; None when it is."""
        if not 0 <= action < self.action_count:
            return "there is no such action"
        return self.hindrance(instance, state, action)

    @abstractmethod
    def hindrance(self, instance: I, state: S, action: int) -> str | None:
        """Why an action from 0 to `action_count` - 1 is not legal, in a few words; None when it is."""

    @abstractmethod
    def mask(self, instance: I, state: S) -> NDArray[np.int8]:
        """(action_count,) 1 where an action is legal; agrees with `obstacle`."""

    @abstractmethod
    def advance(self, instance: I, state: S, action: int) -> Move[S]:
        """What a legal action leads to; call `step`, which checks that it is one."""

    def step(self, instance: I, state: S, action: int) -> Move[S]:
        """What an action leads to.

        Raises:
            IllegalAction: with the reason.
        """
        reason = self.obstacle(instance, state, action)
        if reason is not None:
            raise IllegalAction(reason)
        return self.advance(instance, state, action)

    @abstractmethod
    def ending(self, instance: I, state: S) -> Ending | None:
        """Where the game is over: "goal" or "dead"; else None."""

    @abstractmethod
    def solve(self, instance: I, state: S) -> Solution:
        """A proved plan from a state to the goal.

        Raises:
            NoPlan: when it is proved that there is none.
            Reject: when the search reached its cap: nothing is known.
        """

    @abstractmethod
    def observe(self, instance: I, state: S) -> NDArray[np.int16]:
        """What an agent sees, an array of `grid`."""

    @abstractmethod
    def text(self, instance: I, state: S) -> str:
        """The whole position in a few lines of text."""

    @abstractmethod
    def draw(self, instance: I, state: S, style: str, role: str) -> Picture:
        """The picture of a position in one of the roles of `pictures`, or `view`."""

    @abstractmethod
    def canonical(self, instance: I) -> Any:
        """JSON values that are equal for instances that are the same up to the game's symmetries and renamings."""

    @abstractmethod
    def hint(self, instance: I) -> str:
        """The rules and the notation, in words that hold for every instance of this size."""

    @abstractmethod
    def action_name(self, instance: I, action: int) -> str:
        """An action in a word or two."""

    def budget(self, instance: I, optimum: int) -> int:
        """Steps after which an episode is cut off, unless the environment is told otherwise."""
        return 4 * optimum + 10

    def family(self, family_id: str) -> Family[Any, Any, Any]:
        """The family with this id.

        Raises:
            UnknownName: offers the nearest.
        """
        for family in self.families:
            if family.id == family_id:
                return family
        raise UnknownName.among(f"family of {self.name}", family_id, [family.id for family in self.families])

    def check_style(self, style: str) -> str:
        """The style itself.

        Raises:
            UnknownName: when the game has no such style.
        """
        if style not in self.styles:
            raise UnknownName.among(f"style of {self.name}", style, self.styles)
        return style
