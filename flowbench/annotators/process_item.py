"""The item of a process transition: two pictures with ids and exact flow, and what was done between them."""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.records import Image, Item, Question, Transition
from flowbench.rules.processes.drawing.line import LinePainter
from flowbench.rules.processes.drawing.real import RealPainter
from flowbench.rules.processes.entity import Scene
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.table import process

MOST_CHOICES = 8  # of more actions than these, the question offers none
Arrays = dict[str, NDArray[Any]]


def annotate_process(transition: Transition, item_id: str) -> Item:
    """The item of a process transition.

    Images: i0, i1 (720, 1280, 3) uint8. Arrays: ids0, ids1 (H, W) int32; flow01, flow10 (H, W, 2) float32 pixels (u
    right, v down); valid01, valid10 (H, W) bool; in the style "real" depth0, depth1 (H, W) float32 z-depth in metres.
    """
    before, after = transition.before, transition.after
    rules = process(before.case.process)
    instance = before.case.instance
    scenes = rules.scene(instance, before.state), rules.scene(instance, after.state)
    style = json.loads(transition.origin.env)["kwargs"].get("style", "line")
    images, arrays, numbers = _drawn(rules, style, scenes)
    names = [rules.action_name(instance, action) for action in range(rules.action_count)]
    return Item(
        item_id=item_id,
        question=Question(
            text=f"The first picture shows a moment of {rules.title}, the second one action on. Which action?",
            choices=tuple(names) if len(names) <= MOST_CHOICES else (),
            images=(("i0", "before the action"), ("i1", "after the action")),
            answer_schema="text",
        ),
        answer=names[transition.action],
        answer_before=None,
        state={
            "before": before.to_json(),
            "after": after.to_json(),
            "action": transition.action,
            "alike": [names[action] for action in _alike(rules, instance, before.state, after.state)],
            "instances": {str(number): name for name, number in numbers.items()},
            "style": style,
            "legal": transition.attempt.success,
            "verdict": transition.verdict.answer,
            "measures": dict(transition.verdict.measures),
        },
        images=images,
        arrays=arrays,
        origin=transition.origin,
    )


def _drawn(
    rules: Process[Any, Any], style: str, scenes: tuple[Scene, Scene]
) -> tuple[dict[str, Image], Arrays, dict[str, int]]:
    """Pictures, arrays, and the ids of things by name."""
    names = tuple(sorted(scenes[0].keys() | scenes[1].keys()))
    arrays: Arrays
    if style == "line":
        flat = LinePainter(rules.looks, names)
        first, second = flat.picture(scenes[0]), flat.picture(scenes[1])
        flows = flat.flow((scenes[0], first), (scenes[1], second)), flat.flow((scenes[1], second), (scenes[0], first))
        frames, numbers = (first.frame, second.frame), flat.numbers
        arrays = {"ids0": first.ids, "ids1": second.ids}
    else:
        solid = RealPainter(rules.looks, names)
        one, two = solid.picture(scenes[0]), solid.picture(scenes[1])
        flows = solid.flow((scenes[0], one), (scenes[1], two)), solid.flow((scenes[1], two), (scenes[0], one))
        frames, numbers = (one.frame, two.frame), solid.numbers
        arrays = {"ids0": one.ids, "ids1": two.ids, "depth0": one.depth, "depth1": two.depth}
    (flow01, valid01), (flow10, valid10) = flows
    arrays |= {"flow01": flow01, "flow10": flow10, "valid01": valid01, "valid10": valid10}
    return {"i0": frames[0], "i1": frames[1]}, arrays, dict(numbers)


def _alike(rules: Process[Any, Any], instance: Any, before: Any, after: Any) -> list[int]:
    """All legal actions that lead to the same state: any of them answers the question."""
    legal = np.flatnonzero(rules.mask(instance, before)).tolist()
    return [action for action in legal if rules.advance(instance, before, action) == after]
