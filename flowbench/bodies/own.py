"""Meshes that users bring: read with care, then fitted into an object's box like any body.

Files are right-handed with y up and the front towards +z, as glTF has it. Textures are not read: a part takes its mean
colour. What collides stays what the type's own recipe says, so that labels do not depend on looks.
"""

import io
import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from flowbench.bodies.catalogue import RECIPES
from flowbench.bodies.finish import Part, mesh_of
from flowbench.bodies.solids import Solid
from flowbench.errors import BadValue, UnknownName
from flowbench.records import Floats, Vector
from flowbench.render.meshes import Material, Mesh

ROOT_VARIABLE = "FLOWBENCH_BODIES"  # names the folder that files are looked for in; the working folder without it
KINDS = (".glb", ".obj", ".ply", ".stl")
LARGEST_BYTES, MOST_TRIANGLES = 32 << 20, 50_000
THINNEST_M = 0.004
_GLOSS = 0.2
_MIRROR = np.array([-1.0, 1.0, 1.0])  # from right-handed to left-handed, the front kept
Bodies = tuple[tuple[str, str], ...]  # type, file: sorted


def checked(given: object) -> Bodies:
    """The rows of a map type -> file, when every type exists and every file can be read.

    Raises:
        BadValue, UnknownName: naming what was expected, what came and the remedy.
    """
    if not isinstance(given, Mapping) or not all(isinstance(part, str) for pair in given.items() for part in pair):
        raise BadValue(f'bodies must map object types to files, for example {{"Chair": "my.glb"}}, got {given!r}.')
    for kind, path in given.items():
        if kind not in RECIPES:
            raise UnknownName.among("object type", kind, RECIPES)
        fitted(path, (1.0, 1.0, 1.0))
    return tuple(sorted(given.items()))


def fitted(path: str, size: Vector) -> Mesh:
    """The mesh of a file, stretched to fill a box of `size` about the origin; sides below 4 mm are drawn 4 mm thick.

    Raises:
        BadValue: for a file outside its folder, of another kind, too large, or without triangles.
    """
    file = _find(path)
    stamp = file.stat()
    parts, palette, low, high = _read(str(file), stamp.st_mtime_ns, stamp.st_size)
    target = np.maximum(np.array(size, dtype=np.float64), THINNEST_M)
    scale = target / np.maximum(high - low, 1e-9)
    return mesh_of(parts, palette, scale, -(low + high) / 2.0 * scale, False)


def _find(path: str) -> Path:
    root = Path(os.environ.get(ROOT_VARIABLE, ".")).resolve()
    file = (root / path).resolve()
    if not file.is_relative_to(root):
        raise BadValue(f"A body's file lies in {root}, got {path}. Set {ROOT_VARIABLE} to another folder.")
    if file.suffix.lower() not in KINDS or not file.is_file():
        raise BadValue(f"A body is a file of the kinds {', '.join(KINDS)} in {root}, got {path}.")
    if file.stat().st_size > LARGEST_BYTES:
        raise BadValue(f"A body's file has at most {LARGEST_BYTES >> 20} MiB, {path} has {file.stat().st_size >> 20}.")
    return file


@lru_cache(maxsize=32)
def _read(file: str, changed_ns: int, length: int) -> tuple[tuple[Part, ...], tuple[Material, ...], Floats, Floats]:
    """Parts, their materials, lowest and highest corner. The stamp is part of the key: a changed file is read anew."""
    del changed_ns, length
    import trimesh

    path = Path(file)
    try:
        data = io.BytesIO(path.read_bytes())  # without a folder to look in, nothing else is read
        loaded: Any = trimesh.load_scene(data, file_type=path.suffix[1:].lower(), process=False)
        pieces = [piece for piece in loaded.dump() if isinstance(piece, trimesh.Trimesh) and len(piece.faces)]
    except (ValueError, KeyError, IndexError, TypeError, NotImplementedError, OSError) as e:
        raise BadValue(f"{path.name} is not a readable mesh: {e}") from e
    count = sum(len(piece.faces) for piece in pieces)
    if not 0 < count <= MOST_TRIANGLES:
        raise BadValue(f"A body has 1 to {MOST_TRIANGLES} triangles, {path.name} has {count}. Reduce it first.")
    parts = tuple(_parts(pieces))
    points = np.concatenate([part.solid.vertices for part in parts])
    if not np.isfinite(points).all():
        raise BadValue(f"{path.name} has a vertex that is not finite.")
    palette = tuple(Material(f"{path.stem} {k}", _colour(piece), "", 1.0, _GLOSS) for k, piece in enumerate(pieces))
    return parts, palette, points.min(axis=0), points.max(axis=0)


def _parts(pieces: list[Any]) -> Iterator[Part]:
    for number, piece in enumerate(pieces):
        vertices = np.asarray(piece.vertices, dtype=np.float64) * _MIRROR
        yield Part(Solid(vertices, np.asarray(piece.faces, dtype=np.int32)[:, ::-1]), number)


def _colour(piece: Any) -> Vector:
    """The mean sRGB colour of a piece, 0 to 1."""
    import trimesh

    visual = piece.visual
    if isinstance(visual, trimesh.visual.TextureVisuals):
        factor = np.asarray(visual.material.main_color, dtype=np.float64)[:3]
        picture = getattr(visual.material, "baseColorTexture", None) or getattr(visual.material, "image", None)
        if picture is not None:
            factor = factor * np.asarray(picture.convert("RGB"), dtype=np.float64).mean(axis=(0, 1)) / 255.0
    else:
        factor = np.asarray(visual.face_colors, dtype=np.float64)[:, :3].mean(axis=0)
    red, green, blue = np.round(np.clip(factor / 255.0, 0.0, 1.0), 4).tolist()
    return red, green, blue
