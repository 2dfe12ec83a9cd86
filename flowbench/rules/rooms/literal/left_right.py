"""Left or right as the paper plans it: any free slide whose predicted column is on the right side.

Where a flip is wanted and there is none, the view is skipped.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.camera import project
from flowbench.records import Motion, SceneState, Snapshot, Task
from flowbench.rules.rooms.left_right import PAPER as LIMITS
from flowbench.rules.rooms.left_right import across, metres_across
from flowbench.rules.rooms.limits import MOVE, PAPER
from flowbench.rules.rooms.manner import Manner
from flowbench.rules.rooms.moves import LEFT, RIGHT, centres_after, slides
from flowbench.rules.rooms.presets import answer_of, is_flip
from flowbench.rules.rooms.referable import landmarks, movers
from flowbench.seeding import ordered


@dataclass(frozen=True)
class Spans:
    """Least predicted |u_A - u_L| after the move, share of the width: of a flip, and of what is none."""

    flip: float = 0.06
    stay: float = LIMITS.margin


SPANS = Spans()


def propose(before: Snapshot, want: str, rng: np.random.Generator, manner: Manner) -> Iterator[Task]:
    """Tasks of a view in random order, those about pickupable movers first."""
    scene = before.scene
    pairs = [(mover, landmark) for mover in movers(before, PAPER) for landmark in landmarks(before, mover, PAPER)]
    shuffled = [pairs[k] for k in rng.permutation(len(pairs))]
    wordings = len(questions.load("left_right")["questions"])
    for mover, landmark in sorted(shuffled, key=lambda pair: not scene.object(pair[0]).pickupable):
        ends_left = (across(scene, mover) < across(scene, landmark)) != is_flip(want)
        side = "left" if ends_left == (answer_of(want) == "yes") else "right"
        marked = manner.mark({"side": side})
        task = Task("left_right", mover, (landmark,), answer_of(want), marked, int(rng.integers(wordings)))
        if witnesses(scene, task):
            yield task


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free slides of A to the side that should give the wanted answer, in an order of the task's own."""
    mover, landmark = task.mover, task.landmarks[0]
    own, other = across(scene, mover), across(scene, landmark)
    passing = [abs(own - other) * metres_across(scene, mover) + extra for extra in LIMITS.beyond_m]
    lengths = (*(length for length in passing if length <= MOVE.max_move_m), *LIMITS.lengths_m)
    motions = slides(scene, mover, lengths, (LEFT, RIGHT), PAPER)
    after = project(scene.camera, centres_after(scene, mover, motions))[:, 0] / scene.camera.width if motions else ()
    ends_left = (task.parameters["side"] == "left") == (task.wanted == "yes")
    span = SPANS.flip if (own < other) != ends_left else SPANS.stay
    found = [
        motion for motion, u in zip(motions, after, strict=True) if (u < other) == ends_left and abs(u - other) >= span
    ]
    return ordered(found, "left_right", scene.layout.scene, mover, landmark, task.text_key)
