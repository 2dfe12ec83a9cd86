"""Instance and state of Jigsaw Puzzle, and where its pieces lie.

Slots are numbered row by row from the top left one; sides and directions clockwise: top, right, bottom, left.
"""

from dataclasses import dataclass
from functools import cached_property

from flowbench.rules.processes.jigsaw_puzzle.painting import Painting

TURNS = 4
TOP, RIGHT, BOTTOM, LEFT = range(TURNS)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # rows and columns to each direction
MOST_ROWS, MOST_COLUMNS = 3, 3
MOST_PIECES = MOST_ROWS * MOST_COLUMNS
LARGEST_CELL_M, BOARD_M = 0.2, (0.45, 0.5)  # side of a slot; of all rows, of all columns together
FLOOR_M = 0.003  # of the frame
THICK_M = 0.006
GRIP_M = THICK_M + 0.003  # where the hand holds a piece, above its lower side
_SIDE_X_M = 0.57  # where pieces wait, left and right of the frame
_ROWS_Y_M = {0: (), 1: (0.0,), 2: (0.19, -0.19), 3: (0.285, 0.0, -0.285)}

Pose = tuple[int, int]  # slot, quarter turns counter-clockwise from upright


@dataclass(frozen=True)
class Edge:
    """The cut between two neighbouring pieces: one has a tab, the other the hole for it.

    Attributes:
        tab: 0 where the upper or left piece has the tab, 1 where the other has.
        offset: where along the side the tab is, from its middle, in sides; to the right seen by who has it, outward.
        size: of the tab, 0 small to 1 large.
        skew: how far its head leans to the right, in sides.
    """

    tab: int
    offset: float
    size: float
    skew: float


@dataclass(frozen=True)
class Jigsaw:
    """An instance.

    Attributes:
        rows, columns: slots.
        edges: the cuts between neighbours in a row, row by row, then those between neighbours in a column.
        painting: the picture.
        homes: the slot of each piece.
        turns: quarter turns counter-clockwise from upright in which each piece lies at first.
        placed: how many of the pieces, the last ones, lie in their slots from the beginning.
    """

    rows: int
    columns: int
    edges: tuple[Edge, ...]
    painting: Painting
    homes: tuple[int, ...]
    turns: tuple[int, ...]
    placed: int

    @property
    def count(self) -> int:
        """Number of pieces, and of slots."""
        return self.rows * self.columns

    @property
    def waiting(self) -> int:
        """Number of pieces that wait beside the frame at first: the first ones."""
        return self.count - self.placed

    @cached_property
    def cell_m(self) -> float:
        """Side of a slot, metres."""
        return round(min(LARGEST_CELL_M, BOARD_M[0] / self.rows, BOARD_M[1] / self.columns), 4)

    def beside(self, slot: int, direction: int) -> int | None:
        """The next slot in a direction; None beyond the border."""
        row, column = divmod(slot, self.columns)
        row, column = row + STEPS[direction][0], column + STEPS[direction][1]
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else None

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The four sides of each piece when it is upright: edge number (from 1), negative for the hole; 0 straight."""
        return tuple(tuple(self._side(home, direction) for direction in range(TURNS)) for home in self.homes)

    def _side(self, slot: int, direction: int) -> int:
        there = self.beside(slot, direction)
        if there is None:
            return 0
        row, column = divmod(min(slot, there), self.columns)
        across = direction in (LEFT, RIGHT)
        number = row * (self.columns - 1) + column if across else self.rows * (self.columns - 1) + min(slot, there)
        return number + 1 if (slot > there) == bool(self.edges[number].tab) else -number - 1

    def side_towards(self, piece: int, turns: int, direction: int) -> int:
        """The side of a piece that looks in a direction when the piece is turned."""
        return self.sides[piece][(direction + turns) % TURNS]

    def slot_at(self, slot: int) -> tuple[float, float]:
        """Middle of a slot, metres."""
        row, column = divmod(slot, self.columns)
        return (column - (self.columns - 1) / 2.0) * self.cell_m, ((self.rows - 1) / 2.0 - row) * self.cell_m

    def place(self, piece: int, pose: Pose | None) -> tuple[float, float]:
        """Where the middle of a piece lies, metres; None is where it waits."""
        return self._waiting_at[piece] if pose is None else self.slot_at(pose[0])

    @cached_property
    def _waiting_at(self) -> tuple[tuple[float, float], ...]:
        left, right = (self.waiting + 1) // 2, self.waiting // 2
        return tuple((side * _SIDE_X_M, y) for side, lie in ((-1, left), (1, right)) for y in _ROWS_Y_M[lie])


@dataclass(frozen=True, slots=True)
class Assembly:
    """A state: the pose of each piece, None while it waits."""

    poses: tuple[Pose | None, ...]


def number_of(piece: int, slot: int, quarters: int) -> int:
    """The action that puts a piece into a slot after quarter turns counter-clockwise."""
    return (piece * MOST_PIECES + slot) * TURNS + quarters


def parts_of(action: int) -> tuple[int, int, int]:
    """Piece, slot and quarter turns of an action."""
    piece, rest = divmod(action, MOST_PIECES * TURNS)
    return piece, *divmod(rest, TURNS)
