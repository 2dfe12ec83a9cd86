"""Positioning: from which camera poses a scene is looked at. Pure in the scene; no category and no episode enters."""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from weakref import WeakKeyDictionary

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.camera import project
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.walls import room_at, room_edges
from flowbench.records import Floats, Room, SceneState, Snapshot
from flowbench.rules.rooms.eligible import usable_movers
from flowbench.rules.rooms.limits import MOVER
from flowbench.seeding import fraction
from flowbench.simulators import EMBEDDED, Outcome, Simulator, as_map, make_simulator, require

MOST_VIEWS = 10
STANDING_POINTS = 10
YAWS_DEG = tuple(range(0, 360, 45))
HORIZONS_DEG = (0.0, 30.0)
PREVIEW_PIXELS = 200
MIN_SPACING_M = (1.0, 0.7, 0.5, 0.35)  # relaxed from left to right until enough views are found
MANY_ROOMS, MOST_OF_MANY = 4, 3  # so many views of a room at most where there are so many rooms
TAKEN_WEIGHT = 1000.0  # what each view that a room has already costs a further one of it
SAME_WAY_DEG, SAME_WAY_WEIGHT = 35.0, 100.0  # what looking the same way as one of them costs
NEAR_WALL_M = 1.2
CROWDED_M = 1.0
CROWDED_SHARE = 0.20


@dataclass(frozen=True)
class View:
    """A camera pose of a scene: agent position (metres), yaw and horizon (degrees), and how good it is."""

    position: tuple[float, float, float]
    yaw_deg: float
    horizon_deg: float
    score: float


_FOUND: WeakKeyDictionary[Simulator, dict[str, tuple[View, ...]]] = WeakKeyDictionary()


def views(scene: str, count: int, simulator: Simulator | None = None) -> tuple[View, ...]:
    """The best `count` views of a scene, at least 1 m apart where the scene allows it; fewer if it has no more.

    A scene of several rooms is looked at from each of them before a room is a second time: see `cover`.

    Those of the scenes that ship are read from the published list, which `find_views` made; asking for fewer gives the
    first of more.

    Args:
        simulator: whose scene it is, and where views are looked for; left out, the embedded engine's.
    """
    if simulator is not None:
        found = _FOUND.setdefault(simulator, {})
        if scene not in found:
            found[scene] = _search(simulator, scene, MOST_VIEWS)
        return found[scene][:count]
    return (_published().get(scene) or find_views(scene, MOST_VIEWS))[:count]


@lru_cache(maxsize=1)
def _published() -> Mapping[str, tuple[View, ...]]:
    text = (files("flowbench.assets") / "views.json").read_text(encoding="utf-8")
    return {
        scene: tuple(View((x, y, z), yaw, horizon, score) for x, y, z, yaw, horizon, score in rows)
        for scene, rows in json.loads(text).items()
    }


@lru_cache(maxsize=512)
def find_views(scene: str, count: int) -> tuple[View, ...]:
    """The views of a scene, looked for in the scene itself: standing points, yaws and horizons, best scores first."""
    return _search(make_simulator(EMBEDDED, PREVIEW_PIXELS, PREVIEW_PIXELS, "flat"), scene, count)


def _search(simulator: Simulator, scene: str, count: int) -> tuple[View, ...]:
    require(simulator.step("Reset", sceneName=scene))
    require(simulator.step("Initialize", snapToGrid=False))
    camera = simulator.scene.camera
    require(simulator.step("ChangeResolution", x=PREVIEW_PIXELS, y=PREVIEW_PIXELS))
    reached = require(simulator.step("GetReachablePositions")).metadata["actionReturn"]
    found = []
    for points in _by_room(np.array([[p["x"], p["y"], p["z"]] for p in reached]), simulator.scene.layout.rooms):
        places = farthest_points(points, STANDING_POINTS)
        found.append([view for n, point in enumerate(places) for view in _looks(simulator, scene, n, point)])
    require(simulator.step("ChangeResolution", x=camera.width, y=camera.height))
    return tuple(cover(found, count) if len(found) > 1 else _spread(found[0], count))


def _by_room(points: Floats, rooms: Sequence[Room]) -> list[Floats]:
    """Standing points (n, 3) by the room they are in; rooms that nobody can stand in are left out."""
    if len(rooms) < 2:
        return [points]
    edges = room_edges(rooms)
    keys = np.array([room_at(edges, x, z) for x, _, z in points.tolist()])
    return [points[keys == key] for key in np.unique(keys[keys >= 0.0])]


def stand_at(simulator: Simulator, scene: str, view: View) -> Outcome:
    """Load a scene and look from a view."""
    require(simulator.step("Reset", sceneName=scene))
    require(simulator.step("Initialize", snapToGrid=False))
    return look_from(simulator, view)


def look_from(simulator: Simulator, view: View) -> Outcome:
    """Look at the loaded scene from a view."""
    return require(
        simulator.step(
            "Teleport",
            position=as_map(view.position),
            rotation={"y": view.yaw_deg},
            horizon=view.horizon_deg,
            forceAction=True,
        )
    )


def farthest_points(points: Floats, count: int) -> Floats:
    """The first point, then always the one farthest from all taken (the first among equals)."""
    taken = [0]
    distance = np.hypot(points[:, 0] - points[0, 0], points[:, 2] - points[0, 2])
    while len(taken) < min(count, len(points)):
        taken.append(int(np.argmax(np.round(distance, 6))))
        step = points[taken[-1]]
        distance = np.minimum(distance, np.hypot(points[:, 0] - step[0], points[:, 2] - step[2]))
    return np.asarray(points[taken])


def _looks(simulator: Simulator, scene: str, number: int, point: Floats) -> list[View]:
    """The views from one standing point that show at least one usable mover."""
    x, y, z = (float(value) for value in point)
    found = []
    for yaw in YAWS_DEG:
        horizon = HORIZONS_DEG[int(fraction("horizon", scene, number, yaw) * len(HORIZONS_DEG))]
        look_from(simulator, View((x, y, z), float(yaw), horizon, 0.0))
        if not _may_show_mover(simulator.scene):
            continue
        score = score_view(simulator.snapshot())
        if score is not None:
            found.append(View((x, y, z), float(yaw), horizon, score))
    return found


def _may_show_mover(scene: SceneState) -> bool:
    """Whether anything movable lies in the distance band and the frame: the cheap part of `score_view`."""
    movable = [item.object_id for item in scene.layout.objects if item.pickupable or item.moveable]
    centres = np.array([world_box(scene, name)[0:3] for name in movable]).reshape(-1, 3)
    u, v, _ = project(scene.camera, centres).T
    distance = np.sqrt(((centres - np.asarray(scene.camera.position)) ** 2).sum(axis=1))
    in_band = (distance > MOVER.near_m) & (distance < MOVER.far_m)
    return bool((in_band & (u >= 0) & (u <= scene.camera.width) & (v >= 0) & (v <= scene.camera.height)).any())


def score_view(view: Snapshot) -> float | None:
    """|B| + 0.5 |B_pref| + 0.1 |V| + min(delta, 5) / 5, less 3 for a wall close ahead and 3 for a crowded picture.

    B are the usable movers, V all visible objects but the floor, delta the depth at the picture's centre (metres).
    None when nothing can be moved.
    """
    movers = usable_movers(view)
    if not movers or view.pixels is None:
        return None
    scene = view.scene
    liked = questions.load("movers")["preferred"]
    preferred = sum(scene.object(name).object_type in liked for name in movers)
    visible = sum(view.visible(item.object_id)[0] > 0 for item in scene.layout.objects if item.object_type != "Floor")
    depth = view.pixels.depth
    ahead = float(depth[depth.shape[0] // 2, depth.shape[1] // 2])
    crowded = float((depth < CROWDED_M).mean()) > CROWDED_SHARE
    return (
        len(movers) + 0.5 * preferred + 0.1 * visible + min(ahead, 5.0) / 5.0
        - 3.0 * (ahead < NEAR_WALL_M) - 3.0 * crowded
    )  # fmt: skip


def cover(rooms: Sequence[Sequence[View]], count: int) -> list[View]:
    """The views of a scene of several rooms, from the candidates of each: every room's best one, then the others.

    After that rooms take turns, better views first, and views of a room that look the same way come later. All are at
    least the spacing apart, which yields if need be: to see every room, and then to fill the number.
    """
    most = MOST_OF_MANY if len(rooms) >= MANY_ROOMS else math.ceil(MOST_VIEWS / len(rooms))
    kept: list[tuple[int, View]] = []
    for once in (True, False):
        for spacing in MIN_SPACING_M:
            best = [(number, view) for number, room in enumerate(rooms) for view in _apart(room, most, spacing)]
            while len(kept) < count:
                seen = Counter(number for number, _ in kept)
                free = [
                    pair
                    for pair in best
                    if seen[pair[0]] < (1 if once else most) and _is_apart(pair[1], [view for _, view in kept], spacing)
                ]
                if not free:
                    break
                kept.append(max(free, key=lambda pair: _worth(pair[0], pair[1], kept)))
    return [view for _, view in kept]


def _worth(number: int, view: View, kept: Sequence[tuple[int, View]]) -> float:
    """The score of a view, less for every view that its room has already, and for those that look the same way."""
    beside = [other for room, other in kept if room == number]
    alike = sum(abs((view.yaw_deg - other.yaw_deg + 180.0) % 360.0 - 180.0) < SAME_WAY_DEG for other in beside)
    return round(view.score, 6) - TAKEN_WEIGHT * len(beside) - SAME_WAY_WEIGHT * alike


def _apart(candidates: Sequence[View], count: int, spacing: float, before: Sequence[View] = ()) -> list[View]:
    """What is kept before, and the best candidates, each at least the spacing away from every other."""
    kept = list(before)
    for view in sorted(candidates, key=lambda view: -round(view.score, 6)):
        if len(kept) < count and _is_apart(view, kept, spacing):
            kept.append(view)
    return kept


def _is_apart(view: View, others: Sequence[View], spacing: float) -> bool:
    return all(math.dist(view.position, other.position) >= spacing for other in others)


def _spread(candidates: list[View], count: int) -> list[View]:
    """The best candidates, each at least the spacing away from every better one; the spacing yields if need be."""
    kept: list[View] = []
    for spacing in MIN_SPACING_M:
        kept = _apart(candidates, count, spacing, kept)
    return kept
