"""A cube in the world: its 24 orientations, how rolls and turns lead from one to another, how its faces are read.

Axes: x East, y North, z up. A face is read from outside, row by row, in the directions given in `FRAMES`. A sticker
has the number 9 * face + 3 * row + column of where it is in the orientation 0.
"""

import itertools
from typing import NamedTuple

Axis = tuple[int, int, int]
Matrix = tuple[Axis, Axis, Axis]

FACES = ("top", "bottom", "north", "south", "east", "west")


class Frame(NamedTuple):
    """How a face is read: its outward normal, the direction of growing rows, and of growing columns."""

    normal: Axis
    down: Axis
    right: Axis


FRAMES = (
    Frame((0, 0, 1), (0, -1, 0), (1, 0, 0)),
    Frame((0, 0, -1), (0, 1, 0), (1, 0, 0)),
    Frame((0, 1, 0), (0, 0, -1), (-1, 0, 0)),
    Frame((0, -1, 0), (0, 0, -1), (1, 0, 0)),
    Frame((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    Frame((-1, 0, 0), (0, 0, -1), (0, -1, 0)),
)

COMPASS = "NESW"
_ROLL_EAST: Matrix = ((0, 0, 1), (0, 1, 0), (-1, 0, 0))
_ROLL_NORTH: Matrix = ((1, 0, 0), (0, 0, 1), (0, -1, 0))
_QUARTER_TURN: Matrix = ((0, -1, 0), (1, 0, 0), (0, 0, 1))  # about z, East to North


def _times(a: Matrix, b: Matrix) -> Matrix:
    x, y, z = _transposed(b)
    first, second, third = ((_dot(row, x), _dot(row, y), _dot(row, z)) for row in a)
    return first, second, third


def _dot(a: Axis, b: Axis) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _transposed(a: Matrix) -> Matrix:
    first, second, third = ((a[0][k], a[1][k], a[2][k]) for k in range(3))
    return first, second, third


ROLLS: dict[str, Matrix] = {
    "N": _ROLL_NORTH,
    "E": _ROLL_EAST,
    "S": _transposed(_ROLL_NORTH),
    "W": _transposed(_ROLL_EAST),
}


def _orientations() -> tuple[Matrix, ...]:
    """All that rolls lead to, the unturned one first."""
    found: list[Matrix] = [((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    for matrix in found:
        for roll in ROLLS.values():
            turned = _times(roll, matrix)
            if turned not in found:
                found.append(turned)
    return tuple(found)


ORIENTATIONS = _orientations()
ROLLED = tuple(
    tuple(ORIENTATIONS.index(_times(ROLLS[direction], matrix)) for direction in COMPASS) for matrix in ORIENTATIONS
)
"""ROLLED[orientation][direction]: the orientation after a roll to N, E, S, W (0 to 3)."""

QUARTER_TURN = ORIENTATIONS.index(_QUARTER_TURN)
"""The orientation after a quarter turn about the vertical, from East to North."""


def _point(frame: Frame, row: int, column: int) -> Axis:
    x, y, z = (
        2 * n + (row - 1) * d + (column - 1) * r for n, d, r in zip(frame.normal, frame.down, frame.right, strict=True)
    )
    return x, y, z


_PLACES = list(itertools.product(range(6), range(3), range(3)))
_STICKERS = {_point(FRAMES[face], row, column): k for k, (face, row, column) in enumerate(_PLACES)}


def _seen(matrix: Matrix, face: int) -> tuple[int, ...]:
    back = _transposed(matrix)
    points = (_point(FRAMES[face], row, column) for row in range(3) for column in range(3))
    return tuple(_STICKERS[_dot(back[0], p), _dot(back[1], p), _dot(back[2], p)] for p in points)


SEEN = tuple(tuple(_seen(matrix, face) for face in range(6)) for matrix in ORIENTATIONS)
"""SEEN[orientation][face]: the nine stickers on a face of the world, row by row."""

CENTRE = 4  # place of the centre sticker among the nine
