"""Feasibility as the paper plans it: a generic slide, then a probe; "no" comes from harder probes than "yes" does.

Straight probes serve both answers, those along two axes and to the nearest wall only "no". Where none of them gives
"no", longer ones may. Whether the answer flips is left to chance, as the paper has no rule for it here.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from flowbench.assets import questions
from flowbench.geometry.camera import level_axes
from flowbench.geometry.motion import quantise
from flowbench.records import Motion, SceneState, Snapshot, Task
from flowbench.rules.rooms import contact_wall
from flowbench.rules.rooms.feasibility import ACROSS, ALONG, DIAGONALS, probe_components
from flowbench.rules.rooms.feasibility import LIMITS as USUAL
from flowbench.rules.rooms.limits import PAPER
from flowbench.rules.rooms.literal.scene_box import SIDES, scene_box_gaps
from flowbench.rules.rooms.literal.stages import INSTEAD_OF, PROPOSALS
from flowbench.rules.rooms.manner import FULL, Manner
from flowbench.rules.rooms.moves import FOUR, Direction, slides
from flowbench.rules.rooms.presets import FLIP, STAY, answer_of
from flowbench.rules.rooms.probes import find, probe_of
from flowbench.rules.rooms.referable import movers
from flowbench.seeding import ordered

Probe = tuple[float, float, float]  # (right, up, forward) in metres


@dataclass(frozen=True)
class ProbeLengths:
    """Lengths of probes, metres.

    Attributes:
        fast_m: of the fast search; the paper's own list is not legible in the text we have.
        full_m, down_m: what the full search adds, the latter straight down.
        longer_m: for "no", where nothing else gives it.
        least_m: of a probe to the nearest wall, which goes at least to where a slide to it would stop.
    """

    fast_m: tuple[float, ...] = USUAL.lengths_m
    full_m: tuple[float, ...] = (1.5, 1.25)
    down_m: tuple[float, ...] = (0.6, 0.5, 0.4)
    longer_m: tuple[float, ...] = (2.0, 1.75, 1.5)
    least_m: float = 0.05


LENGTHS = ProbeLengths()


def propose(before: Snapshot, want: str, rng: np.random.Generator, manner: Manner) -> Iterator[Task]:
    """Tasks of a view in random order; for "no" then those with longer probes."""
    searched = (*LENGTHS.fast_m, *LENGTHS.full_m) if manner.search == FULL else LENGTHS.fast_m
    first = _tasks(before, want, searched, rng, manner)
    if answer_of(want) == "yes":
        return first
    return chain(islice(first, PROPOSALS // 2), _tasks(before, want, LENGTHS.longer_m, rng, manner))


def _tasks(
    before: Snapshot, want: str, lengths: Sequence[float], rng: np.random.Generator, manner: Manner
) -> Iterator[Task]:
    scene, wordings = before.scene, len(questions.load("feasibility")["questions"])
    named = movers(before, PAPER)
    asked = [(name, probe) for name in named for probe in probes(scene, name, lengths, answer_of(want), manner)]
    for k in rng.permutation(len(asked)):
        mover, (right, up, forward) = asked[k]
        setup = ACROSS if rng.random() < USUAL.across_share else ALONG
        down = {"probe_up_m": up} if up else {}
        parameters = {"probe_right_m": right, **down, "probe_forward_m": forward, "setup": setup}
        task = Task("feasibility", mover, (), answer_of(want), manner.mark(parameters), int(rng.integers(wordings)))
        if witnesses(scene, task):
            kind = FLIP if find(scene, task).answer != task.wanted else STAY
            other = {} if f"{task.wanted}/{kind}" == want else {INSTEAD_OF: want}
            yield Task(task.category, mover, (), task.wanted, {**task.parameters, **other}, task.text_key)


def probes(scene: SceneState, mover: str, lengths: Sequence[float], answer: str, manner: Manner) -> list[Probe]:
    """The probes worth asking for with an answer."""
    directions: tuple[Direction, ...] = FOUR if answer == "yes" else (*FOUR, *DIAGONALS)
    level = [probe_components(direction, length) for direction in directions for length in lengths]
    found = [(right, 0.0, forward) for right, forward in level]
    if answer == "no":
        found += _to_wall(scene, mover, lengths)
    if manner.search == FULL:
        found += [(0.0, -length, 0.0) for length in LENGTHS.down_m]
    return found


def _to_wall(scene: SceneState, mover: str, lengths: Sequence[float]) -> list[Probe]:
    """Straight to the nearest side of the scene's box, at least as far as to where a slide would stop before it."""
    side = scene_box_gaps(scene, mover)[0]
    least = max(LENGTHS.least_m, side.gap_m - contact_wall.PAPER.stop_m)
    right, _, forward = level_axes(scene.camera)
    x, z = SIDES[side.wall_id]
    ways = float(right[0] * x + right[2] * z), float(forward[0] * x + forward[2] * z)
    return [(quantise(ways[0] * m), 0.0, quantise(ways[1] * m)) for m in lengths if m >= least]


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free generic slides from whose ends the probe gives the wanted answer, in an order of the task's own.

    Across the probe or along it as the task says; where it has two axes, or none of the level ones, all will do.
    """
    probe, across = probe_of(task), task.parameters["setup"] == ACROSS
    bound = math.isclose(abs(probe.right_m) + abs(probe.forward_m), math.hypot(probe.right_m, probe.forward_m))
    found = []
    for motion in slides(scene, task.mover, room=PAPER):
        along = motion.right_m * probe.right_m + motion.forward_m * probe.forward_m
        fits = not bound or probe.up_m or (along == 0.0 if across else along > 0.0)
        if fits and find(scene, task, motion).answer == task.wanted:
            found.append(motion)
    centimetres = [round(100.0 * metres) for metres in (probe.right_m, probe.up_m, probe.forward_m)]
    return ordered(found, "feasibility", scene.layout.scene, task.mover, *centimetres, task.text_key)
