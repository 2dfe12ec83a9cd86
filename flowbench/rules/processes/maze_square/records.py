"""Instance and state of Maze Square, and where its cells lie."""

from dataclasses import dataclass
from functools import cached_property

from flowbench.rules.processes.corridors import Cell
from flowbench.rules.processes.predicates.driving import Segment

COMPASS = "NESW"  # the actions in order
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows and columns to each direction; row 0 is far, at the top
HEADINGS_DEG = (90.0, 0.0, -90.0, 180.0)  # counter-clockwise from x
FILLET = 0.25  # radius of the car's corners, cells
SIDE_M = 0.8  # of the whole maze


@dataclass(frozen=True)
class Maze:
    """An instance.

    Attributes:
        size: cells a side.
        h: (size + 1) rows of `size` flags: 1 where a wall runs above the cell in that row and column.
        v: `size` rows of (size + 1) flags: 1 where a wall stands left of the cell.
        start, goal: row and column.
        heading: letter of the direction the car looks in at first.
    """

    size: int
    h: tuple[tuple[int, ...], ...]
    v: tuple[tuple[int, ...], ...]
    start: Cell
    heading: str
    goal: Cell

    @property
    def cell_m(self) -> float:
        """Side of a cell."""
        return SIDE_M / self.size

    @property
    def directions(self) -> int:
        """Up, right, down, left."""
        return len(STEPS)

    def beside(self, cell: Cell, direction: int) -> Cell | None:
        """The next cell in a direction; None beyond the border."""
        there = cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]
        return there if self.holds(there) else None

    def is_open(self, cell: Cell, direction: int) -> bool:
        """Whether no wall stands on a side of a cell."""
        row, column = cell
        walls = (self.h[row][column], self.v[row][column + 1], self.h[row + 1][column], self.v[row][column])
        return walls[direction] == 0

    def holds(self, cell: Cell) -> bool:
        """Whether a cell lies in the maze."""
        return 0 <= cell[0] < self.size and 0 <= cell[1] < self.size

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Middle of a cell, metres."""
        half, side = SIDE_M / 2.0, self.cell_m
        return (cell[1] + 0.5) * side - half, half - (cell[0] + 0.5) * side

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell of a point; None outside."""
        half, side = SIDE_M / 2.0, self.cell_m
        cell = int((half - y) // side), int((x + half) // side)
        return cell if self.holds(cell) else None

    @cached_property
    def walls(self) -> tuple[Segment, ...]:
        """Straight walls, each as long as it runs."""
        half, side = SIDE_M / 2.0, self.cell_m
        found = []
        for k, flags in enumerate(self.h):
            y = half - k * side
            found += [(a * side - half, y, b * side - half, y) for a, b in _runs(flags)]
        for k in range(self.size + 1):
            x = k * side - half
            found += [(x, half - a * side, x, half - b * side) for a, b in _runs(tuple(row[k] for row in self.v))]
        return tuple(tuple(round(value, 5) + 0.0 for value in segment) for segment in found)  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Car:
    """A state: the car's cell and where it looks, as an index of `COMPASS`."""

    row: int
    column: int
    heading: int

    @property
    def cell(self) -> Cell:
        """Row and column."""
        return self.row, self.column


def _runs(flags: tuple[int, ...]) -> list[tuple[int, int]]:
    """First and last + 1 of each run of ones."""
    found, start = [], None
    for k, flag in enumerate((*flags, 0)):
        if flag and start is None:
            start = k
        elif not flag and start is not None:
            found.append((start, k))
            start = None
    return found
