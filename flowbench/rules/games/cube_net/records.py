"""Instance and state of Cube Net."""

from dataclasses import dataclass

from flowbench.rules.games.cube_net.folding import FRONT, POSITIONS, SQUARES, Cells, Fold, folds_of
from flowbench.rules.games.stickers import Face, turned

LABELS = "PQRSTU"


@dataclass(frozen=True)
class Net:
    """An instance.

    Attributes:
        cells: row and column of the six squares, from 0.
        labels: the letter of each, in the order of the cells.
        faces: the stickers of each as printed, row by row.
        anchor: which becomes Front, with its upper side up.
        vocabulary: which symbols the numbers 0 to 5 stand for.
    """

    cells: Cells
    labels: str
    faces: tuple[Face, ...]
    anchor: int
    vocabulary: str

    @property
    def folds(self) -> tuple[Fold, ...]:
        """Where each square ends."""
        return folds_of(self.cells, self.anchor)

    def square_at(self, position: str) -> int:
        """The square that ends at a position."""
        wanted = POSITIONS.index(position)
        return next(k for k, fold in enumerate(self.folds) if fold.position == wanted)

    def read_at(self, position: str) -> Face:
        """The stickers at a position of the cube, as they are read there."""
        square = self.square_at(position)
        return turned(self.faces[square], self.folds[square].quarters)


@dataclass(frozen=True, slots=True)
class Placed:
    """A state: where each square has been put, or None."""

    folds: tuple[Fold | None, ...]

    @property
    def count(self) -> int:
        """How many squares have been put somewhere."""
        return sum(fold is not None for fold in self.folds)


def start_of(net: Net) -> Placed:
    """The anchor in front, nothing else."""
    return Placed(tuple(Fold(FRONT, 0) if k == net.anchor else None for k in range(SQUARES)))
