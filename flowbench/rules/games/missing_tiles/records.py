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

    def beside(self, side: int) -> Cell:
        """The cell beyond a side of the tile that is asked for, on the board or not."""
        down, right = STEPS[SIDES[side]]
        return self.asked[0] + down, self.asked[1] + right

    def sides_within(self) -> list[int]:
        """The sides of the tile that is asked for which are not on the rim."""
        return [side for side in range(len(SIDES)) if self.holds(self.beside(side))]

    def wanted(self) -> Sides:
        """The sides of the tile that is asked for: each is what the neighbour shows there; nothing at the rim."""
        within = self.sides_within()
        north, east, south, west = (
            self.tile(self.beside(side))[(side + 2) % 4] if side in within else 0 for side in range(len(SIDES))
        )
        return north, east, south, west


@dataclass(frozen=True, slots=True)
class Guess:
    """A state: the ports put on the missing tile so far, and whether it has been handed in."""

    sides: Sides = (0, 0, 0, 0)
    submitted: bool = False
