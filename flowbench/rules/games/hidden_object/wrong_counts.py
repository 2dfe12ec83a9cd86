"""Counts that are mistaken for the right ones, chosen so that no place among the options is the likely one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from flowbench.rules.games.difficulty import Span
from flowbench.rules.games.hidden_object.records import Scene
from flowbench.rules.games.hidden_object.visibility import visible_pixels
from flowbench.rules.games.options import Wrong

OTHER_OPTIONS = 5
ZERO_WEIGHT = 0.1  # of a field with a count of 0 to be varied, where a count of n weighs n more
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
    mistakes = {wrong.value: wrong.kind for wrong in _plausible(scene, asked, rng)}
    first = int(rng.choice(starts(right, span)))
    for count in range(first, first + OTHER_OPTIONS + 1):
        if count != right:
            yield Wrong(f"{mistakes.get(count, 'miscounted')}, {count - right:+d}", count)


def wrong_counts(
    scene: Scene, fields: Sequence[tuple[str, Asked]], rng: np.random.Generator
) -> Iterator[Wrong[Counts]]:
    """Two fields vary, one over three values and one over two: every combination is an option, and none stands out."""
    right = tuple((name, asked.count(scene)) for name, asked in fields)
    weights = np.array([count for _, count in right], dtype=np.float64) + ZERO_WEIGHT
    first, second = (int(k) for k in rng.choice(len(fields), 2, replace=False, p=weights / weights.sum()))
    changes = {k: _changes(scene, fields[k], right[k][1], rng) for k in (first, second)}
    alone = changes[first][:2]
    for one in alone:
        yield Wrong(one.kind, _with(right, first, one.value))
    other = changes[second][0]
    yield Wrong(other.kind, _with(right, second, other.value))
    for one in alone:
        both = _with(_with(right, first, one.value), second, other.value)
        yield Wrong(f"{one.kind}, {other.kind}", both)


def _with(counts: Counts, place: int, value: int) -> Counts:
    return (*counts[:place], (counts[place][0], value), *counts[place + 1 :])


def _changes(scene: Scene, field: tuple[str, Asked], right: int, rng: np.random.Generator) -> list[Wrong[int]]:
    """Wrong counts for one field, as likely below the right one as above it."""
    name, asked = field
    plausible = _plausible(scene, asked, rng)
    below, above = _nearest(plausible, right, -1), _nearest(plausible, right, 1)
    found = []
    for _ in range(2):
        side = below if below and rng.random() < 0.5 else above
        found.append(side.pop(0))
    return [Wrong(f"{name}: {wrong.kind}", wrong.value) for wrong in found]


def _plausible(scene: Scene, asked: Asked, rng: np.random.Generator) -> list[Wrong[int]]:
    """Other counts that a hasty look may lead to, in any order."""
    kind, region = asked.kind, asked.region
    here = [k for k, thing in enumerate(scene.things) if thing.kind == kind]
    here = [k for k in here if region is None or scene.homes[k] == region]
    found = [Wrong("without what is partly hidden", int(np.count_nonzero(_fully_seen(scene)[here])))]
    for other in range(len(scene.kinds)):
        if scene.kinds[other].differences(scene.kinds[kind]) == 1:
            alike = scene.count(other, region)
            found += [Wrong("a kind that looks alike", alike)]
            found += [Wrong("with a kind that looks alike", alike + len(here))]
    if region is not None:
        found.append(Wrong("the whole scene", scene.count(kind)))
        others = [other for other in range(len(scene.regions)) if other != region]
        found += [Wrong("another region", scene.count(kind, other)) for other in others]
    return [found[int(k)] for k in rng.permutation(len(found))]


@lru_cache(maxsize=1)
def _fully_seen(scene: Scene) -> NDArray[np.bool_]:
    """(things,) whether nothing hides an object."""
    seen, whole = visible_pixels(scene.kinds, scene.things)
    fully: NDArray[np.bool_] = seen >= FULLY_SEEN * whole
    return fully


def _nearest(plausible: Sequence[Wrong[int]], right: int, step: int) -> list[Wrong[int]]:
    """Counts on one side of the right one: a plausible one if there is one, then whatever is nearest; none below 0."""
    chosen: list[Wrong[int]] = []
    values = {right}
    for wrong in plausible:
        if (wrong.value - right) * step > 0 and wrong.value not in values and not chosen:
            chosen.append(wrong)
            values.add(wrong.value)
    for apart in range(1, OTHER_OPTIONS + 1):
        value = right + apart * step
        if value >= 0 and value not in values:
            chosen.append(Wrong(f"off by {apart}", value))
    return chosen
