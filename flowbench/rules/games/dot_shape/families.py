"""The three families: which contour, how many corners, how many dots in each layer. All are choices of pictures."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from flowbench.render.board.picture import Picture
from flowbench.rules.games.answers.grammar import Grammar
from flowbench.rules.games.dot_shape import options, picture
from flowbench.rules.games.dot_shape.arrange import presented
from flowbench.rules.games.dot_shape.contours import SAME, contour_distance, counts_of, vertices
from flowbench.rules.games.dot_shape.grammar import DotLayers
from flowbench.rules.games.dot_shape.records import Dots, Layers
from flowbench.rules.games.family import Family, Format
from flowbench.rules.games.game import Game
from flowbench.rules.games.options import Wrong
from flowbench.seeding import generator

KEYS = 2**48


@dataclass(frozen=True)
class OptionQuery:
    """The key that the right option is drawn from."""

    key: int


@lru_cache(maxsize=64)
def _drawn(draw: Callable[[Layers, np.random.Generator], Layers], family: str, layers: Layers, key: int) -> Layers:
    """The right option of a question: it is asked for several times."""
    return draw(layers, generator("dot shape option", family, key))


class _Pictured(Family[Dots, OptionQuery, Layers]):
    """What the families share: options that are drawn dots."""

    formats = ("choice",)
    query_type = OptionQuery
    draws_options = True

    def ask(self, instance: Dots, rng: np.random.Generator, hard: float, fmt: Format) -> OptionQuery:
        """The same of every instance, with another right option."""
        return OptionQuery(int(rng.integers(KEYS)))

    def grammar(self, instance: Dots, query: OptionQuery) -> Grammar[Layers]:
        """Layers of dots."""
        return DotLayers()

    def pictures(self, game: Game[Dots, Any], query: OptionQuery) -> tuple[tuple[str, str], ...]:
        """The contours without their dots."""
        return picture.REFERENCE

    def draw_option(
        self, game: Game[Dots, Any], instance: Dots, query: OptionQuery, value: Layers, style: str
    ) -> Picture:
        """Numbered dots without lines."""
        return picture.draw(value, None, style, "dots")


class SameContour(_Pictured):
    """DS1: the option whose dots, joined in order, give the reference contour."""

    id = "DS1"

    def question(self, instance: Dots, query: OptionQuery) -> str:
        """The wording."""
        return (
            "The dots of each layer are joined in the order of their numbers, the last one with the first. Which "
            "option then shows the reference contour? Size and place may differ, but it is neither turned nor mirrored."
        )

    def answer(self, instance: Dots, query: OptionQuery) -> Layers:
        """The dots of the reference at another size and place."""
        return _drawn(presented, self.id, instance.layers, query.key)

    def flaw(self, instance: Dots, query: OptionQuery, value: Layers) -> str | None:
        """A contour that leaves the reference."""
        distance = contour_distance(instance.layers, value, SAME)
        return None if distance <= SAME else f"its contour is off by {distance:.1%} of the diameter or more"

    def wrongs(
        self, instance: Dots, query: OptionQuery, rng: np.random.Generator, hard: float
    ) -> Iterator[Wrong[Layers]]:
        """See `wrong_contours`."""
        return options.wrong_contours(instance.layers, rng, hard)


class CornerCount(_Pictured):
    """DS2: the option whose outer contour has as many corners as the reference's."""

    id = "DS2"

    def question(self, instance: Dots, query: OptionQuery) -> str:
        """The wording."""
        return (
            "The dots of each layer are joined in the order of their numbers, the last one with the first. In which "
            "option does the outer contour then have as many corners as the outer contour of the reference? A dot on a "
            "straight line is no corner."
        )

    def answer(self, instance: Dots, query: OptionQuery) -> Layers:
        """A new drawing with as many."""
        return _drawn(options.same_corners, self.id, instance.layers, query.key)

    def flaw(self, instance: Dots, query: OptionQuery, value: Layers) -> str | None:
        """Too many or too few corners."""
        wanted, given = len(vertices(instance.layers[0])), len(vertices(value[0]))
        return None if given == wanted else f"{given} corners, not {wanted}"

    def wrongs(
        self, instance: Dots, query: OptionQuery, rng: np.random.Generator, hard: float
    ) -> Iterator[Wrong[Layers]]:
        """See `other_corners`."""
        return options.other_corners(instance.layers, rng)


class DotCount(_Pictured):
    """DS3: the option with as many dots in every layer as the reference."""

    id = "DS3"

    def question(self, instance: Dots, query: OptionQuery) -> str:
        """The wording."""
        return "Which option has, layer by layer, as many dots as the reference?"

    def pictures(self, game: Game[Dots, Any], query: OptionQuery) -> tuple[tuple[str, str], ...]:
        """The dots joined, without numbers."""
        return picture.JOINED

    def answer(self, instance: Dots, query: OptionQuery) -> Layers:
        """A new drawing with as many."""
        return _drawn(options.same_counts, self.id, instance.layers, query.key)

    def flaw(self, instance: Dots, query: OptionQuery, value: Layers) -> str | None:
        """Other numbers of dots."""
        wanted, given = counts_of(instance.layers), counts_of(value)
        return None if given == wanted else f"{given} dots in the layers, not {wanted}"

    def wrongs(
        self, instance: Dots, query: OptionQuery, rng: np.random.Generator, hard: float
    ) -> Iterator[Wrong[Layers]]:
        """See `other_counts`."""
        return options.other_counts(instance.layers, rng, hard)
