"""Triangle meshes as the rasteriser reads them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Material:
    """How a surface looks: a base colour (sRGB, 0-1), a procedural texture by name ("" = plain), and its gloss.

    `tile_m` is the edge length in metres that one repeat of the texture covers; `gloss` is 0 (matt) to 1 (polished).
    In photos `glow` is how bright the surface shines by itself, in parts of its colour on screen, and a `metal` mirrors
    its surroundings in its own colour.
    """

    name: str
    colour: tuple[float, float, float]
    texture: str = ""
    tile_m: float = 1.0
    gloss: float = 0.1
    glow: float = 0.0
    metal: bool = False


@dataclass(frozen=True, eq=False)
class Mesh:
    """A triangle mesh in its own frame (metres, y up, front +z).

    Attributes:
        vertices: (V, 3) float64 positions.
        faces: (F, 3) int32 vertex numbers; winding does not matter (culling is off).
        normals: (F, 3, 3) float32 unit normal of each corner, pointing outward.
        uvs: (F, 3, 2) float32 texture coordinates of each corner, in metres along the surface.
        materials: (F,) int32 index into `palette`.
        palette: the materials of this mesh.
    """

    vertices: NDArray[np.float64]
    faces: NDArray[np.int32]
    normals: NDArray[np.float32]
    uvs: NDArray[np.float32]
    materials: NDArray[np.int32]
    palette: tuple[Material, ...]
