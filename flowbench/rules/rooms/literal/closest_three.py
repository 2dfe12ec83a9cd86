"""Closest three as the paper plans it: generic slides that change the three, and in the end any."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from flowbench.assets import questions
from flowbench.records import Floats, Motion, SceneState, Snapshot, Task
from flowbench.rules.rooms.closest_three import CLOSEST, OPTIONS, answer
from flowbench.rules.rooms.closest_three import PAPER as LIMITS
from flowbench.rules.rooms.distances import centre_distances, distances_from
from flowbench.rules.rooms.limits import PAPER
from flowbench.rules.rooms.literal.stages import in_stages
from flowbench.rules.rooms.manner import Manner
from flowbench.rules.rooms.moves import centres_after, slides
from flowbench.rules.rooms.presets import FLIP, STAY
from flowbench.rules.rooms.referable import landmarks, movers
from flowbench.seeding import ordered


def propose(before: Snapshot, want: str, rng: np.random.Generator, manner: Manner) -> Iterator[Task]:
    """Tasks of a view in random order; where the three should change, then those in which they do not."""
    scene = before.scene
    named = {mover: landmarks(before, mover, PAPER) for mover in movers(before, PAPER)}
    asked = [(mover, m) for mover, names in named.items() if len(names) >= OPTIONS for m in _moves(scene, mover)]
    wordings = len(questions.load("closest_three")["questions"])

    def tasks(kind: str, parameters: dict[str, Any]) -> Iterator[Task]:
        for k in rng.permutation(len(asked)):
            mover, motion = asked[k]
            options, flips = _options(scene, mover, motion, named[mover])
            if flips == (kind == FLIP):
                shown = tuple(rng.permutation(options).tolist())
                wanted = answer(_ends(scene, mover, motion, shown), LIMITS)
                if wanted is not None:
                    key = int(rng.integers(wordings))
                    yield Task("closest_three", mover, shown, wanted, manner.mark(parameters), key)

    return in_stages([(FLIP,), (STAY,)] if want == FLIP else [(STAY,)], rng, tasks)


def _moves(scene: SceneState, mover: str) -> tuple[Motion, ...]:
    return slides(scene, mover, room=PAPER)


def _ends(scene: SceneState, mover: str, motion: Motion, names: Sequence[str]) -> Floats:
    return np.asarray(centre_distances(scene, centres_after(scene, mover, [motion]), names)[0])


def _options(scene: SceneState, mover: str, motion: Motion, names: list[str]) -> tuple[list[str], bool]:
    """The nearest three before and after a move, padded with the next nearest after it; whether they differ."""
    first = np.argsort(distances_from(scene, mover, names), kind="stable").tolist()
    last = np.argsort(_ends(scene, mover, motion, names), kind="stable").tolist()
    union = [n for n in last if n in {*first[:CLOSEST], *last[:CLOSEST]}]
    padded = union + [n for n in last if n not in union][: OPTIONS - len(union)]
    return [names[n] for n in padded], set(first[:CLOSEST]) != set(last[:CLOSEST])


def witnesses(scene: SceneState, task: Task) -> Sequence[Motion]:
    """Free generic slides of A that make the wanted three the nearest, in an order of the task's own."""
    motions = _moves(scene, task.mover)
    ends = centre_distances(scene, centres_after(scene, task.mover, motions), task.landmarks)
    found = [m for m, metres in zip(motions, ends, strict=True) if answer(metres, LIMITS) == task.wanted]
    return ordered(found, "closest_three", scene.layout.scene, task.mover, *task.landmarks, task.text_key)
