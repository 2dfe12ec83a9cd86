"""Instance and state of Color Swap, and what a card does."""

from dataclasses import dataclass
from functools import cached_property

from flowbench.rules.games.color_swap.figures import Cut, Piece, pieces_of

Colours = tuple[int, ...]  # of the pieces, as numbers in the palette


@dataclass(frozen=True)
class Row:
    """One line of a card: `source` becomes `target`; where it goes `both` ways, `target` becomes `source` too."""

    source: int
    target: int
    both: bool


Card = tuple[Row, ...]


@dataclass(frozen=True)
class Model:
    """An instance.

    Attributes:
        figure: one of `figures.FIGURES`.
        cuts: how its parts are cut into pieces, see `figures.pieces_of`.
        palette: the names of the colours.
        colours: of the pieces at first.
        cards: what is exchanged, card by card.
    """

    figure: str
    cuts: tuple[Cut, ...]
    palette: tuple[str, ...]
    colours: Colours
    cards: tuple[Card, ...]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces as polygons."""
        return pieces_of(self.figure, self.cuts)

    @cached_property
    def final(self) -> Colours:
        """The colours after all cards."""
        return swapped(self.colours, self.cards)

    def named(self, colours: Colours) -> tuple[str, ...]:
        """The names of colours."""
        return tuple(self.palette[colour] for colour in colours)


@dataclass(frozen=True, slots=True)
class Painting:
    """A state: the colours of the pieces now, and whether the model has been handed in."""

    colours: Colours
    submitted: bool = False


def becomes(card: Card, colour: int) -> int:
    """What a card turns a colour into: all its rows apply at once."""
    for row in card:
        if row.source == colour:
            return row.target
        if row.both and row.target == colour:
            return row.source
    return colour


def swapped(colours: Colours, cards: tuple[Card, ...]) -> Colours:
    """Colours after cards, one card after the other."""
    for card in cards:
        colours = tuple(becomes(card, colour) for colour in colours)
    return colours
