"""Six options for a question: the right one and five that are plausible, wrong, and different from one another."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from flowbench.rules.games.answers.choice import LETTERS
from flowbench.rules.games.rejection import Reject

V = TypeVar("V")

MOST_OF_A_KIND = 2  # wrong options that come from the same mistake


@dataclass(frozen=True)
class Wrong(Generic[V]):
    """A wrong answer and the mistake behind it, in a word or two."""

    kind: str
    value: V


@dataclass(frozen=True)
class Options(Generic[V]):
    """Six values by letter, and the mistake behind each ("right" for the right one)."""

    values: tuple[V, ...]
    kinds: tuple[str, ...]


def make_options(
    right: V, wrongs: Iterable[Wrong[V]], is_right: Callable[[V], bool], position: int, rng: np.random.Generator
) -> Options[V]:
    """Choose five wrong answers, in the order given, at most two of a kind, and shuffle them around the right one.

    Args:
        wrongs: the best first; what equals another option or is right after all is passed over.
        position: where the right option goes, from 0.

    Raises:
        Reject: when there are fewer than five.
    """
    chosen: list[Wrong[V]] = []
    of_kind: Counter[str] = Counter()
    for wrong in wrongs:
        taken = [right, *(other.value for other in chosen)]
        if of_kind[wrong.kind] < MOST_OF_A_KIND and wrong.value not in taken and not is_right(wrong.value):
            chosen.append(wrong)
            of_kind[wrong.kind] += 1
        if len(chosen) == len(LETTERS) - 1:
            break
    if len(chosen) < len(LETTERS) - 1:
        raise Reject("few distractors")
    mixed = [chosen[int(k)] for k in rng.permutation(len(chosen))]
    mixed.insert(position, Wrong("right", right))
    return Options(tuple(wrong.value for wrong in mixed), tuple(wrong.kind for wrong in mixed))
