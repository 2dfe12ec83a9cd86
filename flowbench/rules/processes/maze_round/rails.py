"""The line that the marble follows: along the middle of the rings, straight through the gaps, corners rounded."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flowbench.rules.processes.corridors import Cell, Point
from flowbench.rules.processes.maze_round.records import Labyrinth, clockwise_edge_deg, middle_deg, polar, sectors
from flowbench.rules.processes.motion import Stretch, followed, wrapped_deg

FILLET = 0.15  # radius of the corners, corridor widths
_SAME = 1e-9

Spot = tuple[float, float]  # radius (metres), angle (degrees, counter-clockwise, counted on past a whole turn)


@dataclass(frozen=True)
class Leg:
    """A way along a ring, where the radius stays, or across rings, where the angle does."""

    start: Spot
    end: Spot

    @property
    def is_arc(self) -> bool:
        """Whether it runs along a ring."""
        return self.start[0] == self.end[0]

    @property
    def sign(self) -> float:
        """1 counter-clockwise or outward, -1 the other way."""
        way = self.end[1] - self.start[1] if self.is_arc else self.end[0] - self.start[0]
        return math.copysign(1.0, way)

    @property
    def heading_deg(self) -> tuple[float, float]:
        """Where it goes at its beginning and at its end."""
        turn = 90.0 * self.sign if self.is_arc else 90.0 - 90.0 * self.sign
        return self.start[1] + turn, self.end[1] + turn

    def stretch(self) -> Stretch:
        """As a part of a road."""
        if not self.is_arc:
            return Stretch(polar(*self.start), self.heading_deg[0], abs(self.end[0] - self.start[0]))
        turn = self.end[1] - self.start[1]
        return Stretch(polar(*self.start), self.heading_deg[0], self.start[0] * math.radians(abs(turn)), turn)


@dataclass(frozen=True)
class Rails:
    """The line from a cell by way of others, each next to the one before."""

    maze: Labyrinth
    cells: tuple[Cell, ...]

    def at(self, way_m: float) -> Point:
        """The place after a way."""
        return followed(self._stretches, way_m)[0] if self._stretches else self.maze.centre(self.cells[0])

    @cached_property
    def length_m(self) -> float:
        """The whole way."""
        return sum(stretch.length_m for stretch in self._stretches)

    @cached_property
    def arcs_m(self) -> tuple[tuple[float, float], ...]:
        """First and last metre of each stretch along a ring."""
        found, way = [], 0.0
        for leg, corner in self._laid:
            length = leg.stretch().length_m
            found += [(way, way + length)] if leg.is_arc else []
            way += length + (corner.length_m if corner is not None else 0.0)
        return tuple(found)

    @cached_property
    def _stretches(self) -> tuple[Stretch, ...]:
        return tuple(
            part for leg, corner in self._laid for part in (leg.stretch(), *(() if corner is None else (corner,)))
        )

    @cached_property
    def _laid(self) -> tuple[tuple[Leg, Stretch | None], ...]:
        """The legs, cut short where a corner follows or comes before, each with that corner."""
        legs = _legs(_spots(self.maze, self.cells))
        fillet = FILLET * self.maze.cell_m
        laid: list[tuple[Leg, Stretch | None]] = []
        for leg, after in zip(legs, [*legs[1:], None], strict=True):
            cut = _cut_start(leg, laid[-1][1] is not None, legs[len(laid) - 1], fillet) if laid else leg
            if after is None or after.is_arc == leg.is_arc:
                laid.append((cut, None))
                continue
            cut = _cut_end(cut, after, fillet)
            turn = wrapped_deg(_cut_start(after, True, leg, fillet).heading_deg[0] - cut.heading_deg[1])
            place = cut.stretch().at(1.0)[0]
            laid.append((cut, Stretch(place, cut.heading_deg[1], fillet * math.radians(abs(turn)), turn)))
        return tuple(laid)


def _spots(maze: Labyrinth, cells: Sequence[Cell]) -> list[Spot]:
    """Where the line runs: the middle of the first cell, where it leaves each cell, the middle of the last one."""
    spots: list[Spot] = [(maze.radius(cells[0][0]), middle_deg(cells[0]))]
    entry: float | None = None
    for cell, there in zip(cells, cells[1:], strict=False):
        leaves = _gate_deg(cell, there)
        if entry is not None and abs(wrapped_deg(leaves - entry)) < _SAME:
            spots.append((maze.radius(cell[0]), middle_deg(cell)))  # back by the way it came: as far as the middle
        spots.append((maze.radius(cell[0]), leaves))
        if cell[0] != there[0]:
            spots.append((maze.radius(there[0]), leaves))
        entry = leaves
    if cells[-1][0]:
        spots.append((maze.radius(cells[-1][0]), middle_deg(cells[-1])))
    return spots


def _gate_deg(one: Cell, two: Cell) -> float:
    """The angle at which one passes between neighbouring cells."""
    if one[0] != two[0]:
        return middle_deg(max(one, two))
    first = one if (one[1] + 1) % sectors(one[0]) == two[1] else two
    return clockwise_edge_deg(first)


def _legs(spots: Sequence[Spot]) -> list[Leg]:
    """The ways between spots; those that go on in the same direction are one."""
    legs: list[Leg] = []
    radius, angle = spots[0]
    for there, towards in spots[1:]:
        turned = angle + wrapped_deg(towards - angle)
        if abs(there - radius) < _SAME:
            leg = Leg((radius, angle), (radius, turned))
            idle = radius == 0.0 or abs(turned - angle) < _SAME
        else:
            leg, idle = Leg((radius, angle), (there, angle)), False
        if not idle:
            if legs and legs[-1].is_arc == leg.is_arc and legs[-1].sign == leg.sign and legs[-1].end == leg.start:
                leg = Leg(legs.pop().start, leg.end)
            legs.append(leg)
        radius, angle = there, turned
    return legs


def _cut_start(leg: Leg, rounded: bool, before: Leg, fillet: float) -> Leg:
    """A leg without what the corner before it takes."""
    if not rounded:
        return leg
    radius, angle = leg.start
    if leg.is_arc:
        return Leg((radius, angle + leg.sign * _bite_deg(radius, -before.sign, fillet)), leg.end)
    return Leg((_bite_m(radius, leg.sign, fillet), angle), leg.end)


def _cut_end(leg: Leg, after: Leg, fillet: float) -> Leg:
    """A leg without what the corner behind it takes."""
    radius, angle = leg.end
    if leg.is_arc:
        return Leg(leg.start, (radius, angle - leg.sign * _bite_deg(radius, after.sign, fillet)))
    return Leg(leg.start, (_bite_m(radius, -leg.sign, fillet), angle))


def _bite_deg(radius: float, outward: float, fillet: float) -> float:
    """What a corner takes of a ring: its circle touches the ring from outside (1) or inside (-1) and the gap's line."""
    return math.degrees(math.asin(fillet / (radius + outward * fillet)))


def _bite_m(radius: float, outward: float, fillet: float) -> float:
    """The radius at which the corner's circle touches the line of the gap."""
    return math.sqrt((radius + outward * fillet) ** 2 - fillet**2)
