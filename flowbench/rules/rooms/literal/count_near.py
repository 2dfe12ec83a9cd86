"""Count near as the paper plans it: generic slides, and in the end a count that did not change, or another one.

The paper in the end also takes counts other than 2 to 5; the options offer none, so that is left out.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from flowbench.assets import questions
from flowbench.records import Motion, SceneState, Snapshot, Task
from flowbench.rules.rooms.count_near import ANSWERS, OPTIONS, count_within, is_clear, nearest_six
from flowbench.rules.rooms.count_near import PAPER as LIMITS
from flowbench.rules.rooms.distances import centre_distances, distances_from
from flowbench.rules.rooms.limits import PAPER
from flowbench.rules.rooms.literal.stages import in_stages, relaxed
from flowbench.rules.rooms.manner import Manner
from flowbench.rules.rooms.moves import centres_after, slides
from flowbench.rules.rooms.presets import answer_of, is_flip
from flowbench.rules.rooms.referable import movers
from flowbench.seeding import ordered


def propose(before: Snapshot, want: str, rng: np.random.Generator, manner: Manner) -> Iterator[Task]:
    """Tasks of a view in random order, in stages: changed to the wanted count, that count, changed, any."""
    scene = before.scene
    sixes = [(mover, nearest_six(before, mover, PAPER)) for mover in movers(before, PAPER)]
    asked = list(product([pair for pair in sixes if len(pair[1]) == OPTIONS], LIMITS.taus_m))
    wordings = len(questions.load("count_near")["questions"])

    def tasks(name: str, parameters: dict[str, Any]) -> Iterator[Task]:
        for k in rng.permutation(len(asked)):
            (mover, six), tau = asked[k]
            shown, marked = tuple(rng.permutation(six).tolist()), manner.mark({"tau": tau, **parameters})
            task = Task("count_near", mover, shown, answer_of(name), marked, int(rng.integers(wordings)))
            first = str(count_within(distances_from(scene, mover, six), tau))
            if (first != task.wanted) == is_flip(name) and witnesses(scene, task):
                yield task

    return in_stages(relaxed(want, ANSWERS), rng, tasks)


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free generic slides of A that give the wanted count, in an order of the task's own."""
    tau, motions = float(task.parameters["tau"]), slides(scene, task.mover, room=PAPER)
    ends = centre_distances(scene, centres_after(scene, task.mover, motions), task.landmarks)
    found = [
        motion
        for motion, metres in zip(motions, ends, strict=True)
        if is_clear(metres, tau, limits=LIMITS) and str(count_within(metres, tau)) == task.wanted
    ]
    names = (scene.layout.scene, task.mover, *task.landmarks)
    return ordered(found, "count_near", *names, round(100.0 * tau), task.text_key)
