"""The rules of Cube Net."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.render.board.picture import Picture
from flowbench.rules.games.cube_net import generator, picture, symmetry
from flowbench.rules.games.cube_net.families import SomeStickers, Squares, WholePattern
from flowbench.rules.games.cube_net.folding import POSITIONS, SQUARES, Fold, is_net, moved
from flowbench.rules.games.cube_net.records import LABELS, Net, Placed, start_of
from flowbench.rules.games.cube_net.vocabularies import VOCABULARIES
from flowbench.rules.games.game import Ending, Game, GridSpace, Move, Setting, Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.games.stickers import STICKER_COUNT, SYMBOL_COUNT, rows

QUARTERS = 4
OF_A_SQUARE = len(POSITIONS) * QUARTERS  # actions


class CubeNet(Game[Net, Placed]):
    """Put the squares of a net where folding brings them on a cube."""

    name = "cube_net"
    title = "Cube Net"
    capability = 2
    instance_type = Net
    state_type = Placed
    action_count = SQUARES * OF_A_SQUARE
    grid = GridSpace((SQUARES, STICKER_COUNT + 5), -1, 5)
    styles = picture.STYLES
    pictures = (("net", "net of a cube, each square with its letter at its upper side"),)
    view = "play"
    families = (Squares(), WholePattern(), SomeStickers())

    def sample(self, rng: np.random.Generator, setting: Setting) -> Net:
        """A net; where its squares go is determined."""
        return generator.draw_net(rng, setting)

    def check(self, instance: Net) -> None:
        """One of the eleven nets, six different letters, six faces of nine symbols, known names."""
        fits = is_net(instance.cells) and moved(instance.cells) == instance.cells
        fits = fits and sorted(instance.labels) == sorted(LABELS) and 0 <= instance.anchor < SQUARES
        fits = fits and len(instance.faces) == SQUARES and instance.vocabulary in VOCABULARIES
        known = set(range(SYMBOL_COUNT))
        if not fits or not all(len(face) == STICKER_COUNT and set(face) <= known for face in instance.faces):
            raise BadValue(
                "A Cube Net instance has the cells of a net of a cube, the first row and column being 0, the letters "
                f"{LABELS} in any order, six faces of nine stickers from 0 to 5, an anchor from 0 to 5 and a "
                f"vocabulary of {sorted(VOCABULARIES)}; got {instance}."
            )

    def initial(self, instance: Net) -> Placed:
        """The anchor in front."""
        return start_of(instance)

    def hindrance(self, instance: Net, state: Placed, action: int) -> str | None:
        """The square or the position is used."""
        square, fold = _meaning(action)
        if state.folds[square] is not None:
            return "the square is on the cube"
        taken = any(other is not None and other.position == fold.position for other in state.folds)
        return "the position is taken" if taken else None

    def mask(self, instance: Net, state: Placed) -> NDArray[np.int8]:
        """(144,) square by square, in it position by position, in it turn by turn."""
        legal = np.ones((SQUARES, len(POSITIONS), QUARTERS), dtype=np.int8)
        for square, fold in enumerate(state.folds):
            if fold is not None:
                legal[square] = 0
                legal[:, fold.position] = 0
        return legal.reshape(-1)

    def advance(self, instance: Net, state: Placed, action: int) -> Move[Placed]:
        """Put a square somewhere."""
        square, fold = _meaning(action)
        return Move(Placed((*state.folds[:square], fold, *state.folds[square + 1 :])))

    def ending(self, instance: Net, state: Placed) -> Ending | None:
        """With the sixth square: the goal when all are right, dead when one is not."""
        if state.count < SQUARES:
            return None
        return "goal" if state.folds == instance.folds else "dead"

    def solve(self, instance: Net, state: Placed) -> Solution:
        """Put what is left where folding brings it: the only way, once every square that has been put is right."""
        wanted = instance.folds
        if any(fold is not None and fold != right for fold, right in zip(state.folds, wanted, strict=True)):
            raise NoPlan("a square has been put wrongly")
        left = [square for square, fold in enumerate(state.folds) if fold is None]
        return Solution(tuple(_action(square, wanted[square]) for square in left), "unique")

    def observe(self, instance: Net, state: Placed) -> NDArray[np.int16]:
        """(6, 14), a row a square.

        Row and column in the net, 1 for the anchor, position and turn on the cube (-1 while not on it), then the nine
        stickers as printed, row by row.
        """
        lines = []
        for square, (cell, fold) in enumerate(zip(instance.cells, state.folds, strict=True)):
            placed = (-1, -1) if fold is None else (fold.position, fold.quarters)
            lines.append([*cell, int(square == instance.anchor), *placed, *instance.faces[square]])
        return np.array(lines, dtype=np.int16)

    def text(self, instance: Net, state: Placed) -> str:
        """The squares with their patterns, and where they are."""
        lines = []
        for square, (row, column) in enumerate(instance.cells):
            pattern = " / ".join(
                " ".join(line) for line in rows(instance.faces[square], VOCABULARIES[instance.vocabulary].words)
            )
            lines.append(f"{instance.labels[square]} at R{row + 1}C{column + 1}: {pattern}{_told(state.folds[square])}")
        return "\n".join(lines)

    def draw(self, instance: Net, state: Placed, style: str, role: str) -> Picture:
        """Role "net" or "play"."""
        return picture.draw(instance, state, self.check_style(style), role)

    def canonical(self, instance: Net) -> Any:
        """The net with its patterns, however it lies, up to renaming."""
        return symmetry.canonical(instance)

    def hint(self, instance: Net) -> str:
        """How the net is folded, and how each position is read."""
        words = ", ".join(VOCABULARIES[instance.vocabulary].words)
        return (
            "The picture shows a net of a cube from its printed side, each square with a letter at its upper side. The "
            "net is folded away from you, so that the printed side is outside. The square in front keeps the upper "
            "side that it has in the picture; the other positions are named as you see them from the front. Each "
            "pattern is read from outside: front, back, left and right with the top of the cube up, the top with the "
            "back up, the bottom with the front up. Rows are read from top to bottom, each from left to right. Only "
            f"which symbol is where counts, not how a symbol itself is turned. Symbols: {words}."
        )

    def action_name(self, instance: Net, action: int) -> str:
        """For example "put R at the left, turned by 90 degrees"."""
        square, fold = _meaning(action)
        return (
            f"put {instance.labels[square]} at the {POSITIONS[fold.position]}, turned by {90 * fold.quarters} degrees"
        )


def _meaning(action: int) -> tuple[int, Fold]:
    square, rest = divmod(action, OF_A_SQUARE)
    return square, Fold(*divmod(rest, QUARTERS))


def _action(square: int, fold: Fold) -> int:
    return square * OF_A_SQUARE + fold.position * QUARTERS + fold.quarters


def _told(fold: Fold | None) -> str:
    return "" if fold is None else f", at the {POSITIONS[fold.position]}, turned by {90 * fold.quarters} degrees"
