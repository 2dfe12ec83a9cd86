"""Instance and state of Hanoi Tower, and where pegs and disks are."""

from dataclasses import dataclass

PEG_NAMES = ("left", "middle", "right")
MOVES = tuple((a, b) for a in range(3) for b in range(3) if a != b)  # from peg, to peg: the actions in order
MOST_DISKS = 4
PEG_X_M = (-0.33, 0.0, 0.33)
BASE_M, THICK_M = 0.03, 0.05  # heights of the board and of a disk
PEG_RADIUS_M, PEG_TOP_M = 0.015, 0.27
_SMALLEST_M, _GROWTH_M = 0.072, 0.03  # radius of disk 1, and how much larger each next one is

Pegs = tuple[
    tuple[int, ...], tuple[int, ...], tuple[int, ...]
]  # disks on each peg from below; larger numbers are larger


@dataclass(frozen=True)
class Tower:
    """An instance: how the disks stand at first, and the marked peg where all must go."""

    start: Pegs
    target: int

    @property
    def disks(self) -> int:
        """How many there are."""
        return sum(len(peg) for peg in self.start)


@dataclass(frozen=True, slots=True)
class Stacks:
    """A state."""

    pegs: Pegs


def radius_m(disk: int) -> float:
    """Radius of a disk."""
    return _SMALLEST_M + _GROWTH_M * (disk - 1)


def height_m(level: int) -> float:
    """Height of the middle of a disk with so many below it."""
    return BASE_M + THICK_M * (level + 0.5)


def moved(pegs: Pegs, source: int, target: int) -> Pegs:
    """The topmost disk of a peg put onto another, whatever lies there."""
    stacks = [list(peg) for peg in pegs]
    stacks[target].append(stacks[source].pop())
    return tuple(stacks[0]), tuple(stacks[1]), tuple(stacks[2])


def is_ordered(peg: tuple[int, ...]) -> bool:
    """Whether no disk lies on a smaller one."""
    return list(peg) == sorted(peg, reverse=True)
