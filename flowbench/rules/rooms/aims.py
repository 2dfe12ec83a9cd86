"""The length that moves of a view aim at, whatever the class, so that a length tells next to nothing of the answer."""

from collections.abc import Iterator, Sequence

import numpy as np

from flowbench.geometry.motion import length_m
from flowbench.records import Motion, SceneState, Task
from flowbench.seeding import fraction

Rated = tuple[bool, int, Task]  # its first move goes another way than drawn, how far that is from the aim, the task

NEAR_M = 0.1  # a length this far from the aim is still as good


def miss(scene: SceneState, task: Task, motion: Motion, shortest_m: float, longest_m: float) -> int:
    """How far a motion's length is from the aim, in whole steps of `NEAR_M`.

    The aim lies between two lengths and is the same for all tasks of a category in a view that have the same wording.
    """
    camera = scene.camera
    place = (round(100.0 * camera.position[0]), round(100.0 * camera.position[2]), round(camera.yaw_deg))
    share = fraction("aim", task.category, scene.layout.scene, *place, task.text_key)
    return int(abs(length_m(motion) - shortest_m - share * (longest_m - shortest_m)) / NEAR_M)


def aimed_first(rated: Sequence[Rated], rng: np.random.Generator) -> Iterator[Task]:
    """The tasks in random order, those first whose first move goes the way drawn, and among them those near the aim."""
    shuffled = [rated[k] for k in rng.permutation(len(rated))]
    yield from (task for *_, task in sorted(shuffled, key=lambda row: row[:2]))
