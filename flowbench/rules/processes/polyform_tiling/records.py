"""Instance and state of Polyform Tiling, and where its cells and pieces lie."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

Cell = tuple[int, int]  # row from the top, column
Shape = tuple[Cell, ...]  # sorted, lowest row and column 0
Pose = tuple[int, int, int]  # row and column of the box of the turned shape, quarter turns counter-clockwise

CELL_M = 0.072
MOST_ROWS, MOST_COLUMNS, MOST_PIECES, TURNS = 6, 6, 6, 4
THICK_M = 0.022
FLOOR_M = 0.003
GRIP_M = THICK_M + 0.004  # where the hand holds a piece, above its floor
_SIDE_X_M = 0.53  # where unplaced pieces wait, to the left and right of the region
_ROWS_Y_M = {1: (0.0,), 2: (0.19, -0.19), 3: (0.29, 0.0, -0.29)}


@dataclass(frozen=True)
class Tiling:
    """An instance.

    Attributes:
        region: the cells to cover.
        pieces: shapes as they lie on the table at first.
    """

    region: tuple[Cell, ...]
    pieces: tuple[Shape, ...]

    @cached_property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the region's box."""
        return box_of(self.region)

    def place(self, piece: int, pose: Pose | None) -> tuple[float, float]:
        """Where the middle of a piece's box lies, metres; None is where it waits."""
        if pose is None:
            return self._waiting[piece]
        rows, columns = box_of(turned(self.pieces[piece], pose[2]))
        return self.at(pose[0] + rows / 2.0, pose[1] + columns / 2.0)

    def at(self, row: float, column: float) -> tuple[float, float]:
        """A point of the grid, metres."""
        rows, columns = self.size
        return (column - columns / 2.0) * CELL_M, (rows / 2.0 - row) * CELL_M

    @cached_property
    def _waiting(self) -> tuple[tuple[float, float], ...]:
        count = len(self.pieces)
        sides = (count + 1) // 2, count // 2
        return tuple(
            (side * _SIDE_X_M, y)
            for side, lie in zip((-1, 1), sides, strict=True)
            for y in (_ROWS_Y_M[lie] if lie else ())
        )


@dataclass(frozen=True, slots=True)
class Laid:
    """A state: the pose of each piece, None while it waits."""

    poses: tuple[Pose | None, ...]


def box_of(cells: tuple[Cell, ...]) -> tuple[int, int]:
    """Rows and columns of the box of cells whose lowest row and column are 0."""
    return max(row for row, _ in cells) + 1, max(column for _, column in cells) + 1


def normal(cells: tuple[Cell, ...]) -> Shape:
    """Moved to row and column 0, sorted."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


@lru_cache(maxsize=4096)
def turned(shape: Shape, turns: int) -> Shape:
    """A shape after quarter turns counter-clockwise."""
    for _ in range(turns % TURNS):
        shape = normal(tuple((-column, row) for row, column in shape))
    return shape


def canonical(shape: Shape) -> Shape:
    """The same for all turns of a shape."""
    return min(turned(shape, k) for k in range(TURNS))


@lru_cache(maxsize=1 << 16)
def covered(shape: Shape, pose: Pose) -> frozenset[Cell]:
    """The cells of a piece in a pose."""
    return frozenset((row + pose[0], column + pose[1]) for row, column in turned(shape, pose[2]))
