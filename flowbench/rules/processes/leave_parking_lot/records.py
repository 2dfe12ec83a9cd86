"""Instance and state of Leave Parking Lot, and where its cells lie."""

from dataclasses import dataclass
from functools import cached_property

Cell = tuple[int, int]  # row from the top, column

ROWS, COLUMNS = 5, 10
CELL_M = 0.125
MOST_CARS = 4
LENGTHS = (3, 9)  # cells of a track, lowest and highest
DIRECTIONS = ("forwards", "backwards")
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


@dataclass(frozen=True)
class Lot:
    """An instance.

    Attributes:
        tracks: the cells of each car's track from where the car stands to the last one inside, at the border.
        starts: where on its track each car is at first, mostly 0; larger where it must back up.
    """

    tracks: tuple[tuple[Cell, ...], ...]
    starts: tuple[int, ...]

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Middle of a cell, metres; cells beyond the border, too."""
        return (cell[1] + 0.5 - COLUMNS / 2.0) * CELL_M, (ROWS / 2.0 - cell[0] - 0.5) * CELL_M

    @cached_property
    def exits(self) -> tuple[Cell, ...]:
        """The cell beyond the border where each track ends."""
        return tuple(beyond(track[-1]) for track in self.tracks)

    def cell(self, car: int, index: int) -> Cell:
        """The cell of a car; the last index is the exit."""
        track = self.tracks[car]
        return track[index] if index < len(track) else self.exits[car]

    def is_out(self, car: int, index: int) -> bool:
        """Whether a car has left."""
        return index >= len(self.tracks[car])


@dataclass(frozen=True, slots=True)
class Cars:
    """A state: how far each car is along its track; the length of the track is out."""

    at: tuple[int, ...]


def beyond(cell: Cell) -> Cell:
    """The cell outside the border next to one at it; left and right go before top and bottom."""
    row, column = cell
    if column in (0, COLUMNS - 1):
        return row, -1 if column == 0 else COLUMNS
    return (-1 if row == 0 else ROWS), column
