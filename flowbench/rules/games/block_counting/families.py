"""The four families of questions about a pile: all cubes, occupied columns, hidden cubes, columns by height."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar

import numpy as np

from flowbench.rules.games.answers.choice import LETTERS
from flowbench.rules.games.answers.grammar import Fields, Grammar, Integer
from flowbench.rules.games.block_counting.records import Pile
from flowbench.rules.games.counting import EVEN, wrong_counts
from flowbench.rules.games.family import Family, Format, Whole
from flowbench.rules.games.options import MOST_OF_A_KIND, Wrong

Histogram = tuple[tuple[str, int], ...]
BOTH: tuple[Format, ...] = ("open", "choice")


def total(pile: Pile) -> int:
    """All cubes."""
    return sum(map(sum, pile.heights))


def occupied(pile: Pile) -> int:
    """Columns with at least one cube."""
    return sum(height > 0 for row in pile.heights for height in row)


def visible(pile: Pile) -> int:
    """Cubes of which a face or half a face is seen."""
    return len(pile.sight.cubes)


def hidden(pile: Pile) -> int:
    """Cubes of which nothing is seen."""
    return total(pile) - visible(pile)


def _faces(pile: Pile) -> int:
    """Faces of cubes that are seen, at least by half."""
    return sum(surface.face != "floor" for surface in pile.sight.visible)


def _without_back_rows(pile: Pile) -> tuple[int, int]:
    """Cubes without the farther row, to the left and to the right."""
    seen = pile.seen
    return sum(map(sum, seen[1:])), sum(sum(row[1:]) for row in seen)


class _Count(Family[Pile, Whole, int]):
    """A question with one number as its answer."""

    formats = BOTH
    wording: ClassVar[str]
    rank_weights: ClassVar[Sequence[float]] = EVEN  # see `counting.wrong_counts`

    def ask(self, instance: Pile, rng: np.random.Generator, hard: float, fmt: Format) -> Whole:
        """The same of every pile."""
        return Whole()

    def question(self, instance: Pile, query: Whole) -> str:
        """The wording."""
        return self.wording

    def grammar(self, instance: Pile, query: Whole) -> Grammar[int]:
        """A number."""
        return Integer()

    @abstractmethod
    def mistakes(self, pile: Pile) -> list[tuple[str, int]]:
        """Counts that specific mistakes lead to."""

    def wrongs(self, instance: Pile, query: Whole, rng: np.random.Generator, hard: float) -> Iterator[Wrong[int]]:
        """Mistakes in a random order, then numbers nearby."""
        mistakes = self.mistakes(instance)
        mixed = [mistakes[int(k)] for k in rng.permutation(len(mistakes))]
        return wrong_counts(self.answer(instance, query), mixed, rng, self.rank_weights)


class Total(_Count):
    """BC1: all cubes of the pile."""

    id = "BC1"
    wording = "How many cubes are in the pile altogether, seen or unseen?"

    def answer(self, instance: Pile, query: Whole) -> int:
        """The sum of the heights."""
        return total(instance)

    def mistakes(self, pile: Pile) -> list[tuple[str, int]]:
        """Only what is seen; faces for cubes; a back row forgotten; another count."""
        left, right = _without_back_rows(pile)
        return [
            ("only what is seen", visible(pile)),
            ("faces counted", _faces(pile)),
            ("a back row left out", left),
            ("a back row left out", right),
            ("columns counted", occupied(pile)),
        ]


class Occupied(_Count):
    """BC2: columns with at least one cube."""

    id = "BC2"
    wording = "How many tiles of the floor have at least one cube on them?"

    def answer(self, instance: Pile, query: Whole) -> int:
        """Heights above 0."""
        return occupied(instance)

    def mistakes(self, pile: Pile) -> list[tuple[str, int]]:
        """Cubes for columns; all tiles; columns of one cube; those of more."""
        heights = [height for row in pile.heights for height in row]
        return [
            ("all tiles", len(heights)),
            ("only what is seen", visible(pile)),
            ("only columns of more than one cube", sum(height > 1 for height in heights)),
            ("hidden cubes", hidden(pile)),
        ]


class Hidden(_Count):
    """BC3: cubes of which nothing is seen."""

    id = "BC3"
    wording = (
        "How many cubes of the pile cannot be seen at all from here, that is, show no face, not even a part of one?"
    )
    # Three in ten piles of the evaluation hide fewer than five cubes and fill the lower ranks; so over all piles, each
    # rank is as likely.
    rank_weights = (0.043, 0.085, 0.113, 0.139, 0.155, 0.167)

    def answer(self, instance: Pile, query: Whole) -> int:
        """All but those in sight."""
        return hidden(instance)

    def mistakes(self, pile: Pile) -> list[tuple[str, int]]:
        """Every cube under another; every cube without its top in sight; cubes in sight."""
        tops = sum(surface.face == "top" for surface in pile.sight.visible)
        return [
            ("all cubes under others", total(pile) - occupied(pile)),
            ("all without a top in sight", total(pile) - tops),
            ("seen cubes", visible(pile)),
        ]


class ByHeight(Family[Pile, Whole, Histogram]):
    """BC4: how many columns have each height from 1 to the greatest allowed."""

    id = "BC4"
    formats = BOTH

    def ask(self, instance: Pile, rng: np.random.Generator, hard: float, fmt: Format) -> Whole:
        """The same of every pile."""
        return Whole()

    def question(self, instance: Pile, query: Whole) -> str:
        """The wording."""
        return (
            f"No column of the pile is higher than {instance.most} cubes. How many columns are exactly "
            f"{', '.join(map(str, range(1, instance.most)))} and {instance.most} cubes high (0 where there is none)?"
        )

    def grammar(self, instance: Pile, query: Whole) -> Grammar[Histogram]:
        """A field a height."""
        return Fields({f"h{height}": Integer() for height in range(1, instance.most + 1)})

    def answer(self, instance: Pile, query: Whole) -> Histogram:
        """Columns by height."""
        heights = [height for row in instance.heights for height in row]
        return _named([heights.count(height) for height in range(1, instance.most + 1)])

    def wrongs(self, instance: Pile, query: Whole, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Histogram]]:
        """Two chains of small changes, so that no histogram is the one that all others resemble."""
        right = [count for _, count in self.answer(instance, query)]
        kinds = [kind for kind in _CHANGES for _ in range(MOST_OF_A_KIND)]
        mixed = iter([kinds[int(k)] for k in rng.permutation(len(kinds))])
        first = int(rng.integers(len(LETTERS)))
        for length in (first, len(kinds) - first):
            counts = right
            for kind in islice(mixed, length):
                counts = _changed(counts, kind, rng)
                yield Wrong(kind, _named(counts))


_CHANGES: Mapping[str, tuple[int, int]] = {  # what is taken from the count of one height, and added to that of another
    "a column at another height": (1, 1),
    "two columns at another height": (2, 2),
    "a column left out": (1, 0),
    "a column too many": (0, 1),
    "two columns too many": (0, 2),
    "two columns left out": (2, 0),
}


def _changed(counts: list[int], kind: str, rng: np.random.Generator) -> list[int]:
    """Counts after one change between two heights, of which the first can lose what it must."""
    loss, gain = _CHANGES[kind]
    able = [k for k, count in enumerate(counts) if count >= loss] or list(range(len(counts)))
    source = able[int(rng.integers(len(able)))]
    others = [k for k in range(len(counts)) if k != source] or [source]
    target = others[int(rng.integers(len(others)))]
    changed = list(counts)
    changed[source] = max(0, changed[source] - loss)
    changed[target] += gain
    return changed


def _named(counts: list[int]) -> Histogram:
    return tuple((f"h{k + 1}", count) for k, count in enumerate(counts))
