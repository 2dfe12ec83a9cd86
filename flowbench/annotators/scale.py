"""A sense of scale: the true width of one thing in the picture that the question does not ask about."""

import math
import re
from dataclasses import dataclass

import numpy as np

from flowbench.annotators.text import the
from flowbench.geometry.camera import level_axes
from flowbench.geometry.check_pose import world_box
from flowbench.records import Snapshot, Task
from flowbench.rules.rooms.eligible import is_landmark, mask_of
from flowbench.rules.rooms.limits import scaled_pixels
from flowbench.rules.rooms.naming import UNIQUE, qualifier


@dataclass(frozen=True)
class ScaleLimits:
    """What may serve as a scale.

    Attributes:
        min_pixels, min_share: visible pixels at 800 x 800, and their share of the free silhouette.
        min_width_m, max_width_m: so that whole centimetres are exact enough, and the eye can take it in.
        max_turn_deg: how far its side axis may be turned from the picture's, so that the width is what one sees.
        max_lean_deg: how far it may lean from upright.
        round_ratio: (shorter / longer side) of the footprint from which on every turn shows the same width.
    """

    min_pixels: int = 400
    min_share: float = 0.9
    min_width_m: float = 0.10
    max_width_m: float = 1.5
    max_turn_deg: float = 30.0
    max_lean_deg: float = 5.0
    round_ratio: float = 0.95


LIMITS = ScaleLimits()


@dataclass(frozen=True)
class ScaleReference:
    """An object and its width, metres: the side-to-side edge of its box."""

    object_id: str
    width_m: float
    sentence: str


def scale_reference(before: Snapshot, task: Task) -> ScaleReference | None:
    """The thing that serves as a scale in the picture before the move, or None where nothing does.

    Of what is whole in the picture, clearly seen, of a type that no other visible thing has, upright, seen from about
    the front or round, and not part of the question: the one with the most pixels, of equals the first in the scene.
    """
    fit = [item.object_id for item in before.scene.layout.objects if can_serve(before, task, item.object_id)]
    if not fit:
        return None
    name = max(fit, key=lambda object_id: before.visible(object_id)[0])
    width, named = width_m(before, name), the(before, name)
    verb = "are" if re.search("[^s]s$", named) else "is"
    return ScaleReference(name, width, f"For scale: {named} {verb} {width:.2f} m wide.")


def can_serve(view: Snapshot, task: Task, object_id: str) -> bool:
    """Whether an object can serve as a scale for a task."""
    layout = view.scene.layout
    asked = {part for name in (task.mover, *task.landmarks) for part in layout.parts[name]}
    if view.scene.object(object_id).carrier is not None or asked.intersection(layout.parts[object_id]):
        return False
    if not is_landmark(view, object_id) or not _is_whole(view, object_id):
        return False
    in_range = LIMITS.min_width_m <= width_m(view, object_id) <= LIMITS.max_width_m
    return in_range and _shows_its_width(view, object_id) and qualifier(view, object_id) == UNIQUE


def width_m(view: Snapshot, object_id: str) -> float:
    """Edge of an object's oriented box from its left to its right side, metres."""
    return float(2.0 * view.scene.object(object_id).box[3])


def _is_whole(view: Snapshot, object_id: str) -> bool:
    """Whether it is large, little of it is covered, and none of it touches the frame."""
    visible, free = view.visible(object_id)
    if visible < scaled_pixels(LIMITS.min_pixels, view.scene.camera) or visible < LIMITS.min_share * free:
        return False
    mask = mask_of(view, object_id)
    return not (mask[[0, -1]].any() or mask[:, [0, -1]].any())


def _shows_its_width(view: Snapshot, object_id: str) -> bool:
    box = world_box(view.scene, object_id)
    if abs(box[10]) < math.cos(math.radians(LIMITS.max_lean_deg)):
        return False
    right = level_axes(view.scene.camera)[0]
    faces = abs(float(np.dot(box[6:9], right))) >= math.cos(math.radians(LIMITS.max_turn_deg))
    return faces or bool(min(box[3], box[5]) >= LIMITS.round_ratio * max(box[3], box[5]))
