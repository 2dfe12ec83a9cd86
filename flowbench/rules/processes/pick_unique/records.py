"""Instance and state of Pick Unique, and where items and the tray lie."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

MOST_SIDE = 6
MOST_ITEMS = MOST_SIDE**2
PLACE = MOST_ITEMS  # the action that lays down what is held; those before it take an item
NOBODY = -1  # nothing held, or an empty place in the tray
CAPACITY = 4  # of the tray
COLOURS = ("red", "yellow", "blue", "green", "purple", "orange", "teal", "pink")  # of the palette
FORMS = ("circle", "square", "triangle", "star", "heart", "cross", "arrow")
LOPSIDED = ("triangle", "heart", "arrow")  # forms that look different after a quarter turn, a half, and three
PATTERNS = ("plain", "striped", "dotted", "ringed")
TURNS = (0, 90, 180, 270)
GRID_X_M, TRAY_X_M = -0.2, 0.35
FLOOR_M = 0.004  # of the tray
HELD_M = 0.11  # how high an item is held over its place before it is carried away
_SPAN_M, _WIDEST_M, _TRAY_PITCH_M = 0.66, 0.19, 0.125


@dataclass(frozen=True)
class Thing:
    """What tells an item from others."""

    form: str
    colour: str
    pattern: str
    turn_deg: int


@dataclass(frozen=True)
class Lot:
    """An instance: items in a square grid, row by row from the far left. Exactly one has no copy."""

    side: int
    things: tuple[Thing, ...]

    @cached_property
    def unique(self) -> int:
        """The item without a copy; -1 unless there is exactly one."""
        counts = Counter(self.things)
        alone = [k for k, thing in enumerate(self.things) if counts[thing] == 1]
        return alone[0] if len(alone) == 1 else NOBODY

    @property
    def pitch_m(self) -> float:
        """From one item to the next."""
        return round(min(_WIDEST_M, _SPAN_M / self.side), 5)

    @property
    def radius_m(self) -> float:
        """Size of the items."""
        return round(min(0.05, 0.4 * self.pitch_m), 5)

    def cell(self, item: int) -> tuple[float, float]:
        """Where an item lies first."""
        row, column = divmod(item, self.side)
        middle = (self.side - 1) / 2.0
        return GRID_X_M + (column - middle) * self.pitch_m, (middle - row) * self.pitch_m

    def tray_place(self, place: int) -> tuple[float, float]:
        """One of the four places of the tray."""
        row, column = divmod(place, 2)
        return TRAY_X_M + (column - 0.5) * _TRAY_PITCH_M, (0.5 - row) * _TRAY_PITCH_M


@dataclass(frozen=True, slots=True)
class Picked:
    """A state: the item in the hand, which holds it over its place, and the items in the tray; `NOBODY` for none."""

    held: int
    tray: tuple[int, ...]
