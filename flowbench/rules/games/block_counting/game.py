"""The rules of Block Counting."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.render.board.picture import Picture
from flowbench.rules.games.block_counting import generator, picture
from flowbench.rules.games.block_counting.families import ByHeight, Hidden, Occupied, Total
from flowbench.rules.games.block_counting.generator import LEAST_SIDE
from flowbench.rules.games.block_counting.records import CORNERS, LATTICE, MAX_HEIGHT, MAX_SIDE, Guess, Pile
from flowbench.rules.games.block_counting.sight import shows_every_column
from flowbench.rules.games.game import GridSpace, Move, Setting
from flowbench.rules.games.handing_in import HandingInGame
from flowbench.rules.games.symmetry import likenesses

SUBMIT = 2 * MAX_SIDE * MAX_SIDE


class BlockCounting(HandingInGame[Pile, Guess]):
    """A pile of cubes is seen from a corner; the heights of its columns are to be guessed.

    Every column's top is at least half in sight, so that the picture allows one pile only.
    """

    name = "block_counting"
    title = "Block Counting"
    capability = 2
    instance_type = Pile
    state_type = Guess
    action_count = SUBMIT + 1
    grid = GridSpace((LATTICE + MAX_SIDE + 1, 2 * LATTICE), -1, MAX_HEIGHT)
    styles = picture.STYLES
    pictures = (("pile", "the pile of cubes, seen from one corner"),)
    view = "play"
    work = "the guess"
    families = (Total(), Occupied(), Hidden(), ByHeight())

    def sample(self, rng: np.random.Generator, setting: Setting) -> Pile:
        """A pile that no other looks like."""
        return generator.draw_pile(rng, setting)

    def check(self, instance: Pile) -> None:
        """A square of heights, each column's top in sight."""
        side = len(instance.heights)
        square = LEAST_SIDE <= side <= MAX_SIDE and all(len(row) == side for row in instance.heights)
        named = 1 <= instance.most <= MAX_HEIGHT and 0 <= instance.corner < len(CORNERS)
        fits = all(0 <= height <= instance.most for row in instance.heights for height in row)
        if not (square and named and fits and shows_every_column(instance.seen, instance.sight)):
            raise BadValue(
                f"A pile has a square base of {LEAST_SIDE} to {MAX_SIDE} tiles a side, columns of 0 to `most` cubes, "
                f"`most` from 1 to {MAX_HEIGHT}, a corner from 0 to {len(CORNERS) - 1} from which the top of each "
                f"column is at least half in sight; got {instance}."
            )

    def initial(self, instance: Pile) -> Guess:
        """Nothing guessed yet."""
        return Guess(tuple((0,) * len(row) for row in instance.heights))

    def flaw_of_change(self, instance: Pile, state: Guess, action: int) -> str | None:
        """No such column, or a height that no column can have."""
        row, column, change = _column(action)
        if max(row, column) >= len(state.heights):
            return "there is no such column"
        inside = 0 <= state.heights[row][column] + change <= instance.most
        return None if inside else "no column has such a height"

    def mask(self, instance: Pile, state: Guess) -> NDArray[np.int8]:
        """(51,) raise and lower of each of 5 x 5 columns, then submit."""
        mask = np.zeros(self.action_count, dtype=np.int8)
        if not state.submitted:
            side = len(state.heights)
            guess = np.array(state.heights)
            columns = mask[:SUBMIT].reshape(MAX_SIDE, MAX_SIDE, 2)
            columns[:side, :side, 0] = guess < instance.most
            columns[:side, :side, 1] = guess > 0
            mask[SUBMIT] = 1
        return mask

    def advance(self, instance: Pile, state: Guess, action: int) -> Move[Guess]:
        """One column higher or lower, or the guess handed in."""
        if action == SUBMIT:
            return Move(replace(state, submitted=True))
        row, column, change = _column(action)
        line = state.heights[row]
        changed = (*line[:column], line[column] + change, *line[column + 1 :])
        return Move(Guess((*state.heights[:row], changed, *state.heights[row + 1 :])))

    def is_right(self, instance: Pile, state: Guess) -> bool:
        """Whether all columns are as high as guessed."""
        return state.heights == instance.heights

    def corrections(self, instance: Pile, state: Guess) -> Iterable[int]:
        """Column by column to the one pile that looks like this."""
        return [
            2 * (row * MAX_SIDE + column) + int(guessed > height)
            for row, (heights, guess) in enumerate(zip(instance.heights, state.heights, strict=True))
            for column, (height, guessed) in enumerate(zip(heights, guess, strict=True))
            for _ in range(abs(height - guessed))
        ]

    def observe(self, instance: Pile, state: Guess) -> NDArray[np.int16]:
        """(16, 20), -1 where nothing is said.

        Rows 0 to 9: what is seen, see `Pile.lattice`; 0 floor, 1 top, 2 and 3 the left and right sides of cubes. Rows
        10 to 14, columns 0 to 4: the guess. Row 15: side of the base, greatest height, corner.
        """
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        grid[:LATTICE] = instance.lattice
        side = len(state.heights)
        grid[LATTICE : LATTICE + side, :side] = state.heights
        grid[-1, :3] = side, instance.most, instance.corner
        return grid

    def text(self, instance: Pile, state: Guess) -> str:
        """The lattice of sight in letters, and the guess."""
        letters = ".FTLR"
        seen = instance.lattice + 1
        lines = [f"base {len(instance.heights)} x {len(instance.heights)}, seen from the {CORNERS[instance.corner]}"]
        lines += ["".join(letters[value] for value in row) for row in seen if row.any()]
        lines += ["guess" + (", handed in:" if state.submitted else ":")]
        lines += [" ".join(map(str, row)) for row in state.heights]
        return "\n".join(lines)

    def draw(self, instance: Pile, state: Guess, style: str, role: str) -> Picture:
        """Role "pile" or "play"."""
        return picture.draw(instance, state, self.check_style(style), role)

    def canonical(self, instance: Pile) -> Any:
        """The heights up to turns and mirror images, wherever they are seen from."""
        return min(likenesses(instance.heights))

    def hint(self, instance: Pile) -> str:
        """What a pile is, and when a cube is hidden."""
        return (
            "Equal cubes are piled on the tiles of a square floor. No cube floats: each stands on the floor or exactly "
            "on another. The pile is seen from above one corner, and the top of every column, or its tile where it is "
            "empty, is at least half in sight. Cubes can be hidden behind and below others."
        )

    def action_name(self, instance: Pile, action: int) -> str:
        """For example "raise R1C2"."""
        if action == SUBMIT:
            return "submit"
        row, column, change = _column(action)
        return f"{'raise' if change > 0 else 'lower'} R{row + 1}C{column + 1}"


def _column(action: int) -> tuple[int, int, int]:
    """Row, column and change of height of an action."""
    place, lower = divmod(action, 2)
    return place // MAX_SIDE, place % MAX_SIDE, -1 if lower else 1
