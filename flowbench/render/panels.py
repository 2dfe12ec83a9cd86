"""Flat pieces of a scene that give light: lamps and windows that shine, walls and floors that throw it back."""

from dataclasses import dataclass

from flowbench.records import Vector


@dataclass(frozen=True)
class Panel:
    """A rectangle in the world frame that gives light to the side its normal points to.

    Attributes:
        centre: its middle, metres.
        right, up: from the middle to the middles of two neighbouring edges, metres.
        normal: unit vector.
        colour: radiance of what shines (1 = a white sheet in a well lit room), reflectance of what throws back.
        shines: whether the light is its own.
        points: how many points of the rectangle are looked from; a multiple of 4, or 1.
        surface_id: the surface it is fixed to and moves with; 0 for none.
    """

    centre: Vector
    right: Vector
    up: Vector
    normal: Vector
    colour: Vector
    shines: bool = True
    points: int = 1
    surface_id: int = 0
