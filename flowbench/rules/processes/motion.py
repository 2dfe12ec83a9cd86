"""Ways and their timing: minimum jerk, lifting and putting down, roads with round corners."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flowbench.records import Vector
from flowbench.rules.processes.entity import Quaternion
from flowbench.rules.processes.table_plane import TABLE_WIDTH_M

LIFT_M = 0.12 * TABLE_WIDTH_M  # how high things are carried
_RAMP = 0.2  # share of a drive in which it gathers speed, and in which it brakes

Flat = tuple[float, float]


def eased(share: float) -> float:
    """Minimum jerk: 0 to 1 without a jerk at either end."""
    u = min(max(share, 0.0), 1.0)
    return u * u * u * (10.0 + u * (6.0 * u - 15.0))


def cruised(share: float) -> float:
    """Steady speed between a short start and a short stop."""
    u = min(max(share, 0.0), 1.0)
    top = 1.0 / (1.0 - _RAMP)
    if u < _RAMP:
        return 0.5 * top * u * u / _RAMP
    if u > 1.0 - _RAMP:
        return 1.0 - 0.5 * top * (1.0 - u) ** 2 / _RAMP
    return top * (u - 0.5 * _RAMP)


def part(share: float, start: float, end: float) -> float:
    """How much of the stretch from `start` to `end` is done at a share: 0 before it, 1 after it."""
    return min(max((share - start) / (end - start), 0.0), 1.0)


def between(one: Vector, two: Vector, share: float) -> Vector:
    """A point of a straight way."""
    return (
        one[0] + (two[0] - one[0]) * share,
        one[1] + (two[1] - one[1]) * share,
        one[2] + (two[2] - one[2]) * share,
    )


def slid(one: Vector, two: Vector, share: float) -> Vector:
    """A straight way with minimum jerk."""
    return between(one, two, eased(share))


def carried(one: Vector, two: Vector, share: float, lift_m: float = LIFT_M) -> Vector:
    """Up, across and down on one smooth arch: at its ends it goes straight up and down."""
    across, up = eased(part(share, 0.1, 0.9)), eased(part(share, 0.0, 0.45)) - eased(part(share, 0.55, 1.0))
    level = between(one, two, across)
    top = max(one[2], two[2]) + lift_m
    floor = one[2] if share < 0.5 else two[2]
    return level[0], level[1], floor + (top - floor) * up


def slerp(one: Quaternion, two: Quaternion, share: float) -> Quaternion:
    """The turn between two turns, along the shorter way."""
    dot = sum(a * b for a, b in zip(one, two, strict=True))
    sign = -1.0 if dot < 0.0 else 1.0
    angle = math.acos(min(abs(dot), 1.0))
    if angle < 1e-6:
        return two if share >= 0.5 else one
    first, second = math.sin((1.0 - share) * angle) / math.sin(angle), sign * math.sin(share * angle) / math.sin(angle)
    w, x, y, z = (first * a + second * b for a, b in zip(one, two, strict=True))
    return w, x, y, z


@dataclass(frozen=True)
class Stretch:
    """A straight stretch, an arc, or a turn on the spot (which counts for a way, too)."""

    start: Flat
    heading_deg: float
    length_m: float
    turn_deg: float = 0.0
    on_the_spot: bool = False

    def at(self, share: float) -> tuple[Flat, float]:
        """Place and heading."""
        heading = self.heading_deg + self.turn_deg * share
        if self.on_the_spot:
            return self.start, heading
        x, y = self.start
        if self.turn_deg == 0.0:
            way, angle = self.length_m * share, math.radians(self.heading_deg)
            return (x + way * math.cos(angle), y + way * math.sin(angle)), heading
        radius = self.length_m / math.radians(self.turn_deg)  # negative to the right
        a, b = math.radians(self.heading_deg), math.radians(heading)
        return (x + radius * (math.sin(b) - math.sin(a)), y - radius * (math.cos(b) - math.cos(a))), heading


def followed(stretches: Sequence[Stretch], way_m: float) -> tuple[Flat, float]:
    """Place and heading after a way along stretches, at their end where it is longer than they are."""
    left = way_m
    for stretch in stretches:
        if left <= stretch.length_m:
            return stretch.at(left / stretch.length_m if stretch.length_m else 0.0)
        left -= stretch.length_m
    return stretches[-1].at(1.0)


@dataclass(frozen=True)
class Road:
    """A way through points, corners rounded, for something that looks where it goes.

    Attributes:
        points: corners of the way, metres.
        fillet_m: radius of the corners.
        heading_deg: where it looks first, counter-clockwise from x; it turns on the spot where the road goes elsewhere.
        spin_m: the way that a half turn on the spot counts for.
        end_deg: where it looks at the end, after a turn on the spot; None is where it drove.
    """

    points: tuple[Flat, ...]
    fillet_m: float
    heading_deg: float
    spin_m: float = 0.1
    end_deg: float | None = None

    def at(self, way_m: float) -> tuple[Flat, float]:
        """Place and heading (degrees) after a way, turns on the spot counted in."""
        return followed(self._pieces, way_m) if self._pieces else (self.points[0], self.heading_deg)

    @property
    def length_m(self) -> float:
        """The whole way."""
        return self.marks_m[-1]

    @cached_property
    def marks_m(self) -> tuple[float, ...]:
        """The way at each point: in the middle of the arc about it, and after a turn on the spot."""
        return self._laid[1]

    @property
    def _pieces(self) -> tuple[Stretch, ...]:
        return self._laid[0]

    @cached_property
    def _laid(self) -> tuple[tuple[Stretch, ...], tuple[float, ...]]:
        pieces: list[Stretch] = []
        marks = [0.0]
        heading, place = self.heading_deg, self.points[0]
        for k in range(1, len(self.points)):
            goal = self.points[k]
            heading = _aligned(
                heading, math.degrees(math.atan2(goal[1] - place[1], goal[0] - place[0])), place, pieces, self
            )
            ahead = self._turn_at(k, heading)
            cut = self.fillet_m * math.tan(math.radians(abs(ahead)) / 2.0) if ahead else 0.0
            length = math.dist(place, goal) - cut
            pieces.append(Stretch(place, heading, length))
            place = pieces[-1].at(1.0)[0]
            if ahead:
                arc = Stretch(place, heading, self.fillet_m * math.radians(abs(ahead)), ahead)
                marks.append(sum(piece.length_m for piece in pieces) + arc.length_m / 2.0)
                pieces.append(arc)
                place, heading = arc.at(1.0)
            else:
                marks.append(sum(piece.length_m for piece in pieces))
        if self.end_deg is not None:
            _aligned(heading, self.end_deg, place, pieces, self)
            marks[-1] = sum(piece.length_m for piece in pieces)
        return tuple(pieces), tuple(marks)

    def _turn_at(self, k: int, heading: float) -> float:
        """Degrees that the road bends at a point; 0 at its ends, where it goes straight on, and where it turns back."""
        if k + 1 >= len(self.points):
            return 0.0
        here, after = self.points[k], self.points[k + 1]
        bend = wrapped_deg(math.degrees(math.atan2(after[1] - here[1], after[0] - here[0])) - heading)
        return bend if 1.0 < abs(bend) < 150.0 else 0.0


def _aligned(heading: float, wanted: float, place: Flat, pieces: list[Stretch], road: Road) -> float:
    """Turn on the spot where the road does not begin as one looks."""
    turn = wrapped_deg(wanted - heading)
    if abs(turn) > 1.0:
        pieces.append(Stretch(place, heading, road.spin_m * abs(turn) / 180.0, turn, True))
    return heading + turn


def wrapped_deg(angle_deg: float) -> float:
    """The same angle in (-180, 180]."""
    turned = math.fmod(angle_deg + 180.0, 360.0)
    return (turned + 360.0 if turned <= 0.0 else turned) - 180.0
