"""Closest three: which three of six objects are nearest to A, once moved, centre to centre?

An outcome whose third and fourth distance differ by less than max(0.06 m, 8 % of the third) is ambiguous.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from string import ascii_uppercase

import numpy as np

from flowbench.assets import questions
from flowbench.records import Attempt, Floats, Motion, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import presets
from flowbench.rules.rooms.aims import miss
from flowbench.rules.rooms.distances import centre_distances, distances_from
from flowbench.rules.rooms.manner import choose
from flowbench.rules.rooms.moves import centres_after, ends_well, spokes
from flowbench.rules.rooms.plausible import move_length, rejection
from flowbench.rules.rooms.presets import FLIP, STAY
from flowbench.rules.rooms.referable import landmarks, movers
from flowbench.seeding import ordered

OPTIONS, CLOSEST = 6, 3
ANSWERS = tuple("".join(letters) for letters in combinations(ascii_uppercase[:OPTIONS], CLOSEST))
CLASSES = (FLIP, STAY)
RENDER_BUDGET = 40
PLANS = {"paper_literal": "flowbench.rules.rooms.literal.closest_three"}


@dataclass(frozen=True)
class ClosestThreeLimits:
    """Constants of the category.

    Attributes:
        gap_m, gap_share: least (fourth - third distance), metres and as a share of the third.
        reserve_m: what a prediction keeps clear of the gap beyond it, for settling.
        aims_m: moves of a view aim at a length between these.
    """

    gap_m: float = 0.06
    gap_share: float = 0.08
    reserve_m: float = 0.01
    aims_m: tuple[float, float] = (0.3, 1.0)


LIMITS = ClosestThreeLimits()
PAPER = ClosestThreeLimits(gap_m=0.05, gap_share=0.0, reserve_m=0.0)


def rates(preset: str) -> Mapping[str, float]:
    """Share of each class a preset wants: another three than before the move, or the same."""
    share = presets.flip_rate(preset)
    return {FLIP: share, STAY: 1.0 - share}


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view that have a free, supported witness, in random order, their options in random order."""
    found = [task for mover in movers(before) for task in _tasks(before, mover, want == FLIP)]
    wordings = len(questions.load("closest_three")["questions"])
    for k in rng.permutation(len(found)):
        mover, options, nearest = found[k]
        shown = tuple(options[int(n)] for n in rng.permutation(OPTIONS))
        wanted = "".join(sorted(ascii_uppercase[shown.index(name)] for name in nearest))
        yield Task("closest_three", mover, shown, wanted, {}, int(rng.integers(wordings)))


def _tasks(before: Snapshot, mover: str, flips: bool) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """(mover, six options, the three that some move makes the nearest), each once."""
    scene, names = before.scene, landmarks(before, mover)
    if len(names) < OPTIONS:
        return
    first, motions = distances_from(scene, mover, names), spokes(mover)
    by_first = np.argsort(first, kind="stable").tolist()
    ends = centre_distances(scene, centres_after(scene, mover, motions), names)
    threes = np.sort(np.argsort(ends, axis=1, kind="stable")[:, :CLOSEST], axis=1).tolist()
    for nearest in dict.fromkeys(map(tuple, threes)):
        options = _padded(sorted({*by_first[:CLOSEST], *nearest}), by_first)
        if flips == (list(nearest) == sorted(by_first[:CLOSEST])) or not is_clear(first[options]):
            continue
        fitting = (
            motion
            for motion, row, three in zip(motions, ends, threes, strict=True)
            if tuple(three) == nearest and is_clear(row[options], LIMITS.reserve_m)
        )
        if any(ends_well(scene, motion) for motion in fitting):
            yield mover, tuple(names[n] for n in options), tuple(names[n] for n in nearest)


def _padded(options: list[int], by_first: list[int]) -> list[int]:
    """The options with the next nearest before the move, up to six."""
    return options + [n for n in by_first if n not in options][: OPTIONS - len(options)]


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free and supported moves of A that should make the wanted three the nearest: near the length aimed at first.

    Those equally near come in an order of the task's own.
    """
    motions = spokes(task.mover)
    ends = centre_distances(scene, centres_after(scene, task.mover, motions), task.landmarks)
    wanted = [
        motion
        for motion, row in zip(motions, ends, strict=True)
        if answer(row, reserve_m=LIMITS.reserve_m) == task.wanted
    ]
    found = [motion for motion in wanted if ends_well(scene, motion)]
    shuffled = ordered(found, "closest_three", scene.layout.scene, task.mover, *task.landmarks, task.text_key)
    return sorted(shuffled, key=lambda motion: miss(scene, task, motion, *LIMITS.aims_m))


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The answer from the realised poses, or why there is none."""
    reason = rejection(task, before, after, attempt)
    return Verdict(None, reason) if reason else outcome(task, before, after, attempt)


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not."""
    ends = distances_from(after.scene, task.mover, task.landmarks)
    gap, limits = gap_beyond(ends), choose(task, LIMITS, PAPER)
    measures = {
        **{f"distance_{k + 1}": float(metres) for k, metres in enumerate(ends)},
        "gap": gap,
        "gap_before": gap_beyond(distances_from(before.scene, task.mover, task.landmarks)),
        "margin": gap - least_gap(ends, limits),
        "move_m": move_length(before.scene, after.scene, task.mover),
    }
    found = answer(ends, limits)
    return Verdict(found, "" if found else f"ambiguous: third and fourth differ by {gap:.2f} m", measures)


def answer_before(task: Task, before: Snapshot) -> str | None:
    """The answer to the same question before the move."""
    return answer(distances_from(before.scene, task.mover, task.landmarks), choose(task, LIMITS, PAPER))


def gap_beyond(metres: Floats) -> float:
    """How much farther the fourth nearest of some distances is than the third, metres."""
    third, fourth = np.sort(metres)[CLOSEST - 1 : CLOSEST + 1]
    return float(fourth - third)


def least_gap(metres: Floats, limits: ClosestThreeLimits = LIMITS) -> float:
    """What that gap must be for an answer, metres."""
    return max(limits.gap_m, limits.gap_share * float(np.sort(metres)[CLOSEST - 1]))


def is_clear(metres: Floats, reserve_m: float = 0.0, limits: ClosestThreeLimits = LIMITS) -> bool:
    """Whether the nearest three of some distances stand out."""
    return gap_beyond(metres) >= least_gap(metres, limits) + reserve_m


def _nearest(metres: Floats) -> str:
    """Letters of the three smallest of six distances."""
    return "".join(sorted(ascii_uppercase[n] for n in np.argsort(metres, kind="stable")[:CLOSEST]))


def answer(metres: Floats, limits: ClosestThreeLimits = LIMITS, reserve_m: float = 0.0) -> str | None:
    """Letters of the three smallest of six distances, or None where they do not stand out."""
    return _nearest(metres) if is_clear(metres, reserve_m, limits) else None


def nearness(task: Task, verdict: Verdict) -> float:
    """Share of the wanted three among the nearest of a plausible outcome; 0 when it was rejected unmeasured."""
    if "gap" not in verdict.measures:
        return 0.0
    nearest = _nearest(np.array([verdict.measures[f"distance_{k + 1}"] for k in range(OPTIONS)]))
    return len(set(nearest).intersection(task.wanted)) / CLOSEST
