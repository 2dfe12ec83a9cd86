"""A whole scene packed for the rasteriser: every mesh once, in its own frame, and the present pose of each instance."""

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.records import Floats
from flowbench.render.meshes import Material, Mesh
from flowbench.render.panels import Panel
from flowbench.render.textures import PICTURES, texture_number

Ints = NDArray[np.int32]
Pose = tuple[Floats, Floats]  # rotation (3, 3), translation (3,)


@dataclass(frozen=True, eq=False)
class Instance:
    """A mesh put somewhere: world = rotation @ local + translation. Its pixels carry `surface_id` (> 0)."""

    mesh: Mesh
    surface_id: int
    rotation: Floats
    translation: Floats


@dataclass(frozen=True, eq=False)
class Geometry:
    """What never changes about a model: T triangles of I instances, all in the frames of their meshes.

    Attributes:
        vertices: (V, 3) float64 metres.
        faces: (T, 3) int32 rows of `vertices`.
        normals: (T, 3, 3) float32 unit normal of each corner.
        uvs: (T, 3, 2) float32 texture coordinates of each corner, in repeats of the texture.
        materials: (T,) int32 rows of the three tables below.
        surfaces: (T,) int32 surface id of each triangle.
        instances: (T,) int32 instance of each triangle.
        owners: (I,) int32 surface id of each instance.
        vertex_ranges: (I + 1,) int64 first vertex of each instance, then V.
        face_ranges: (I + 1,) int64 first triangle of each instance, then T.
        spheres: (I, 4) bounding sphere of each instance: centre and radius.
        colours: (M, 3) float32 linear-light colour of each material.
        textures: (M,) int32 number of each material's texture, -1 = plain.
        gloss: (M,) float32, 0 to 1.
        glow: (M,) float32 and metals: (M,) bool, see `Material`.
        rest_rotations: (I, 3, 3) and rest_translations: (I, 3), the poses everything was built in.
        panels: what lights photos; without any they are lit as in a studio.
    """

    vertices: Floats
    faces: Ints
    normals: NDArray[np.float32]
    uvs: NDArray[np.float32]
    materials: Ints
    surfaces: Ints
    instances: Ints
    owners: Ints
    vertex_ranges: NDArray[np.int64]
    face_ranges: NDArray[np.int64]
    spheres: Floats
    colours: NDArray[np.float32]
    textures: Ints
    gloss: NDArray[np.float32]
    glow: NDArray[np.float32]
    metals: NDArray[np.bool_]
    rest_rotations: Floats
    rest_translations: Floats
    panels: tuple[Panel, ...] = ()

    @cached_property
    def surface_count(self) -> int:
        """The largest surface id."""
        return int(self.owners.max(initial=0))

    @cached_property
    def instances_of(self) -> Mapping[int, tuple[int, ...]]:
        """Surface id -> numbers of its instances."""
        found: dict[int, list[int]] = {}
        for number, owner in enumerate(self.owners.tolist()):
            found.setdefault(owner, []).append(number)
        return {owner: tuple(numbers) for owner, numbers in found.items()}

    @cached_property
    def by_surface(self) -> NDArray[np.int64]:
        """(I,) instance numbers, those of one surface next to each other."""
        return np.argsort(self.owners, kind="stable").astype(np.int64)


@dataclass(frozen=True, eq=False)
class Model:
    """A scene that can be drawn: shared geometry and the pose of each instance.

    Moving something gives another small model that shares the geometry, so that several poses of one scene can be kept
    and drawn in any order.

    Attributes:
        rotations: (I, 3, 3) and translations: (I, 3), mesh frame to world.
    """

    geometry: Geometry
    rotations: Floats
    translations: Floats

    @classmethod
    def build(cls, instances: Sequence[Instance], panels: Sequence[Panel] = ()) -> "Model":
        """Pack instances and what lights them. Where two surfaces have the same depth the lower id is seen."""
        for item in instances:
            _check(item)
        rotations = np.array([item.rotation for item in instances], dtype=np.float64).reshape(-1, 3, 3)
        translations = np.array([item.translation for item in instances], dtype=np.float64).reshape(-1, 3)
        return cls(_pack(instances, rotations, translations, tuple(panels)), rotations, translations)

    @property
    def surface_count(self) -> int:
        """The largest surface id; arrays indexed by surface id have one more entry than this."""
        return self.geometry.surface_count

    @property
    def triangle_count(self) -> int:
        """Number of triangles."""
        return len(self.geometry.faces)

    def placed(self, poses: Mapping[int, Pose]) -> "Model":
        """The same scene with some surfaces elsewhere: surface id -> (rotation, translation) of all its instances."""
        known = self.geometry.instances_of
        unknown = [surface for surface in poses if surface not in known]
        if unknown:
            raise BadValue(f"No instance has surface id {unknown[0]}. Known: 1 to {self.surface_count}.")
        return self.placed_instances({number: pose for surface, pose in poses.items() for number in known[surface]})

    def placed_instances(self, poses: Mapping[int, Pose]) -> "Model":
        """The same scene with some instances elsewhere: instance number -> (rotation, translation)."""
        rotations, translations = self.rotations.copy(), self.translations.copy()
        for number, (rotation, translation) in poses.items():
            rotations[number], translations[number] = rotation, translation
        return dataclasses.replace(self, rotations=rotations, translations=translations)

    def world_vertices(self) -> Floats:
        """(V, 3) all vertices in the world frame."""
        counts = np.diff(self.geometry.vertex_ranges)
        turn = np.repeat(self.rotations, counts, axis=0)
        local = self.geometry.vertices
        turned = turn[:, :, 0] * local[:, 0:1] + turn[:, :, 1] * local[:, 1:2] + turn[:, :, 2] * local[:, 2:3]
        return turned + np.repeat(self.translations, counts, axis=0)

    def bounds(self) -> tuple[Floats, Floats]:
        """Lowest and highest corner of the axis-aligned world box around everything."""
        world = self.world_vertices()
        if len(world) == 0:
            return np.zeros(3), np.zeros(3)
        return world.min(axis=0), world.max(axis=0)


def _pack(
    instances: Sequence[Instance], rotations: Floats, translations: Floats, panels: tuple[Panel, ...]
) -> Geometry:
    meshes = [item.mesh for item in instances]
    table = list(dict.fromkeys(material for mesh in meshes for material in mesh.palette))
    row = {material: number for number, material in enumerate(table)}
    vertex_ranges = _ranges(len(mesh.vertices) for mesh in meshes)
    face_ranges = _ranges(len(mesh.faces) for mesh in meshes)
    owners = np.array([item.surface_id for item in instances], dtype=np.int32)
    materials = _joined(meshes, lambda mesh: _rows(mesh, row), (), np.int32)
    tiles = np.array([material.tile_m for material in table], dtype=np.float32)
    uvs = _joined(meshes, lambda mesh: mesh.uvs, (3, 2), np.float32)
    return Geometry(
        vertices=_joined(meshes, lambda mesh: mesh.vertices, (3,), np.float64),
        faces=_joined(meshes, lambda mesh: mesh.faces, (3,), np.int32)
        + np.repeat(vertex_ranges[:-1], np.diff(face_ranges))[:, None].astype(np.int32),
        normals=_joined(meshes, lambda mesh: mesh.normals, (3, 3), np.float32),
        uvs=uvs / tiles[materials][:, None, None] if len(table) else uvs,
        materials=materials,
        surfaces=np.repeat(owners, np.diff(face_ranges)).astype(np.int32),
        instances=np.repeat(np.arange(len(meshes), dtype=np.int32), np.diff(face_ranges)),
        owners=owners,
        vertex_ranges=vertex_ranges,
        face_ranges=face_ranges,
        spheres=np.array([_sphere(mesh.vertices) for mesh in meshes], dtype=np.float64).reshape(-1, 4),
        colours=np.array([linear(item) for item in table], dtype=np.float32).reshape(-1, 3),
        textures=np.array([texture_number(item.texture) for item in table], dtype=np.int32),
        gloss=np.array([item.gloss for item in table], dtype=np.float32),
        glow=np.array([item.glow for item in table], dtype=np.float32),
        metals=np.array([item.metal for item in table], dtype=np.bool_),
        rest_rotations=rotations,
        rest_translations=translations,
        panels=panels,
    )


def _check(item: Instance) -> None:
    mesh, faces = item.mesh, len(item.mesh.faces)
    if item.surface_id < 1:
        raise BadValue(f"A surface id must be 1 or more (0 means nothing), got {item.surface_id}.")
    shapes = (mesh.normals.shape, mesh.uvs.shape, mesh.materials.shape)
    if shapes != ((faces, 3, 3), (faces, 3, 2), (faces,)):
        raise BadValue(f"A mesh of {faces} faces needs normals, uvs, materials of that length, got {shapes}.")
    placed = np.asarray(item.rotation).shape == (3, 3) and np.asarray(item.translation).shape == (3,)
    if not placed or not np.isfinite(item.rotation).all() or not np.isfinite(item.translation).all():
        raise BadValue(f"Surface {item.surface_id} needs a finite (3, 3) rotation and (3,) translation.")
    if not np.isfinite(mesh.vertices).all():
        raise BadValue(f"Surface {item.surface_id} has a vertex that is not finite.")
    if faces and not (0 <= mesh.faces.min() and mesh.faces.max() < len(mesh.vertices)):
        raise BadValue(f"Surface {item.surface_id} has a face that names a vertex it does not have.")
    if faces and not (0 <= mesh.materials.min() and mesh.materials.max() < len(mesh.palette)):
        raise BadValue(f"Surface {item.surface_id} has a face that names a material it does not have.")


def _ranges(counts: Iterable[int]) -> NDArray[np.int64]:
    return np.cumsum([0, *counts], dtype=np.int64)


def _rows(mesh: Mesh, row: Mapping[Material, int]) -> Ints:
    return np.array([row[material] for material in mesh.palette], dtype=np.int32)[mesh.materials]


def _joined(
    meshes: Sequence[Mesh], part: Callable[[Mesh], NDArray[Any]], shape: tuple[int, ...], kind: type
) -> NDArray[Any]:
    parts: list[NDArray[Any]] = [np.asarray(part(mesh), dtype=kind).reshape(-1, *shape) for mesh in meshes]
    return np.concatenate([np.empty((0, *shape), dtype=kind), *parts])


def _sphere(vertices: Floats) -> tuple[float, float, float, float]:
    if len(vertices) == 0:
        return 0.0, 0.0, 0.0, 0.0
    centre = 0.5 * (vertices.min(axis=0) + vertices.max(axis=0))
    offset = vertices - centre
    reach = float(np.sqrt((offset[:, 0] ** 2 + offset[:, 1] ** 2 + offset[:, 2] ** 2).max()))
    return float(centre[0]), float(centre[1]), float(centre[2]), reach


def linear(material: Material) -> tuple[float, float, float]:
    """A material's sRGB colour in linear light; white under a picture."""
    if material.texture in PICTURES:
        return 1.0, 1.0, 1.0
    red, green, blue = (c / 12.92 if c <= 0.04045 else round(((c + 0.055) / 1.055) ** 2.4, 9) for c in material.colour)
    return red, green, blue
