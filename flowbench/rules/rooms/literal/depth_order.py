"""Depth order under the paper's realism: generic free slides along the view.

FlowBench-Sim has no such category in the paper; its margins are ours in every preset.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.rotation import sin_cos
from flowbench.records import Motion, SceneState, Snapshot, Task
from flowbench.rules.rooms.body_depth import body_depth
from flowbench.rules.rooms.depth_order import CLOSER, FARTHER, order, order_of, wanted_order
from flowbench.rules.rooms.limits import PAPER
from flowbench.rules.rooms.manner import Manner
from flowbench.rules.rooms.moves import BACK, FORWARD, LENGTHS_M, slides
from flowbench.rules.rooms.presets import answer_of, is_flip
from flowbench.rules.rooms.referable import landmarks, movers
from flowbench.seeding import ordered


def propose(before: Snapshot, want: str, rng: np.random.Generator, manner: Manner) -> Iterator[Task]:
    """Tasks of a view in random order."""
    pairs = [(mover, landmark) for mover in movers(before, PAPER) for landmark in landmarks(before, mover, PAPER)]
    wordings = len(questions.load("depth_order")["questions"])
    for k in rng.permutation(len(pairs)):
        mover, landmark = pairs[k]
        first = order(before, mover, landmark)
        ends_closer = (first == CLOSER) != is_flip(want)
        word = CLOSER if ends_closer == (answer_of(want) == "yes") else FARTHER
        marked = manner.mark({"word": word})
        task = Task("depth_order", mover, (landmark,), answer_of(want), marked, int(rng.integers(wordings)))
        if first is not None and witnesses(before.scene, task):
            yield task


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free generic slides of A along the view that should give the wanted answer, in an order of the task's own."""
    own, other = body_depth(scene, task.mover), body_depth(scene, task.landmarks[0])
    _, level = sin_cos(scene.camera.horizon_deg)
    motions = slides(scene, task.mover, LENGTHS_M, (FORWARD, BACK), PAPER)
    found = [motion for motion in motions if order_of(own + motion.forward_m * level, other) == wanted_order(task)]
    names = (scene.layout.scene, task.mover, *task.landmarks, str(task.parameters["word"]))
    return ordered(found, "depth_order", *names, task.text_key)
