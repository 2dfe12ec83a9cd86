"""Small scenes of plain boxes, made by hand, for tests that need to know every number."""

import dataclasses

import numpy as np

from flowbench.geometry.boxes import make_box
from flowbench.geometry.obstacles import load_depths
from flowbench.geometry.rotation import matrix, to_world
from flowbench.records import Camera, Layout, Pose, SceneObject, SceneState, Wall
from flowbench.render.meshes import Material, Mesh
from flowbench.render.model import Instance, Model

CAMERA = Camera((0.0, 1.5, 0.0), 0.0, 0.0, 90.0, 300, 300)
_QUADS = [(0, 1, 2, 3), (4, 7, 6, 5), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)]


def box_object(name, centre, size, *, kind="Box", pickupable=True, moveable=False, parents=(), carrier=None):
    """An object that is one solid box; its transform origin is the middle of its underside."""
    x, y, z = centre
    box = make_box((0.0, size[1] / 2.0, 0.0), size)
    return SceneObject(
        object_id=name,
        name=name,
        object_type=kind,
        asset_id="",
        pickupable=pickupable,
        moveable=moveable,
        mass_kg=1.0,
        pose=Pose((x, y - size[1] / 2.0, z)),
        box=box,
        boxes=box[None],
        parents=parents,
        carrier=carrier,
    )


def scene(objects, camera=CAMERA, half=6.0):
    """A square room of 2 x `half` metres with these objects, loaded as the simulators do."""
    square = [(-half, -half), (half, -half), (half, half), (-half, half)]
    walls = tuple(
        Wall(f"Wall|{n}", square[n], square[(n + 1) % 4], inward)
        for n, inward in enumerate([(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)])
    )
    count = len(objects)
    layout = Layout(
        "Toy", "toy", "kitchen", tuple(objects), np.array(square), walls, 2.5,
        np.zeros((count, count)), np.zeros(count), np.full(count, -2),
    )  # fmt: skip
    state = SceneState(layout, camera, tuple(item.pose for item in objects))
    loaded = dataclasses.replace(layout, load_depths_m=load_depths(state))
    return dataclasses.replace(state, layout=loaded)


def cuboid(size):
    """A box mesh around its own centre."""
    x, y, z = (edge / 2.0 for edge in size)
    low = [(-x, -y, -z), (x, -y, -z), (x, -y, z), (-x, -y, z)]
    vertices = np.array(low + [(a, y, c) for a, _, c in low])
    faces = np.array([face for a, b, c, d in _QUADS for face in ((a, b, c), (a, c, d))], dtype=np.int32)
    edges = vertices[faces]
    normals = np.cross(edges[:, 1] - edges[:, 0], edges[:, 2] - edges[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    outward = np.sign((normals * edges.mean(axis=1)).sum(axis=1, keepdims=True))
    return Mesh(
        vertices,
        faces,
        np.repeat((normals * outward)[:, None], 3, axis=1).astype(np.float32),
        np.zeros((len(faces), 3, 2), np.float32),
        np.zeros(len(faces), np.int32),
        (Material("plain", (0.6, 0.6, 0.6)),),
    )


def model(state, backdrop_m=8.0):
    """The scene's boxes at their present poses, before a backdrop at z = `backdrop_m` with the id after the walls."""
    ids = state.layout.surface_ids
    instances = []
    for item, pose in zip(state.layout.objects, state.poses, strict=True):
        centre = to_world(pose, item.box[None, 0:3])[0]
        instances.append(
            Instance(cuboid(tuple(2.0 * item.box[3:6])), ids[item.object_id], matrix(pose.rotation), centre)
        )
    wall = Instance(cuboid((40.0, 40.0, 0.1)), ids["Ceiling|0"], np.eye(3), np.array([0.0, 0.0, backdrop_m + 0.05]))
    return Model.build([*instances, wall])
