"""From parts to the arrays the rasteriser reads: welded vertices, split normals, box-projected texture coordinates."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from flowbench.bodies.solids import Faces, Solid, cross
from flowbench.geometry.jit import jit
from flowbench.records import Floats
from flowbench.render.meshes import Material, Mesh

Numbers = NDArray[np.int64]

SMOOTH_DEG = 40.0
WELD_M = 1e-6
DECIMALS = 9  # of a metre: sines of arrays differ in their last bits from processor to processor


@dataclass(frozen=True, eq=False)
class Part:
    """A solid with the number of its material; a picture's texture spans it once instead of repeating by the metre."""

    solid: Solid
    material: int
    picture: bool = False

    def within(self, low: float, high: float) -> "Part":
        """The part cut flat at two heights: feet of slanted legs stand flat on the floor."""
        vertices = self.solid.vertices.copy()
        np.clip(vertices[:, 1], low, high, out=vertices[:, 1])
        return replace(self, solid=Solid(vertices, self.solid.faces))


def mesh_of(parts: Sequence[Part], palette: tuple[Material, ...], scale: Floats, shift: Floats, turned: bool) -> Mesh:
    """Join parts into one mesh: points * scale + shift, then a quarter turn about y when `turned`."""
    counts = [len(part.solid.vertices) for part in parts]
    offsets = np.cumsum([0, *counts[:-1]])
    points = np.round(np.concatenate([part.solid.vertices for part in parts]) * scale + shift, DECIMALS)
    if turned:
        points = points[:, [2, 1, 0]] * (1.0, 1.0, -1.0)
    faces = np.concatenate([part.solid.faces + o for part, o in zip(parts, offsets, strict=True)])
    owner = np.repeat(np.arange(len(parts)), [len(part.solid.faces) for part in parts])
    vertices, faces = _welded(points, faces, np.repeat(np.arange(len(parts)), counts))
    across, areas = _face_normals(vertices, faces)
    kept = areas > 1e-10
    faces, owner, across, areas = faces[kept], owner[kept], across[kept], areas[kept]
    materials = np.array([part.material for part in parts], dtype=np.int32)[owner]
    pictures = np.array([part.picture for part in parts])[owner]
    return Mesh(
        vertices=vertices,
        faces=faces.astype(np.int32),
        normals=split_normals(faces, across, areas, len(vertices)),
        uvs=_project(vertices, faces, across, owner, pictures),
        materials=materials,
        palette=palette,
    )


def split_normals(faces: Faces, across: Floats, areas: Floats, count: int) -> NDArray[np.float32]:
    """Corner normals (F, 3, 3): the area-weighted mean of the faces about the vertex within 40 degrees of the face."""
    corners = np.argsort(faces.ravel(), kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(faces.ravel(), minlength=count))])
    return np.asarray(_corner_normals(faces, across, areas, corners, start, math.cos(math.radians(SMOOTH_DEG))))


@jit
def _corner_normals(
    faces: Faces, across: Floats, areas: Floats, corners: Numbers, start: Numbers, limit: float
) -> NDArray[np.float32]:
    """See `split_normals`; corners start[v] to start[v + 1], three to a face, are those at vertex v."""
    normals = np.empty((faces.shape[0], 3, 3), dtype=np.float32)
    for face in range(faces.shape[0]):
        own = across[face]
        for corner in range(3):
            x, y, z = 0.0, 0.0, 0.0
            vertex = faces[face, corner]
            for k in range(start[vertex], start[vertex + 1]):
                other = corners[k] // 3
                there, area = across[other], areas[other]
                if own[0] * there[0] + own[1] * there[1] + own[2] * there[2] >= limit:
                    x, y, z = x + there[0] * area, y + there[1] * area, z + there[2] * area
            length = math.sqrt(x * x + y * y + z * z)
            normals[face, corner, 0], normals[face, corner, 1], normals[face, corner, 2] = (
                x / length,
                y / length,
                z / length,
            )
    return normals


def _welded(points: Floats, faces: Faces, part: NDArray[np.int64]) -> tuple[Floats, Faces]:
    """Merge the vertices of each part that lie in one place, so that seams and poles shade smoothly."""
    cells = np.round(points / WELD_M).astype(np.int64)
    order = np.lexsort((cells[:, 2], cells[:, 1], cells[:, 0], part))
    cells, part = cells[order], part[order]
    is_new = np.ones(len(points), dtype=np.bool_)
    is_new[1:] = (cells[1:] != cells[:-1]).any(axis=1) | (part[1:] != part[:-1])
    numbers = np.empty(len(points), dtype=np.int32)
    numbers[order] = np.cumsum(is_new) - 1
    return points[order[is_new]], numbers[faces]


def _face_normals(vertices: Floats, faces: Faces) -> tuple[Floats, Floats]:
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    normal = cross(b - a, c - a)
    length = np.sqrt((normal * normal).sum(axis=1))
    return normal / np.maximum(length, 1e-300)[:, None], length / 2


@jit
def _project(
    vertices: Floats, faces: Faces, across: Floats, owner: NDArray[np.int64], pictures: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """Texture coordinates along the two axes the face looks least along; the longer side of the part is u.

    A picture spans its part once. Seen from the front (+z) the right hand is -x: u runs the other way there.
    """
    low, high = _extents(vertices, faces, owner)
    uvs = np.empty((faces.shape[0], 3, 2), dtype=np.float32)
    for face in range(faces.shape[0]):
        part, axis = owner[face], np.abs(across[face]).argmax()
        u_axis, v_axis = (2 if axis == 0 else 0), (2 if axis == 1 else 1)
        extent = high[part] - low[part]
        if extent[v_axis] > extent[u_axis] and not pictures[face]:
            u_axis, v_axis = v_axis, u_axis
        for corner in range(3):
            point = vertices[faces[face, corner]]
            u, v = point[u_axis], point[v_axis]
            if pictures[face]:
                u, v = (u - low[part, u_axis]) / extent[u_axis], (v - low[part, v_axis]) / extent[v_axis]
                u = 1.0 - u if axis == 2 and across[face, 2] > 0.0 else u
            uvs[face, corner, 0], uvs[face, corner, 1] = u, v
    return uvs


@jit
def _extents(vertices: Floats, faces: Faces, owner: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """(P, 3) lowest and highest coordinates of each part."""
    low = np.full((owner.max() + 1, 3), np.inf)
    high = -low
    for face in range(faces.shape[0]):
        for corner in range(3):
            for k in range(3):
                value = vertices[faces[face, corner], k]
                low[owner[face], k] = min(low[owner[face], k], value)
                high[owner[face], k] = max(high[owner[face], k], value)
    return low, high
