"""A grid of square cells on a picture, with the numbers of its rows and columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from flowbench.render.board.canvas import Box, Canvas, Point
from flowbench.render.drawing import Colour

LABEL_PX = 16.0  # height of row and column numbers


@dataclass(frozen=True)
class GridFrame:
    """Where the cells of a grid lie. Cells are (row, column) from 0; what is printed counts from 1.

    Attributes:
        left, top: the corner of the first cell, pixels.
        side: of a cell, pixels.
    """

    rows: int
    columns: int
    left: float
    top: float
    side: float

    @classmethod
    def fit(cls, rows: int, columns: int, area: Box) -> "GridFrame":
        """The largest grid that fits into an area, in its middle."""
        left, top, right, bottom = area
        side = float(int(min((right - left) / columns, (bottom - top) / rows)))
        x = left + float(int((right - left - side * columns) / 2))
        y = top + float(int((bottom - top - side * rows) / 2))
        return cls(rows, columns, x, y, side)

    @property
    def box(self) -> Box:
        """The whole grid."""
        return self.left, self.top, self.left + self.columns * self.side, self.top + self.rows * self.side

    def cell(self, row: int, column: int, inset: float = 0.0) -> Box:
        """The box of a cell, smaller by `inset` pixels on each side."""
        left, top = self.left + column * self.side, self.top + row * self.side
        return left + inset, top + inset, left + self.side - inset, top + self.side - inset

    def centre(self, row: float, column: float) -> Point:
        """The middle of a cell; halves of a cell are allowed."""
        return self.left + (column + 0.5) * self.side, self.top + (row + 0.5) * self.side


def draw_cells(canvas: Canvas, grid: GridFrame, colours: Sequence[Colour], first_id: int) -> None:
    """Fill the cells, row by row, with colours taken in turn along diagonals; cell k gets the id `first_id` + k."""
    for row in range(grid.rows):
        for column in range(grid.columns):
            colour = colours[(row + column) % len(colours)]
            canvas.rectangle(grid.cell(row, column), colour, first_id + row * grid.columns + column)


def draw_lines(canvas: Canvas, grid: GridFrame, colour: Colour, ident: int, width: float = 2.0) -> None:
    """The lines between and around the cells."""
    left, top, right, bottom = grid.box
    for k in range(grid.columns + 1):
        x = grid.left + k * grid.side
        canvas.rectangle((x - width / 2, top - width / 2, x + width / 2, bottom + width / 2), colour, ident)
    for k in range(grid.rows + 1):
        y = grid.top + k * grid.side
        canvas.rectangle((left - width / 2, y - width / 2, right + width / 2, y + width / 2), colour, ident)


def draw_numbers(canvas: Canvas, grid: GridFrame, colour: Colour, ident: int, size: float = LABEL_PX) -> None:
    """R1, R2, ... to the left of the rows and C1, C2, ... above the columns."""
    for row in range(grid.rows):
        canvas.text(f"R{row + 1}", (grid.left - 1.1 * size, grid.centre(row, 0)[1]), size, colour, ident)
    for column in range(grid.columns):
        canvas.text(f"C{column + 1}", (grid.centre(0, column)[0], grid.top - 0.8 * size), size, colour, ident)
