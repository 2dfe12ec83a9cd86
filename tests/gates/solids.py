"""Solid geometry of scenes in plain numpy and shapely, apart from the package's own: collision, support, walls."""

import dataclasses

import numpy as np
import shapely

from flowbench.geometry.boxes import corners, place
from flowbench.geometry.obstacles import tolerances
from flowbench.records import Pose


def centre(scene, name):
    return place(scene.object(name).box[None], scene.pose(name))[0][0:3]


def world_boxes(scene, name):
    item = scene.object(name)
    return place(item.boxes if len(item.boxes) else item.box[None], scene.pose(name))


def inside(scene, name):
    floor = shapely.Polygon(scene.layout.floor)
    loaded = scene.object(name)
    reach = floor.buffer(
        max(0.02, outside_by(floor, place(loaded.box[None], loaded.pose)[0])) + 1e-6, join_style="mitre"
    )
    now = place(loaded.box[None], scene.pose(name))[0]
    return reach.covers(shapely.MultiPoint(corners(now)[:, [0, 2]]))


def outside_by(floor, box):
    return max(floor.distance(shapely.Point(x, z)) for x, _, z in corners(box))


def deepest_excess(scene, name):
    """Penetration beyond what is allowed, by sliding each box pair apart along all fifteen axes in numpy."""
    worst, allowed = 0.0, tolerances(scene.layout)
    for part in scene.layout.parts[name]:
        for other in scene.layout.objects:
            if other.object_id in scene.layout.parts[name] or not len(other.boxes):
                continue
            limit = allowed[scene.number(part), scene.number(other.object_id)]
            if apart(world_boxes(scene, part), world_boxes(scene, other.object_id)):
                continue
            pairs = [(a, b) for a in place_all(scene, part) for b in place_all(scene, other.object_id)]
            worst = max([worst, *(overlap(a, b) - limit for a, b in pairs)])
    return worst


def apart(one, two):
    """Whether the axis-aligned boxes around two lots of boxes do not meet: then no two of them do."""
    low, high = ([around(boxes)[k] for boxes in (one, two)] for k in (0, 1))
    return bool((np.maximum(*low) > np.minimum(*high)).any())


def around(boxes):
    reach = (boxes[:, 3:6, None] * np.abs(boxes[:, 6:15].reshape(-1, 3, 3))).sum(axis=1)
    return (boxes[:, 0:3] - reach).min(axis=0), (boxes[:, 0:3] + reach).max(axis=0)


def place_all(scene, name):
    return place(scene.object(name).boxes, scene.pose(name))


def overlap(a, b):
    """How far two boxes must slide along the best axis to come apart, metres; negative where they are."""
    own = np.concatenate([a[6:15].reshape(3, 3), b[6:15].reshape(3, 3)])
    crossed = np.cross(own[:3, None], own[None, 3:]).reshape(-1, 3)
    long = np.linalg.norm(crossed, axis=1) > 1e-6
    axes = np.concatenate([own, crossed[long] / np.linalg.norm(crossed[long], axis=1, keepdims=True)])
    one, two = corners(a) @ axes.T, corners(b) @ axes.T
    return np.minimum(one.max(0) - two.min(0), two.max(0) - one.min(0)).min()


def rests(scene, name):
    """Whether the hull of all contacts between low faces and tops within reach holds the centre."""
    boxes, layout = world_boxes(scene, name), scene.layout
    lows = [corners(box)[:, 1].min() for box in boxes]
    bottom, reach = min(lows), max(0.02, layout.load_gaps_m[scene.number(name)]) + 1e-6
    feet = [footprint(box, lowest=True) for box, low in zip(boxes, lows, strict=True) if low <= bottom + 0.01]
    tops = [(0.0, shapely.Polygon(layout.floor))]
    for other in layout.objects:
        if other.object_id not in layout.parts[name]:
            tops += [(face_height(box), footprint(box, lowest=False)) for box in place_all(scene, other.object_id)]
    touching = [
        foot.intersection(top) for foot in feet for height, top in tops if -0.015 - 1e-9 <= bottom - height <= reach
    ]
    hull = shapely.union_all([shape for shape in touching if not shape.is_empty]).convex_hull
    x, _, z = centre(scene, name)
    return hull.buffer(1e-6).covers(shapely.Point(x, z))


def leans(scene, name):
    """Whether it came to rest turned by half a degree or more: on an edge, which `rests` does not know."""
    up, loaded = place(scene.object(name).box[None], scene.pose(name))[0][9:12], scene.object(name)
    before = place(loaded.box[None], loaded.pose)[0][9:12]
    return float(up @ before) < np.cos(np.radians(0.5))


def face(box, lowest):
    points = corners(box)
    order = np.argsort(points[:, 1], kind="stable")
    return points[order[:4]] if lowest else points[order[4:]]


def footprint(box, lowest):
    return shapely.MultiPoint(face(box, lowest)[:, [0, 2]]).convex_hull


def face_height(box):
    return face(box, lowest=False)[:, 1].mean()


def corners_of(scene, name):
    return corners(place(scene.object(name).box[None], scene.pose(name))[0])


def gaps_to_walls(scene, name):
    """Signed gap to each wall before which the box stands, metres, from its corners."""
    points, gaps = corners_of(scene, name)[:, [0, 2]], {}
    for wall in scene.layout.walls:
        start, end, inward = (np.array(value) for value in (wall.start, wall.end, wall.inward))
        along = (points - start) @ (end - start) / np.linalg.norm(end - start)
        if along.max() >= 0.0 and along.min() <= np.linalg.norm(end - start):
            gaps[wall.wall_id] = ((points - start) @ inward).min()
    return gaps


def moved(scene, name, right, forward):
    """The scene with an object and its parts shifted in the level camera frame, metres."""
    yaw = np.radians(scene.camera.yaw_deg)
    shift = right * np.array([np.cos(yaw), 0.0, -np.sin(yaw)]) + forward * np.array([np.sin(yaw), 0.0, np.cos(yaw)])
    poses = list(scene.poses)
    for part in scene.layout.parts[name]:
        pose = scene.pose(part)
        poses[scene.number(part)] = Pose(tuple(float(x) for x in np.add(pose.position, shift)), pose.rotation)
    return dataclasses.replace(scene, poses=tuple(poses))
