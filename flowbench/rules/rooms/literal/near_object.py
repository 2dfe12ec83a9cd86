"""Near an object as the paper plans it: generic slides, and in the end any distance, flip and answer that will do."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from flowbench.assets import questions
from flowbench.records import Motion, SceneState, Snapshot, Task
from flowbench.rules.rooms.count_near import nearest_six
from flowbench.rules.rooms.distances import centre_distances
from flowbench.rules.rooms.limits import PAPER
from flowbench.rules.rooms.literal.stages import in_stages, relaxed
from flowbench.rules.rooms.manner import Manner
from flowbench.rules.rooms.moves import centres_after, slides
from flowbench.rules.rooms.near_object import ANSWERS, answer, distance
from flowbench.rules.rooms.near_object import PAPER as LIMITS
from flowbench.rules.rooms.presets import answer_of, is_flip
from flowbench.rules.rooms.referable import movers
from flowbench.seeding import ordered


def propose(before: Snapshot, want: str, rng: np.random.Generator, manner: Manner) -> Iterator[Task]:
    """Tasks of a view in random order, in stages: flip and answer, answer, flip, any."""
    pairs = [(mover, name) for mover in movers(before, PAPER) for name in nearest_six(before, mover, PAPER)]
    asked = [(*pair, tau) for pair, tau in product(pairs, LIMITS.taus_m)]
    wordings = len(questions.load("near_object")["questions"])

    def tasks(name: str, parameters: dict[str, Any]) -> Iterator[Task]:
        for k in rng.permutation(len(asked)):
            mover, landmark, tau = asked[k]
            marked = manner.mark({"tau": tau, **parameters})
            task = Task("near_object", mover, (landmark,), answer_of(name), marked, int(rng.integers(wordings)))
            first = "yes" if distance(before.scene, mover, landmark) <= tau else "no"
            if (first != task.wanted) == is_flip(name) and witnesses(before.scene, task):
                yield task

    return in_stages(relaxed(want, ANSWERS), rng, tasks)


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free generic slides of A that give the wanted answer, in an order of the task's own."""
    tau, motions = float(task.parameters["tau"]), slides(scene, task.mover, room=PAPER)
    ends = centre_distances(scene, centres_after(scene, task.mover, motions), task.landmarks)[:, 0]
    found = [m for m, end in zip(motions, ends.tolist(), strict=True) if answer(end, tau, LIMITS) == task.wanted]
    names = (scene.layout.scene, task.mover, *task.landmarks)
    return ordered(found, "near_object", *names, round(100.0 * tau), task.text_key)
