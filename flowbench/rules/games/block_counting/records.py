"""Instance and state of Block Counting."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from flowbench.rules.games.block_counting.sight import FACES, Sight, see
from flowbench.rules.games.symmetry import turned

Heights = tuple[tuple[int, ...], ...]  # of the columns: rows from North to South, each from West to East

MAX_SIDE, MAX_HEIGHT = 5, 5
LATTICE = MAX_SIDE + MAX_HEIGHT  # squares of the lattice of sight in each direction
CORNERS = ("south-east", "south-west", "north-west", "north-east")  # from where the pile is seen


@dataclass(frozen=True)
class Pile:
    """An instance.

    Attributes:
        heights: number of cubes in each column.
        most: no column is higher than this; it is said in the question.
        corner: from where it is seen, a number of `CORNERS`.
    """

    heights: Heights
    most: int
    corner: int

    @cached_property
    def seen(self) -> Heights:
        """The heights as the viewer has them: the last row and column are nearest."""
        return turned(self.heights, -self.corner)

    @cached_property
    def sight(self) -> Sight:
        """What is seen of the pile."""
        return see(self.seen)

    @cached_property
    def lattice(self) -> NDArray[np.int16]:
        """(10, 20) the number in `FACES` of what is seen at each triangle, -1 for nothing.

        The square (a, b), both from -5, is row a + 5; its two triangles are columns 2 b + 10 and 2 b + 11.
        """
        lattice = np.full((LATTICE, 2 * LATTICE), -1, dtype=np.int16)
        for (a, b, half), surface in self.sight.map.items():
            lattice[a + MAX_HEIGHT, 2 * (b + MAX_HEIGHT) + half] = FACES.index(surface.face)
        return lattice


@dataclass(frozen=True, slots=True)
class Guess:
    """A state: heights guessed so far, and whether the guess was handed in."""

    heights: Heights
    submitted: bool = False
