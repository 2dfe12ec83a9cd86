"""The eleven nets of a cube, and where their squares go when they are folded with the printed side outside.

A square lies in the world as a frame: its outward normal, the direction of growing rows, of growing columns. Front is
South, Back North, Right East and Left West of `cube_frames`.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from flowbench.rules.games.cube_frames import FACES, FRAMES, Axis, Frame

Cell = tuple[int, int]  # row, column
Cells = tuple[Cell, ...]

POSITIONS = ("top", "bottom", "back", "front", "right", "left")  # in the order of `cube_frames.FACES`
FRONT = FACES.index("south")
SQUARES = 6
STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@dataclass(frozen=True, slots=True)
class Fold:
    """Where a square ends: its position, and the quarters it is turned clockwise from as printed to as read there."""

    position: int
    quarters: int


def _minus(axis: Axis) -> Axis:
    return -axis[0], -axis[1], -axis[2]


def _beside(frame: Frame, step: str) -> Frame:
    """The frame of the square that hangs on one side of another, folded away from the printed side."""
    normal, down, right = frame
    return {
        "right": Frame(right, down, _minus(normal)),
        "left": Frame(_minus(right), down, normal),
        "down": Frame(down, _minus(normal), right),
        "up": Frame(_minus(down), normal, right),
    }[step]


def frames_of(cells: Cells, anchor: int) -> dict[Cell, Frame]:
    """Where each square ends when the anchor is Front with its upper side up; squares apart from it are left out."""
    found = {cells[anchor]: FRAMES[FRONT]}
    queue = deque(found)
    while queue:
        cell = queue.popleft()
        for step, (down, right) in STEPS.items():
            beside = cell[0] + down, cell[1] + right
            if beside in cells and beside not in found:
                found[beside] = _beside(found[cell], step)
                queue.append(beside)
    return found


def is_net(cells: Cells) -> bool:
    """Whether six squares hang together and fold to a whole cube."""
    if len(set(cells)) != SQUARES or len(cells) != SQUARES:
        return False
    return len({frame.normal for frame in frames_of(cells, 0).values()}) == SQUARES


@cache
def folds_of(cells: Cells, anchor: int) -> tuple[Fold, ...]:
    """Where each square of a net ends, in the order of its cells."""
    frames = frames_of(cells, anchor)
    return tuple(_fold(frames[cell]) for cell in cells)


def _fold(frame: Frame) -> Fold:
    """A quarter clockwise brings what points down to point left."""
    position = next(k for k, read in enumerate(FRAMES) if read.normal == frame.normal)
    _, down, right = FRAMES[position]
    return Fold(position, (down, _minus(right), _minus(down), right).index(frame.down))


def hinges(cells: Cells, start: int) -> tuple[int, ...]:
    """How many hinges lie between a square and each other one, on the shortest way."""
    far = {cells[start]: 0}
    queue = deque(far)
    while queue:
        cell = queue.popleft()
        for down, right in STEPS.values():
            beside = cell[0] + down, cell[1] + right
            if beside in cells and beside not in far:
                far[beside] = far[cell] + 1
                queue.append(beside)
    return tuple(far[cell] for cell in cells)


def turned_net(cells: Cells) -> Cells:
    """A net turned by a quarter clockwise, moved to the corner; the order of its cells is kept."""
    return moved((column, -row) for row, column in cells)


def mirrored_net(cells: Cells) -> Cells:
    """A net with left and right exchanged, moved to the corner; the order of its cells is kept."""
    return moved((row, -column) for row, column in cells)


def moved(cells: Iterable[Cell]) -> Cells:
    """Cells with their first row and column at 0."""
    listed = list(cells)
    top, left = min(row for row, _ in listed), min(column for _, column in listed)
    return tuple((row - top, column - left) for row, column in listed)


def likenesses(cells: Cells) -> list[Cells]:
    """The eight ways a net lies on paper; the order of its cells is kept."""
    found = []
    for start in (moved(cells), mirrored_net(cells)):
        for _ in range(4):
            found.append(start)
            start = turned_net(start)
    return found


@cache
def nets() -> tuple[Cells, ...]:
    """The eleven nets, each in one of its ways to lie: the hexominoes that fold to a cube."""
    shapes: set[Cells] = {((0, 0),)}
    for _ in range(SQUARES - 1):
        shapes = {_standard((*cells, beside)) for cells in shapes for beside in _around(cells)}
    return tuple(sorted(cells for cells in shapes if is_net(cells)))


def _around(cells: Cells) -> set[Cell]:
    return {(row + down, column + right) for row, column in cells for down, right in STEPS.values()} - set(cells)


def _standard(cells: Cells) -> Cells:
    """The same cells however a shape lies."""
    return min(tuple(sorted(likeness)) for likeness in likenesses(cells))
