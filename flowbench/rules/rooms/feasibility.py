"""Feasibility: could object A, once moved, be moved on in a named direction without touching anything?

The further move is the probe (see `probes`). It is fixed with the question, tried from where A came to rest, and
undone; no picture shows it, but where it ends and what stops it must be in the picture.
"""

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.motion import length_m
from flowbench.records import Attempt, Motion, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import presets
from flowbench.rules.rooms.moves import BACK, FORWARD, FOUR, LEFT, LONGER_M, RIGHT, Direction, slides
from flowbench.rules.rooms.plausible import move_length, rejection
from flowbench.rules.rooms.presets import answer_of, is_flip
from flowbench.rules.rooms.probes import Finding, find, judge, probe_of, starts_in_wall, unseen
from flowbench.rules.rooms.probes import way_points as way_points
from flowbench.rules.rooms.referable import movers
from flowbench.seeding import ordered

ANSWERS = ("yes", "no")
CLASSES = presets.flip_classes(ANSWERS)
RENDER_BUDGET = 12
BUDGETS = {"fast": 3, "full": 12}
PLANS = {"paper_literal": "flowbench.rules.rooms.literal.feasibility"}
SLIDE, COMPOUND = "slide", "compound"
ACROSS, ALONG = "across", "along"
DIAGONALS: tuple[Direction, ...] = tuple(
    (right[0], forward[1]) for right, forward in product((LEFT, RIGHT), (FORWARD, BACK))
)


@dataclass(frozen=True)
class FeasibilityLimits:
    """Constants of the category.

    Attributes:
        lengths_m: lengths of a probe, the same for both answers; that of a compound one is shared by its two axes.
        compound_share: share of probes along two axes.
        across_share: share of straight probes at right angles to the move before them.
        reaches_m: bins of that move's length, from and below, drawn alike for both answers.
    """

    lengths_m: tuple[float, ...] = (0.25, 0.4, 0.6, 0.8, 1.0)
    compound_share: float = 0.25
    across_share: float = 0.85
    reaches_m: Mapping[str, tuple[float, float]] = field(
        default_factory=lambda: {"short": (0.15, 0.28), "middle": (0.28, 0.55), "long": (0.55, 2.0)}
    )


LIMITS = FeasibilityLimits()


def rates(preset: str) -> Mapping[str, float]:
    """Share of each class a preset wants."""
    return presets.with_flips(presets.yes_no_rates("feasibility", preset), preset)


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view that have a free, supported witness.

    Kind and length of the probe are drawn first, whatever is wanted, then how long the move before it is, then mover
    and direction; another kind or length follows only where nothing will do. So no length tells the answer.
    """
    for kind, length in _cells(rng):
        drafts = _drafts(before, kind, length, answer_of(want), rng)
        fitting: dict[int, list[Motion]] = {}
        for reach in rng.permutation(list(LIMITS.reaches_m)).tolist():
            for n, draft in enumerate(drafts):
                if n not in fitting:
                    fitting[n] = _shown(before, draft, want)
                if any(_is_within(motion, reach) for motion in fitting[n]):
                    yield dataclasses.replace(draft, parameters={**draft.parameters, "reach": reach})


def _drafts(before: Snapshot, kind: str, length: float, wanted: str, rng: np.random.Generator) -> list[Task]:
    """Tasks of a kind and length for all movers and directions in a drawn order, without a reach."""
    pairs = list(product(movers(before), FOUR if kind == SLIDE else DIAGONALS))
    wordings, drafts = len(questions.load("feasibility")["questions"]), []
    for n in rng.permutation(len(pairs)):
        mover, direction = pairs[n]
        setup = ACROSS if kind == SLIDE and rng.random() < LIMITS.across_share else ALONG
        right, forward = probe_components(direction, length)
        parameters = {"probe_right_m": right, "probe_forward_m": forward, "setup": setup}
        drafts.append(Task("feasibility", mover, (), wanted, parameters, int(rng.integers(wordings))))
    return drafts


def _shown(before: Snapshot, task: Task, want: str) -> list[Motion]:
    """Moves with the wanted answer whose probe the picture shows; none where a flip would be none, or the reverse."""
    first = answer_before(task, before)
    if first is None or (first != task.wanted) != is_flip(want):
        return []
    return [motion for motion, finding in _fitting(before.scene, task) if not unseen(before, task, finding)]


def _is_within(motion: Motion, reach: str) -> bool:
    low, high = LIMITS.reaches_m[reach]
    return low <= length_m(motion) < high


def _cells(rng: np.random.Generator) -> list[tuple[str, float]]:
    """Kinds and lengths of probes in a drawn order, the drawn kind first."""
    kinds = (COMPOUND, SLIDE) if rng.random() < LIMITS.compound_share else (SLIDE, COMPOUND)
    lengths = rng.permutation(LIMITS.lengths_m).tolist()
    return list(product(kinds, lengths))


def probe_components(direction: Direction, length_m: float) -> tuple[float, float]:
    """Whole centimetres to the right and forward; along two axes equally many, no longer than the length together.

    >>> probe_components((-1.0, 0.0), 0.4), probe_components((1.0, -1.0), 0.4)
    ((-0.4, 0.0), (0.28, -0.28))
    """
    axes = math.hypot(*direction)
    centimetres = math.floor(100.0 * length_m / axes + 1e-9)
    right, forward = (side * centimetres / 100.0 + 0.0 for side in direction)
    return right, forward


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free and supported slides of A from whose ends the probe should give the wanted answer, in the task's own order.

    Across the probe or along it (along one of its axes where it has two) and as long as the task says; never against
    the probe.
    """
    probe = probe_of(task)
    centimetres = round(100.0 * probe.right_m), round(100.0 * probe.forward_m)
    found = [motion for motion, _ in _fitting(scene, task) if _is_within(motion, str(task.parameters["reach"]))]
    return ordered(found, "feasibility", scene.layout.scene, task.mover, *centimetres, task.text_key)


def _fitting(scene: SceneState, task: Task) -> Iterator[tuple[Motion, Finding]]:
    """Moves with the wanted answer, and what the probe then finds."""
    probe = probe_of(task)
    for motion in slides(scene, task.mover, LONGER_M):
        along = motion.right_m * probe.right_m + motion.forward_m * probe.forward_m
        if along > 0.0 if task.parameters["setup"] == ALONG else along == 0.0:
            finding = find(scene, task, motion)
            if finding.answer == task.wanted:
                yield motion, finding


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The answer from the probe the simulator has tried from the realised pose, or why there is none."""
    reason = rejection(task, before, after, attempt)
    return Verdict(None, reason) if reason else outcome(task, before, after, attempt)


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not."""
    if not attempt.probe_stops:
        return Verdict(None, "probe: it was not tried")
    if starts_in_wall(after.scene, task.mover):
        return Verdict(None, "in the wall: where the probe starts")
    found = judge(after.scene, task, attempt.probe_stops)
    measures = {
        "free": found.free_m,
        "free_before": find(before.scene, task).free_m,
        "margin": abs(found.free_m - length_m(probe_of(task))),
        "move_m": move_length(before.scene, after.scene, task.mover),
    }
    doubt = found.doubt or unseen(after, task, found)
    return Verdict(None if doubt else found.answer, doubt, measures)


def answer_before(task: Task, before: Snapshot) -> str | None:
    """The answer to the same probe from where A is before the move."""
    return find(before.scene, task).answer


def nearness(task: Task, verdict: Verdict) -> float:
    """How near a plausible outcome came to the wanted answer, in [0, 1]; 0 when it was rejected unmeasured."""
    if "free" not in verdict.measures:
        return 0.0
    share = min(1.0, verdict.measures["free"] / length_m(probe_of(task)))
    return share if task.wanted == "yes" else 1.0 - share
