"""Instance and state of Maze Round, and where its cells lie.

Cells are (ring, sector). Ring 0 is the middle, a single cell; sectors count clockwise from the top.
"""

import math
from dataclasses import dataclass
from functools import cached_property

from flowbench.rules.processes.corridors import Cell, Point
from flowbench.rules.processes.predicates.driving import Arc, Segment

ACTIONS = ("out left", "out right", "in", "clockwise", "counter-clockwise")
OUT_LEFT, OUT_RIGHT, INWARD, CLOCKWISE, COUNTER = range(len(ACTIONS))
FIRST_SECTORS = 6  # of ring 1
LONGEST_ARC = 1.6  # corridor widths: a ring whose cells would be longer has twice as many
FEWEST_RINGS, MOST_RINGS = 2, 5
OUTER_M = 0.41  # radius of the outer wall
FLOOR_M = 0.012  # top of the board

Flags = tuple[tuple[int, ...], ...]  # a row for each ring from 1 on


def sectors(ring: int) -> int:
    """Cells of a ring."""
    count = 1 if ring == 0 else FIRST_SECTORS
    for k in range(2, ring + 1):
        count *= 2 if 2.0 * math.pi * (k + 0.5) / count > LONGEST_ARC else 1
    return count


MOST_SECTORS = sectors(MOST_RINGS)


@dataclass(frozen=True)
class Labyrinth:
    """An instance.

    Attributes:
        rings: rings about the middle.
        inner: 1 where a wall runs on the inner side of a cell; one flag of ring 1 is 0, the gap of the middle.
        sides: 1 where a wall stands on the clockwise side of a cell.
        start, goal: the middle and a cell of the outermost ring, in either order; that cell is open to the outside.
    """

    rings: int
    inner: Flags
    sides: Flags
    start: Cell
    goal: Cell

    @property
    def directions(self) -> int:
        """See `ACTIONS`."""
        return len(ACTIONS)

    @property
    def cell_m(self) -> float:
        """Width of a ring; the middle is a disc of this radius."""
        return OUTER_M / (self.rings + 1)

    @property
    def mouth(self) -> Cell:
        """The cell that is open to the outside."""
        return self.start if self.start[0] else self.goal

    @property
    def gap(self) -> int:
        """The sector of ring 1 that is open to the middle."""
        return self.inner[0].index(0)

    def holds(self, cell: Cell) -> bool:
        """Whether there is such a cell."""
        return 0 <= cell[0] <= self.rings and 0 <= cell[1] < sectors(cell[0])

    def beside(self, cell: Cell, direction: int) -> Cell | None:
        """The next cell in a direction; None where there is none."""
        ring, sector = cell
        count = sectors(ring)
        if direction in (OUT_LEFT, OUT_RIGHT):
            return self._outside(cell, direction)
        if ring == 0:
            return None
        if direction == INWARD:
            return ring - 1, sector * sectors(ring - 1) // count
        return ring, (sector + (1 if direction == CLOCKWISE else -1)) % count

    def _outside(self, cell: Cell, direction: int) -> Cell | None:
        """The outer neighbour on the left or right; one that has no other is on the left."""
        ring, sector = cell
        if ring == self.rings or (direction == OUT_RIGHT and sectors(ring + 1) != 2 * sectors(ring)):
            return None
        if ring == 0:
            return 1, self.gap
        return ring + 1, sector * sectors(ring + 1) // sectors(ring) + direction

    def is_open(self, cell: Cell, direction: int) -> bool:
        """Whether no wall stands in a direction, and there is a cell."""
        there = self.beside(cell, direction)
        if there is None:
            return False
        if direction in (OUT_LEFT, OUT_RIGHT):
            return self.inner[there[0] - 1][there[1]] == 0
        if direction == INWARD:
            return self.inner[cell[0] - 1][cell[1]] == 0
        ring, sector = cell if direction == CLOCKWISE else there
        return self.sides[ring - 1][sector] == 0

    def radius(self, ring: int) -> float:
        """Of the middle line of a ring, metres; 0 for the middle."""
        return (ring + 0.5) * self.cell_m if ring else 0.0

    def centre(self, cell: Cell) -> Point:
        """Middle of a cell, metres."""
        return polar(self.radius(cell[0]), middle_deg(cell))

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell of a point; None outside."""
        ring = int(math.hypot(x, y) / self.cell_m)
        if ring > self.rings:
            return None
        clockwise = (90.0 - math.degrees(math.atan2(y, x))) % 360.0
        return ring, int(clockwise / 360.0 * sectors(ring)) % sectors(ring)

    @cached_property
    def arcs(self) -> tuple[Arc, ...]:
        """Walls along the rings, each as long as it runs, the outermost with the gap at the mouth."""
        outer = tuple(int(sector != self.mouth[1]) for sector in range(sectors(self.rings)))
        found = []
        for k, flags in enumerate((*self.inner, outer), 1):
            step = 360.0 / len(flags)
            found += [
                (round(k * self.cell_m, 5), round(90.0 - b * step, 5), round(90.0 - a * step, 5))
                for a, b in _runs_round(flags)
            ]
        return tuple(found)

    @cached_property
    def spokes(self) -> tuple[Segment, ...]:
        """Walls across the rings, each as long as it runs."""
        rings_at: dict[float, list[int]] = {}
        for ring, flags in enumerate(self.sides, 1):
            for sector in (sector for sector, flag in enumerate(flags) if flag):
                rings_at.setdefault(round(clockwise_edge_deg((ring, sector)), 5), []).append(ring)
        found = []
        for angle, rings in sorted(rings_at.items()):
            for first in (ring for ring in rings if ring - 1 not in rings):
                end = next(ring for ring in range(first + 1, self.rings + 2) if ring not in rings)
                found.append((*polar(first * self.cell_m, angle), *polar(end * self.cell_m, angle)))
        return tuple(tuple(round(value, 5) + 0.0 for value in wall) for wall in found)  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Marble:
    """A state: the cell of the marble."""

    ring: int
    sector: int

    @property
    def cell(self) -> Cell:
        """Ring and sector."""
        return self.ring, self.sector


def middle_deg(cell: Cell) -> float:
    """Angle of the middle of a cell, counter-clockwise from x."""
    return 90.0 - 360.0 * (cell[1] + 0.5) / sectors(cell[0])


def clockwise_edge_deg(cell: Cell) -> float:
    """Angle at which a cell ends on its clockwise side."""
    return 90.0 - 360.0 * (cell[1] + 1) / sectors(cell[0])


def polar(radius: float, angle_deg: float) -> Point:
    """The point at a radius and an angle."""
    return radius * math.cos(math.radians(angle_deg)), radius * math.sin(math.radians(angle_deg))


def _runs_round(flags: tuple[int, ...]) -> list[tuple[int, int]]:
    """First and last + 1 of each run of ones on a ring; a run over its end goes on counting."""
    count = len(flags)
    found = []
    for first in (k for k in range(count) if flags[k] and not flags[k - 1]):
        length = next(n for n in range(1, count) if not flags[(first + n) % count])
        found.append((first, first + length))
    return found
