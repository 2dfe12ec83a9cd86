"""Counts that are mistaken for the right ones, chosen so that no place among the options is the likely one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from flowbench.rules.games.difficulty import Span
from flowbench.rules.games.hidden_object.records import Scene
from flowbench.rules.games.hidden_object.visibility import visible_pixels
from flowbench.rules.games.options import Wrong
from flowbench.rules.games.rejection import Reject

OTHER_OPTIONS = 5
MOST_STEP = 2  # from one value of a field to the next
TRIES = 40  # of values for two fields, all of them counts that are asked for
FULLY_SEEN = 0.995  # share of an object's pixels

Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Asked:
    """A kind, and a region or the whole scene."""

    kind: int
    region: int | None = None

    def count(self, scene: Scene) -> int:
        """How many there are."""
        return scene.count(self.kind, self.region)


def starts(right: int, span: Span) -> range:
    """Where six numbers in a row may begin that hold a count and, as far as they can, only counts of a span."""
    low, high = span
    return range(max(low, right - OTHER_OPTIONS), max(low, min(right, high - OTHER_OPTIONS)) + 1)


def wrong_count(scene: Scene, asked: Asked, span: Span, rng: np.random.Generator) -> Iterator[Wrong[int]]:
    """The others of six numbers in a row of those that are asked for, so that the place of the right one says nothing.

    Args:
        span: the least and the greatest count that is asked for at this difficulty.
    """
    right = asked.count(scene)
    mistakes = _mistakes(scene, asked, rng)
    first = int(rng.choice(starts(right, span)))
    for count in range(first, first + OTHER_OPTIONS + 1):
        if count != right:
            yield Wrong(f"{mistakes.get(count, 'miscounted')}, {count - right:+d}", count)


def wrong_counts(
    scene: Scene, fields: Sequence[tuple[str, Asked]], span: Span, rng: np.random.Generator
) -> Iterator[Wrong[Counts]]:
    """Two fields vary, one over three values and one over two; every combination is an option.

    The right value is as often each of the three, or two, and all are counts that are asked for: so none stands out.

    Args:
        span: the least and the greatest count that is asked for at this difficulty.

    Raises:
        Reject: when the counts leave no room for others.
    """
    right = tuple((name, asked.count(scene)) for name, asked in fields)
    varied = _draw_varied([count for _, count in right], span, rng)
    mistakes = [_mistakes(scene, asked, rng) for _, asked in fields]
    for values in product(*varied.values()):
        changed, kinds = list(right), []
        for place, value in zip(varied, values, strict=True):
            name, count = right[place]
            changed[place] = (name, value)
            if value != count:
                kinds.append(f"{name}: {mistakes[place].get(value, 'miscounted')}, {value - count:+d}")
        if kinds:
            yield Wrong("; ".join(kinds), tuple(changed))


def _draw_varied(counts: Sequence[int], span: Span, rng: np.random.Generator) -> dict[int, list[int]]:
    """Two fields, and the values of each."""
    low, high = span
    for _ in range(TRIES):
        chosen = rng.permutation(len(counts))[:2].tolist()
        varied = {place: _values_around(counts[place], size, rng) for place, size in zip(chosen, (3, 2), strict=True)}
        if all(low <= value <= high for values in varied.values() for value in values):
            return varied
    raise Reject("no room for other counts")


def _values_around(count: int, size: int, rng: np.random.Generator) -> list[int]:
    """Ascending values that are not far apart; the count is any of them."""
    steps = np.concatenate(([0], np.cumsum(rng.integers(1, MOST_STEP + 1, size - 1)))).tolist()
    first = count - steps[int(rng.integers(size))]
    return [first + step for step in steps]


def _mistakes(scene: Scene, asked: Asked, rng: np.random.Generator) -> dict[int, str]:
    """Counts that a hasty look may lead to, each with one of the mistakes behind it."""
    kind = asked.kind
    here = [k for k, thing in enumerate(scene.things) if thing.kind == kind]
    found = [("without what is partly hidden", int(np.count_nonzero(_fully_seen(scene)[here])))]
    for other in range(len(scene.kinds)):
        if scene.kinds[other].differences(scene.kinds[kind]) == 1:
            alike = scene.count(other)
            found.append(("a kind that looks alike", alike))
            found.append(("with a kind that looks alike", alike + len(here)))
    return {count: mistake for mistake, count in (found[int(k)] for k in rng.permutation(len(found)))}


@lru_cache(maxsize=1)
def _fully_seen(scene: Scene) -> NDArray[np.bool_]:
    """(things,) whether nothing hides an object."""
    seen, whole = visible_pixels(scene.kinds, scene.things)
    fully: NDArray[np.bool_] = seen >= FULLY_SEEN * whole
    return fully
