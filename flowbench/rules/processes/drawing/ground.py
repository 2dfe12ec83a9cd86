"""What things lie on: a table or floor that fills the picture, with a wall behind it where one looks along it."""

from flowbench.bodies.solids import Solid
from flowbench.errors import UnknownName
from flowbench.render.meshes import Mesh
from flowbench.rules.processes.drawing.solids import block, material, mesh, mixed
from flowbench.rules.processes.entity import Entity

_HALF_M = 2.2
_WALL_Y_M = 0.75
_THICK_M = 0.05
_TEXTURES = {  # kind -> texture, size of a repeat, gloss
    "wood": ("wood", 0.9, 0.2),
    "carpet": ("carpet", 0.45, 0.0),
    "cloth": ("linen", 0.22, 0.0),
    "paper": ("paper", 0.5, 0.0),
    "cork": ("noise", 0.12, 0.0),
    "stone": ("stone", 0.6, 0.25),
}


def solid_ground(item: Entity) -> Mesh:
    """A board below z = 0."""
    name = item.shape.removesuffix(" with wall")
    if name not in _TEXTURES:
        raise UnknownName.among("ground", item.shape, _TEXTURES)
    texture, tile_m, gloss = _TEXTURES[name]
    pieces = [(_board(), material(item.color, texture, tile_m, gloss))]
    if name != item.shape:
        wall = block((-_HALF_M, _WALL_Y_M, 0.0), (_HALF_M, _WALL_Y_M + _THICK_M, 2.0), 0.0001)
        pieces.append((wall, material(mixed((232, 226, 214), item.color, 0.12), "plaster", 1.4, 0.0)))
    return mesh(pieces)


def _board() -> Solid:
    return block((-_HALF_M, -_HALF_M, -_THICK_M), (_HALF_M, _HALF_M, 0.0), 0.0001)
