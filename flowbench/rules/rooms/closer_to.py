"""Closer to: to which of four landmarks is object A nearest once it is moved, from surface to surface?

Distances run between axis-aligned boxes. Outcomes in which the best two differ by less than 0.10 m are ambiguous. The
answer is never the landmark that was nearest before the move.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flowbench.assets import questions
from flowbench.geometry.camera import from_level, level_axes
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.motion import quantise
from flowbench.records import Attempt, Floats, Motion, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import presets
from flowbench.rules.rooms.distances import surface_distances
from flowbench.rules.rooms.limits import MOVE
from flowbench.rules.rooms.manner import choose
from flowbench.rules.rooms.moves import ends_well
from flowbench.rules.rooms.plausible import move_length, rejection
from flowbench.rules.rooms.referable import landmarks, movers
from flowbench.seeding import ordered

ANSWERS = ("A", "B", "C", "D")
CLASSES = ANSWERS
RENDER_BUDGET = 24
BUDGETS = {"fast": 6, "full": 24}
PLANS = {"paper_literal": "flowbench.rules.rooms.literal.closer_to"}
RANKS = (2, 3, 4)  # where the answer stood among the four before the move, the nearest being 1


@dataclass(frozen=True)
class CloserToLimits:
    """Constants of the category.

    Attributes:
        margin_m: least lead of the nearest landmark over the next for an answer.
        lead_m: how much nearer the nearest landmark is than the answer before the move.
        apart_m: least distance between these two, centre to centre in the ground plan.
        fractions: how far beyond the middle between these two A goes, share of half their distance.
        max_move_m: longest move.
        reserve_m: what a prediction keeps beyond the margin, for settling.
        decoy_deg, decoy_share: in this share of the tasks another landmark should lie within this angle of the move, so
            that the answer is not just what the move points at.
    """

    margin_m: float = 0.10
    lead_m: float = 0.18
    apart_m: float = 0.30
    fractions: tuple[float, ...] = (0.45, 0.55, 0.60, 0.50, 0.65, 0.40)
    max_move_m: float = 1.5
    reserve_m: float = 0.01
    decoy_deg: float = 25.0
    decoy_share: float = 0.5


LIMITS = CloserToLimits()
PAPER = CloserToLimits(margin_m=max(0.02, 0.25 * LIMITS.lead_m), max_move_m=2.0, reserve_m=0.0, decoy_share=0.0)
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Plans:
    """Moves of one mover from its nearest landmark toward another, and what they do to the distances.

    Attributes:
        names: the m landmarks.
        pairs: (n, 2) numbers of the landmark that is nearest before, and of the one that should be nearest after.
        offsets: (n, 3) moves in the level frame, whole centimetres.
        whole: (n,) whether the move goes all the way; the others are cut off at the longest length.
        ends: (n, m) surface distances after the move, metres.
        nearer, farther: (n, m) landmarks that can be distractors: before the move nearer than the answer, or farther.
        cosines: (n, m) of the angle between the move and the way to each landmark, in the ground plan.
    """

    mover: str
    names: tuple[str, ...]
    pairs: Ints
    offsets: Floats
    whole: Flags
    ends: Floats
    nearer: Flags
    farther: Flags
    cosines: Floats

    def motion(self, k: int) -> Motion:
        """Plan k as a motion."""
        right, _, forward = self.offsets[k].tolist()
        return Motion(self.mover, right_m=quantise(right), forward_m=quantise(forward))

    def ranking(self, rank: int) -> list[int]:
        """The plans whose answer can be given this rank before the move by the choice of the two distractors."""
        enough = (self.nearer.sum(axis=1) >= rank - 2) & (self.farther.sum(axis=1) >= RANKS[-1] - rank)
        return list(np.flatnonzero(enough).tolist())

    def has_decoy(self, k: int, rank: int) -> bool:
        """Whether another landmark of plan k can lie within the decoy angle of the move."""
        offered = self.nearer[k] & (rank > RANKS[0]) | self.farther[k] & (rank < RANKS[-1])
        offered[self.pairs[k, 0]] = True
        return bool((offered & (self.cosines[k] >= math.cos(math.radians(LIMITS.decoy_deg)))).any())


def rates(preset: str) -> Mapping[str, float]:
    """Share of each letter a preset wants: the same for all."""
    presets.flip_rate(preset)
    return presets.even_rates(CLASSES)


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view that have a free, supported witness: one a mover and pair, plans drawn evenly.

    The rank that the answer has before the move is drawn first, so that it is as often 2 as 3 or 4; where that will not
    do, high ranks, which are rarer, come before low ones. Moves that were cut off come last: else most would have the
    longest length.
    """
    scene, taken = before.scene, set[tuple[str, ...]]()
    plans = [plans_of(scene, mover, tuple(landmarks(before, mover))) for mover in movers(before)]
    first = int(rng.choice(RANKS))
    for rank in (first, *(rank for rank in reversed(RANKS) if rank != first)):
        drawn, decoy = _drawn(plans, rank, rng), bool(rng.random() < LIMITS.decoy_share)
        for one, k in sorted(drawn, key=lambda plan: _rating(plan[0], plan[1], rank, decoy)):
            pair = (one.mover, *(one.names[m] for m in one.pairs[k]))
            if pair not in taken and ends_well(scene, one.motion(k)):
                taken.add(pair)
                yield task_of(one, k, want, _distractors(one, k, rank, decoy, rng), rng)


def _drawn(plans: Sequence[Plans], rank: int, rng: np.random.Generator) -> list[tuple[Plans, int]]:
    """All plans that can give the answer a rank, in a drawn order."""
    fitting = [(one, k) for one in plans for k in one.ranking(rank)]
    return [fitting[n] for n in rng.permutation(len(fitting))]


def task_of(plans: Plans, k: int, want: str, distractors: list[int], rng: np.random.Generator) -> Task:
    """The question to which plan k should bring the wanted letter about, the other options in a drawn order."""
    near, goal = plans.pairs[k].tolist()
    options = [plans.names[m] for m in rng.permutation([near, *distractors])]
    options.insert(ANSWERS.index(want), plans.names[goal])
    wordings = len(questions.load("closer_to")["questions"])
    return Task("closer_to", plans.mover, tuple(options), want, {}, int(rng.integers(wordings)))


def _rating(plans: Plans, k: int, rank: int, decoy: bool) -> tuple[bool, bool]:
    """What comes first is tried first: moves that are not cut off, and where a decoy is wanted those that have one."""
    return not plans.whole[k], decoy and not plans.has_decoy(k, rank)


def _distractors(plans: Plans, k: int, rank: int, decoy: bool, rng: np.random.Generator) -> list[int]:
    """Two landmarks that give the answer its rank before the move; those the move points at where a decoy is wanted."""
    groups = [rng.permutation(np.flatnonzero(group[k])).tolist() for group in (plans.nearer, plans.farther)]
    if decoy:
        groups = [sorted(group, key=lambda m: -plans.cosines[k, m]) for group in groups]
    return [*groups[0][: rank - 2], *groups[1][: RANKS[-1] - rank]]


def plans_of(scene: SceneState, mover: str, names: tuple[str, ...], limits: CloserToLimits = LIMITS) -> Plans:
    """All plans of a mover whose predicted distances fit, without a look at what is in the way."""
    starts = surface_distances(scene, mover, np.zeros((1, 3)), names)[0] if names else np.zeros(0)
    places = np.array([world_box(scene, name)[[0, 2]] for name in names]).reshape(-1, 2)
    near, goal = np.meshgrid(np.arange(len(names)), np.arange(len(names)), indexing="ij")
    apart = np.linalg.norm(places[near] - places[goal], axis=-1)
    pairs = np.argwhere((starts[near] + limits.lead_m <= starts[goal]) & (apart >= limits.apart_m))
    pairs = np.repeat(pairs, len(limits.fractions), axis=0)
    offsets, whole = _offsets(scene, mover, places, pairs, limits)
    shifts = np.asarray(from_level(scene.camera, offsets))
    ends = surface_distances(scene, mover, shifts, names) if names else np.zeros((0, 0))
    rows, firsts, goals = np.arange(len(pairs)), pairs[:, 0], pairs[:, 1]
    led = ends >= ends[rows, goals][:, None] + _lead(limits)
    fits = led[rows, firsts]
    others = led & (starts[None] >= starts[firsts][:, None] + _lead(limits))  # which leaves out the pair itself
    nearer = starts[None] < starts[goals][:, None]
    cosines = _cosines(places - world_box(scene, mover)[[0, 2]], shifts[:, [0, 2]])
    return Plans(
        mover=mover,
        names=names,
        pairs=pairs[fits],
        offsets=offsets[fits],
        whole=whole[fits],
        ends=ends[fits],
        nearer=(others & nearer)[fits],
        farther=(others & ~nearer)[fits],
        cosines=cosines[fits],
    )


def _offsets(
    scene: SceneState, mover: str, places: Floats, pairs: Ints, limits: CloserToLimits
) -> tuple[Floats, Flags]:
    """(n, 3) level offsets to a place between each pair, beyond its middle, of allowed length, whole centimetres.

    Also (n,) whether the place is within the longest length.
    """
    beyond = np.tile(limits.fractions, len(pairs) // len(limits.fractions))[:, None]
    near, goal = places[pairs[:, 0]], places[pairs[:, 1]]
    moves = (near + goal) / 2.0 + beyond * (goal - near) / 2.0 - world_box(scene, mover)[[0, 2]]
    lengths = np.linalg.norm(moves, axis=1, keepdims=True)
    moves *= np.clip(lengths, MOVE.min_move_m, limits.max_move_m) / np.maximum(lengths, 1e-9)
    right, _, forward = level_axes(scene.camera)
    components = np.stack([moves @ right[[0, 2]], np.zeros(len(moves)), moves @ forward[[0, 2]]], axis=1)
    return np.asarray(np.round(components, 2)), np.asarray(lengths[:, 0] <= limits.max_move_m)


def _cosines(ways: Floats, moves: Floats) -> Floats:
    """(n, m) cosines of the angles between (n, 2) moves and (m, 2) ways; 0 for a way of no length."""
    lengths = np.linalg.norm(moves, axis=1)[:, None] * np.linalg.norm(ways, axis=1)[None]
    return np.asarray(moves @ ways.T / np.maximum(lengths, 1e-9))


def _lead(limits: CloserToLimits) -> float:
    return limits.margin_m + limits.reserve_m


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free and supported moves of A from its nearest landmark toward the answer, in an order of the task's own."""
    plans = plans_of(scene, task.mover, task.landmarks)
    pair = [int(distances(scene, task).argmin()), ANSWERS.index(task.wanted)]
    motions = [
        plans.motion(k)
        for k, ends in enumerate(plans.ends)
        if plans.pairs[k].tolist() == pair and np.delete(ends, pair[1]).min() >= ends[pair[1]] + _lead(LIMITS)
    ]
    found = [motion for motion in motions if ends_well(scene, motion)]
    return ordered(found, "closer_to", scene.layout.scene, task.mover, *task.landmarks, task.text_key)


def distances(scene: SceneState, task: Task) -> Floats:
    """(4,) metres from the surface of A's box to that of each landmark's."""
    return np.asarray(surface_distances(scene, task.mover, np.zeros((1, 3)), task.landmarks)[0])


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The letter of the nearest landmark at the realised poses, or why there is none."""
    reason = rejection(task, before, after, attempt)
    return Verdict(None, reason) if reason else outcome(task, before, after, attempt)


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not."""
    starts, ends = distances(before.scene, task), distances(after.scene, task)
    first, second = np.sort(ends)[:2].tolist()
    limits = choose(task, LIMITS, PAPER)
    measures = {
        **{f"distance_{k + 1}": float(metres) for k, metres in enumerate(ends)},
        **{f"distance_before_{k + 1}": float(metres) for k, metres in enumerate(starts)},
        "rank_before": float((starts <= starts[ends.argmin()]).sum()),
        "margin": second - first - limits.margin_m,
        "move_m": move_length(before.scene, after.scene, task.mover),
    }
    found = _answer(ends, limits)
    return Verdict(found, "" if found else f"ambiguous: the best two differ by {second - first:.2f} m", measures)


def answer_before(task: Task, before: Snapshot) -> str | None:
    """The letter of the landmark that is nearest before the move."""
    return _answer(distances(before.scene, task), choose(task, LIMITS, PAPER))


def _answer(metres: Floats, limits: CloserToLimits) -> str | None:
    first, second = np.sort(metres)[:2]
    return ANSWERS[int(metres.argmin())] if second - first >= limits.margin_m else None


def nearness(task: Task, verdict: Verdict) -> float:
    """How near a plausible outcome came to the wanted answer, in [0, 1]; 0 when it was rejected unmeasured."""
    if "distance_1" not in verdict.measures:
        return 0.0
    metres = np.array([verdict.measures[f"distance_{k + 1}"] for k in range(len(ANSWERS))])
    goal = ANSWERS.index(task.wanted)
    wrong_m = metres[goal] - np.delete(metres, goal).min() + choose(task, LIMITS, PAPER).margin_m
    return float(np.clip(1.0 - max(0.0, wrong_m), 0.0, 1.0))
