"""A drawn picture: its pixels, the id of what is seen at each, and where the pieces lie."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from flowbench.records import ByValue, IdMap, Image


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece lies: its reference point in pixels (x right, y down) and its turn in degrees clockwise."""

    x: float
    y: float
    turn_deg: float = 0.0


@dataclass(frozen=True, eq=False)
class Picture(ByValue):
    """A drawn picture, row 0 at the top.

    Attributes:
        frame: (H, W, 3) uint8 RGB.
        ids: (H, W) int32 id of what is seen; 0 is the ground.
        places: id -> place, for the pieces that can move. What has no place never moves.
    """

    frame: Image
    ids: IdMap
    places: Mapping[int, Place] = field(default_factory=dict)
