"""Draws boards for Missing Tiles."""

import numpy as np

from flowbench.rules.games.difficulty import Dial
from flowbench.rules.games.game import Setting
from flowbench.rules.games.missing_tiles.records import Board, Cell, Rows
from flowbench.rules.games.missing_tiles.tile import Sides
from flowbench.rules.games.rejection import Reject

SIDE = Dial((3, 3), (4, 5), (6, 6))  # tiles
SLOTS = Dial((1, 1), (2, 2), (3, 3))
MISSING = Dial((1, 1), (1, 1), (2, 2))
RIM_SHARE = (0.50, 0.25, 0.10)  # how often the asked tile lies on the rim: easy, medium, hard
DENSITY = (0.35, 0.65)  # share of slots that hold a port
LEAST_SIDE, MAX_SIDE, MAX_SLOTS, MAX_MISSING = 3, 6, 3, 2


def draw_board(rng: np.random.Generator, setting: Setting) -> Board:
    """A board.

    Raises:
        Reject: when the missing tile would be empty, or the same on all sides.
    """
    hard = setting.hard
    side, slots = SIDE.draw(rng, hard), SLOTS.draw(rng, hard)
    density = rng.uniform(*DENSITY)
    bits = (rng.random((2, side + 1, side, slots)) < density) @ (1 << np.arange(slots))
    bits[:, [0, side]] = 0  # nothing leads off the board
    level, upright = _rows(bits[0]), _rows(bits[1].T)
    board = Board(side, side, slots, level, upright, _draw_missing(rng, side, hard))
    if is_plain(board.wanted()):
        raise Reject("tile empty or the same on all sides")
    return board


def is_plain(sides: Sides) -> bool:
    """Whether a tile has no ports, or four equal sides: its turns could not be told apart."""
    return len(set(sides)) == 1


def touch(first: Cell, second: Cell) -> bool:
    """Whether two cells are the same or have a side in common."""
    return abs(first[0] - second[0]) + abs(first[1] - second[1]) <= 1


def _draw_missing(rng: np.random.Generator, side: int, hard: float) -> tuple[Cell, ...]:
    cells = [(int(k) // side, int(k) % side) for k in rng.permutation(side * side)]
    on_rim = rng.random() < np.interp(hard, (0.0, 0.5, 1.0), RIM_SHARE)
    chosen = [next(cell for cell in cells if _is_rim(cell, side) == on_rim)]
    for _ in range(MISSING.draw(rng, hard) - 1):
        chosen.append(next(cell for cell in cells if not any(touch(cell, other) for other in chosen)))
    return tuple(chosen)


def _is_rim(cell: Cell, side: int) -> bool:
    return bool({0, side - 1} & set(cell))


def _rows(bits: np.ndarray) -> Rows:
    return tuple(tuple(int(value) for value in row) for row in bits)
