"""How hard: "easy", "medium", "hard", or a number from 0 to 1 that reaches every stage between them."""

from dataclasses import dataclass
from numbers import Real

import numpy as np

from flowbench.errors import BadValue, UnknownName

LEVELS = {"easy": 0.0, "medium": 0.5, "hard": 1.0}

Span = tuple[int, int]  # lowest and highest value, both included


def hardness(difficulty: object) -> float:
    """The number behind a difficulty: a level's name, or a number of any kind.

    Raises:
        UnknownName: for a name that is not a level.
        BadValue: for a number outside 0 to 1, and anything else.
    """
    if isinstance(difficulty, str):
        if difficulty not in LEVELS:
            raise UnknownName.among("difficulty", difficulty, LEVELS, "Or pass a number from 0 to 1.")
        return LEVELS[difficulty]
    if isinstance(difficulty, bool) or not isinstance(difficulty, Real) or not 0.0 <= float(difficulty) <= 1.0:
        raise BadValue(f"difficulty must be one of {list(LEVELS)} or a number from 0 to 1, got {difficulty!r}.")
    return float(difficulty)


def level(hard: float) -> str:
    """The level nearest to a number from 0 to 1; what cannot be blended is chosen by it."""
    return min(LEVELS, key=lambda name: (abs(LEVELS[name] - hard), LEVELS[name]))


@dataclass(frozen=True)
class Dial:
    """A whole number that grows, or shrinks, with the difficulty: its span at each level, blended between them."""

    easy: Span
    medium: Span
    hard: Span

    def span(self, hard: float) -> Span:
        """Lowest and highest value at a hardness from 0 to 1."""
        first, second = (self.easy, self.medium) if hard <= 0.5 else (self.medium, self.hard)
        share = 2.0 * hard - (0.0 if hard <= 0.5 else 1.0)
        low, high = (int(a + (b - a) * share + 0.5) for a, b in zip(first, second, strict=True))
        return low, high

    def draw(self, rng: np.random.Generator, hard: float) -> int:
        """A value of the span, all alike."""
        low, high = self.span(hard)
        return int(rng.integers(low, high + 1))
