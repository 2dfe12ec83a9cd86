"""A model as one binary glTF file, which common viewers open: an object for each surface, with colours and textures."""

import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow

from flowbench.records import Floats
from flowbench.render.model import Model
from flowbench.render.textures import PICTURES, TEXTURES, texture

MIRROR = np.array([-1.0, 1.0, 1.0])  # our left-handed world in glTF's right-handed one; fronts stay at +z


def write_glb(path: Path, model: Model, names: tuple[str, ...]) -> None:
    """Write everything in a model at its present pose; `names` are those of surfaces 1, 2, ...

    Lengths are metres, y is up, and x is turned round: glTF is right-handed.
    """
    import trimesh
    from trimesh.visual import TextureVisuals

    scene, geometry = trimesh.Scene(), model.geometry
    world = model.world_vertices() * MIRROR
    for instance, owner in enumerate(geometry.owners.tolist()):
        first, last = geometry.face_ranges[instance : instance + 2].tolist()
        for material in np.unique(geometry.materials[first:last]).tolist():
            faces = first + np.flatnonzero(geometry.materials[first:last] == material)
            corners = geometry.faces[faces][:, ::-1].reshape(-1)  # a mirror turns faces round
            normals = geometry.normals[faces][:, ::-1].reshape(-1, 3).astype(np.float64)
            uvs = geometry.uvs[faces][:, ::-1].reshape(-1, 2).astype(np.float64)
            part = trimesh.Trimesh(
                vertices=world[corners],
                faces=np.arange(len(corners)).reshape(-1, 3),
                vertex_normals=_turned(normals, model.rotations[instance]) * MIRROR,
                visual=TextureVisuals(uv=uvs, material=_paint(model, material)),  # type: ignore[no-untyped-call]
                process=False,
            )
            name = f"{names[owner - 1]}/{instance}/{material}"
            scene.add_geometry(part, node_name=name, geom_name=name)
    path.write_bytes(scene.export(file_type="glb"))  # type: ignore[no-untyped-call]


def _paint(model: Model, number: int) -> object:
    from trimesh.visual.material import PBRMaterial

    geometry = model.geometry
    colour, kind = geometry.colours[number].astype(np.float64), int(geometry.textures[number])
    name = TEXTURES[kind] if kind >= 0 else ""
    image = None
    if name:
        factors = texture(name) if name in PICTURES else texture(name) * colour
        image = Pillow.fromarray(_encoded(factors)[::-1])
    return PBRMaterial(  # type: ignore[no-untyped-call]
        name=f"{name or 'plain'} {number}",
        baseColorFactor=[255, 255, 255, 255] if image is not None else [*_linear_bytes(colour), 255],
        baseColorTexture=image,
        metallicFactor=0.0,
        roughnessFactor=float(math.sqrt(max(1.0 - float(geometry.gloss[number]), 0.02))),
        doubleSided=True,
    )


def _linear_bytes(colour: Floats) -> list[int]:
    return [int(round(255.0 * min(max(part, 0.0), 1.0))) for part in colour.tolist()]


def _encoded(linear: Floats) -> NDArray[np.uint8]:
    share = np.clip(linear, 0.0, 1.0)
    encoded = np.where(share <= 0.0031308, 12.92 * share, 1.055 * share ** (1.0 / 2.4) - 0.055)
    return np.rint(255.0 * encoded).astype(np.uint8)


def _turned(normals: Floats, turn: Floats) -> Floats:
    return normals[:, 0:1] * turn[:, 0] + normals[:, 1:2] * turn[:, 1] + normals[:, 2:3] * turn[:, 2]
