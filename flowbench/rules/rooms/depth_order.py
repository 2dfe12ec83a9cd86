"""Depth order: is object A, once moved, closer to (farther from) the camera than object L?

Compared are the median z-depths of the two masks after the move; where they differ by less than max(0.10 m, 5 % of the
larger) nobody is asked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.rotation import sin_cos
from flowbench.records import Attempt, Motion, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import presets
from flowbench.rules.rooms.aims import aimed_first, miss
from flowbench.rules.rooms.body_depth import body_depth
from flowbench.rules.rooms.eligible import mask_of
from flowbench.rules.rooms.moves import BACK, FORWARD, slides
from flowbench.rules.rooms.plausible import move_length, rejection
from flowbench.rules.rooms.presets import answer_of, is_flip
from flowbench.rules.rooms.referable import landmarks, movers
from flowbench.seeding import ordered

ANSWERS = ("yes", "no")
CLASSES = presets.flip_classes(ANSWERS)
NEEDS_PICTURE = True  # its label is read off masks
RENDER_BUDGET = 8
PLANS = {"paper_literal": "flowbench.rules.rooms.literal.depth_order"}
WORDS = CLOSER, FARTHER = "closer", "farther"


@dataclass(frozen=True)
class DepthOrderLimits:
    """Constants of the category.

    Attributes:
        margin_m, margin_share: least difference for an answer, metres and as a share of the larger depth.
        reserve_m: what a prediction from boxes keeps clear of the margin beyond it.
        lengths_m: slides tried; each view aims at a length between the shortest and the longest.
        nearer_share: share of views that aim at a move toward the camera: about what free space allows of flips.
    """

    margin_m: float = 0.10
    margin_share: float = 0.05
    reserve_m: float = 0.05
    lengths_m: tuple[float, ...] = (0.4, 0.5, 0.6, 0.7, 0.8)
    nearer_share: float = 0.75


LIMITS = DepthOrderLimits()


def rates(preset: str) -> Mapping[str, float]:
    """Share of each class a preset wants."""
    return presets.with_flips(presets.yes_no_rates("depth_order", preset), preset)


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view that have a free, supported witness, in random order, those with the move aimed at first.

    Its direction and length are drawn alike for every class, so that neither the words nor the move tell the answer.
    """
    text_key = int(rng.integers(len(questions.load("depth_order")["questions"])))
    comes_nearer = bool(rng.random() < LIMITS.nearer_share)
    depth = cache(partial(mask_depth, before))
    found = []
    for task in (task for mover in movers(before) for task in _tasks(before, mover, want, text_key, depth)):
        motions = witnesses(before.scene, task)
        if motions:
            found.append(((motions[0].forward_m < 0.0) != comes_nearer, _miss(before.scene, task, motions[0]), task))
    yield from aimed_first(found, rng)


def _tasks(before: Snapshot, mover: str, want: str, text_key: int, depth: Callable[[str], float]) -> Iterator[Task]:
    """A question of the wanted class about each landmark that is clearly closer or farther before the move."""
    for landmark in landmarks(before, mover):
        first = order_of(depth(mover), depth(landmark))
        if first is not None and first == predicted_order(before.scene, mover, landmark):
            ends_closer = (first == CLOSER) != is_flip(want)
            word = CLOSER if ends_closer == (answer_of(want) == "yes") else FARTHER
            yield Task("depth_order", mover, (landmark,), answer_of(want), {"word": word}, text_key)


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free and supported slides of A along the view that should give the wanted answer: near the length aimed at first.

    Those equally near come in an order of the task's own.
    """
    names = (scene.layout.scene, task.mover, *task.landmarks, str(task.parameters["word"]))
    found = ordered(list(_fitting(scene, task)), "depth_order", *names, task.text_key)
    return sorted(found, key=lambda motion: _miss(scene, task, motion))


def _miss(scene: SceneState, task: Task, motion: Motion) -> int:
    return miss(scene, task, motion, LIMITS.lengths_m[0], LIMITS.lengths_m[-1])


def _fitting(scene: SceneState, task: Task) -> Iterator[Motion]:
    """Slides toward the landmark's depth that end on the right side of it, well apart: past it, or before it."""
    own, other = body_depth(scene, task.mover), body_depth(scene, task.landmarks[0])
    _, level = sin_cos(scene.camera.horizon_deg)
    toward = BACK if own > other else FORWARD
    for motion in slides(scene, task.mover, LIMITS.lengths_m, (toward,)):
        end = own + motion.forward_m * level
        long_enough = abs(motion.forward_m) >= LIMITS.lengths_m[0]
        if long_enough and order_of(end, other, LIMITS.reserve_m) == wanted_order(task):
            yield motion


def wanted_order(task: Task) -> str:
    """Whether the answer wanted means "closer" or "farther"."""
    word = str(task.parameters["word"])
    return word if task.wanted == "yes" else WORDS[1 - WORDS.index(word)]


def mask_depth(view: Snapshot, object_id: str) -> float:
    """Median z-depth of an object's visible pixels, metres; nan where it has none."""
    mask = mask_of(view, object_id)
    if view.pixels is None or not mask.any():
        return float("nan")
    return float(np.median(view.pixels.depth[mask]))


def margin(depth_m: float, other_m: float) -> float:
    """How much two depths must differ for an answer, metres."""
    return max(LIMITS.margin_m, LIMITS.margin_share * max(depth_m, other_m))


def order(view: Snapshot, mover: str, landmark: str) -> str | None:
    """Whether the mover is "closer" or "farther" than the landmark in a picture; None where that is ambiguous."""
    return order_of(mask_depth(view, mover), mask_depth(view, landmark))


def predicted_order(scene: SceneState, mover: str, landmark: str) -> str | None:
    """The same from the bodies' boxes alone."""
    return order_of(body_depth(scene, mover), body_depth(scene, landmark))


def order_of(depth_m: float, other_m: float, reserve_m: float = 0.0) -> str | None:
    """Whether one depth is "closer" or "farther" than another; None where they differ too little."""
    if not abs(depth_m - other_m) >= margin(depth_m, other_m) + reserve_m:
        return None
    return CLOSER if depth_m < other_m else FARTHER


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The answer from the masks and depths after the move, or why there is none."""
    reason = rejection(task, before, after, attempt)
    return Verdict(None, reason) if reason else outcome(task, before, after, attempt)


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not."""
    landmark = task.landmarks[0]
    own, other = mask_depth(after, task.mover), mask_depth(after, landmark)
    measures = {
        "depth": own,
        "depth_landmark": other,
        "depth_before": mask_depth(before, task.mover),
        "depth_landmark_before": mask_depth(before, landmark),
        "margin": abs(own - other) - margin(own, other),
        "move_m": move_length(before.scene, after.scene, task.mover),
    }
    found = _answer(task, order_of(own, other))
    return Verdict(found, "" if found else f"ambiguous: depths differ by {abs(own - other):.2f} m", measures)


def answer_before(task: Task, before: Snapshot) -> str | None:
    """The answer to the same question before the move."""
    return _answer(task, order(before, task.mover, task.landmarks[0]))


def _answer(task: Task, found: str | None) -> str | None:
    if found is None:
        return None
    return "yes" if found == task.parameters["word"] else "no"


def nearness(task: Task, verdict: Verdict) -> float:
    """How near a plausible outcome came to the wanted answer, in [0, 1]; 0 when it was rejected unmeasured."""
    if "depth" not in verdict.measures:
        return 0.0
    own, other = verdict.measures["depth"], verdict.measures["depth_landmark"]
    beyond = own - other if wanted_order(task) == CLOSER else other - own
    return float(np.clip(1.0 - max(0.0, beyond + margin(own, other)), 0.0, 1.0))
