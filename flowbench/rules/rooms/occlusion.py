"""Occlusion: does object A, once moved, hide most of object B?

cover = |M_A(1) and M_B(0)| / |M_B(0)|, with M_A(1) the mask of A after the move and M_B(0) the mask of B before it.
Yes from 0.5 on, no up to 0.10, in between nobody is asked.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.boxes import place
from flowbench.geometry.camera import from_level, level_axes, project
from flowbench.geometry.check_pose import check_pose, world_box
from flowbench.geometry.motion import moved_poses, quantise
from flowbench.geometry.rotation import multiply
from flowbench.geometry.silhouettes import outlines, predicted_covers
from flowbench.records import Attempt, Floats, Motion, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import presets
from flowbench.rules.rooms.aims import miss
from flowbench.rules.rooms.eligible import extent, is_landmark, is_unique_in_view, mask_of, usable_movers
from flowbench.rules.rooms.limits import MOVE, USUAL, RoomLimits, scaled_pixels
from flowbench.rules.rooms.manner import choose
from flowbench.rules.rooms.moves import alone
from flowbench.rules.rooms.plausible import move_length, rejection

ANSWERS = CLASSES = ("yes", "no")
NEEDS_PICTURE = True  # its label is read off masks
RENDER_BUDGET = 16
BUDGETS = {"fast": 16, "full": 48, "ray_grid": 48}
PLANS = {
    "paper_literal": "flowbench.rules.rooms.literal.occlusion",
    "ray_grid": "flowbench.rules.rooms.literal.occlusion",
}


@dataclass(frozen=True)
class OcclusionLimits:
    """Constants of the category.

    Attributes:
        yes_cover, no_cover: the answer bands.
        min_ratio: (largest edge of A) / (largest edge of B).
        max_span: largest |u_A - u_B| before the move, share of the width.
        min_landmark_pixels: size of B's mask at 800 x 800.
        near_miss_cover, near_miss_gap: what a wanted "no" looks like: predicted cover, gap as share of the width.
        stand_off_share, stand_offs_m: how far in front of B: the sum of the radii less a share, or plus metres.
        laterals_m: how far beside the ground ray.
        miss_clearances_m: for "no": how far beside a just-touching outline.
        least_component_m: shorter components of a proposed move are left out.
        clear_score: from which predicted score on a motion counts as good; among those the length decides.
        aims_m: moves of a view aim at a length between these, whatever the answer wanted.
    """

    yes_cover: float = 0.5
    no_cover: float = 0.10
    min_ratio: float = 1.25
    max_span: float = 0.5
    min_landmark_pixels: int = 150
    near_miss_cover: float = 0.05
    near_miss_gap: float = 0.06
    stand_off_share: float = 0.20
    stand_offs_m: tuple[float, ...] = (0.1, 0.3, 0.6, 1.0, 1.5)
    laterals_m: tuple[float, ...] = (0.0, 0.1, -0.1, 0.2, -0.2, 0.35, -0.35, 0.5, -0.5)
    miss_clearances_m: tuple[float, ...] = (0.02, 0.06, 0.10)
    clear_score: float = 0.7
    aims_m: tuple[float, float] = (0.4, 1.3)
    least_component_m: float = 0.05


LIMITS = OcclusionLimits()
PAPER = OcclusionLimits(no_cover=LIMITS.yes_cover, min_ratio=1.5)  # no answer is in doubt


@dataclass(frozen=True)
class Witness:
    """A motion that should bring the wanted answer about, and how well (higher is better)."""

    motion: Motion
    score: float


def rates(preset: str) -> Mapping[str, float]:
    """Share of each answer a preset wants."""
    return presets.yes_no_rates("occlusion", preset)


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view that have a free, supported witness: those near the length aimed at first, then liked types.

    The length is drawn alike for both answers, so that it does not tell them apart.
    """
    text_key = int(rng.integers(len(questions.load("occlusion")["questions"])))
    scored = []
    for mover, landmark in pairs(before):
        task = Task("occlusion", mover, (landmark,), want, {}, text_key)
        witness = next(predicted(before.scene, task), None)
        if witness is not None:
            order = (*_rank(before.scene, task, witness), -preference(before.scene, mover, landmark))
            scored.append((order, float(rng.random()), task))
    yield from (task for _, _, task in sorted(scored, key=lambda row: row[:2]))


def pairs(before: Snapshot, limits: OcclusionLimits = LIMITS, room: RoomLimits = USUAL) -> list[tuple[str, str]]:
    """(occluder, occludee) pairs of a view in scene order; both names are unique in the view."""
    scene = before.scene
    movers = [name for name in usable_movers(before, room.mover) if is_unique_in_view(before, name)]
    landmarks = [
        item.object_id
        for item in scene.layout.objects
        if is_landmark(before, item.object_id, room.landmark) and is_unique_in_view(before, item.object_id)
    ]
    return [(a, b) for a in movers for b in landmarks if _is_pair(before, a, b, limits)]


def preference(scene: SceneState, mover: str, landmark: str) -> int:
    """How many of the two are of types that make a good occluder and a good occludee."""
    data = questions.load("occlusion")
    liked = (
        scene.object(mover).object_type in data["occluders"],
        scene.object(landmark).object_type in data["occludees"],
    )
    return sum(liked)


def _is_pair(before: Snapshot, mover: str, landmark: str, limits: OcclusionLimits) -> bool:
    scene = before.scene
    if landmark in scene.layout.parts[mover] or landmark in scene.object(mover).parents:
        return False
    if extent(scene, mover) < limits.min_ratio * extent(scene, landmark):
        return False
    if before.visible(landmark)[0] < scaled_pixels(limits.min_landmark_pixels, scene.camera):
        return False
    u = project(scene.camera, np.stack([world_box(scene, mover)[0:3], world_box(scene, landmark)[0:3]]))[:, 0]
    return bool(abs(u[0] - u[1]) <= limits.max_span * scene.camera.width)


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free and supported motions of A at its own height that should give the wanted answer, best first."""
    return [witness.motion for witness in predicted(scene, task)]


def predicted(scene: SceneState, task: Task) -> Iterator[Witness]:
    """The same one by one, with their scores: good ones first, among them those near the length aimed at."""
    mover, landmark = task.mover, task.landmarks[0]
    motions = list(_candidates(scene, mover, landmark, task.wanted))
    promising = _judged(scene, mover, landmark, motions, task.wanted)
    for witness in sorted(promising, key=lambda one: (*_rank(scene, task, one), -one.score)):
        if check_pose(alone(scene, mover), mover, moved_poses(scene, witness.motion)[mover]).ok:
            yield witness


def _rank(scene: SceneState, task: Task, witness: Witness) -> tuple[bool, int]:
    return witness.score < LIMITS.clear_score, miss(scene, task, witness.motion, *LIMITS.aims_m)


def _candidates(scene: SceneState, mover: str, landmark: str, want: str) -> Iterator[Motion]:
    """Motions along and beside the ground ray from the camera to B, rounded to centimetres."""
    camera = scene.camera
    a, b = world_box(scene, mover), world_box(scene, landmark)
    eye = np.asarray(camera.position)
    ground = (b[0:3] - eye) * np.array([1.0, 0.0, 1.0])
    distance = float(np.hypot(ground[0], ground[2]))
    ahead = ground / distance
    beside = np.array([ahead[2], 0.0, -ahead[0]])
    radii = _ground_radius(a) + _ground_radius(b)
    stand_offs = (radii * (1.0 - LIMITS.stand_off_share), *(radii + extra for extra in LIMITS.stand_offs_m))
    places = [(near, side) for near in stand_offs if near < distance for side in _laterals(want, radii, near, distance)]
    near, side = np.array(places).reshape(-1, 2, 1).transpose(1, 0, 2)
    targets = eye + ahead * (distance - near) + beside * side
    shifts = multiply((targets - a[0:3]) * np.array([1.0, 0.0, 1.0]), level_axes(camera).T)
    seen: set[tuple[float, float]] = set()
    for right_m, _, forward_m in shifts.tolist():
        right, forward = _component(right_m), _component(forward_m)
        if (right, forward) not in seen and MOVE.min_move_m <= math.hypot(right, forward) <= MOVE.max_move_m:
            seen.add((right, forward))
            yield Motion(mover, right_m=right, forward_m=forward)


def _component(length: float) -> float:
    """A component of a move in whole centimetres; one too small to be worth saying is left out."""
    return quantise(length) if abs(length) >= LIMITS.least_component_m else 0.0


def _laterals(want: str, radii: float, stand_off: float, distance: float) -> list[float]:
    if want == "yes":
        return list(LIMITS.laterals_m)
    nearness = (distance - stand_off) / distance
    clear = [radii * nearness + extra for extra in LIMITS.miss_clearances_m]
    return [side * lateral for lateral in clear for side in (1.0, -1.0)] + list(LIMITS.laterals_m[3:])


def _judged(scene: SceneState, mover: str, landmark: str, motions: list[Motion], want: str) -> Iterator[Witness]:
    """The motions that would do, scored by predicted cover (yes) or by how clean the near miss is (no)."""
    if not motions:
        return
    offsets = np.array([[motion.right_m, motion.up_m, motion.forward_m] for motion in motions])
    back = outlines(scene.camera, body_boxes(scene, landmark))
    shifts = from_level(scene.camera, offsets)
    covers, gaps = predicted_covers(scene.camera, body_boxes(scene, mover), shifts, back)
    for motion, cover, gap in zip(motions, covers.tolist(), gaps.tolist(), strict=True):
        if want == "yes" and cover >= LIMITS.yes_cover:
            yield Witness(motion, round(min(cover, 0.9), 2))
        if want == "no" and cover <= LIMITS.near_miss_cover and gap <= LIMITS.near_miss_gap * scene.camera.width:
            yield Witness(motion, round(1.0 - cover, 2))


def body_boxes(scene: SceneState, object_id: str) -> Floats:
    """(n, 15) world boxes of a body: its collision boxes, or its oriented box when it has none."""
    item, pose = scene.object(object_id), scene.pose(object_id)
    return place(item.boxes, pose) if len(item.boxes) else world_box(scene, object_id)[None]


def _ground_radius(box: Floats) -> float:
    """Half the mean horizontal extent of a box, metres."""
    reach = box[3] * np.abs(box[6:9]) + box[4] * np.abs(box[9:12]) + box[5] * np.abs(box[12:15])
    return float(reach[0] + reach[2]) / 2.0


def cover(task: Task, before: Snapshot, now: Snapshot) -> float:
    """Share of B's pixels before the move at which A is seen now."""
    landmark = mask_of(before, task.landmarks[0])
    hidden, whole = int(np.count_nonzero(mask_of(now, task.mover) & landmark)), int(np.count_nonzero(landmark))
    return hidden / max(1, whole)


def answer(share: float, limits: OcclusionLimits = LIMITS) -> str | None:
    """The answer to a cover, or None where it is ambiguous."""
    if share >= limits.yes_cover:
        return "yes"
    return "no" if share <= limits.no_cover else None


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The answer from the realised state and its masks, or why there is none."""
    reason = rejection(task, before, after, attempt, landmarks_seen=False)
    return Verdict(None, reason) if reason else outcome(task, before, after, attempt)


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not."""
    share, limits = cover(task, before, after), choose(task, LIMITS, PAPER)
    measures = {
        "cover": share,
        "cover_before": cover(task, before, before),
        "margin": min(abs(share - limits.yes_cover), abs(share - limits.no_cover)),
        "move_m": move_length(before.scene, after.scene, task.mover),
    }
    found = answer(share, limits)
    return Verdict(found, "" if found else f"ambiguous: cover {share:.2f}", measures)


def answer_before(task: Task, before: Snapshot) -> str | None:
    """The answer to the same question before the move."""
    return answer(cover(task, before, before), choose(task, LIMITS, PAPER))


def nearness(task: Task, verdict: Verdict) -> float:
    """How near a plausible outcome came to the wanted answer, in [0, 1]; 0 when it was rejected unmeasured."""
    if "cover" not in verdict.measures:
        return 0.0
    share = min(1.0, verdict.measures["cover"] / LIMITS.yes_cover)
    return share if task.wanted == "yes" else 1.0 - share
