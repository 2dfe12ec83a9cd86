"""The four families of questions about exchanged colours: the model, all counts, some counts, what changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench.render.board.picture import Picture
from flowbench.rules.games.answers.cells import Line
from flowbench.rules.games.answers.grammar import Fields, Grammar, Integer
from flowbench.rules.games.color_swap import picture
from flowbench.rules.games.color_swap.records import Model
from flowbench.rules.games.color_swap.wrong_models import wrong_models
from flowbench.rules.games.family import Family, Format, Whole
from flowbench.rules.games.game import Game
from flowbench.rules.games.options import Wrong

Names = tuple[str, ...]
Counts = tuple[tuple[str, int], ...]

FEWEST_NAMED, MOST_NAMED = 2, 3  # colours that CS3 asks for


@dataclass(frozen=True)
class ColoursQuery:
    """Which colours are asked for."""

    colours: tuple[str, ...]


class Transformed(Family[Model, Whole, Names]):
    """CS1: which of six models comes out."""

    id = "CS1"
    formats = ("choice",)
    draws_options = True

    def ask(self, instance: Model, rng: np.random.Generator, hard: float, fmt: Format) -> Whole:
        """The same of every instance."""
        return Whole()

    def question(self, instance: Model, query: Whole) -> str:
        """The wording."""
        return f"Which option shows the model after {_cards(instance)}?"

    def grammar(self, instance: Model, query: Whole) -> Grammar[Names]:
        """The colours of the pieces in their order."""
        return Line(len(instance.colours), instance.palette)

    def answer(self, instance: Model, query: Whole) -> Names:
        """By exchanging."""
        return instance.named(instance.final)

    def wrongs(self, instance: Model, query: Whole, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Names]]:
        """See `wrong_models`."""
        for wrong in wrong_models(instance, rng, hard):
            yield Wrong(wrong.kind, instance.named(wrong.value))

    def draw_option(self, game: Game[Model, Any], instance: Model, query: Whole, value: Names, style: str) -> Picture:
        """The model alone."""
        return picture.draw_model_alone(instance, tuple(instance.palette.index(name) for name in value), style)


class Histogram(Family[Model, ColoursQuery, Counts]):
    """CS2: how many pieces there are of every colour, also of those that are gone."""

    id = "CS2"
    formats = ("open",)
    query_type = ColoursQuery

    def ask(self, instance: Model, rng: np.random.Generator, hard: float, fmt: Format) -> ColoursQuery:
        """All colours."""
        return ColoursQuery(instance.palette)

    def question(self, instance: Model, query: ColoursQuery) -> str:
        """The wording."""
        return (
            f"How many pieces of the model have each of the listed colours after {_cards(instance)}? Name every "
            "colour, also one that no piece has."
        )

    def grammar(self, instance: Model, query: ColoursQuery) -> Grammar[Counts]:
        """A field a colour."""
        return Fields({colour: Integer() for colour in query.colours})

    def answer(self, instance: Model, query: ColoursQuery) -> Counts:
        """By exchanging and counting."""
        final = instance.named(instance.final)
        return tuple((colour, final.count(colour)) for colour in query.colours)


class SomeColours(Histogram):
    """CS3: the same for two or three colours, at least one of them on a card."""

    id = "CS3"

    def ask(self, instance: Model, rng: np.random.Generator, hard: float, fmt: Format) -> ColoursQuery:
        """Colours in the order of the palette."""
        on_cards = sorted({colour for card in instance.cards for row in card for colour in (row.source, row.target)})
        first = on_cards[int(rng.integers(len(on_cards)))]
        rest = [int(k) for k in rng.permutation(len(instance.palette)) if k != first]
        count = int(rng.integers(FEWEST_NAMED, MOST_NAMED + 1))
        return ColoursQuery(instance.named(tuple(sorted([first, *rest[: count - 1]]))))

    def question(self, instance: Model, query: ColoursQuery) -> str:
        """The wording."""
        *first, last = (f"how many {colour}" for colour in query.colours)
        listed = f"{', '.join(first)} and {last}"
        return f"{listed[0].upper()}{listed[1:]} pieces does the model have after {_cards(instance)}?"


class Changed(Family[Model, Whole, Counts]):
    """CS4: how many pieces end in another colour than they had, and how many in their own."""

    id = "CS4"
    formats = ("open",)

    def ask(self, instance: Model, rng: np.random.Generator, hard: float, fmt: Format) -> Whole:
        """The same of every instance."""
        return Whole()

    def question(self, instance: Model, query: Whole) -> str:
        """The wording."""
        return (
            f"Compare the model after {_cards(instance)} with the model at first. How many pieces end in a colour "
            "other than the one they had, and how many in the same?"
        )

    def grammar(self, instance: Model, query: Whole) -> Grammar[Counts]:
        """Both counts."""
        return Fields({"changed": Integer(), "unchanged": Integer()})

    def answer(self, instance: Model, query: Whole) -> Counts:
        """By exchanging and comparing."""
        same = sum(a == b for a, b in zip(instance.colours, instance.final, strict=True))
        return ("changed", len(instance.colours) - same), ("unchanged", same)


def _cards(instance: Model) -> str:
    return "the exchanges on the card" if len(instance.cards) == 1 else "card 1 and then card 2"
