"""The walls of a lot: its border but for the exits, and some between cells that no track joins."""

from functools import lru_cache

from flowbench.rules.processes.leave_parking_lot.records import CELL_M, COLUMNS, ROWS, Cell, Lot
from flowbench.seeding import fraction

Segment = tuple[float, float, float, float]

INNER_SHARE = 0.14  # of the sides between cells that no track crosses


@lru_cache(maxsize=256)
def walls(lot: Lot) -> tuple[Segment, ...]:
    """x, y of both ends of each stretch of wall, metres."""
    open_sides = {
        frozenset(pair)
        for track, out in zip(lot.tracks, lot.exits, strict=True)
        for pair in zip(track, (*track[1:], out), strict=True)
    }
    found = []
    for row in range(-1, ROWS):
        for column in range(-1, COLUMNS):
            for other in ((row, column + 1), (row + 1, column)):
                if frozenset(((row, column), other)) not in open_sides and _is_wall((row, column), other, lot):
                    found.append(_side(lot, (row, column), other))
    return tuple(found)


def _is_wall(one: Cell, two: Cell, lot: Lot) -> bool:
    inside = [0 <= row < ROWS and 0 <= column < COLUMNS for row, column in (one, two)]
    if not any(inside):
        return False
    return not all(inside) or fraction("wall", str(lot.tracks), str(one), str(two)) < INNER_SHARE


def _side(lot: Lot, one: Cell, two: Cell) -> Segment:
    """The side between two cells."""
    (ax, ay), (bx, by) = lot.centre(one), lot.centre(two)
    x, y, half = (ax + bx) / 2.0, (ay + by) / 2.0, CELL_M / 2.0
    ends = (x, y - half, x, y + half) if one[0] == two[0] else (x - half, y, x + half, y)
    return tuple(round(value, 5) + 0.0 for value in ends)  # type: ignore[return-value]
