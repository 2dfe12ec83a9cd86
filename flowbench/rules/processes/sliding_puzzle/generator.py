"""Draws boards by their distance from the goal, not by the length of a scramble."""

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.sliding_puzzle.records import STEPS, Board, Tray, source, swapped
from flowbench.rules.processes.sliding_puzzle.solver import shortest

LENGTHS = {"easy": (2, 4), "mid": (5, 8), "hard": (9, 13)}  # slides of a shortest plan
WIDE_LENGTHS = (8, 12)  # the same on a 4 x 4 board
WIDE_SHARE = 0.4  # of the hard boards


def draw_tray(rng: np.random.Generator, level: str) -> Tray:
    """A board some slides from the goal.

    Raises:
        Reject: when the walk from the goal led to a board that is nearer than wanted.
    """
    wide = level == "hard" and rng.random() < WIDE_SHARE
    size, (low, high) = (4, WIDE_LENGTHS) if wide else (3, LENGTHS[level])
    wanted = int(rng.integers(low, high + 1))
    goal = Tray(size, ()).goal
    board = _walk(rng, goal, size, wanted)
    if len(shortest(board, size, goal)) != wanted:
        raise Reject("nearer to the goal than wanted")
    return Tray(size, board)


def _walk(rng: np.random.Generator, board: Board, size: int, length: int) -> Board:
    """Random slides that never take the last one back."""
    last = None
    for _ in range(length):
        onward = [
            (direction, cell)
            for direction in range(len(STEPS))
            if (cell := source(board, size, direction)) is not None and last != (direction + 2) % 4
        ]
        last, cell = onward[int(rng.integers(len(onward)))]
        board = swapped(board, cell)
    return board
