"""The eight symmetries of a board: turns and mirror images of rows of values."""

from typing import TypeVar

T = TypeVar("T")

Rows = tuple[tuple[T, ...], ...]


def turned(rows: Rows[T], quarters: int = 1) -> Rows[T]:
    """A board turned clockwise by quarter turns."""
    for _ in range(quarters % 4):
        rows = tuple(zip(*rows[::-1], strict=True))
    return rows


def mirrored(rows: Rows[T]) -> Rows[T]:
    """A board with left and right exchanged."""
    return tuple(row[::-1] for row in rows)


def likenesses(rows: Rows[T]) -> tuple[Rows[T], ...]:
    """The four turns of a board, then the four turns of its mirror image."""
    return tuple(turned(start, quarters) for start in (rows, mirrored(rows)) for quarters in range(4))
