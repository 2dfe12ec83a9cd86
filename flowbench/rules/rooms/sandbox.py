"""The sandbox: any object may be moved in any way; asked is which of four things has another place at the end.

The wanted answer is the letter of the task's mover. What was moved beside the four, or several things at once, gives
no answer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from flowbench.assets import questions
from flowbench.geometry.camera import project
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.motion import action_of
from flowbench.geometry.rotation import angle_between
from flowbench.records import Action, Attempt, CameraMotion, Layout, Motion, Move, SceneState, Snapshot, Task, Verdict
from flowbench.rules.rooms import motions, presets
from flowbench.rules.rooms.moves import slides
from flowbench.rules.rooms.plausible import move_length, rejection_of
from flowbench.rules.rooms.referable import landmarks, movers
from flowbench.seeding import ordered
from flowbench.simulators.embedded.relations import riders

ANSWERS = CLASSES = ("A", "B", "C", "D")
RENDER_BUDGET = 64
UNDO: Action = ()  # what takes the last action back


@dataclass(frozen=True)
class SandboxLimits:
    """Constants of the sandbox.

    Attributes:
        min_shift: how far the centre of what was moved must come in the first camera's picture, share of the width.
    """

    min_shift: float = 0.03


LIMITS = SandboxLimits()


def rates(preset: str) -> Mapping[str, float]:
    """Share of each answer: the same for all, whatever the preset."""
    presets.flip_rate(preset)  # an error for a preset that does not exist
    return presets.even_rates(CLASSES)


def propose(before: Snapshot, want: str, rng: np.random.Generator) -> Iterator[Task]:
    """Tasks of a view in random order: a mover with a free and supported slide, and three other things one can name."""
    named = movers(before)
    wordings = len(questions.load("sandbox")["questions"])
    for k in rng.permutation(len(named)):
        mover = named[k]
        others = landmarks(before, mover)
        if len(others) < len(ANSWERS) - 1 or not slides(before.scene, mover):
            continue
        chosen = [others[n] for n in rng.permutation(len(others))[: len(ANSWERS) - 1]]
        chosen.insert(ANSWERS.index(want), mover)
        yield Task("sandbox", mover, tuple(chosen), want, {}, int(rng.integers(wordings)))


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free and supported slides of the mover, in an order of the task's own."""
    return ordered(slides(scene, task.mover), "sandbox", scene.layout.scene, *task.named, task.text_key)


def label(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """Which of the four was moved, or why there is no answer."""
    if not attempt.success:
        return Verdict(None, rejection_of(task, before, after, attempt, task.mover))
    moved = moved_objects(before.scene, after.scene)
    if len(moved) == 1 and moved[0] in task.landmarks:
        reason = rejection_of(task, before, after, attempt, moved[0]) or _hardly_seen(
            before.scene, after.scene, moved[0]
        )
        if reason:
            return Verdict(None, reason)
    return outcome(task, before, after, attempt)


def _hardly_seen(before: SceneState, after: SceneState, name: str) -> str:
    """Why the picture hardly shows that an object was moved; "" where it does. A moving camera is left out of it."""
    camera = before.camera
    places = project(camera, np.stack([world_box(scene, name)[0:3] for scene in (before, after)]))[:, :2]
    shift = float(np.hypot(*(places[1] - places[0]))) / camera.width
    return "" if shift >= LIMITS.min_shift else f"hardly seen: its centre comes {shift:.3f} of the width"


def outcome(task: Task, before: Snapshot, after: Snapshot, attempt: Attempt) -> Verdict:
    """The same for any outcome, plausible or not."""
    moved = moved_objects(before.scene, after.scene)
    if len(moved) != 1:
        reason = f"ambiguous: {len(moved)} things have moved" if moved else "short move: nothing has moved"
        return Verdict(None, reason)
    name = moved[0]
    turn_deg = angle_between(before.scene.pose(name).rotation, after.scene.pose(name).rotation)
    measures = {"move_m": move_length(before.scene, after.scene, name), "turn_deg": turn_deg}
    if name not in task.landmarks:
        return Verdict(None, f"not asked about: {name}", measures)
    return Verdict(ANSWERS[task.landmarks.index(name)], "", measures)


def answer_before(task: Task, before: Snapshot) -> str | None:
    """None: before the move nothing has moved."""
    return None


def nearness(task: Task, verdict: Verdict) -> float:
    """0: there is no half way to having moved a thing."""
    return 0.0


def moved_objects(before: SceneState, after: SceneState) -> tuple[str, ...]:
    """Ids of what has another pose, without what is part of it or went along with it, in scene order."""
    changed = [
        item.object_id for item in before.layout.objects if before.pose(item.object_id) != after.pose(item.object_id)
    ]
    along = {part for name in changed for part in before.layout.parts[name][1:]}
    if before.carry:
        along.update(rider for name in changed for rider in riders(before, name))
    return tuple(name for name in changed if name not in along)


@lru_cache(maxsize=64)
def movable(layout: Layout) -> tuple[str, ...]:
    """Ids of all that an action may choose: everything pickupable or moveable that is no part of another, in order."""
    items = (item for item in layout.objects if (item.pickupable or item.moveable) and item.carrier is None)
    return tuple(item.object_id for item in items)


def action_size(kind: str) -> int:
    """How many numbers an action has: the object, its motion, that of the camera if it moves, and undo."""
    shift = motions.SHIFT if kind == motions.TRANSLATION else motions.SHIFT_AND_TURN
    return 1 + len(shift) + (len(motions.CAMERA_WALK) if kind == motions.CAMERA else 0) + 1


def decode(layout: Layout, kind: str, action: Sequence[float]) -> Action:
    """What an action does; `UNDO` where its last number is above 0. Moves that go nowhere are left out."""
    if action[-1] > 0.0:
        return UNDO
    names, count = movable(layout), len(motions.SHIFT if kind == motions.TRANSLATION else motions.SHIFT_AND_TURN)
    name = names[min(len(names) - 1, int((action[0] + 1.0) / 2.0 * len(names)))]
    motion, rest = motions.object_motion(name, action[1 : 1 + count]), action[1 + count : -1]
    if kind != motions.CAMERA:
        return motion
    walk = motions.camera_motion(rest)
    moves: tuple[Move, ...] = (motion, walk) if walk != CameraMotion() else (motion,)
    return action_of(moves[1:] if len(moves) > 1 and motion == Motion(name) else moves)


def encode(layout: Layout, kind: str, moves: Sequence[Move]) -> NDArray[np.float32]:
    """The action that does some moves; no moves at all: the one that takes the last action back."""
    numbers = np.zeros(action_size(kind))
    numbers[-1] = -1.0 if moves else 1.0
    start = 1 + len(motions.SHIFT if kind == motions.TRANSLATION else motions.SHIFT_AND_TURN)
    for move in moves:
        if isinstance(move, CameraMotion):
            numbers[start:-1] = motions.shares_of(move)
        else:
            names = movable(layout)
            numbers[0] = (2 * names.index(move.object_id) + 1) / len(names) - 1.0
            numbers[1:start] = motions.shares_of(move, turns=kind != motions.TRANSLATION)
    return numbers.astype(np.float32)
