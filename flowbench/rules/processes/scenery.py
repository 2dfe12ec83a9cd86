"""Camera and ground: the entities that every scene has beside its things."""

import math
from collections.abc import Mapping
from typing import Literal

from flowbench.records import Vector
from flowbench.rules.processes.entity import CAMERA, GROUND, Colour, Entity, Quaternion, entity

View = Literal["above", "front"]
Ground = Literal["wood", "carpet", "cloth", "paper", "cork", "stone"]

_FOV_DEG = 32.0  # vertical field of view
# Where the camera stands and what it looks at: the table fills the picture's height from either place.
_PLACES: Mapping[View, tuple[Vector, float]] = {
    "above": ((0.0, -0.53, 1.50), 72.0),
    "front": ((0.0, -1.40, 0.56), 15.0),
}


def scenery(view: View = "above", ground: Ground = "wood", tint: Colour = (196, 164, 124)) -> dict[str, Entity]:
    """The camera of a view and the ground of a kind.

    The pose of the camera is where it stands and how it is turned from looking along y, level; "front" looks along the
    table, and its flat pictures show x and z, with z = 0 near the lower edge.
    """
    place, down_deg = _PLACES[view]
    return {
        "camera": entity(CAMERA, place, _looking_down(down_deg), shape=view, extra={"fov_deg": _FOV_DEG}),
        "ground": entity(GROUND, (0.0, 0.0, 0.0), shape=ground + (" with wall" if view == "front" else ""), color=tint),
    }


def _looking_down(angle_deg: float) -> Quaternion:
    """The turn about x that bends the view down from the horizon."""
    half = math.radians(-angle_deg) / 2.0
    return math.cos(half), math.sin(half), 0.0, 0.0
