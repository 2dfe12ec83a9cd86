"""Instance and state of Sliding Puzzle, and where its cells lie."""

from dataclasses import dataclass

DIRECTIONS = ("up", "right", "down", "left")  # of the tile that slides, the actions in order
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows and columns; row 0 is far, at the top
TRAY_M = 0.72  # inner side of the tray
LARGEST = 4

Board = tuple[int, ...]  # tile in each cell row by row, 0 for the empty one


@dataclass(frozen=True)
class Tray:
    """An instance: `size` cells a side, and the tiles at the beginning."""

    size: int
    start: Board

    @property
    def goal(self) -> Board:
        """In reading order, the last cell empty."""
        return (*range(1, self.size * self.size), 0)

    @property
    def cell_m(self) -> float:
        """Side of a cell."""
        return TRAY_M / self.size

    def centre(self, cell: int) -> tuple[float, float]:
        """Middle of a cell, metres."""
        row, column = divmod(cell, self.size)
        return (column + 0.5) * self.cell_m - TRAY_M / 2.0, TRAY_M / 2.0 - (row + 0.5) * self.cell_m


@dataclass(frozen=True, slots=True)
class Tiles:
    """A state."""

    board: Board


def source(board: Board, size: int, direction: int) -> int | None:
    """The cell whose tile slides in a direction into the empty one; None at the border."""
    row, column = divmod(board.index(0), size)
    row, column = row - STEPS[direction][0], column - STEPS[direction][1]
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def swapped(board: Board, cell: int) -> Board:
    """The board after the tile in a cell and the empty cell have changed places, wherever they are."""
    cells, empty = list(board), board.index(0)
    cells[empty], cells[cell] = cells[cell], 0
    return tuple(cells)
