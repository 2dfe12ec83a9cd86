"""`measure`: any question about any transition of a room, answered by the category's own rule."""

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from flowbench import registry
from flowbench.errors import BadValue, UnknownName
from flowbench.records import Snapshot, Task, Transition, Verdict
from flowbench.rules.rooms.depth_order import WORDS
from flowbench.rules.rooms.limits import MOVE
from flowbench.rules.rooms.presets import PRESETS
from flowbench.rules.rooms.probes import predicted_stops
from flowbench.simulators import with_pixels

Check = Callable[[Any], bool]


@dataclass(frozen=True)
class Asks:
    """What a category's question must say besides the mover.

    Attributes:
        landmarks: how many; None leaves it to the rule.
        parameters: those it cannot do without, each with what it must be and a check of that.
        optional: those it can do without.
    """

    landmarks: int | None = None
    parameters: Mapping[str, tuple[str, Check]] = field(default_factory=dict)
    optional: Mapping[str, tuple[str, Check]] = field(default_factory=dict)


def _one_of(*words: str) -> tuple[str, Check]:
    return f"one of {words}", lambda value: value in words


def _is_number(value: Any, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= most


_METRES = ("a positive number of metres", lambda value: _is_number(value, math.inf) and value > 0.0)
_REACH = (
    f"metres from {-MOVE.max_move_m:g} to {MOVE.max_move_m:g}",
    lambda value: _is_number(value, MOVE.max_move_m),
)
_NEEDS = {
    "occlusion": Asks(1),
    "closer_to": Asks(4),
    "contact_wall": Asks(0),
    "left_right": Asks(1, {"side": _one_of("left", "right")}),
    "feasibility": Asks(0, {"probe_right_m": _REACH, "probe_forward_m": _REACH}, {"probe_up_m": _REACH}),
    "closest_three": Asks(6),
    "count_near": Asks(6, {"tau": _METRES}),
    "near_object": Asks(1, {"tau": _METRES}),
    "depth_order": Asks(1, {"word": _one_of(*WORDS)}),
}
_EVERYWHERE = {"rules": _one_of(*PRESETS)}


def measure(
    transition: Transition,
    category: str,
    *,
    mover: str | None = None,
    landmark: str | None = None,
    landmarks: Sequence[str] | None = None,
    when: Literal["after", "before"] = "after",
    plausible: bool = False,
    **parameters: Any,
) -> Verdict:
    """Answer any category's question about any transition of a room, with the rule that labels the category's items.

    What is left out is taken from the transition's own task where that is of the same category.

    Args:
        category: "near_object", "closer_to", ...: the rule's name.
        mover: the object the question is about; by default the one that was to be moved.
        landmark: its one landmark, where the category has one.
        landmarks: its landmarks in the order of the letters, where the category has several.
        when: "after" the move, or "before" it.
        plausible: also demand what an item must satisfy (the mover has come far enough, all are seen, ...).
        parameters: of the category's question, under the names in `Task.parameters`: `tau` (metres; near_object and
            count_near), `side` (left_right), `word` (depth_order), `probe_right_m`, `probe_forward_m`, `probe_up_m`
            (feasibility). `rules="paper_literal"` judges by the paper's own rules.

    Returns:
        The answer, or why there is none, with the measures behind it. Units: metres, shares of the width (left_right)
        or of the pixels (occlusion). Feasibility is answered from geometry unless its probe is the one that was tried.

    Raises:
        BadValue, UnknownName: for what is no transition of a room, no category, or no such question.
    """
    if not isinstance(transition.before, Snapshot):
        raise BadValue(f"measure asks about rooms, got a transition of {transition.origin.env_id}.")
    if when not in ("after", "before"):
        raise UnknownName.among("moment", when, ("after", "before"))
    rule = registry.rule_of(category)
    named = landmarks if landmark is None else (landmark,)
    if landmark is not None and landmarks is not None:
        raise BadValue("Pass either landmark or landmarks.")
    task = _task(transition, category, mover, named, parameters)
    before, after = transition.before, transition.after if when == "after" else transition.before
    if getattr(rule, "NEEDS_PICTURE", False):
        before, after = with_pixels(before), with_pixels(after)
        if unseen := _unseen(task, before, after):
            return Verdict(None, f"unseen: {unseen} has no pixel in the picture")
    attempt = transition.attempt
    if category == "feasibility" and (when == "before" or not _was_tried(transition, task)):
        attempt = dataclasses.replace(attempt, probe_stops=predicted_stops(after.scene, task))
    verdict: Verdict = (rule.label if plausible else rule.outcome)(task, before, after, attempt)
    return verdict


def _task(
    transition: Transition,
    category: str,
    mover: str | None,
    landmarks: Sequence[str] | None,
    parameters: Mapping[str, Any],
) -> Task:
    """The question as a task; its wanted answer is of no consequence."""
    own, scene = transition.task, transition.before.scene
    same = own.category == category
    asked = own.mover if mover is None else mover
    named = tuple(own.landmarks if same else ()) if landmarks is None else tuple(landmarks)
    for name in (asked, *named):
        scene.number(name)  # an unknown id is an error that offers the nearest
    needs = _NEEDS.get(category, Asks())
    if needs.landmarks is not None and len(named) != needs.landmarks:
        raise BadValue(f"{category} is asked with {needs.landmarks} landmark(s), got {len(named)}: {list(named)}.")
    if len({asked, *named}) != 1 + len(named):
        raise BadValue(f"{category} is asked about different objects, got {[asked, *named]}.")
    said = {**(own.parameters if same else {}), **parameters}
    if category in _NEEDS:
        _check(category, needs, said, parameters)
    return Task(category, asked, named, "", said)


def _check(category: str, needs: Asks, said: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    known = {**needs.parameters, **needs.optional, **_EVERYWHERE}
    for name in given:
        if name not in known:
            raise UnknownName.among(f"parameter of {category}", name, known)
    for name, (form, _) in needs.parameters.items():
        if name not in said:
            raise BadValue(f"{category} needs {name}: {form}.")
    for name, value in said.items():
        if name in known and not known[name][1](value):
            raise BadValue(f"{name} of {category} must be {known[name][0]}, got {value!r}.")
    if category == "feasibility" and not any(said.get(f"probe_{axis}_m") for axis in ("right", "up", "forward")):
        raise BadValue("A probe must go somewhere: all its components are 0.")


def _was_tried(transition: Transition, task: Task) -> bool:
    """Whether the probe asked about is one that the simulator tried."""
    own = transition.task
    same = (own.category, own.mover, own.parameters) == (task.category, task.mover, task.parameters)
    return same and bool(transition.attempt.probe_stops)


def _unseen(task: Task, before: Snapshot, after: Snapshot) -> str:
    """An object whose pixels the answer needs and that has none; "" if there is none."""
    names, view = (task.landmarks, before) if task.category == "occlusion" else ((task.mover, *task.landmarks), after)
    return next((name for name in names if view.visible(name)[0] == 0), "")
