"""Instance and state of Rolling Cube."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from flowbench.rules.games.cube_frames import CENTRE, COMPASS, ROLLED, SEEN
from flowbench.rules.games.stickers import STICKER_COUNT, Face

ALL_SEEN = np.array(SEEN, dtype=np.intp).reshape(len(SEEN), -1)  # (24, 54) the stickers on all faces by orientation
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}  # North is the top of the board: row, column


@dataclass(frozen=True)
class Rolls:
    """An instance.

    Attributes:
        rows, columns: size of the board.
        start: row and column of the first cell, from 0.
        moves: the path as letters N, E, S, W. In the variant "goal" it only fixes where to go and what to show there.
        faces: stickers of the faces in the order of `cube_frames.FACES`.
        vocabulary: which symbols the numbers 0 to 5 stand for.
        variant: "follow" or "goal".
    """

    rows: int
    columns: int
    start: tuple[int, int]
    moves: str
    faces: tuple[Face, ...]
    vocabulary: str
    variant: str = "follow"

    @cached_property
    def stickers(self) -> NDArray[np.int16]:
        """(54,) the symbols by number of sticker."""
        return np.array(self.faces, dtype=np.int16).ravel()

    @cached_property
    def task(self) -> NDArray[np.int16]:
        """(22,) the goal (row, column, symbol), 1 for "goal", and the moves 0 to 3; -1 for what the variant hides."""
        follow = self.variant == "follow"
        goal = (-1, -1, -1, 0) if follow else (*self.target, 1)
        moves = [COMPASS.index(move) for move in self.moves] if follow else []
        return np.array([*goal, *moves, *[-1] * (2 * STICKER_COUNT - len(moves))], dtype=np.int16)

    @cached_property
    def target(self) -> tuple[int, int, int]:
        """Row, column and the symbol wanted in the centre of Top, in the variant "goal"."""
        end = after(self)
        return end.row, end.column, centre_of(self, end.orientation, 0)


@dataclass(frozen=True, slots=True)
class Cube:
    """A state: where the cube is, its orientation (0 to 23), and how many moves of the path are done."""

    row: int
    column: int
    orientation: int = 0
    done: int = 0


def rolled(state: Cube, direction: str, steps: int = 1) -> Cube:
    """The state after a roll, wherever it leads; `steps` moves of the path are done by it."""
    down, right = STEPS[direction]
    orientation = ROLLED[state.orientation][COMPASS.index(direction)]
    return Cube(state.row + down, state.column + right, orientation, state.done + steps)


def after(instance: Rolls, count: int | None = None) -> Cube:
    """The state after the first `count` moves of the path, or after all."""
    state = Cube(*instance.start)
    for direction in instance.moves[:count]:
        state = rolled(state, direction)
    return state


def face_of(instance: Rolls, orientation: int, face: int) -> Face:
    """The stickers on a face of the world, row by row."""
    return tuple(instance.faces[k // 9][k % 9] for k in SEEN[orientation][face])


def centre_of(instance: Rolls, orientation: int, face: int) -> int:
    """The centre sticker of a face of the world."""
    sticker = SEEN[orientation][face][CENTRE]
    return instance.faces[sticker // 9][sticker % 9]
