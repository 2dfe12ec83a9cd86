"""Occlusion as the paper plans it: A onto the ray to B, or a grid of slides and pulls by predicted cover.

Under the paper's own rules anything free will do, and where no pair gives the wanted answer, one with the other is
taken. The search "ray_grid" has the same plans under the usual rules: supported, and predicted to do.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.camera import from_level
from flowbench.geometry.silhouettes import outlines, predicted_covers
from flowbench.records import Motion, SceneState, Snapshot, Task
from flowbench.rules.rooms import limits, occlusion
from flowbench.rules.rooms.literal.ray_plans import cover_grid, lateral_m, ray_plan
from flowbench.rules.rooms.literal.stages import in_stages
from flowbench.rules.rooms.manner import FULL, RAY_GRID, Manner, choose
from flowbench.rules.rooms.moves import ends_well


def propose(before: Snapshot, want: str, rng: np.random.Generator, manner: Manner) -> Iterator[Task]:
    """Tasks of a view, liked pairs first; under the paper's rules then those with the other answer."""
    scene = before.scene
    room = limits.PAPER if manner.is_literal else limits.USUAL
    found = occlusion.pairs(before, occlusion.PAPER if manner.is_literal else occlusion.LIMITS, room)
    shuffled = [found[k] for k in rng.permutation(len(found))]
    liked = sorted(shuffled, key=lambda pair: -occlusion.preference(scene, *pair))
    wordings = len(questions.load("occlusion")["questions"])

    def tasks(answer: str, parameters: dict[str, Any]) -> Iterator[Task]:
        for mover, landmark in liked:
            marked = manner.mark({"aim": want, **_lateral(before, mover, landmark, manner), **parameters})
            task = Task("occlusion", mover, (landmark,), answer, marked, int(rng.integers(wordings)))
            if witnesses(scene, task):
                yield task

    if not manner.is_literal:
        return tasks(want, {})
    return in_stages([(want,), *((answer,) for answer in occlusion.ANSWERS if answer != want)], rng, tasks)


def _lateral(before: Snapshot, mover: str, landmark: str, manner: Manner) -> dict[str, float]:
    """What the grid starts from, as a task's parameter, where the search has a grid."""
    if manner.search not in (FULL, RAY_GRID):
        return {}
    return {"lateral_m": lateral_m(before, mover, landmark)}


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """The ray plan, then the grid's moves by predicted cover, as far as the search has them and they end well.

    Under the paper's rules only moves of the grid that are predicted to do are tried beside the best; else all must be.
    """
    manner, hides = Manner.of(task), task.parameters["aim"] == "yes"
    plan = ray_plan(scene, task.mover, task.landmarks[0], hides) if manner.search != FULL else None
    lateral = task.parameters.get("lateral_m")
    grid = [] if lateral is None else cover_grid(task.mover, float(lateral))
    room = choose(task, limits.USUAL, limits.PAPER)
    covers = _covers(scene, task, [m for m in ([] if plan is None else [plan]) + grid if ends_well(scene, m, room)])
    ranked = sorted(covers, key=lambda motion: (motion != plan, -covers[motion] if hides else covers[motion]))
    first = {plan, next((motion for motion in ranked if motion != plan), None)} if manner.is_literal else set()
    return [motion for motion in ranked if motion in first or _does(task, covers[motion])]


def _covers(scene: SceneState, task: Task, motions: list[Motion]) -> dict[Motion, float]:
    """Predicted cover of B after each motion."""
    if not motions:
        return {}
    offsets = np.array([[motion.right_m, motion.up_m, motion.forward_m] for motion in motions])
    back = outlines(scene.camera, occlusion.body_boxes(scene, task.landmarks[0]))
    shifts = from_level(scene.camera, offsets)
    covers, _ = predicted_covers(scene.camera, occlusion.body_boxes(scene, task.mover), shifts, back)
    return {motion: round(share, 6) for motion, share in zip(motions, covers.tolist(), strict=True)}


def _does(task: Task, share: float) -> bool:
    """Whether a predicted cover is that of the wanted answer."""
    if Manner.of(task).is_literal or task.wanted == "yes":
        return occlusion.answer(share, occlusion.PAPER) == task.wanted
    return share <= occlusion.LIMITS.near_miss_cover
