"""Closer to as the paper plans it: the moves that turn the order of two landmarks most come first, up to 2 m long."""

from collections.abc import Iterator, Sequence

import numpy as np

from flowbench.records import Floats, Motion, SceneState, Snapshot, Task
from flowbench.rules.rooms.closer_to import ANSWERS, Plans, distances, plans_of, task_of
from flowbench.rules.rooms.closer_to import PAPER as LIMITS
from flowbench.rules.rooms.distances import surface_distances
from flowbench.rules.rooms.limits import PAPER
from flowbench.rules.rooms.manner import Manner
from flowbench.rules.rooms.moves import ends_well
from flowbench.rules.rooms.referable import landmarks, movers

DISTRACTORS = 2
DISTRACTOR_BONUS = 0.1  # a metre of lead over the nearer distractor; the paper says "a small bonus"


def propose(before: Snapshot, want: str, rng: np.random.Generator, manner: Manner) -> Iterator[Task]:
    """Tasks of a view, best scores first, one a mover and pair."""
    scene, rated = before.scene, list[tuple[float, int, Plans, int, list[int]]]()
    for mover in movers(before, PAPER):
        plans = plans_of(scene, mover, tuple(landmarks(before, mover, PAPER)), LIMITS)
        flips = gap_flips(scene, plans)
        for k in range(len(plans.pairs)):
            others = _distractors(plans, k)
            if len(others) == DISTRACTORS:
                bonus = DISTRACTOR_BONUS * float(plans.ends[k, others].min() - plans.ends[k, plans.pairs[k, 1]])
                rated.append((-float(flips[k]) - bonus, len(rated), plans, k, others))
    taken: set[tuple[str, str, str]] = set()
    for *_, plans, k, others in sorted(rated, key=lambda row: row[:2]):
        near, goal = plans.pairs[k].tolist()
        pair = (plans.mover, plans.names[near], plans.names[goal])
        if pair not in taken and ends_well(scene, plans.motion(k), PAPER):
            taken.add(pair)
            yield task_of(plans, k, want, others, rng)


def gap_flips(scene: SceneState, plans: Plans) -> Floats:
    """(n,) how much each plan turns the gap: the answer's lead after the move and what it lagged behind before it."""
    if not len(plans.pairs):
        return np.zeros(0)
    starts = surface_distances(scene, plans.mover, np.zeros((1, 3)), plans.names)[0]
    rows, near, goal = np.arange(len(plans.pairs)), plans.pairs[:, 0], plans.pairs[:, 1]
    return np.asarray(starts[goal] - starts[near] + plans.ends[rows, near] - plans.ends[rows, goal])


def _distractors(plans: Plans, k: int) -> list[int]:
    """The two landmarks that plan k leaves farthest away."""
    others = np.flatnonzero(plans.nearer[k] | plans.farther[k])
    return list(others[np.argsort(-plans.ends[k, others], kind="stable")][:DISTRACTORS].tolist())


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free moves of A from its nearest landmark toward the answer, best scores first."""
    plans = plans_of(scene, task.mover, task.landmarks, LIMITS)
    pair, flips = [int(distances(scene, task).argmin()), ANSWERS.index(task.wanted)], gap_flips(scene, plans)
    fitting = [
        k
        for k, ends in enumerate(plans.ends)
        if plans.pairs[k].tolist() == pair and np.delete(ends, pair[1]).min() >= ends[pair[1]] + LIMITS.margin_m
    ]
    motions = [plans.motion(k) for k in sorted(fitting, key=lambda k: -float(flips[k]))]
    return [motion for motion in motions if ends_well(scene, motion, PAPER)]
