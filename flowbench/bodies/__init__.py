"""Bodies: what objects look like and what of them collides, made by recipes and fitted into their boxes."""

from flowbench.bodies.catalogue import RECIPES
from flowbench.bodies.counters import counter
from flowbench.bodies.draft import Body
from flowbench.bodies.fitting import fit, materials
from flowbench.bodies.structure import ROOM_TYPES, ceiling, ceiling_lamp, floor, outlook, wall, wall_materials

__all__ = [
    "RECIPES",
    "ROOM_TYPES",
    "Body",
    "ceiling",
    "ceiling_lamp",
    "counter",
    "fit",
    "floor",
    "materials",
    "outlook",
    "wall",
    "wall_materials",
]
