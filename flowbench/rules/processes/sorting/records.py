"""Instance and state of Sorting, and where its pieces and slots lie."""

from dataclasses import dataclass
from functools import cached_property

from flowbench.render.lab import to_lab
from flowbench.rules.processes.entity import Colour

MOST_PIECES = 6
EMPTY = -1  # a slot without a piece
BODIES = ("ceramic disc", "wooden disc", "ceramic tile")
TOP_Y_M, SLOTS_Y_M = 0.16, -0.12
RACK_HIGH_M = 0.004  # of the floor of the slots
_WIDEST_M, _LONGEST_M = 0.2, 0.64  # from piece to piece at most, and from the first to the last


@dataclass(frozen=True)
class Ramp:
    """An instance.

    Attributes:
        colours: of the pieces in the top row from left to right: one hue, several lightnesses.
        body: what the pieces are, one of `BODIES`.
    """

    colours: tuple[Colour, ...]
    body: str

    @property
    def count(self) -> int:
        """Number of pieces, and of slots."""
        return len(self.colours)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The pieces (0 the leftmost) from the darkest to the lightest: where slot k's piece lies."""
        return tuple(sorted(range(self.count), key=lambda piece: to_lab(self.colours[piece])[0]))

    @property
    def pitch_m(self) -> float:
        """From one piece to the next."""
        return round(min(_WIDEST_M, _LONGEST_M / (self.count - 1)), 5)

    def top(self, piece: int) -> tuple[float, float]:
        """Where a piece lies first."""
        return (piece - (self.count - 1) / 2.0) * self.pitch_m, TOP_Y_M

    def slot(self, number: int) -> tuple[float, float]:
        """Middle of a slot."""
        return (number - (self.count - 1) / 2.0) * self.pitch_m, SLOTS_Y_M


@dataclass(frozen=True, slots=True)
class Row:
    """A state: the piece in each slot, `EMPTY` for none. All others lie in the top row."""

    slots: tuple[int, ...]
