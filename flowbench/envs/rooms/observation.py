"""What an agent sees of a room: the picture, a table of objects, and the task in numbers."""

from importlib.resources import files
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from flowbench.geometry.camera import project, to_level
from flowbench.geometry.check_pose import world_boxes
from flowbench.records import SceneState, Snapshot, Task
from flowbench.rules.rooms.eligible import is_usable_mover

ROWS = 96
COLUMNS = 20
TASK_NUMBERS = 16
FAR_M = 50.0
CATEGORIES = (
    "occlusion", "closer_to", "contact_wall", "left_right", "feasibility", "closest_three", "count_near", "near_object",
    "depth_order",
)  # fmt: skip

# Column limits of the object table, in order: id, type, centre (right, up, forward), size (3), sin and cos of yaw,
# visible pixels, visible share, u, v, then flags: pickupable, moveable, usable mover, is mover, is landmark, in frame.
_LOW = np.array([0, 0, -FAR_M, -FAR_M, -FAR_M, 0, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, 0, 0, 0, 0], dtype=np.float32)
_HIGH = np.array(
    [1e5, 1e4, FAR_M, FAR_M, FAR_M, FAR_M, FAR_M, FAR_M, 1, 1, 4e7, 1, 2, 2, 1, 1, 1, 1, 1, 1], dtype=np.float32
)


def observation_space(width: int, height: int) -> spaces.Dict:
    """`image` (H, W, 3) uint8, `objects` (96, 20) float32, `task` (16,) float32; all bounds finite."""
    return spaces.Dict(
        {
            "image": spaces.Box(0, 255, (height, width, 3), np.uint8),
            "objects": spaces.Box(np.tile(_LOW, (ROWS, 1)), np.tile(_HIGH, (ROWS, 1)), dtype=np.float32),
            "task": spaces.Box(-1e5, 1e5, (TASK_NUMBERS,), np.float32),
        }
    )


def observe(view: Snapshot, task: Task, answers: tuple[str, ...]) -> dict[str, NDArray[Any]]:
    """The observation of a snapshot under a task."""
    if view.pixels is None:
        raise ValueError("This snapshot has no pixels; draw them with flowbench.simulators.with_pixels.")
    order = row_order(view, task)
    return {
        "image": view.pixels.frame,
        "objects": object_table(view, task, order),
        "task": task_vector(view.scene, task, answers),
    }


def row_order(view: Snapshot, task: Task) -> list[str]:
    """Objects in table order: mover, landmarks, then the visible ones by pixels, at most 96."""
    first = [task.mover, *task.landmarks]
    seen = [
        (-view.visible(item.object_id)[0], item.object_id)
        for item in view.scene.layout.objects
        if item.object_id not in first and view.visible(item.object_id)[0] > 0
    ]
    return [*first, *(name for _, name in sorted(seen, key=lambda pair: pair[0]))][:ROWS]


def object_table(view: Snapshot, task: Task, order: list[str]) -> NDArray[np.float32]:
    """(96, 20) float32, one row an object; columns as `observation_space` lists them; unused rows are 0."""
    scene, camera = view.scene, view.scene.camera
    numbers = [scene.number(name) for name in order]
    boxes, items = world_boxes(scene)[numbers], [scene.layout.objects[number] for number in numbers]
    yaws = np.radians([scene.poses[number].rotation[1] - camera.yaw_deg for number in numbers])
    pixels = np.array([view.visible(name) for name in order])
    picture = project(camera, boxes[:, 0:3])
    ahead = np.isfinite(picture[:, 0])
    places = np.where(ahead[:, None], picture[:, :2] / (camera.width, camera.height), -1.0)
    framed = ((places >= 0.0) & (places < 1.0)).all(axis=1)
    table = np.zeros((ROWS, COLUMNS))
    table[: len(order)] = np.column_stack(
        [
            [scene.layout.surface_ids[name] for name in order],
            [type_number(item.object_type) for item in items],
            to_level(camera, boxes[:, 0:3]),
            2.0 * boxes[:, 3:6],
            np.sin(yaws),
            np.cos(yaws),
            pixels[:, 0],
            pixels[:, 0] / np.maximum(1, pixels[:, 1]),
            places,
            [item.pickupable for item in items],
            [item.moveable for item in items],
            [is_usable_mover(view, name) for name in order],
            [name == task.mover for name in order],
            [name in task.landmarks for name in order],
            framed,
        ]
    )
    return np.clip(table, _LOW, _HIGH).astype(np.float32)


def task_vector(scene: SceneState, task: Task, answers: tuple[str, ...]) -> NDArray[np.float32]:
    """(16,) float32: category, wanted answer, mover id, up to six landmark ids, then numeric parameters; 0 = unused."""
    vector = np.zeros(TASK_NUMBERS, dtype=np.float32)
    ids = scene.layout.surface_ids
    vector[0] = CATEGORIES.index(task.category)
    vector[1] = answers.index(task.wanted)
    vector[2] = ids[task.mover]
    for k, name in enumerate(task.landmarks[:6]):
        vector[3 + k] = ids[name]
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
