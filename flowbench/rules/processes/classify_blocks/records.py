"""Instance and state of Classify Blocks, and where blocks and trays lie."""

from dataclasses import dataclass
from functools import cached_property

MOST_BLOCKS, MOST_BINS, CAPACITY = 8, 4, 4
EMPTY = -1  # a place in a tray without a block
COLOURS = ("red", "yellow", "blue", "green", "purple", "orange")  # of the palette
FORMS = ("cube", "cylinder", "wedge", "hexagon")
FORM_NAMES = {"cube": "cube", "cylinder": "cylinder", "wedge": "triangular block", "hexagon": "six-sided block"}
BINS_Y_M, BIN_HALF_M, SLOT_M = -0.10, 0.1, 0.044  # middle and half the side of a tray; its places from its middle
FLOOR_M = 0.004  # of a tray
_BIN_PITCH_M = 0.225


@dataclass(frozen=True)
class Block:
    """A block, and where it lies first: metres, degrees."""

    colour: str
    form: str
    small: bool
    x_m: float
    y_m: float
    turn_deg: int


@dataclass(frozen=True)
class Sign:
    """What belongs into a tray: blocks of this colour and form; "" stands for any."""

    colour: str
    form: str

    def matches(self, block: Block) -> bool:
        """Whether a block belongs into it."""
        return self.colour in ("", block.colour) and self.form in ("", block.form)


@dataclass(frozen=True)
class Blocks:
    """An instance."""

    blocks: tuple[Block, ...]
    signs: tuple[Sign, ...]

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The tray of each block; -1 where none or several match."""
        found = [[k for k, sign in enumerate(self.signs) if sign.matches(block)] for block in self.blocks]
        return tuple(fitting[0] if len(fitting) == 1 else -1 for fitting in found)

    def bin_x(self, number: int) -> float:
        """Middle of a tray."""
        return (number - (len(self.signs) - 1) / 2.0) * _BIN_PITCH_M

    def slot(self, number: int, place: int) -> tuple[float, float]:
        """Where the block in a place (0 to 3, row by row) of a tray lies."""
        row, column = divmod(place, 2)
        return self.bin_x(number) + (2 * column - 1) * SLOT_M, BINS_Y_M + (1 - 2 * row) * SLOT_M


@dataclass(frozen=True, slots=True)
class Filling:
    """A state: the block in each of the four places of each tray, `EMPTY` for none."""

    bins: tuple[tuple[int, ...], ...]

    def find(self, block: int) -> tuple[int, int] | None:
        """Tray and place of a block; None while it lies on the table."""
        return next(((number, places.index(block)) for number, places in enumerate(self.bins) if block in places), None)
