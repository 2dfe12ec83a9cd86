"""Contact with a wall as the paper plans it: straight to the nearest side of the scene's box, or away from it.

Where no such slide gives the wanted answer, longer ones do in a second pass, and then one with the other answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.camera import level_axes
from flowbench.geometry.walls import WallGap
from flowbench.records import Motion, SceneState, Snapshot, Task
from flowbench.rules.rooms.contact_wall import ANSWERS, AWAY, TOWARD, scene_box_clearance
from flowbench.rules.rooms.contact_wall import PAPER as LIMITS
from flowbench.rules.rooms.limits import MOVE, PAPER
from flowbench.rules.rooms.literal.scene_box import SIDES, scene_box_gaps
from flowbench.rules.rooms.literal.stages import in_stages
from flowbench.rules.rooms.manner import FULL, Manner
from flowbench.rules.rooms.moves import slides
from flowbench.rules.rooms.referable import movers


@dataclass(frozen=True)
class SlideLengths:
    """How far slides go, metres.

    Attributes:
        away_m, beyond_m: away from a wall the larger of the one, and of the clearance and the other.
        searched_m: what the full search tries, and the second pass of the fast one as far as they are longer.
    """

    away_m: float = 0.35
    beyond_m: float = 0.25
    searched_m: tuple[float, ...] = (*(0.15 + 0.1 * n for n in range(24)), 2.5)


LENGTHS = SlideLengths()


def propose(before: Snapshot, want: str, rng: np.random.Generator, manner: Manner) -> Iterator[Task]:
    """Tasks of a view, movers near a wall first, then tasks with the other answer."""
    scene = before.scene
    nearest = sorted(movers(before, PAPER), key=lambda name: scene_box_gaps(scene, name)[0].gap_m)
    wordings = len(questions.load("contact_wall")["questions"])
    way = {"yes": TOWARD, "no": AWAY}[want]

    def tasks(answer: str, parameters: dict[str, Any]) -> Iterator[Task]:
        for mover in nearest:
            marked = manner.mark({"way": way, **parameters})
            task = Task("contact_wall", mover, (), answer, marked, int(rng.integers(wordings)))
            if witnesses(scene, task):
                yield task

    (other,) = (answer for answer in ANSWERS if answer != want)
    return in_stages([(want,), (other,)], rng, tasks)


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free slides along the axis of the nearest side that give the wanted answer, those of the first pass first."""
    side = scene_box_gaps(scene, task.mover)[0]
    toward = task.parameters["way"] == TOWARD
    sign = 1.0 if toward else -1.0
    right, _, forward = level_axes(scene.camera)
    x, z = SIDES[side.wall_id]
    direction = sign * float(right[0] * x + right[2] * z), sign * float(forward[0] * x + forward[2] * z)
    lengths = _lengths(side, toward, Manner.of(task).search == FULL)
    motions = slides(scene, task.mover, lengths, (direction,), PAPER)
    return [motion for motion in motions if scene_box_clearance(scene, task.mover, motion).answer == task.wanted]


def _lengths(side: WallGap, toward: bool, searched: bool) -> tuple[float, ...]:
    """Lengths in the order in which they are tried, metres."""
    first = side.gap_m - LIMITS.stop_m if toward else max(LENGTHS.away_m, abs(side.gap_m) + LENGTHS.beyond_m)
    lengths = (first, *(length for length in LENGTHS.searched_m if length > first))
    if first < PAPER.move.min_move_m:
        lengths = ()
    return tuple(length for length in (LENGTHS.searched_m if searched else lengths) if length <= MOVE.max_move_m)
