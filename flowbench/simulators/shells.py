"""What encloses a scene: walls, ceiling with its lamps, and floor as things to draw."""

import numpy as np

from flowbench import bodies
from flowbench.geometry.walls import on_floor
from flowbench.records import Floats, Layout, Wall
from flowbench.render.model import Instance
from flowbench.simulators.houses.shells import is_mirrored, slab
from flowbench.simulators.houses.shells import wall as house_wall
from flowbench.simulators.scenes import load_facts

LAMP_AREA_M2 = 16.0  # how much floor one ceiling lamp lights
LAMP_SIDE_M = 0.7


def instances(layout: Layout) -> list[Instance]:
    """Walls, ceiling with lamps and floor of a layout with their surface ids."""
    if layout.rooms or not len(layout.floor):
        return _house(layout)
    ids, scene = layout.surface_ids, layout.scene
    floor_id = next((item.object_id for item in layout.objects if item.object_type == "Floor"), "Floor|0")
    still = np.eye(3), np.zeros(3)
    return [
        *(_wall(layout, wall, ids[wall.wall_id]) for wall in layout.walls),
        Instance(bodies.ceiling(layout.floor, layout.ceiling_m, scene=scene), ids["Ceiling|0"], *still),
        *_lamps(layout, ids["Ceiling|0"]),
        Instance(bodies.floor(layout.floor, room_type=layout.room_type, scene=scene), ids[floor_id], *still),
    ]


def ceiling_lamps(layout: Layout) -> list[tuple[float, float]]:
    """Where lamps hang under the ceiling (x, z): in a row along the longer side of each room."""
    floors = [np.array(room.floor) for room in layout.rooms] or ([layout.floor] if len(layout.floor) else [])
    return [place for floor in floors for place in _lamps_over(floor) if not layout.rooms or on_floor(floor, *place)]


def _lamps_over(floor: Floats) -> list[tuple[float, float]]:
    low, high = floor.min(axis=0), floor.max(axis=0)
    span = high - low
    count = max(1, round(float(span[0] * span[1]) / LAMP_AREA_M2))
    along = np.array([1.0, 0.0]) if span[0] >= span[1] else np.array([0.0, 1.0])
    places = [(low + high) / 2.0 + along * span * ((k + 0.5) / count - 0.5) for k in range(count)]
    return [(float(x), float(z)) for x, z in places]


def _lamps(layout: Layout, surface_id: int) -> list[Instance]:
    """The bodies of the lamps that hang over the floor; they count as the ceiling."""
    mesh = bodies.ceiling_lamp(LAMP_SIDE_M)
    places = [np.array([x, layout.ceiling_m, z]) for x, z in ceiling_lamps(layout) if on_floor(layout.floor, x, z)]
    return [Instance(mesh, surface_id, np.eye(3), place) for place in places]


def _house(layout: Layout) -> list[Instance]:
    """Walls with their openings, a floor and a ceiling for each room, and the lamps of a house."""
    ids, looks, still = layout.surface_ids, load_facts(layout.scene).looks, (np.eye(3), np.zeros(3))
    found = _lamps(layout, ids["Ceiling|0"])
    for wall in layout.walls:
        length, mirrored = float(np.hypot(*np.subtract(wall.end, wall.start))), is_mirrored(wall)
        mesh = house_wall(length, layout.ceiling_m, wall.openings, looks[wall.wall_id], mirrored)
        found.append(Instance(mesh, ids[wall.wall_id], *_wall_frame(wall)))
    for room in layout.rooms:
        found.append(Instance(slab(room, 0.0, looks[room.room_id]), ids[room.room_id], *still))
        found.append(Instance(slab(room, layout.ceiling_m, looks["Ceiling|0"]), ids["Ceiling|0"], *still))
    return found


def _wall(layout: Layout, wall: Wall, surface_id: int) -> Instance:
    start, end = np.asarray(wall.start), np.asarray(wall.end)
    length = float(np.hypot(*(end - start)))
    mesh = bodies.wall(length, layout.ceiling_m, room_type=layout.room_type, scene=layout.scene)
    return Instance(mesh, surface_id, *_wall_frame(wall))


def _wall_frame(wall: Wall) -> tuple[Floats, Floats]:
    """Rotation (3, 3) and translation (3,) to the world of a wall's frame: the middle of its foot, z into the room."""
    inward = np.array([wall.inward[0], 0.0, wall.inward[1]])
    right = np.array([inward[2], 0.0, -inward[0]])
    turn = np.stack([right, np.array([0.0, 1.0, 0.0]), inward], axis=1)
    foot = (np.asarray(wall.start) + np.asarray(wall.end)) / 2.0
    return turn, np.array([foot[0], 0.0, foot[1]])
