"""Solids for tests: boxes, lathes, slabs and scenes of them, with normals, texture coordinates and materials."""

import numpy as np

from flowbench.geometry.rotation import matrix
from flowbench.records import Camera, Floats
from flowbench.render.meshes import Material, Mesh
from flowbench.render.model import Instance, Model
from flowbench.render.panels import Panel
from flowbench.render.textures import TEXTURES

CLAY = Material("clay", (0.7, 0.5, 0.4))
# What lights the room of `clutter` in photos: a lamp under its ceiling, and its floor.
PANELS = (
    Panel((0.0, 1.25, 0.0), (0.4, 0.0, 0.0), (0.0, 0.0, 0.3), (0.0, -1.0, 0.0), (9.0, 8.5, 8.0), points=16),
    Panel((0.0, -1.29, 0.0), (2.4, 0.0, 0.0), (0.0, 0.0, 1.9), (0.0, 1.0, 0.0), (0.5, 0.4, 0.3), shines=False),
)


def mesh(corners: Floats, material: Material = CLAY) -> Mesh:
    """A mesh of (F, 3, 3) triangle corners with flat normals."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    vertices, faces = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    return Mesh(
        vertices,
        faces.reshape(-1, 3).astype(np.int32),
        np.repeat(normals[:, None, :], 3, axis=1).astype(np.float32),
        corners[:, :, :2].astype(np.float32),
        np.zeros(len(corners), dtype=np.int32),
        (material,),
    )


def box(size: tuple[float, float, float], material: Material = CLAY) -> Mesh:
    """A box around the origin."""
    half, quads = np.array(size) / 2.0, []
    for axis in range(3):
        a, b = (axis + 1) % 3, (axis + 2) % 3
        for side in (-1.0, 1.0):
            quad = np.zeros((4, 3))
            quad[:, axis] = side * half[axis]
            quad[:, a], quad[:, b] = half[a] * np.array([-1, 1, 1, -1]), half[b] * np.array([-1, -1, 1, 1])
            quads += [quad[[0, 1, 2]], quad[[0, 2, 3]]] if side > 0 else [quad[[0, 2, 1]], quad[[0, 3, 2]]]
    return mesh(np.array(quads), material)


def lathe(profile: Floats, sides: int, material: Material = CLAY) -> Mesh:
    """A profile of (radius, height) rows turned about y, with smooth normals."""
    turn = np.arange(sides) * 2.0 * np.pi / sides
    ring = np.stack([np.cos(turn), np.zeros(sides), np.sin(turn)], axis=1)
    points = profile[:, None, 0:1] * ring + profile[:, None, 1:2] * np.array([0.0, 1.0, 0.0])
    vertices, faces = points.reshape(-1, 3), []
    for row in range(len(profile) - 1):
        for k in range(sides):
            a, b = row * sides + k, row * sides + (k + 1) % sides
            faces += [(a, a + sides, b), (b, a + sides, b + sides)]
    numbers = np.array(faces, dtype=np.int32)
    outward = np.tile(ring, (len(profile), 1)).astype(np.float32)[numbers]
    uvs = vertices[numbers][:, :, :2].astype(np.float32)
    return Mesh(vertices, numbers, outward, uvs, np.zeros(len(numbers), dtype=np.int32), (material,))


def clutter(rng: np.random.Generator, count: int = 40, sides: int = 16) -> Model:
    """A room of six slabs full of turned boxes, lathes and slivers, some around the origin."""
    instances = room((5.0, 2.6, 4.0))
    for number in range(count):
        name = TEXTURES[number % len(TEXTURES)]
        material = Material(f"m{number}", tuple(rng.uniform(0.2, 0.9, 3)), name, 0.5, float(rng.uniform(0.0, 0.9)))
        kind = number % 3
        if kind == 0:
            solid = box(tuple(rng.uniform(0.02, 0.6, 3)), material)
        elif kind == 1:
            profile = np.stack([rng.uniform(0.02, 0.2, 6), np.linspace(-0.2, 0.2, 6)], axis=1)
            solid = lathe(profile, sides, material)
        else:
            solid = box((float(rng.uniform(0.5, 2.0)), 0.002, float(rng.uniform(0.002, 0.02))), material)
        place = rng.uniform((-2.3, -1.1, -1.8), (2.3, 1.1, 1.8))
        instances.append(Instance(solid, len(instances) + 1, matrix(tuple(rng.uniform(0, 360, 3))), place))
    return Model.build(instances, PANELS)


def room(size: tuple[float, float, float]) -> list[Instance]:
    """Six slabs around a space of the given size, its centre at the origin; they meet at right angles."""
    slabs: list[Instance] = []
    for axis, texture in enumerate(("plaster", "planks", "brick")):
        for side in (-1.0, 1.0):
            extent, place = [s + 0.2 for s in size], np.zeros(3)
            extent[axis], place[axis] = 0.1, side * (size[axis] / 2.0 + 0.05)
            material = Material(texture, (0.8, 0.75, 0.7), texture, 1.0, 0.3)
            slabs.append(Instance(box((extent[0], extent[1], extent[2]), material), len(slabs) + 1, np.eye(3), place))
    return slabs


def camera_in(rng: np.random.Generator, size: int = 200) -> Camera:
    """A random view from inside the room of `clutter`."""
    place = rng.uniform((-2.0, -0.9, -1.5), (2.0, 0.9, 1.5))
    yaw, horizon, fov = float(rng.uniform(0, 360)), float(rng.uniform(-50, 50)), float(rng.uniform(50, 110))
    return Camera((float(place[0]), float(place[1]), float(place[2])), yaw, horizon, fov, size + 17, size)
