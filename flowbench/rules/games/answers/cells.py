"""Grammars for places on a board: cells, sets and lists of cells, whole grids, placements of shapes.

Written cells count from 1 (`R2C4`: row 2 from the top, column 4 from the left); values count from 0.
"""

import re
from collections.abc import Mapping, Sequence

from flowbench.errors import ParseError
from flowbench.rules.games.answers.folding import shown
from flowbench.rules.games.answers.grammar import Grammar, Word, split, unwrapped

CellValue = tuple[int, int]  # row, column, from 0

_CELL = re.compile(r"r ?([1-9][0-9]?) ?c ?([1-9][0-9]?)|\( ?([1-9][0-9]?) ?, ?([1-9][0-9]?) ?\)")
_BETWEEN = re.compile(r"[ \n]?[;,+][ \n]?|\n|(?<=[0-9]) (?=r)")
_ARROWS = re.compile(r"[ \n]?(?:->|[>\u2192;,])[ \n]?|\n|(?<=[0-9]) (?=r)")
EMPTY = ("none", "[]", "{}")


class Cell(Grammar[CellValue]):
    """One cell of a board: `R2C4`, or `(2,4)`."""

    separated = False
    form = "R<row>C<column>"

    def __init__(self, rows: int, columns: int) -> None:
        """Take the size of the board; what lies outside is no cell."""
        self.rows, self.columns = rows, columns

    def read(self, text: str) -> CellValue:
        """Row and column from 0."""
        match = _CELL.fullmatch(text)
        if match is None:
            raise ParseError(f"Expected a cell such as R1C1, got {shown(text)}.")
        row, column = int(match[1] or match[3]) - 1, int(match[2] or match[4]) - 1
        if row >= self.rows or column >= self.columns:
            raise ParseError(f"R{row + 1}C{column + 1} is outside the board of {self.rows} x {self.columns} cells.")
        return row, column

    def write(self, value: CellValue) -> str:
        """The cell, counted from 1."""
        return f"R{value[0] + 1}C{value[1] + 1}"


class CellList(Grammar[tuple[CellValue, ...]]):
    """Cells in an order, repeats allowed: `R1C3 > R2C3`, also with commas."""

    form = "R<row>C<column>,R<row>C<column>,..."

    def __init__(self, rows: int, columns: int) -> None:
        """Take the size of the board."""
        self.cell = Cell(rows, columns)

    def read(self, text: str) -> tuple[CellValue, ...]:
        """The cells in order; at least one."""
        return tuple(self.cell.read(part) for part in _split_cells(unwrapped(text, "[", "]"), _ARROWS))

    def write(self, value: tuple[CellValue, ...]) -> str:
        """The cells with commas."""
        return ",".join(self.cell.write(cell) for cell in value)


class CellSet(Grammar[frozenset[CellValue]]):
    """Cells in any order, none twice; `none` for no cell at all."""

    form = "R<row>C<column>,R<row>C<column>,... (any order; none if empty)"

    def __init__(self, rows: int, columns: int) -> None:
        """Take the size of the board."""
        self.cell = Cell(rows, columns)

    def read(self, text: str) -> frozenset[CellValue]:
        """The set."""
        if text in EMPTY:
            return frozenset()
        inside = unwrapped(unwrapped(text, "[", "]"), "{", "}")
        cells = [self.cell.read(part) for part in _split_cells(inside, _BETWEEN)]
        if len(set(cells)) < len(cells):
            raise ParseError("A cell is given twice.")
        return frozenset(cells)

    def write(self, value: frozenset[CellValue]) -> str:
        """The cells row by row."""
        return ",".join(self.cell.write(cell) for cell in sorted(value)) or "none"


def _split_cells(text: str, separator: re.Pattern[str]) -> list[str]:
    """Split between cells, but not at the comma inside of `(2,4)`."""
    joined = re.sub(r"\( ?([0-9]{1,2}) ?, ?([0-9]{1,2}) ?\)", r"r\1c\2", text)
    return split(joined, separator)


class Symbols(Word):
    """The symbols that fill a grid or a line; single characters may be written without spaces."""

    def read_line(self, text: str, length: int) -> tuple[str, ...]:
        """Exactly so many symbols."""
        line = unwrapped(text, "[", "]").replace(",", " ")
        parts = line.split()
        if len(parts) == 1 and parts[0] not in self.spellings:
            parts = list(parts[0])
        if len(parts) != length:
            raise ParseError(f"Expected {length} symbols, got {len(parts)} in {shown(text)}.")
        return tuple(self.read(part) for part in parts)


class Line(Grammar[tuple[str, ...]]):
    """A row or column of symbols: `##.#..`."""

    def __init__(self, length: int, words: Sequence[str], aliases: Mapping[str, str] | None = None) -> None:
        """Take the exact length, the symbols and other spellings for them."""
        self.length, self.symbols = length, Symbols(words, aliases)

    @property
    def form(self) -> str:
        """The length and the symbols."""
        return f"<{self.length} symbols, each {self.symbols.form}>"

    def read(self, text: str) -> tuple[str, ...]:
        """The symbols in order."""
        return self.symbols.read_line(text, self.length)

    def write(self, value: tuple[str, ...]) -> str:
        """The symbols; single characters without spaces."""
        return ("" if all(len(word) == 1 for word in self.symbols.words) else " ").join(value)


class Grid(Grammar[tuple[tuple[str, ...], ...]]):
    """Rows of symbols from top to bottom: `6 6 4 / 1 3 2 / 4 2 5`, also with `;`, newlines or nested brackets."""

    def __init__(self, rows: int, columns: int, words: Sequence[str], aliases: Mapping[str, str] | None = None) -> None:
        """Take the size, the symbols and other spellings for them."""
        self.rows, self.columns, self.symbols = rows, columns, Symbols(words, aliases)

    @property
    def form(self) -> str:
        """The rows with slashes between them."""
        row = " ".join(["<symbol>"] * self.columns)
        return " / ".join([row] * self.rows)

    @property
    def placeholder(self) -> str:
        """Its size."""
        return f"<{self.rows}x{self.columns} grid>"

    def read(self, text: str) -> tuple[tuple[str, ...], ...]:
        """The rows."""
        rows = _grid_rows(text)
        if len(rows) != self.rows:
            raise ParseError(f"Expected {self.rows} rows, got {len(rows)} in {shown(text)}.")
        return tuple(self.symbols.read_line(row, self.columns) for row in rows)

    def write(self, value: tuple[tuple[str, ...], ...]) -> str:
        """The rows with slashes between them."""
        return " / ".join(" ".join(row) for row in value)


_ROW_END = re.compile(r"[ \n]?[/;][ \n]?|\n")
_NESTED_END = re.compile(r"\][ \n]?,?[ \n]?\[")


def _grid_rows(text: str) -> list[str]:
    nested = re.fullmatch(r"\[[ \n]?\[([^\]]*(?:\][ \n]?,?[ \n]?\[[^\]]*)*)\][ \n]?\]", text)
    if nested is not None:
        return [row.strip() for row in _NESTED_END.split(nested[1])]
    return [row.strip() for row in split(text, _ROW_END)]


class Placement(Grammar[tuple[str, frozenset[CellValue]]]):
    """A shape and the cells it covers: `L@R1C1,R1C2,R1C3,R2C3`."""

    def __init__(self, shapes: Sequence[str], rows: int, columns: int) -> None:
        """Take the names of the shapes and the size of the board."""
        self.shape, self.cells = Word(shapes), CellSet(rows, columns)

    @property
    def form(self) -> str:
        """Shape, at, cells."""
        return f"{self.shape.form}@<cells>"

    def read(self, text: str) -> tuple[str, frozenset[CellValue]]:
        """The shape and its cells."""
        shape, at, cells = text.partition("@")
        if not at:
            raise ParseError(f"Expected {self.form}, got {shown(text)}.")
        return self.shape.read(shape.strip()), self.cells.read(cells.strip())

    def write(self, value: tuple[str, frozenset[CellValue]]) -> str:
        """The shape at its cells."""
        return f"{self.shape.write(value[0])}@{self.cells.write(value[1])}"
