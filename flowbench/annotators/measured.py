"""What each room category says of a transition that none of them was asked about: the sandbox's list of questions."""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from flowbench.annotators import text
from flowbench.records import Snapshot, Task, Transition
from flowbench.rules.rooms.count_near import LIMITS as COUNTING
from flowbench.rules.rooms.depth_order import WORDS
from flowbench.rules.rooms.feasibility import LIMITS as PROBING
from flowbench.rules.rooms.feasibility import probe_components
from flowbench.rules.rooms.measure import measure
from flowbench.rules.rooms.moves import FOUR
from flowbench.rules.rooms.near_object import LIMITS as NEAR
from flowbench.rules.rooms.referable import landmarks
from flowbench.seeding import ordered

ONE_CAMERA = ("occlusion", "feasibility")  # what cannot be asked where the camera has moved


@dataclass(frozen=True)
class _Asked:
    """A question to measure: how many landmarks it takes, and its parameters."""

    category: str
    landmarks: int
    parameters: Mapping[str, Any] = field(default_factory=dict)


def measured_questions(transition: Transition, mover: str) -> list[dict[str, Any]]:
    """The questions of all categories that the outcome answers, about one moved object, as JSON values.

    Landmarks and parameters are drawn; what is ambiguous, or cannot be seen, is left out. Each question is about the
    picture after the move: "category", "mover", "landmarks", "parameters", "question", "choices", "values" (what the
    choices stand for), "answer", "answer_before" (None where it was ambiguous) and "measures".

    Args:
        transition: with pictures.
    """
    view = transition.after
    seed = (*transition.origin.seed_key, mover)
    named = [name for name in landmarks(transition.before, mover) if name in landmarks(view, mover)]
    chosen = ordered(named, "measured landmarks", *seed)
    moved_camera = transition.before.scene.camera != view.scene.camera
    asked = (one for one in _all(seed) if not (moved_camera and one.category in ONE_CAMERA))
    found = (_measured(transition, view, mover, tuple(chosen[: one.landmarks]), one) for one in asked)
    return [question for question in found if question is not None]


def _all(seed: tuple[str | int, ...]) -> Iterator[_Asked]:
    """One question a category, its parameters drawn."""
    right, forward = probe_components(_drawn(FOUR, "probe", seed), _drawn(PROBING.lengths_m, "length", seed))
    yield _Asked("occlusion", 1)
    yield _Asked("closer_to", 4)
    yield _Asked("contact_wall", 0)
    yield _Asked("left_right", 1, {"side": _drawn(("left", "right"), "side", seed)})
    yield _Asked("feasibility", 0, {"probe_right_m": right, "probe_forward_m": forward})
    yield _Asked("closest_three", 6)
    yield _Asked("count_near", 6, {"tau": _drawn(COUNTING.taus_m, "count tau", seed)})
    yield _Asked("near_object", 1, {"tau": _drawn(NEAR.taus_m, "tau", seed)})
    yield _Asked("depth_order", 1, {"word": _drawn(WORDS, "word", seed)})


def _drawn(values: Any, name: str, seed: tuple[str | int, ...]) -> Any:
    return ordered(values, "measured", name, *seed)[0]


def _measured(
    transition: Transition, view: Snapshot, mover: str, named: tuple[str, ...], asked: _Asked
) -> dict[str, Any] | None:
    if len(named) < asked.landmarks:
        return None
    about: dict[str, Any] = {"mover": mover, "landmarks": named, **asked.parameters}
    after = measure(transition, asked.category, **about)
    if after.answer is None:
        return None
    before = measure(transition, asked.category, when="before", **about)
    task = Task(asked.category, mover, named, after.answer, asked.parameters)
    words = text.names(view, task)
    values = text.option_values(dataclasses.replace(transition, task=task))
    return {
        "category": asked.category,
        "mover": mover,
        "landmarks": list(named),
        "parameters": dict(asked.parameters),
        "question": text.task_question(task, words),
        "choices": list(text.option_texts(task, values, words)),
        "values": list(values),
        "answer": after.answer,
        "answer_before": before.answer,
        "measures": dict(after.measures),
    }
