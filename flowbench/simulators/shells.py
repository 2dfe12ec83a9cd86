"""What encloses a scene: walls, ceiling with its lamps, and floor as things to draw."""

import numpy as np

from flowbench import bodies
from flowbench.records import Floats, Layout, Wall
from flowbench.render.model import Instance

LAMP_AREA_M2 = 16.0  # how much floor one ceiling lamp lights
LAMP_SIDE_M = 0.7


def instances(layout: Layout) -> list[Instance]:
    """Walls, ceiling with lamps and floor of a layout with their surface ids."""
    ids, scene = layout.surface_ids, layout.scene
    floor_id = next((item.object_id for item in layout.objects if item.object_type == "Floor"), "Floor|0")
    still = np.eye(3), np.zeros(3)
    return [
        *(_wall(layout, wall, ids[wall.wall_id]) for wall in layout.walls),
        Instance(bodies.ceiling(layout.floor, layout.ceiling_m, scene=scene), ids["Ceiling|0"], *still),
        *_lamps(layout, ids["Ceiling|0"]),
        Instance(bodies.floor(layout.floor, room_type=layout.room_type, scene=scene), ids[floor_id], *still),
    ]


def ceiling_lamps(floor: Floats) -> list[tuple[float, float]]:
    """Where lamps hang under the ceiling (x, z): in a row along the longer side of the room."""
    low, high = floor.min(axis=0), floor.max(axis=0)
    span = high - low
    count = max(1, round(float(span[0] * span[1]) / LAMP_AREA_M2))
    along = np.array([1.0, 0.0]) if span[0] >= span[1] else np.array([0.0, 1.0])
    places = [(low + high) / 2.0 + along * span * ((k + 0.5) / count - 0.5) for k in range(count)]
    return [(float(x), float(z)) for x, z in places]


def _lamps(layout: Layout, surface_id: int) -> list[Instance]:
    """The bodies of the lamps that hang over the floor; they count as the ceiling."""
    mesh = bodies.ceiling_lamp(LAMP_SIDE_M)
    places = [np.array([x, layout.ceiling_m, z]) for x, z in ceiling_lamps(layout.floor)]
    return [Instance(mesh, surface_id, np.eye(3), place) for place in places]


def _wall(layout: Layout, wall: Wall, surface_id: int) -> Instance:
    start, end = np.asarray(wall.start), np.asarray(wall.end)
    length = float(np.hypot(*(end - start)))
    mesh = bodies.wall(length, layout.ceiling_m, room_type=layout.room_type, scene=layout.scene)
    inward = np.array([wall.inward[0], 0.0, wall.inward[1]])
    right = np.array([inward[2], 0.0, -inward[0]])  # x of a frame whose z looks into the room
    turn = np.stack([right, np.array([0.0, 1.0, 0.0]), inward], axis=1)
    foot = (start + end) / 2.0
    return Instance(mesh, surface_id, turn, np.array([foot[0], 0.0, foot[1]]))
