"""Draws boards, paths and faces for Rolling Cube."""

import numpy as np

from flowbench.rules.games.cube_frames import COMPASS
from flowbench.rules.games.difficulty import Dial
from flowbench.rules.games.game import Setting
from flowbench.rules.games.rejection import Reject
from flowbench.rules.games.rolling_cube.records import STEPS, Rolls
from flowbench.rules.games.stickers import VOCABULARIES, draw_faces

SIDE = Dial((3, 4), (5, 5), (6, 7))
ROLL_COUNT = Dial((3, 5), (6, 9), (10, 16))
LEAST_TURNS = Dial((1, 1), (3, 3), (5, 5))
MOST_REVISITS = Dial((0, 0), (1, 1), (3, 3))
MAX_SIDE, MAX_ROLLS = 7, 16
MAX_VISITS = 4  # of one cell: 1 + the revisits of a hard path

Cell = tuple[int, int]


def draw_rolls(rng: np.random.Generator, setting: Setting) -> Rolls:
    """An instance; evaluation uses marks alone, as its questions are the same in every language.

    Raises:
        Reject: when the path runs into a corner or does not turn often enough.
    """
    hard = setting.hard
    rows, columns = SIDE.draw(rng, hard), SIDE.draw(rng, hard)
    start = (int(rng.integers(rows)), int(rng.integers(columns)))
    moves = _draw_path(rng, rows, columns, start, ROLL_COUNT.draw(rng, hard), MOST_REVISITS.span(hard)[1])
    if turn_count(moves) < LEAST_TURNS.span(hard)[0]:
        raise Reject("too few turns")
    names = ["marks"] if setting.split == "eval" else sorted(VOCABULARIES)
    vocabulary = names[int(rng.integers(len(names)))]
    return Rolls(rows, columns, start, moves, draw_faces(rng), vocabulary, setting.variant)


def _draw_path(rng: np.random.Generator, rows: int, columns: int, start: Cell, length: int, revisits: int) -> str:
    """A random walk that never rolls straight back and comes to visited cells at most so many times."""
    cell, visited, moves = start, {start}, ""
    while len(moves) < length:
        onward = [
            (direction, target)
            for direction in COMPASS
            if (target := beside(cell, direction))[0] in range(rows)
            and target[1] in range(columns)
            and not is_back(moves[-1:], direction)
            and (revisits > 0 or target not in visited)
        ]
        if not onward:
            raise Reject("path in a corner")
        direction, cell = onward[int(rng.integers(len(onward)))]
        revisits -= cell in visited
        visited.add(cell)
        moves += direction
    return moves


def beside(cell: Cell, direction: str) -> Cell:
    """The next cell in a direction."""
    down, right = STEPS[direction]
    return cell[0] + down, cell[1] + right


def is_back(last: str, direction: str) -> bool:
    """Whether a direction is the opposite of the last one."""
    return last != "" and COMPASS.index(last) == (COMPASS.index(direction) + 2) % 4


def turn_count(moves: str) -> int:
    """How often a path changes between horizontal and vertical."""
    return sum((a in "NS") != (b in "NS") for a, b in zip(moves, moves[1:], strict=False))


def visits(instance: Rolls) -> list[Cell]:
    """The cells of the path in order, the start first."""
    cells = [instance.start]
    for direction in instance.moves:
        cells.append(beside(cells[-1], direction))
    return cells
