"""Where a person-sized capsule can stand and walk: the free floor, its grid points and their connections."""

import math
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from flowbench.geometry.boxes import corners
from flowbench.geometry.obstacles import obstacles
from flowbench.geometry.walls import wall_rows
from flowbench.records import Camera, Floats, SceneState

RADIUS_M = 0.2
HEIGHT_M = 1.8
STEP_OVER_M = 0.05  # what is lower does not stop a walker
BOUNDARY_M = 1e-6
JOIN_M = 1e-4  # rooms whose corners lie this near to each other meet
NOWHERE = Camera((0.0, 0.0, 0.0), 0.0, 0.0)  # where one stands does not depend on the camera


def free_floor(scene: SceneState) -> BaseGeometry:
    """The part of the floor where the centre of an upright capsule may be (x, z)."""
    return _free_floor(scene.with_camera(NOWHERE))


@lru_cache(maxsize=16)
def _free_floor(scene: SceneState) -> BaseGeometry:
    layout, boxes = scene.layout, obstacles(scene).boxes
    if not layout.rooms:
        return free_region(layout.floor, boxes)
    walls = [_foot(row) for row in wall_rows(layout.walls) if row[9] < HEIGHT_M]
    shut = shapely.union_all(walls).buffer(RADIUS_M - BOUNDARY_M)
    rooms = shapely.union_all([Polygon(room.floor) for room in layout.rooms], grid_size=JOIN_M)
    return free_between(rooms, boxes).difference(shut)


def _foot(wall: Floats) -> LineString:
    x, z, along_x, along_z, length = wall[:5]
    return LineString([(x, z), (x + length * along_x, z + length * along_z)])


def free_region(floor: Floats, boxes: Floats) -> BaseGeometry:
    """The part of a floor, an (n, 2) polygon, where the centre of a capsule may be between (m, 15) world boxes."""
    return free_between(Polygon(floor), boxes)


def free_between(floor: BaseGeometry, boxes: Floats) -> BaseGeometry:
    """The part of a floor where the centre of a capsule may be between (m, 15) world boxes."""
    points = np.array([corners(box) for box in boxes]).reshape(-1, 8, 3)
    in_the_way = (points[:, :, 1].max(axis=1) > STEP_OVER_M) & (points[:, :, 1].min(axis=1) < HEIGHT_M)
    footprints = shapely.convex_hull(shapely.multipoints(points[in_the_way][:, :, [0, 2]]))
    blocked = shapely.union_all(footprints).buffer(RADIUS_M - BOUNDARY_M)
    return floor.buffer(-RADIUS_M).difference(blocked)


def can_stand(scene: SceneState, x: float, z: float) -> bool:
    """Whether the centre of the capsule may be at a place."""
    return bool(shapely.covers(free_floor(scene), shapely.points(x, z)))


def grid_points(free: BaseGeometry, origin: tuple[float, float], step_m: float) -> Floats:
    """(n, 2) points of the grid through `origin` that lie on the free floor, in row order."""
    if free.is_empty:
        return np.empty((0, 2))
    low_x, low_z, high_x, high_z = free.bounds
    xs = _ticks(low_x, high_x, origin[0], step_m)
    zs = _ticks(low_z, high_z, origin[1], step_m)
    grid = np.array([(x, z) for x in xs for z in zs]).reshape(-1, 2)
    shapely.prepare(free)
    return np.asarray(grid[shapely.covers(free, shapely.points(grid))])


def _ticks(low: float, high: float, origin: float, step: float) -> list[float]:
    first, last = math.ceil((low - origin) / step), math.floor((high - origin) / step)
    return [origin + step * k for k in range(first, last + 1)]


def walkable_neighbours(free: BaseGeometry, points: Floats, step_m: float) -> list[list[int]]:
    """For each grid point the numbers of its 4-neighbours that a straight step reaches; order +x, -x, +z, -z."""
    where = {_cell(point, step_m): n for n, point in enumerate(points)}
    pairs = [
        (n, where[neighbour])
        for n, point in enumerate(points)
        for neighbour in _around(_cell(point, step_m))
        if neighbour in where
    ]
    if not pairs:
        return [[] for _ in points]
    lines = shapely.linestrings([[points[a], points[b]] for a, b in pairs])
    shapely.prepare(free)
    open_ways = shapely.covers(free, lines)
    linked: list[list[int]] = [[] for _ in points]
    for (a, b), is_open in zip(pairs, open_ways, strict=True):
        if is_open:
            linked[a].append(b)
    return linked


def reachable(linked: list[list[int]], start: int) -> list[int]:
    """Point numbers in the order a breadth-first search from `start` meets them."""
    seen, order = {start}, [start]
    for here in order:
        for neighbour in linked[here]:
            if neighbour not in seen:
                seen.add(neighbour)
                order.append(neighbour)
    return order


def largest_component(linked: list[list[int]]) -> list[int]:
    """Point numbers of the largest connected set (the first found among equals)."""
    best: list[int] = []
    left = set(range(len(linked)))
    for start in range(len(linked)):
        if start in left:
            component = reachable(linked, start)
            left.difference_update(component)
            best = component if len(component) > len(best) else best
    return best


def _cell(point: Floats, step: float) -> tuple[int, int]:
    return round(float(point[0]) / step * 2), round(float(point[1]) / step * 2)


def _around(cell: tuple[int, int]) -> list[tuple[int, int]]:
    x, z = cell
    return [(x + 2, z), (x - 2, z), (x, z + 2), (x, z - 2)]
