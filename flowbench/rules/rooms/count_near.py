"""Count near: how many of six objects are within a distance tau of A, once moved, centre to centre?

The six are the nearest to A before the move. An outcome in which one of them is nearer to tau than max(0.04 m, 6 % of
it) is ambiguous.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.assets import questions
from flowbench.records import Attempt, Floats, Motion, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import presets
from flowbench.rules.rooms.aims import miss
from flowbench.rules.rooms.distances import centre_distances, distances_from
from flowbench.rules.rooms.limits import USUAL, RoomLimits
from flowbench.rules.rooms.manner import choose
from flowbench.rules.rooms.moves import centres_after, ends_well, spokes
from flowbench.rules.rooms.plausible import move_length, rejection
from flowbench.rules.rooms.presets import answer_of, is_flip
from flowbench.rules.rooms.referable import landmarks, movers
from flowbench.seeding import ordered

OPTIONS = 6
ANSWERS = ("2", "3", "4", "5")
CLASSES = presets.flip_classes(ANSWERS)
RENDER_BUDGET = 8
BUDGETS = {"fast": 8, "full": 64}
PLANS = {"paper_literal": "flowbench.rules.rooms.literal.count_near"}


@dataclass(frozen=True)
class CountNearLimits:
    """Constants of the category.

    Attributes:
        taus_m: the distances asked about.
        margin_m, margin_share: an object nearer to tau than the larger of the two makes the count ambiguous.
        reserve_m: what a prediction keeps clear of the margin beyond it, for settling.
        aims_m: moves of a view aim at a length between these.
    """

    taus_m: tuple[float, ...] = (0.5, 0.75, 1.0, 1.25)
    margin_m: float = 0.04
    margin_share: float = 0.06
    reserve_m: float = 0.01
    aims_m: tuple[float, float] = (0.3, 0.8)


LIMITS = CountNearLimits()
PAPER = CountNearLimits(taus_m=(0.35, *LIMITS.taus_m), margin_m=0.03, margin_share=0.0, reserve_m=0.0)


def rates(preset: str) -> Mapping[str, float]:
    """Share of each class a preset wants."""
    return presets.with_flips(presets.even_rates(ANSWERS), preset)


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view that have a free, supported witness, in random order, the six objects in random order.

    First tau is drawn, then the mover: so every count is asked with every tau where the scene allows it.
    """
    wordings = len(questions.load("count_near")["questions"])
    sixes = {mover: names for mover in movers(before) if len(names := nearest_six(before, mover)) == OPTIONS}
    for tau in rng.permutation(LIMITS.taus_m).tolist():
        for mover in rng.permutation(list(sixes)).tolist():
            if _has_task(before.scene, mover, sixes[mover], tau, want):
                shown = tuple(rng.permutation(sixes[mover]).tolist())
                yield Task("count_near", mover, shown, answer_of(want), {"tau": tau}, int(rng.integers(wordings)))


def nearest_six(view: Snapshot, mover: str, room: RoomLimits = USUAL) -> list[str]:
    """The six landmarks nearest to a mover, nearest first; fewer if the view has no more."""
    names = landmarks(view, mover, room)
    return [names[n] for n in np.argsort(distances_from(view.scene, mover, names), kind="stable")[:OPTIONS].tolist()]


def _has_task(scene: SceneState, mover: str, names: Sequence[str], tau: float, want: str) -> bool:
    first = count_within(distances_from(scene, mover, names), tau)
    flips = str(first) != answer_of(want)
    return flips == is_flip(want) and next(_fitting(scene, mover, names, tau, answer_of(want)), None) is not None


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free and supported moves of A that should give the wanted count: near the length aimed at first.

    Those equally near come in an order of the task's own.
    """
    tau = float(task.parameters["tau"])
    found = list(_fitting(scene, task.mover, task.landmarks, tau, task.wanted))
    names = (scene.layout.scene, task.mover, *task.landmarks)
    shuffled = ordered(found, "count_near", *names, round(100.0 * tau), task.text_key)
    return sorted(shuffled, key=lambda motion: miss(scene, task, motion, *LIMITS.aims_m))


def _fitting(scene: SceneState, mover: str, names: Sequence[str], tau: float, wanted: str) -> Iterator[Motion]:
    """Moves with the wanted count, no object near the threshold; looked at for collisions and support only then."""
    motions = spokes(mover)
    ends = centre_distances(scene, centres_after(scene, mover, motions), names)
    for motion, metres in zip(motions, ends, strict=True):
        clear = is_clear(metres, tau, LIMITS.reserve_m)
        if clear and str(count_within(metres, tau)) == wanted and ends_well(scene, motion):
            yield motion


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The answer from the realised poses, or why there is none."""
    reason = rejection(task, before, after, attempt)
    return Verdict(None, reason) if reason else outcome(task, before, after, attempt)


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not."""
    tau, limits = float(task.parameters["tau"]), choose(task, LIMITS, PAPER)
    ends = distances_from(after.scene, task.mover, task.landmarks)
    count, nearest_m = count_within(ends, tau), float(np.abs(ends - tau).min())
    measures = {
        **{f"distance_{k + 1}": float(metres) for k, metres in enumerate(ends)},
        "count": float(count),
        "count_before": float(answer_before(task, before)),
        "margin": nearest_m - margin(tau, limits),
        "move_m": move_length(before.scene, after.scene, task.mover),
    }
    if not is_clear(ends, tau, limits=limits):
        return Verdict(None, f"ambiguous: an object is {nearest_m:.2f} m from the threshold", measures)
    if str(count) not in ANSWERS:
        return Verdict(None, f"not on offer: {count} objects", measures)
    return Verdict(str(count), "", measures)


def answer_before(task: Task, before: Snapshot) -> str:
    """The count before the move, however near an object is to the threshold; it may be none of those on offer."""
    metres = distances_from(before.scene, task.mover, task.landmarks)
    return str(count_within(metres, float(task.parameters["tau"])))


def count_within(metres: Floats, tau: float) -> int:
    """How many of some distances are at most tau."""
    return int((metres <= tau).sum())


def is_clear(metres: Floats, tau: float, reserve_m: float = 0.0, limits: CountNearLimits = LIMITS) -> bool:
    """Whether none of some distances is too near to tau to tell on which side it is."""
    return bool(np.abs(metres - tau).min() >= margin(tau, limits) + reserve_m)


def margin(tau: float, limits: CountNearLimits = LIMITS) -> float:
    """How near to tau a distance makes the count ambiguous, metres."""
    return max(limits.margin_m, limits.margin_share * tau)


def nearness(task: Task, verdict: Verdict) -> float:
    """How near a plausible outcome's count came to the wanted one, in [0, 1]; 0 when it was rejected unmeasured."""
    if "count" not in verdict.measures:
        return 0.0
    return 1.0 - abs(verdict.measures["count"] - float(task.wanted)) / OPTIONS
