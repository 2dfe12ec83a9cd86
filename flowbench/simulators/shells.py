"""What encloses a scene: walls, ceiling and floor as things to draw."""

import numpy as np

from flowbench import bodies
from flowbench.records import Layout, Wall
from flowbench.render.model import Instance


def instances(layout: Layout) -> list[Instance]:
    """Walls, ceiling and floor of a layout with their surface ids."""
    ids, scene = layout.surface_ids, layout.scene
    floor_id = next((item.object_id for item in layout.objects if item.object_type == "Floor"), "Floor|0")
    still = np.eye(3), np.zeros(3)
    return [
        *(_wall(layout, wall, ids[wall.wall_id]) for wall in layout.walls),
        Instance(bodies.ceiling(layout.floor, layout.ceiling_m, scene=scene), ids["Ceiling|0"], *still),
        Instance(bodies.floor(layout.floor, room_type=layout.room_type, scene=scene), ids[floor_id], *still),
    ]


def _wall(layout: Layout, wall: Wall, surface_id: int) -> Instance:
    start, end = np.asarray(wall.start), np.asarray(wall.end)
    length = float(np.hypot(*(end - start)))
    mesh = bodies.wall(length, layout.ceiling_m, room_type=layout.room_type, scene=layout.scene)
    inward = np.array([wall.inward[0], 0.0, wall.inward[1]])
    right = np.array([inward[2], 0.0, -inward[0]])  # x of a frame whose z looks into the room
    turn = np.stack([right, np.array([0.0, 1.0, 0.0]), inward], axis=1)
    foot = (start + end) / 2.0
    return Instance(mesh, surface_id, turn, np.array([foot[0], 0.0, foot[1]]))
