"""Draws piles for Block Counting."""

import numpy as np

from flowbench.rules.games.block_counting.records import CORNERS, Heights, Pile
from flowbench.rules.games.block_counting.sight import see, shows_every_column
from flowbench.rules.games.difficulty import Dial
from flowbench.rules.games.game import Setting
from flowbench.rules.games.rejection import Reject
from flowbench.rules.games.symmetry import turned

SIDE = Dial((3, 3), (4, 4), (5, 5))
MOST = Dial((2, 3), (4, 4), (5, 5))
LEAST_SIDE = 2
EMPTY_PERCENT = (10, 40)  # of the columns, before those in front lift those behind
TOTAL = (6, 60)  # cubes
STEEPNESS = (1.0, 4.0)  # the higher, the rarer are high columns
TRIES = 100  # piles drawn before a draw is given up; one in twelve is good on the largest base


def draw_pile(rng: np.random.Generator, setting: Setting) -> Pile:
    """A pile of which every column's top is seen.

    Raises:
        Reject: when none of the piles drawn is good.
    """
    side, most = SIDE.draw(rng, setting.hard), MOST.draw(rng, setting.hard)
    corner = int(rng.integers(len(CORNERS)))
    empty = int(rng.integers(EMPTY_PERCENT[0], EMPTY_PERCENT[1] + 1)) / 100.0
    for _ in range(TRIES):
        seen = _draw_seen(rng, side, most, empty)
        if TOTAL[0] <= sum(map(sum, seen)) <= TOTAL[1] and shows_every_column(seen, see(seen)):
            return Pile(turned(seen, corner), most, corner)
    raise Reject("a column's top is not seen")


def _draw_seen(rng: np.random.Generator, side: int, most: int, empty: float) -> Heights:
    """Heights as seen: no column is lower than the one diagonally before it, which would hide its top."""
    tall = rng.random((side, side)) ** rng.uniform(*STEEPNESS)
    drawn = np.where(rng.random((side, side)) < empty, 0, 1 + (tall * most).astype(int))
    for x in reversed(range(side - 1)):
        np.maximum(drawn[x, :-1], drawn[x + 1, 1:], out=drawn[x, :-1])
    return tuple(map(tuple, drawn.tolist()))
