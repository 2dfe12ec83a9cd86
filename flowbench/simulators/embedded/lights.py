"""What lights a scene in photos: windows, lamps, lamps under the ceiling, and what its walls and floor throw back."""

import math
from collections.abc import Iterator

import numpy as np

from flowbench import bodies
from flowbench.geometry.rotation import matrix, multiply
from flowbench.geometry.walls import on_floor
from flowbench.records import Floats, Layout, SceneObject, Vector
from flowbench.render.meshes import Material
from flowbench.render.model import linear
from flowbench.render.panels import Panel
from flowbench.simulators.scenes import load_facts
from flowbench.simulators.shells import LAMP_SIDE_M, ceiling_lamps

PATCH_M = 1.7  # about how long a side of a patch of wall is
DAYLIGHT, CEILING_LAMP, LAMP = (6.2, 6.8, 7.6), (16.0, 15.1, 13.9), (13.0, 10.6, 7.4)  # radiance
INSIDE_M = 0.12  # how far inside a window its light begins: before curtains and blinds
CLEAR_M = 0.02  # lamps shine from this far outside their shades
CEILING_GAP_M = 0.06
WINDOW_POINTS = 32  # of all windows of a scene
CEILING_POINTS = (32, 16)  # of all ceiling lamps of a scene without and with windows
LAMP_TYPES = frozenset({"FloorLamp", "DeskLamp"})
SHADE_SHARE = 0.8  # of a lamp's height, at the middle of its shade
UP = (0.0, 1.0, 0.0)


def panels(layout: Layout, hidden: frozenset[str] = frozenset()) -> tuple[Panel, ...]:
    """All panels of a scene at its load poses, those that shine first."""
    shown = [item for item in layout.objects if item.object_id not in hidden]
    shining = [*_windows(layout, shown), *_ceiling_lamps(layout, shown), *_lamps(layout, shown)]
    return tuple([*shining, *_shell(layout)])


def is_lit(item: SceneObject) -> bool:
    """Whether an object is a lamp that is switched on."""
    return item.object_type in LAMP_TYPES and bool(item.metadata.get("isToggled"))


def _windows(layout: Layout, shown: list[SceneObject]) -> Iterator[Panel]:
    """Daylight from the inside of each window."""
    windows = [item for item in shown if item.object_type == "Window"]
    middle = layout.floor.mean(axis=0) if windows else np.zeros(2)
    points = max(WINDOW_POINTS // max(len(windows), 1) // 4 * 4, 4)
    for item in windows:
        axes, centre = _axes(item)
        ahead = float((middle - centre[[0, 2]]) @ axes[2][[0, 2]])
        if layout.rooms:  # the front of a window of a house looks out of its room
            ahead = -1.0
        normal = axes[2] if ahead > 0 else -axes[2]
        x, y, _ = item.box[3:6].tolist()
        yield _panel(centre + INSIDE_M * normal, x * axes[0], y * axes[1], normal, DAYLIGHT, points=points)


def _ceiling_lamps(layout: Layout, shown: list[SceneObject]) -> Iterator[Panel]:
    """The square lamps under the ceiling."""
    places = ceiling_lamps(layout)
    has_windows = any(item.object_type == "Window" for item in shown)
    points = max(CEILING_POINTS[has_windows] // max(len(places), 1) // 4 * 4, 4)
    half = LAMP_SIDE_M / 2.0
    for x, z in places:
        centre = np.array([x, layout.ceiling_m - CEILING_GAP_M, z])
        yield _panel(centre, (half, 0, 0), (0, 0, half), (0.0, -1.0, 0.0), CEILING_LAMP, points=points)


def _lamps(layout: Layout, shown: list[SceneObject]) -> Iterator[Panel]:
    """The shade of each lamp that is on, from above and from four sides."""
    for item in shown:
        if is_lit(item):
            axes, centre = _axes(item)
            x, y, z = item.box[3:6].tolist()
            reach = min(x, z) * 0.7
            low = centre + (2.0 * SHADE_SHARE - 1.0) * y * axes[1]
            owner = layout.surface_ids[item.object_id]
            top = centre + (y + CLEAR_M) * axes[1]
            yield _panel(top, reach * axes[0], reach * axes[2], axes[1], LAMP, owner=owner)
            for way, side in ((axes[0], axes[2]), (axes[2], axes[0])):
                for sign in (1.0, -1.0):
                    normal = sign * way * 0.9 - axes[1] * math.sqrt(1.0 - 0.81)
                    up = np.cross(normal, side)
                    place = low + sign * way * ((x if way is axes[0] else z) + CLEAR_M)
                    yield _panel(place, reach * side, reach * up, normal, LAMP, owner=owner)


def _shell(layout: Layout) -> Iterator[Panel]:
    """Patches of walls, floor and ceiling, that throw light back."""
    if layout.rooms or not len(layout.floor):
        yield from _house_shell(layout)
        return
    looks = bodies.wall_materials(layout.room_type, layout.scene)
    height = layout.ceiling_m
    for wall in layout.walls:
        start, end = np.array(wall.start), np.array(wall.end)
        count = _count(float(np.hypot(*(end - start))))
        half = (end - start) / (2.0 * count)
        for k in range(count):
            x, z = (start + half * (2 * k + 1)).tolist()
            right, normal = (half[0], 0.0, half[1]), (wall.inward[0], 0.0, wall.inward[1])
            yield _patch((x, height / 2.0, z), right, (0.0, height / 2.0, 0.0), normal, looks["wall"])
    (floor,) = bodies.floor(layout.floor, room_type=layout.room_type, scene=layout.scene).palette
    (ceiling,) = bodies.ceiling(layout.floor, height, scene=layout.scene).palette
    for y, normal, material in ((0.0, UP, floor), (height, (0.0, -1.0, 0.0), ceiling)):
        low, high = layout.floor.min(axis=0), layout.floor.max(axis=0)
        columns, rows = _count(float(high[0] - low[0])), _count(float(high[1] - low[1]))
        half = (high - low) / (2.0 * np.array([columns, rows]))
        for k in range(columns * rows):
            x, z = (low + half * (2 * np.array([k % columns, k // columns]) + 1)).tolist()
            yield _patch((x, y, z), (half[0], 0.0, 0.0), (0.0, 0.0, half[1]), normal, material)


def _house_shell(layout: Layout) -> Iterator[Panel]:
    """The same of a house, room by room: a patch is where its middle lies in the room."""
    looks, height = load_facts(layout.scene).looks, layout.ceiling_m
    for wall in layout.walls:
        start, end = np.array(wall.start), np.array(wall.end)
        count = _count(float(np.hypot(*(end - start))))
        half = (end - start) / (2.0 * count)
        for k in range(count):
            x, z = (start + half * (2 * k + 1)).tolist()
            right, normal = (half[0], 0.0, half[1]), (wall.inward[0], 0.0, wall.inward[1])
            yield _patch((x, height / 2.0, z), right, (0.0, height / 2.0, 0.0), normal, looks[wall.wall_id])
    for room in layout.rooms:
        for y, normal, material in ((0.0, UP, looks[room.room_id]), (height, (0.0, -1.0, 0.0), looks["Ceiling|0"])):
            yield from _level_patches(np.array(room.floor), y, normal, material)


def _level_patches(floor: Floats, y: float, normal: Vector, material: Material) -> Iterator[Panel]:
    low, high = floor.min(axis=0), floor.max(axis=0)
    columns, rows = _count(float(high[0] - low[0])), _count(float(high[1] - low[1]))
    half = (high - low) / (2.0 * np.array([columns, rows]))
    for k in range(columns * rows):
        x, z = (low + half * (2 * np.array([k % columns, k // columns]) + 1)).tolist()
        if on_floor(floor, x, z):
            yield _patch((x, y, z), (half[0], 0.0, 0.0), (0.0, 0.0, half[1]), normal, material)


def _count(length: float) -> int:
    return max(1, round(length / PATCH_M))


def _axes(item: SceneObject) -> tuple[Floats, Floats]:
    """(3, 3) rows, the axes of an object's box at load, and (3,) its middle."""
    turn = matrix(item.pose.rotation)
    centre = multiply(item.box[None, 0:3], turn.T)[0] + np.asarray(item.pose.position)
    return multiply(item.box[6:15].reshape(3, 3), turn.T), centre


def _panel(
    centre: Floats,
    right: Floats | Vector,
    up: Floats | Vector,
    normal: Floats | Vector,
    colour: Vector,
    points: int = 1,
    owner: int = 0,
) -> Panel:
    return Panel(_v(centre), _v(right), _v(up), _v(normal), colour, points=points, surface_id=owner)


def _patch(centre: Vector, right: Vector, up: Vector, normal: Vector, material: Material) -> Panel:
    return Panel(_v(centre), _v(right), _v(up), _v(normal), linear(material), shines=False)


def _v(value: Floats | Vector) -> Vector:
    return float(value[0]), float(value[1]), float(value[2])
