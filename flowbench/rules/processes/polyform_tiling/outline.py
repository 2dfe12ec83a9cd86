"""Outlines of pieces and regions."""

from functools import lru_cache
from typing import Any

import shapely

from flowbench.rules.processes.polyform_tiling.records import CELL_M, Cell, box_of

Point = tuple[float, float]


@lru_cache(maxsize=4096)
def outline(cells: tuple[Cell, ...], shrink_m: float = 0.0) -> tuple[Point, ...]:
    """The border of cells, counter-clockwise, metres about the middle of their box; `shrink_m` draws it inward."""
    shape = area(cells).buffer(-shrink_m, join_style="mitre") if shrink_m else area(cells)
    points = [(float(x), float(y)) for x, y in shape.exterior.coords[:-1]]
    return tuple(points[::-1]) if not shapely.is_ccw(shape.exterior) else tuple(points)


@lru_cache(maxsize=4096)
def area(cells: tuple[Cell, ...]) -> Any:
    """The polygon of cells, metres about the middle of their box, y up."""
    rows, columns = box_of(cells)
    boxes = [
        shapely.box(
            (column - columns / 2.0) * CELL_M,
            (rows / 2.0 - row - 1) * CELL_M,
            (column + 1 - columns / 2.0) * CELL_M,
            (rows / 2.0 - row) * CELL_M,
        )
        for row, column in cells
    ]
    return shapely.union_all(boxes).simplify(0.0)


def seams(cells: tuple[Cell, ...]) -> list[tuple[Point, Point]]:
    """The lines between neighbouring cells."""
    rows, columns = box_of(cells)
    found = []
    for row, column in cells:
        x, y = (column - columns / 2.0) * CELL_M, (rows / 2.0 - row) * CELL_M
        if (row, column + 1) in cells:
            found.append(((x + CELL_M, y), (x + CELL_M, y - CELL_M)))
        if (row + 1, column) in cells:
            found.append(((x, y - CELL_M), (x + CELL_M, y - CELL_M)))
    return found
