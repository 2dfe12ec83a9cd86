"""Tiles that are mistaken for the right one.

They differ from it, and from one another, in two or three sides, so that no tile stands out: whatever stands on a side
of one option stands there in as many others, and the right tile resembles the others no more than they do each other.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from flowbench.rules.games.missing_tiles.records import Board
from flowbench.rules.games.missing_tiles.tile import SIDES, Sides
from flowbench.rules.games.options import Wrong

Changes = dict[int, int]  # side -> what stands there instead


def wrong_tiles(board: Board, rng: np.random.Generator) -> Iterator[Wrong[Sides]]:
    """Five wrong tiles; none where a tile of one slot a side has fewer than three sides with a neighbour."""
    right = board.wanted()
    free = [int(side) for side in rng.permutation(board.sides_within())]
    changes = _of_three_sides(right, free, rng) if board.slots == 1 else _of_two_sides(right, free, board.slots, rng)
    for changed in changes:
        names = "".join(SIDES[side] for side in sorted(changed))
        tile = [changed.get(side, bits) for side, bits in enumerate(right)]
        yield Wrong(f"another {' and '.join(names)}", (tile[0], tile[1], tile[2], tile[3]))


def _of_two_sides(right: Sides, free: Sequence[int], slots: int, rng: np.random.Generator) -> Iterator[Changes]:
    """One side as it is or as one of two others, another side as it is or as one other, in every combination."""
    first, second = free[:2]
    one, other = (int(bits) for bits in rng.permutation([k for k in range(2**slots) if k != right[first]])[:2])
    beside = int(rng.choice([k for k in range(2**slots) if k != right[second]]))
    yield {second: beside}
    for bits in (one, other):
        yield {first: bits}
        yield {first: bits, second: beside}


def _of_three_sides(right: Sides, free: Sequence[int], rng: np.random.Generator) -> Iterator[Changes]:
    """Three sides with and without their port, in every combination but for two that have nothing in common."""
    if len(free) < 3:
        return
    left_out = int(rng.integers(1, 7))  # as bits, which of the three sides change
    for changed in range(1, 8):
        if changed not in (left_out, 7 - left_out):
            yield {free[k]: 1 - right[free[k]] for k in range(3) if changed >> k & 1}
