"""Instance and state of Missing Tiles."""

from dataclasses import dataclass

from flowbench.rules.games.missing_tiles.tile import SIDES, STEPS, Sides

Cell = tuple[int, int]  # row, column, from 0
Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Board:
    """An instance. Every border between two tiles is stored once, so that facing sides agree.

    Attributes:
        rows, columns: tiles of the board.
        slots: slots of each side of each tile.
        level: (rows + 1) x columns, the ports on the borders that run from West to East, as bits.
        upright: rows x (columns + 1), the ports on the borders that run from North to South.
        missing: the tiles that are gone; the first is the one that is asked for.
    """

    rows: int
    columns: int
    slots: int
    level: Rows
    upright: Rows
    missing: tuple[Cell, ...]

    @property
    def asked(self) -> Cell:
        """The tile that is asked for."""
        return self.missing[0]

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is on the board."""
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def tile(self, cell: Cell) -> Sides:
        """The sides of a tile, gone or not."""
        row, column = cell
        return (
            self.level[row][column],
            self.upright[row][column + 1],
            self.level[row + 1][column],
            self.upright[row][column],
        )

    def wanted(self) -> Sides:
        """The sides of the tile that is asked for: each is what the neighbour shows there; nothing at the rim."""
        row, column = self.asked
        found = []
        for side, name in enumerate(SIDES):
            down, right = STEPS[name]
            beside = (row + down, column + right)
            found.append(self.tile(beside)[(side + 2) % 4] if self.holds(beside) else 0)
        north, east, south, west = found
        return north, east, south, west


@dataclass(frozen=True, slots=True)
class Guess:
    """A state: the ports put on the missing tile so far, and whether it has been handed in."""

    sides: Sides = (0, 0, 0, 0)
    submitted: bool = False
