"""Contact with a wall: is object A, once moved, in contact with a wall of its room?

The clearance is the smallest signed gap between A's box and a wall: contact up to 0.05 m, none from 0.15 m on. Only
walls whose place something shows are asked about, and no scenes with signs of further walls inside the room. The
nearest wall must be in the picture.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.camera import level_axes
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.motion import displacement
from flowbench.geometry.walls import wall_gaps
from flowbench.records import Attempt, Floats, Layout, Motion, SceneState, Snapshot, Task, Verdict, Wall
from flowbench.rules.rooms import presets
from flowbench.rules.rooms.eligible import shows
from flowbench.rules.rooms.limits import MOVE
from flowbench.rules.rooms.literal.scene_box import scene_box_gaps
from flowbench.rules.rooms.manner import Manner, choose
from flowbench.rules.rooms.moves import ends_well, slide
from flowbench.rules.rooms.plausible import move_length, rejection
from flowbench.rules.rooms.referable import movers
from flowbench.seeding import ordered

ANSWERS = ("yes", "no")
CLASSES = ANSWERS
RENDER_BUDGET = 12
BUDGETS = {"fast": 12, "full": 25}
PLANS = {"paper_literal": "flowbench.rules.rooms.literal.contact_wall"}
TOWARD, AWAY = "toward", "away"


@dataclass(frozen=True)
class ContactWallLimits:
    """Constants of the category.

    Attributes:
        yes_m, no_m: contact up to the one clearance, none from the other on.
        sunk_m: how far the box may reach into a wall.
        stop_m: clearance at which a slide to the wall should end.
        short_m: clearances at which a slide toward the wall ends that should give "no": 0.15 to 0.45 m.
        away_m: lengths of the slides away from the wall that should give "no": 0.25 to 0.9 m.
        away_share: share of these among the tasks with the answer "no".
        hidden_m: how far inside its modelled place a wall may be that nothing shows (95th percentile of the distance
            between a side of the floor's box and the outermost object near it).
    """

    yes_m: float = 0.05
    no_m: float = 0.15
    sunk_m: float = 0.02
    stop_m: float = 0.02
    short_m: tuple[float, ...] = (0.17, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45)
    away_m: tuple[float, ...] = (0.25, 0.4, 0.55, 0.7, 0.9)
    away_share: float = 0.10
    hidden_m: float = 0.60


LIMITS = ContactWallLimits()
PAPER = ContactWallLimits(yes_m=0.12, no_m=0.12, stop_m=0.10)  # yes: up to where a slide stops and the tolerance


@dataclass(frozen=True)
class Clearance:
    """The nearest wall, the signed gap to it in metres (inf without walls), and why that gives no answer, or "".

    `yes_m` is up to which gap it is contact.
    """

    wall_id: str
    gap_m: float
    doubt: str = ""
    yes_m: float = LIMITS.yes_m

    @property
    def answer(self) -> str | None:
        """The answer, or None where there is a doubt."""
        return None if self.doubt else "yes" if self.gap_m <= self.yes_m else "no"


def rates(preset: str) -> Mapping[str, float]:
    """Share of each answer a preset wants."""
    return presets.yes_no_rates("contact_wall", preset)


def are_known(walls: Sequence[Wall], inner_walls: bool) -> bool:
    """Whether contact with a scene's walls can be judged at all: something shows where one is, and nothing others."""
    return not inner_walls and any(wall.evidenced for wall in walls)


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view that have a free, supported witness, in random order; none where walls are unknown.

    Whether to go away from the wall is drawn first; going toward it instead is no give-away, the reverse would be.
    """
    scene = before.scene
    wordings = len(questions.load("contact_wall")["questions"])
    named = movers(before) if are_known(scene.layout.walls, scene.layout.inner_walls) else []
    goes_away = want == "no" and rng.random() < LIMITS.away_share
    for way in (AWAY, TOWARD) if goes_away else (TOWARD,):
        for mover in rng.permutation(named).tolist():
            task = Task("contact_wall", mover, (), want, {"way": way}, int(rng.integers(wordings)))
            if any(shows(before, _after(scene, motion).wall_id) for motion in witnesses(scene, task)):
                yield task


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free and supported slides of A along the normal of a wall that should give the wanted answer.

    Away from the nearest wall, or toward the nearest one that has such slides, as the task says; in an order of the
    task's own.
    """
    away = task.parameters["way"] == AWAY
    gaps = wall_gaps(world_box(scene, task.mover), scene.layout.walls, scene.layout.rooms)
    if not gaps or (not away and gaps[0].gap_m < LIMITS.no_m):  # from the one wall to another is no approach
        return []
    for gap in gaps[:1] if away else gaps:
        lengths = [-metres for metres in LIMITS.away_m] if away else _advances(gap.gap_m, task.wanted)
        motions = [slide(task.mover, _toward(scene, gap.wall_id), metres) for metres in lengths]
        found = [motion for motion in motions if _fits(scene, task, motion, "" if away else gap.wall_id)]
        if found:
            return ordered(found, "contact_wall", scene.layout.scene, task.mover, task.text_key)
    return []


def _advances(gap: float, wanted: str) -> list[float]:
    """How far to go toward a wall at this gap, metres."""
    stops = (LIMITS.stop_m,) if wanted == "yes" else LIMITS.short_m
    return [gap - stop for stop in stops if gap - stop >= MOVE.min_move_m]


def _toward(scene: SceneState, wall_id: str) -> tuple[float, float]:
    """Unit direction (right, forward) of the level frame to a wall."""
    right, _, forward = level_axes(scene.camera)
    x, z = next(wall.inward for wall in scene.layout.walls if wall.wall_id == wall_id)
    return -float(right[0] * x + right[2] * z), -float(forward[0] * x + forward[2] * z)


def _fits(scene: SceneState, task: Task, motion: Motion, nearest: str) -> bool:
    """Whether a motion should give the wanted answer, with this wall the nearest at the end ("": any wall)."""
    end = _after(scene, motion)
    return end.answer == task.wanted and nearest in ("", end.wall_id) and ends_well(scene, motion)


def clearance(scene: SceneState, object_id: str) -> Clearance:
    """How far an object is from the walls of its room."""
    return _judge(world_box(scene, object_id), scene.layout)


def scene_box_clearance(scene: SceneState, object_id: str, motion: Motion | None = None) -> Clearance:
    """How far an object is, once moved, from the sides of the box around the scene: what the paper takes for walls."""
    side = scene_box_gaps(scene, object_id, motion)[0]
    doubt = f"in the wall: {-side.gap_m:.2f} m" if side.gap_m < -PAPER.sunk_m else ""
    return Clearance(side.wall_id, side.gap_m, doubt, PAPER.yes_m)


def _after(scene: SceneState, motion: Motion) -> Clearance:
    """The same once a motion is made."""
    box = world_box(scene, motion.object_id).copy()
    box[0:3] += displacement(scene.camera, motion)
    return _judge(box, scene.layout)


def _judge(box: Floats, layout: Layout) -> Clearance:
    gaps = wall_gaps(box, layout.walls, layout.rooms)
    if layout.inner_walls or not gaps:
        return Clearance("", np.inf, "walls unknown: there are signs of others inside the room, or none are known")
    wall, gap = gaps[0].wall_id, gaps[0].gap_m
    guessed = {wall.wall_id for wall in layout.walls if not wall.evidenced}
    guess_m = min((other.gap_m for other in gaps if other.wall_id in guessed), default=np.inf)
    if wall in guessed:
        return Clearance(wall, gap, f"walls unknown: nothing shows where {wall} is")
    if gap < -LIMITS.sunk_m:
        return Clearance(wall, gap, f"in the wall: {-gap:.2f} m")
    if LIMITS.yes_m < gap < LIMITS.no_m:
        return Clearance(wall, gap, f"ambiguous: {gap:.2f} m from the wall")
    if gap >= LIMITS.no_m and guess_m < LIMITS.no_m + LIMITS.hidden_m:
        return Clearance(wall, gap, "walls unknown: one that nothing shows may be near")
    return Clearance(wall, gap)


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The answer from the realised pose, or why there is none."""
    reason = rejection(task, before, after, attempt)
    return Verdict(None, reason) if reason else outcome(task, before, after, attempt)


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not."""
    measure, limits = choose(task, clearance, scene_box_clearance), choose(task, LIMITS, PAPER)
    end = measure(after.scene, task.mover)
    measures = {
        "clearance": end.gap_m,
        "clearance_before": measure(before.scene, task.mover).gap_m,
        "margin": min(abs(end.gap_m - limits.yes_m), abs(end.gap_m - limits.no_m)),
        "move_m": move_length(before.scene, after.scene, task.mover),
    }
    if np.isinf(end.gap_m):
        return Verdict(None, end.doubt)
    seen = Manner.of(task).is_literal or shows(after, end.wall_id)
    hidden = "" if seen else f"wall unseen: {end.wall_id}"
    return Verdict(None if hidden else end.answer, end.doubt or hidden, measures)


def answer_before(task: Task, before: Snapshot) -> str | None:
    """The answer to the same question before the move."""
    return choose(task, clearance, scene_box_clearance)(before.scene, task.mover).answer


def nearness(task: Task, verdict: Verdict) -> float:
    """How near a plausible outcome came to the wanted answer, in [0, 1]; 0 when it was rejected unmeasured."""
    if "clearance" not in verdict.measures:
        return 0.0
    gap, limits = verdict.measures["clearance"], choose(task, LIMITS, PAPER)
    wrong_m = gap - limits.yes_m if task.wanted == "yes" else limits.no_m - gap
    return float(np.clip(1.0 - max(0.0, wrong_m), 0.0, 1.0))
