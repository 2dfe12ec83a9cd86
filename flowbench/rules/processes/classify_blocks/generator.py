"""Draws blocks and the signs of trays: by colour, by form, or by both."""

import itertools
import math

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.classify_blocks.records import (
    CAPACITY,
    COLOURS,
    FORMS,
    Block,
    Blocks,
    Sign,
)  # fmt: skip

COUNTS = {"easy": (4, 5), "mid": (6, 6), "hard": (7, 8)}  # blocks
FARTHEST_M = 0.62  # from a block to its tray's farthest place: what a hand carries in a second
_PITCH_M, _ROWS_Y_M = 0.13, (0.28, 0.14)
_SCATTER_M, _TURN_DEG = 0.01, 24


def draw_blocks(rng: np.random.Generator, level: str) -> Blocks:
    """No tray stays empty or gets more than it holds, and what does not count varies.

    Raises:
        Reject: for a draw where that is not so.
    """
    low, high = COUNTS[level]
    count = int(rng.integers(low, high + 1))
    signs, kinds = _kinds(rng, level)
    homes = [int(k) for k in rng.permutation([*range(len(signs)), *rng.integers(len(signs), size=count - len(signs))])]
    if max(homes.count(k) for k in range(len(signs))) > CAPACITY:
        raise Reject("too many blocks for a tray")
    looks = [_look(rng, signs[home], *kinds) for home in homes]
    if level == "mid" and len({colour for colour, _ in looks}) < 3:
        raise Reject("colours that do not distract")
    blocks = [_block(rng, look, place) for look, place in zip(looks, _places(count), strict=True)]
    made = Blocks(tuple(blocks), tuple(signs))
    if max(_way(made, k) for k in range(count)) > FARTHEST_M:
        raise Reject("a block lies too far from its tray")
    return made


def _kinds(rng: np.random.Generator, level: str) -> tuple[list[Sign], tuple[list[str], list[str]]]:
    """The signs from left to right, and the colours and forms that occur."""
    colours = [COLOURS[k] for k in rng.permutation(len(COLOURS))]
    forms = [FORMS[k] for k in rng.permutation(len(FORMS))]
    if level == "easy":
        return [Sign(colour, "") for colour in colours[:2]], (colours[:2], forms)
    if level == "mid":
        return [Sign("", form) for form in forms[:3]], (colours, forms[:3])
    pairs = list(itertools.product(colours[:2], forms[:2]))
    return [Sign(*pairs[k]) for k in rng.permutation(4)], (colours[:2], forms[:2])


def _look(rng: np.random.Generator, sign: Sign, colours: list[str], forms: list[str]) -> tuple[str, str]:
    """Colour and form of a block for a tray."""
    colour = sign.colour or colours[int(rng.integers(len(colours)))]
    return colour, sign.form or forms[int(rng.integers(len(forms)))]


def _places(count: int) -> list[tuple[float, float]]:
    """Two rows, the upper one the longer."""
    upper = (count + 1) // 2
    rows = [(upper, _ROWS_Y_M[0]), (count - upper, _ROWS_Y_M[1])]
    return [((k - (length - 1) / 2.0) * _PITCH_M, y) for length, y in rows for k in range(length)]


def _block(rng: np.random.Generator, look: tuple[str, str], place: tuple[float, float]) -> Block:
    x, y = (round(value + float(rng.uniform(-_SCATTER_M, _SCATTER_M)), 4) for value in place)
    return Block(*look, bool(rng.random() < 0.4), x, y, int(rng.integers(-_TURN_DEG, _TURN_DEG + 1)))


def _way(made: Blocks, number: int) -> float:
    block, home = made.blocks[number], made.homes[number]
    return max(math.dist((block.x_m, block.y_m), made.slot(home, place)) for place in range(CAPACITY))
