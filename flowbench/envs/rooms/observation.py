"""What an agent sees of a room: the picture, a table of objects, and the task in numbers."""

from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from flowbench.geometry.camera import project, to_level
from flowbench.geometry.check_pose import world_boxes
from flowbench.records import Floats, Layout, SceneState, Snapshot, Task
from flowbench.rules.rooms.eligible import is_usable_mover

ROWS = 96
COLUMNS = 20
TASK_NUMBERS = 16
FAR_M = 50.0
CATEGORIES = (
    "occlusion", "closer_to", "contact_wall", "left_right", "feasibility", "closest_three", "count_near", "near_object",
    "depth_order", "sandbox",
)  # fmt: skip

# Column limits of the object table, in order: id, type, centre (right, up, forward), size (3), sin and cos of yaw,
# visible pixels, visible share, u, v, then flags: pickupable, moveable, usable mover, is mover, is landmark, in frame.
_LOW = np.array([0, 0, -FAR_M, -FAR_M, -FAR_M, 0, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, 0, 0, 0, 0], dtype=np.float32)
_HIGH = np.array(
    [1e5, 1e4, FAR_M, FAR_M, FAR_M, FAR_M, FAR_M, FAR_M, 1, 1, 4e7, 1, 2, 2, 1, 1, 1, 1, 1, 1], dtype=np.float32
)


def observation_space(size: tuple[int, int] | None) -> spaces.Dict:
    """`image` (H, W, 3) uint8, `objects` (96 * 20,) float32, `task` (16,) float32; all bounds finite.

    Args:
        size: width and height of the image, or None for none.
    """
    image = {} if size is None else {"image": spaces.Box(0, 255, (size[1], size[0], 3), np.uint8)}
    return spaces.Dict(
        {
            **image,
            "objects": spaces.Box(np.tile(_LOW, ROWS), np.tile(_HIGH, ROWS), dtype=np.float32),
            "task": spaces.Box(-1e5, 1e5, (TASK_NUMBERS,), np.float32),
        }
    )


def observe(view: Snapshot, task: Task, answers: tuple[str, ...], image: bool = True) -> dict[str, NDArray[Any]]:
    """The observation of a snapshot under a task, with its image or without."""
    if image and view.pixels is None:
        raise ValueError("This snapshot has no pixels; draw them with flowbench.simulators.with_pixels.")
    frame = {"image": view.pixels.frame.copy()} if image and view.pixels is not None else {}
    order = row_order(view, task)
    return {
        **frame,
        "objects": object_table(view, task, order).ravel(),
        "task": task_vector(view.scene, task, answers),
    }


def row_order(view: Snapshot, task: Task) -> list[str]:
    """Objects in table order: mover, landmarks, then the visible ones by pixels, at most 96."""
    first = list(task.named)
    visible, objects = _seen(view)[:, 0], view.scene.layout.objects
    ranked = np.argsort(-visible, kind="stable")[: np.count_nonzero(visible)].tolist()
    return [*first, *(name for n in ranked if (name := objects[n].object_id) not in first)][:ROWS]


def object_table(view: Snapshot, task: Task, order: list[str]) -> NDArray[np.float32]:
    """(96, 20) float32, one row an object; columns as `observation_space` lists them; unused rows are 0."""
    scene, camera = view.scene, view.scene.camera
    numbers = [scene.number(name) for name in order]
    boxes, fixed = world_boxes(scene)[numbers], _fixed(scene.layout)[numbers]
    turns = np.array([scene.poses[number].rotation[1] for number in numbers])
    yaws, pixels = np.radians(turns - camera.yaw_deg), _seen(view)[numbers]
    picture = project(camera, boxes[:, 0:3])
    ahead = np.isfinite(picture[:, 0])
    places = np.where(ahead[:, None], picture[:, :2] / (camera.width, camera.height), -1.0)
    table, rows = np.zeros((ROWS, COLUMNS)), slice(0, len(order))
    table[rows, 0:2] = fixed[:, 0:2]
    table[rows, 2:5] = to_level(camera, boxes[:, 0:3])
    table[rows, 5:8] = 2.0 * boxes[:, 3:6]
    table[rows, 8], table[rows, 9] = np.sin(yaws), np.cos(yaws)
    table[rows, 10], table[rows, 11] = pixels[:, 0], pixels[:, 0] / np.maximum(1, pixels[:, 1])
    table[rows, 12:14] = places
    table[rows, 14:16] = fixed[:, 2:4]
    table[rows, 16] = [
        movable and is_usable_mover(view, name) for name, movable in zip(order, fixed[:, 4], strict=True)
    ]
    table[rows, 17] = [name == task.mover for name in order]
    table[rows, 18] = [name in task.landmarks for name in order]
    table[rows, 19] = ((places >= 0.0) & (places < 1.0)).all(axis=1)
    return np.clip(table, _LOW, _HIGH).astype(np.float32)


@lru_cache(maxsize=64)
def _fixed(layout: Layout) -> Floats:
    """(n, 5) what never changes of each object: surface id, type number, pickupable, moveable, either of the two."""
    return np.array(
        [
            [
                layout.surface_ids[item.object_id],
                type_number(item.object_type),
                item.pickupable,
                item.moveable,
                item.pickupable or item.moveable,
            ]
            for item in layout.objects
        ],
        dtype=np.float64,
    )


def _seen(view: Snapshot) -> NDArray[np.int64]:
    """(n, 2) visible and free pixels of each object of the scene with its rigid parts."""
    surfaces, starts = _part_surfaces(view.scene.layout)
    counts = np.zeros((len(view.scene.layout.surfaces) + 1, 2), dtype=np.int64)
    if view.visibility:
        counts[list(view.visibility)] = list(view.visibility.values())
    return np.add.reduceat(counts[surfaces], starts, axis=0)


@lru_cache(maxsize=64)
def _part_surfaces(layout: Layout) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Surface ids of each object's rigid parts, one object after the other, and where those of each begin."""
    parts = [[layout.surface_ids[part] for part in layout.parts[item.object_id]] for item in layout.objects]
    starts = np.cumsum([0] + [len(ids) for ids in parts[:-1]])
    return np.concatenate(parts), starts


def task_vector(scene: SceneState, task: Task, answers: tuple[str, ...]) -> NDArray[np.float32]:
    """(16,) float32: category, wanted answer, mover id, up to six landmark ids, then numeric parameters; 0 = unused.

    Categories from outside the package all have the number after the last of its own.
    """
    vector = np.zeros(TASK_NUMBERS, dtype=np.float32)
    ids = scene.layout.surface_ids
    vector[0] = CATEGORIES.index(task.category) if task.category in CATEGORIES else len(CATEGORIES)
    vector[1] = answers.index(task.wanted)
    vector[2] = ids[task.mover]
    for k, name in enumerate(task.landmarks[:6]):
        vector[3 + k] = ids[name]
    if "second_mover" in task.parameters:
        vector[TASK_NUMBERS - 1] = ids[str(task.parameters["second_mover"])]
    numbers = [float(value) for value in task.parameters.values() if isinstance(value, (int, float))]
    vector[9 : 9 + len(numbers)] = numbers[: TASK_NUMBERS - 9]
    return vector


def type_number(object_type: str) -> int:
    """The number of an object type in the append-only list that ships with the package; 0 = not in it."""
    return _TYPE_NUMBERS.get(object_type, 0)


_TYPE_NUMBERS = {
    name: number
    for number, name in enumerate(
        (files("flowbench.assets") / "object_types.txt").read_text(encoding="utf-8").split(), start=1
    )
}
