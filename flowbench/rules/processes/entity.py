"""What is seen at one moment: things with a pose and a look."""

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flowbench.records import Vector

Quaternion = tuple[float, float, float, float]  # (w, x, y, z), unit length
Colour = tuple[int, int, int]  # sRGB, 0 to 255
Scene = Mapping[str, "Entity"]  # by id

UPRIGHT: Quaternion = (1.0, 0.0, 0.0, 0.0)
CAMERA, GROUND, HAND, PIECE, FIXTURE = "camera", "ground", "hand", "piece", "fixture"  # kinds
_PLACES, _TURNS = 5, 6  # decimals of metres (10 micrometres) and of quaternions, as written to files


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing in the world of `table_plane`.

    Attributes:
        kind: "piece" (what the task is about), "fixture" (never moves), "hand", "camera", "ground".
        pos: its reference point, metres.
        quat: its turn, (w, x, y, z).
        scale: size, relative to what its look says.
        color: sRGB bytes.
        shape: name of its look, for the task's drawing.
        vis: 1 seen, 0 not there; between, a ghost.
        parent: id of the hand that holds it, "" for none.
        extra: further facts of its look (points of a line, a label, ...), as sorted (name, value) pairs whose values
            are numbers, strings and tuples of these.
    """

    kind: str
    pos: Vector
    quat: Quaternion = UPRIGHT
    scale: float = 1.0
    color: Colour = (128, 128, 128)
    shape: str = ""
    vis: float = 1.0
    parent: str = ""
    extra: tuple[tuple[str, Any], ...] = ()

    def fact(self, name: str) -> Any:
        """The value of a further fact; None where there is none of that name."""
        return dict(self.extra).get(name)

    def at(self, pos: Vector, quat: Quaternion | None = None, parent: str | None = None) -> "Entity":
        """The same thing elsewhere, its numbers rounded as files hold them."""
        return dataclasses.replace(
            self,
            pos=rounded(pos),
            quat=self.quat if quat is None else rounded_turn(quat),
            parent=self.parent if parent is None else parent,
        )


def entity(
    kind: str, pos: Vector, quat: Quaternion = UPRIGHT, *, extra: Mapping[str, Any] | None = None, **look: Any
) -> Entity:
    """An entity with rounded numbers; `extra` as a map."""
    return Entity(kind, rounded(pos), rounded_turn(quat), extra=tuple(sorted((extra or {}).items())), **look)


def rounded(pos: Vector) -> Vector:
    """A position to 10 micrometres, without negative zeros."""
    return round(pos[0], _PLACES) + 0.0, round(pos[1], _PLACES) + 0.0, round(pos[2], _PLACES) + 0.0


def rounded_turn(quat: Quaternion) -> Quaternion:
    """A turn to six decimals; of its two signs the one whose first number above rounding is positive."""
    w, x, y, z = (round(value, _TURNS) + 0.0 for value in quat)
    leading = next((value for value in (w, x, y, z) if value != 0.0), 1.0)
    return (w, x, y, z) if leading > 0.0 else (0.0 - w, 0.0 - x, 0.0 - y, 0.0 - z)


def yaw(angle_deg: float) -> Quaternion:
    """A turn about the vertical, counter-clockwise seen from above."""
    half = math.radians(angle_deg) / 2.0
    return math.cos(half), 0.0, 0.0, math.sin(half)


def roll(angle_deg: float) -> Quaternion:
    """A turn about the y axis, counter-clockwise seen from the front (against y)."""
    half = math.radians(angle_deg) / 2.0
    return math.cos(half), 0.0, -math.sin(half), 0.0
