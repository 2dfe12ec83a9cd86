"""Exact cover: the first free cell must be covered by some piece, so try them all."""

from collections.abc import Iterator

from flowbench.rules.processes.polyform_tiling.records import TURNS, Cell, Pose, Shape, turned

Placement = tuple[int, Pose]  # number of the piece, pose


def covers(free: frozenset[Cell], pieces: dict[int, Shape]) -> Iterator[tuple[Placement, ...]]:
    """All ways to cover the free cells exactly with all the pieces."""
    if not free:
        if not pieces:
            yield ()
        return
    first = min(free)
    for number, shape in pieces.items():
        rest = {key: other for key, other in pieces.items() if key != number}
        for pose, cells in _over(first, shape):
            if cells <= free:
                for others in covers(free - cells, rest):
                    yield ((number, pose), *others)


def _over(first: Cell, shape: Shape) -> Iterator[tuple[Pose, frozenset[Cell]]]:
    """The poses in which a piece covers a cell with its own first cell, equal turns once."""
    seen = set()
    for turns in range(TURNS):
        cells = turned(shape, turns)
        if cells not in seen:
            seen.add(cells)
            top, left = first[0] - cells[0][0], first[1] - cells[0][1]
            yield (top, left, turns), frozenset((row + top, column + left) for row, column in cells)
