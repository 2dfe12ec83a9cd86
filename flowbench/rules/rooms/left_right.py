"""Left or right: is object A, once moved, to the left (right) of object L in the picture?

Compared are the mean columns of the two masks after the move; nearer than 5 % of the width nobody is asked.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.camera import project
from flowbench.geometry.check_pose import world_box
from flowbench.records import Attempt, Floats, Motion, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import presets
from flowbench.rules.rooms.aims import aimed_first, miss
from flowbench.rules.rooms.eligible import camera_distance, mask_of
from flowbench.rules.rooms.manner import choose
from flowbench.rules.rooms.moves import LEFT, RIGHT, centres_after, ends_well, slide, slides
from flowbench.rules.rooms.plausible import move_length, rejection
from flowbench.rules.rooms.presets import answer_of, is_flip
from flowbench.rules.rooms.referable import landmarks, movers
from flowbench.seeding import ordered

ANSWERS = ("yes", "no")
CLASSES = presets.flip_classes(ANSWERS)
NEEDS_PICTURE = True  # its label is read off masks
RENDER_BUDGET = 24
PLANS = {"paper_literal": "flowbench.rules.rooms.literal.left_right"}


@dataclass(frozen=True)
class LeftRightLimits:
    """Constants of the category.

    Attributes:
        margin: least |u_A - u_L| for an answer, share of the width.
        span: the same as predicted from box centres, before the move and after it.
        lengths_m: slides tried, beside those that just pass the landmark; moves aim at a length among them.
        beyond_m: how far past the landmark, by the span, those go.
    """

    margin: float = 0.05
    span: float = 0.06
    lengths_m: tuple[float, ...] = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1)
    beyond_m: tuple[float, ...] = (0.02, 0.1, 0.2)


LIMITS = LeftRightLimits()
PAPER = LeftRightLimits(margin=0.03, lengths_m=(0.9, 0.75, 0.6, 0.45, 0.3), beyond_m=(0.2,))


def rates(preset: str) -> Mapping[str, float]:
    """Share of each class a preset wants."""
    return presets.with_flips(presets.yes_no_rates("left_right", preset), preset)


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view that have a free, supported witness, in random order, those with the move aimed at first.

    Its side and length are drawn alike for every class, so that neither the words nor the move tell the answer.
    """
    text_key = int(rng.integers(len(questions.load("left_right")["questions"])))
    goes_right = bool(rng.random() < 0.5)
    column = cache(partial(mask_column, before))
    found = []
    for task in (task for mover in movers(before) for task in _tasks(before, mover, want, text_key, column)):
        rated = [(_miss(before.scene, task, m), m.right_m > 0.0) for m in _fitting(before.scene, task)]
        if rated:  # all of a task's slides go the same way
            found.append((rated[0][1] != goes_right, min(rated)[0], task))
    yield from aimed_first(found, rng)


def _tasks(before: Snapshot, mover: str, want: str, text_key: int, column: Callable[[str], float]) -> Iterator[Task]:
    """A question of the wanted class about each landmark that is clearly to one side before the move."""
    scene = before.scene
    for landmark in landmarks(before, mover):
        own, other = across(scene, mover), across(scene, landmark)
        seen = column(mover) - column(landmark)
        if abs(own - other) < LIMITS.span or not abs(seen) >= LIMITS.margin or (seen < 0.0) != (own < other):
            continue
        ends_left = (own < other) != is_flip(want)
        side = "left" if ends_left == (answer_of(want) == "yes") else "right"
        yield Task("left_right", mover, (landmark,), answer_of(want), {"side": side}, text_key)


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free and supported slides of A to the side that should give the wanted answer: near the length aimed at first.

    Those equally near come in an order of the task's own.
    """
    names = (scene.layout.scene, task.mover, *task.landmarks, str(task.parameters["side"]))
    found = ordered(list(_fitting(scene, task)), "left_right", *names, task.text_key)
    return sorted(found, key=lambda motion: _miss(scene, task, motion))


def _miss(scene: SceneState, task: Task, motion: Motion) -> int:
    return miss(scene, task, motion, LIMITS.lengths_m[0], LIMITS.lengths_m[-1])


def _fitting(scene: SceneState, task: Task) -> Iterator[Motion]:
    """Slides that end on the right side, well apart: across the landmark, or nearer to it without crossing."""
    mover, landmark = task.mover, task.landmarks[0]
    ends_left = (task.parameters["side"] == "left") == (task.wanted == "yes")
    own, other = across(scene, mover), across(scene, landmark)
    crosses = (own < other) != ends_left
    motions = [m for m in _slides(scene, task, crosses) if abs(m.right_m) >= LIMITS.lengths_m[0]]
    after = project(scene.camera, centres_after(scene, mover, motions))[:, 0] / scene.camera.width
    for motion, u in zip(motions, after.tolist(), strict=True):
        if (
            (u < other) == ends_left
            and abs(u - other) >= LIMITS.span
            and (crosses or abs(u - other) < abs(own - other))
        ):
            yield motion


def _slides(scene: SceneState, task: Task, crosses: bool) -> Sequence[Motion]:
    """Slides toward the landmark that end well; where they are to cross it, also some that go just past it."""
    mover, landmark = task.mover, task.landmarks[0]
    own, other = across(scene, mover), across(scene, landmark)
    direction = RIGHT if own < other else LEFT
    usual = slides(scene, mover, LIMITS.lengths_m, (direction,))
    if not crosses:
        return usual
    gap_m = (abs(own - other) + LIMITS.span) * metres_across(scene, mover)
    passing = [slide(mover, direction, gap_m + extra) for extra in LIMITS.beyond_m]
    return [*(motion for motion in passing if ends_well(scene, motion)), *usual]


@lru_cache(maxsize=512)
def across(scene: SceneState, object_id: str) -> float:
    """Where the projected box centre lies, share of the width from the left; nan behind the camera."""
    camera = scene.camera
    return float(project(camera, world_box(scene, object_id)[None, 0:3])[0, 0]) / camera.width


def metres_across(scene: SceneState, object_id: str) -> float:
    """Width of what the picture shows at an object's distance, metres."""
    camera = scene.camera
    half = np.tan(np.radians(camera.fov_deg) / 2.0) * camera.width / camera.height
    return float(2.0 * camera_distance(scene, object_id) * half)


def mask_column(view: Snapshot, object_id: str) -> float:
    """Mean column of an object's visible pixels, share of the width; nan where it has none."""
    columns: Floats = mask_of(view, object_id).sum(axis=0).astype(np.float64)
    total = float(columns.sum())
    return float(columns @ (np.arange(len(columns)) + 0.5)) / total / len(columns) if total else float("nan")


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The answer from the masks after the move, or why there is none."""
    reason = rejection(task, before, after, attempt)
    return Verdict(None, reason) if reason else outcome(task, before, after, attempt)


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not."""
    span = mask_column(after, task.mover) - mask_column(after, task.landmarks[0])
    measures = {
        "span": span,
        "apart": abs(span),
        "span_before": mask_column(before, task.mover) - mask_column(before, task.landmarks[0]),
        "margin": abs(span) - choose(task, LIMITS, PAPER).margin,
        "move_m": move_length(before.scene, after.scene, task.mover),
    }
    found = _answer(task, span)
    return Verdict(found, "" if found else f"ambiguous: {abs(span):.3f} of the width apart", measures)


def answer_before(task: Task, before: Snapshot) -> str | None:
    """The answer to the same question before the move."""
    return _answer(task, mask_column(before, task.mover) - mask_column(before, task.landmarks[0]))


def _answer(task: Task, span: float) -> str | None:
    if not abs(span) >= choose(task, LIMITS, PAPER).margin:
        return None
    return "yes" if (span < 0.0) == (task.parameters["side"] == "left") else "no"


def nearness(task: Task, verdict: Verdict) -> float:
    """How near a plausible outcome came to the wanted answer, in [0, 1]; 0 when it was rejected unmeasured."""
    if "span" not in verdict.measures:
        return 0.0
    ends_left = (task.parameters["side"] == "left") == (task.wanted == "yes")
    wrong_m = verdict.measures["span"] * (1.0 if ends_left else -1.0) + choose(task, LIMITS, PAPER).margin
    return float(np.clip(1.0 - max(0.0, wrong_m), 0.0, 1.0))
