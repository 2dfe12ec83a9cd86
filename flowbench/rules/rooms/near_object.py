"""Near an object: is A, once moved, within a distance tau of L, centre to centre?

Outcomes nearer to tau than max(0.05 m, 10 % of it) are ambiguous.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.boxes import bounds
from flowbench.geometry.check_pose import world_box
from flowbench.records import Attempt, Floats, Motion, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import presets
from flowbench.rules.rooms.distances import centre_distances
from flowbench.rules.rooms.manner import choose
from flowbench.rules.rooms.moves import LONGER_M, centres_after, slides
from flowbench.rules.rooms.plausible import move_length, rejection
from flowbench.rules.rooms.presets import answer_of, is_flip
from flowbench.rules.rooms.referable import landmarks, movers
from flowbench.seeding import ordered

ANSWERS = ("yes", "no")
CLASSES = presets.flip_classes(ANSWERS)
RENDER_BUDGET = 8
BUDGETS = {"fast": 8, "full": 64}
PLANS = {"paper_literal": "flowbench.rules.rooms.literal.near_object"}


@dataclass(frozen=True)
class NearObjectLimits:
    """Constants of the category.

    Attributes:
        taus_m: the distances asked about.
        margin_m, margin_share: an outcome nearer to tau than the larger of the two is ambiguous.
        touching: least tau, in distances at which the boxes would touch.
        ratio_below, ratio_above: tau / ratio_below <= d <= ratio_above * tau after the move.
        least_change_m: how much a move without a flip must change the distance.
        reserve_m: what a prediction keeps clear of the margin beyond it, for settling.
    """

    taus_m: tuple[float, ...] = (0.35, 0.5, 0.75, 1.0, 1.25)
    margin_m: float = 0.05
    margin_share: float = 0.10
    touching: float = 1.3
    ratio_below: float = 2.5
    ratio_above: float = 2.0
    least_change_m: float = 0.10
    reserve_m: float = 0.01


LIMITS = NearObjectLimits()
PAPER = NearObjectLimits(margin_share=0.0, reserve_m=0.0)


def rates(preset: str) -> Mapping[str, float]:
    """Share of each class a preset wants."""
    return presets.with_flips(presets.yes_no_rates("near_object", preset), preset)


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view that have a free, supported witness, in random order."""
    found = [task for mover in movers(before) for task in _tasks(before, mover, want)]
    wordings = len(questions.load("near_object")["questions"])
    for k in rng.permutation(len(found)):
        mover, landmark, tau = found[k]
        yield Task("near_object", mover, (landmark,), answer_of(want), {"tau": tau}, int(rng.integers(wordings)))


def _tasks(before: Snapshot, mover: str, want: str) -> Iterator[tuple[str, str, float]]:
    scene = before.scene
    for landmark in landmarks(before, mover):
        start = distance(scene, mover, landmark)
        touch = touching_distance(scene, mover, landmark)
        for tau in LIMITS.taus_m:
            first = answer(start, tau)
            if tau < LIMITS.touching * touch or first is None or (first != answer_of(want)) != is_flip(want):
                continue
            if next(_fitting(scene, mover, landmark, tau, answer_of(want)), None) is not None:
                yield mover, landmark, tau


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free and supported slides of A that should give the wanted answer, in an order of the task's own."""
    tau = float(task.parameters["tau"])
    found = list(_fitting(scene, task.mover, task.landmarks[0], tau, task.wanted))
    names = (scene.layout.scene, task.mover, *task.landmarks)
    return ordered(found, "near_object", *names, round(100.0 * tau), task.text_key)


def _fitting(scene: SceneState, mover: str, landmark: str, tau: float, wanted: str) -> Iterator[Motion]:
    """Slides with the wanted answer; without a flip they go against it, toward L for "no" and away for "yes"."""
    motions = slides(scene, mover, LONGER_M)
    start = distance(scene, mover, landmark)
    ends = centre_distances(scene, centres_after(scene, mover, motions), [landmark])[:, 0]
    flips = answer(start, tau) != wanted
    for motion, end in zip(motions, ends.tolist(), strict=True):
        if (
            answer(end, tau, reserve=LIMITS.reserve_m) != wanted
            or not tau / LIMITS.ratio_below <= end <= LIMITS.ratio_above * tau
        ):
            continue
        against = (start - end if wanted == "no" else end - start) > LIMITS.least_change_m
        if flips or against:
            yield motion


def distance(scene: SceneState, mover: str, landmark: str) -> float:
    """Distance between the box centres, metres."""
    return float(centre_distances(scene, world_box(scene, mover)[None, 0:3], [landmark])[0, 0])


def touching_distance(scene: SceneState, mover: str, landmark: str) -> float:
    """Distance between the centres at which the axis-aligned boxes would touch along the line between them, metres."""
    sizes: list[Floats] = [np.subtract(*bounds(world_box(scene, name))[::-1]) for name in (mover, landmark)]
    between = np.abs(world_box(scene, landmark)[0:3] - world_box(scene, mover)[0:3])
    reach = (sizes[0] + sizes[1]) / 2.0
    shares = reach[between > 1e-9] / between[between > 1e-9]
    return float(np.linalg.norm(between) * shares.min()) if len(shares) else 0.0


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The answer from the realised poses, or why there is none."""
    reason = rejection(task, before, after, attempt)
    return Verdict(None, reason) if reason else outcome(task, before, after, attempt)


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not."""
    tau, limits = float(task.parameters["tau"]), choose(task, LIMITS, PAPER)
    end = distance(after.scene, task.mover, task.landmarks[0])
    measures = {
        "distance_1": end,
        "distance_before": distance(before.scene, task.mover, task.landmarks[0]),
        "margin": abs(end - tau) - margin(tau, limits),
        "move_m": move_length(before.scene, after.scene, task.mover),
    }
    found = answer(end, tau, limits)
    return Verdict(found, "" if found else f"ambiguous: {abs(end - tau):.2f} m from the threshold", measures)


def answer_before(task: Task, before: Snapshot) -> str | None:
    """The answer to the same question before the move."""
    start = distance(before.scene, task.mover, task.landmarks[0])
    return answer(start, float(task.parameters["tau"]), choose(task, LIMITS, PAPER))


def margin(tau: float, limits: NearObjectLimits = LIMITS) -> float:
    """How near to tau an outcome is ambiguous, metres."""
    return max(limits.margin_m, limits.margin_share * tau)


def answer(metres: float, tau: float, limits: NearObjectLimits = LIMITS, reserve: float = 0.0) -> str | None:
    """Whether a distance is within tau; None where it is nearer to tau than the margin and a reserve, metres."""
    if abs(metres - tau) < margin(tau, limits) + reserve:
        return None
    return "yes" if metres <= tau else "no"


def nearness(task: Task, verdict: Verdict) -> float:
    """How near a plausible outcome came to the wanted answer, in [0, 1]; 0 when it was rejected unmeasured."""
    if "distance_1" not in verdict.measures:
        return 0.0
    tau = float(task.parameters["tau"])
    beyond, clear_m = verdict.measures["distance_1"] - tau, margin(tau, choose(task, LIMITS, PAPER))
    wrong_m = beyond + clear_m if task.wanted == "yes" else clear_m - beyond
    return float(np.clip(1.0 - max(0.0, wrong_m), 0.0, 1.0))
