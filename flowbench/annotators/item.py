"""A transition as a labelled example: question, answer, pictures, arrays, and facts to recompute the answer from."""

import dataclasses
import hashlib
import json
from collections.abc import Callable
from typing import Any

from flowbench import registry
from flowbench.annotators import referring, text
from flowbench.annotators.flow import flow_arrays
from flowbench.annotators.measured import measured_questions
from flowbench.annotators.moves import moves_json
from flowbench.annotators.segmentation import class_map, instance_table
from flowbench.errors import BadValue
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.motion import motions_of, moves_of, own_motion
from flowbench.records import Item, Motion, Pixels, SceneState, Snapshot, Transition
from flowbench.simulators import with_pixels
from flowbench.simulators.embedded.drawing import snapshot


def annotate(transition: Transition, item_id: str | None = None) -> Item:
    """The item of a transition.

    Args:
        transition: with an answer: `transition.verdict.answer` is not None.
        item_id: left out, a digest of where the transition came from.

    Raises:
        BadValue: when the transition has no answer; says why.
    """
    if transition.verdict.answer is None:
        raise BadValue(
            f"This transition has no answer ({transition.verdict.reason}). Annotate one whose verdict.answer is not "
            "None: a step that ends an episode with terminated=True has one, a failed or truncated one need not. Step "
            "on, or reset with another seed or options."
        )
    annotator: Callable[[Transition, str], Item] = registry.resolve(registry.entry(transition.origin.env_id).annotator)
    return annotator(transition, item_id or origin_id(transition))


def origin_id(transition: Transition) -> str:
    """An id of 16 hex digits from the environment, seed, options, step and action of a transition."""
    origin = transition.origin
    key = repr((origin.env, origin.seed_key, sorted(origin.options.items()), origin.step, transition.action))
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def annotate_room(transition: Transition, item_id: str) -> Item:
    """The item of a room transition.

    Images: i0, i1 (H, W, 3) uint8. Arrays: depth0, depth1 (H, W) float32 metres; ids0, ids1 (H, W) int32 surface ids;
    classes0, classes1 (H, W) int32; flow01, flow10 (H, W, 2) float32 pixels; valid01, valid10 (H, W) bool.
    """
    transition = _with_pictures(transition)
    before, after = transition.before, transition.after
    first, second = _pixels(before), _pixels(after)
    layout = before.scene.layout
    classes0, class_table = class_map(layout, first.ids)
    classes1, _ = class_map(layout, second.ids)
    verdict = transition.verdict
    rule = registry.resolve(registry.entry(transition.origin.env_id).rule)
    return Item(
        item_id=item_id,
        question=text.question(transition, text.names(before, transition.task)),
        answer=str(verdict.answer),
        answer_before=rule.answer_before(transition.task, before),
        state=_state(transition, before, after, class_table),
        images={"i0": first.frame, "i1": second.frame},
        arrays={
            "depth0": first.depth,
            "depth1": second.depth,
            "ids0": first.ids,
            "ids1": second.ids,
            "classes0": classes0,
            "classes1": classes1,
            **flow_arrays(before.scene, after.scene, first, second),
        },
        origin=transition.origin,
    )


def _with_pictures(transition: Transition) -> Transition:
    """The transition with its pictures; one told from boxes alone is drawn, and judged by what is seen.

    Raises:
        BadValue: when its pictures do not show it well enough to be asked about; says why.
    """
    before, after = transition.before, transition.after
    if "table" != json.loads(transition.origin.env)["kwargs"].get("observation"):
        return dataclasses.replace(transition, before=with_pixels(before), after=with_pixels(after))
    before, after = snapshot(before.scene), snapshot(after.scene)
    rule = registry.resolve(registry.entry(transition.origin.env_id).rule)
    verdict = rule.label(transition.task, before, after, transition.attempt)
    if verdict.answer is None:
        raise BadValue(
            f"Drawn, this transition is not clear enough to be asked about ({verdict.reason}): with "
            "observation='table' what is seen was told from boxes. Annotate another one, or make the environment "
            "without it."
        )
    return dataclasses.replace(transition, before=before, after=after, verdict=verdict)


def _pixels(view: Snapshot) -> Pixels:
    if view.pixels is None:
        raise BadValue("A snapshot without pixels cannot be annotated.")
    return view.pixels


def _state(transition: Transition, before: Snapshot, after: Snapshot, class_table: dict[str, str]) -> dict[str, Any]:
    """JSON facts: task, motion, camera, boxes before and after, what each id is, and the measures of the label."""
    task, attempt, motion = transition.task, transition.attempt, own_motion(transition.action, transition.task.mover)
    scene = before.scene
    named = _placed(transition)
    ids0, ids1 = _pixels(before).ids, _pixels(after).ids
    words = text.names(before, task)
    return {
        "category": task.category,
        "scene": scene.layout.scene,
        "room_type": scene.layout.room_type,
        "mover": task.mover,
        "landmarks": list(task.landmarks),
        "wanted": task.wanted,
        "parameters": dict(task.parameters),
        "motion": {"right_m": motion.right_m, "up_m": motion.up_m, "forward_m": motion.forward_m},
        **_beyond_translation(transition),
        "motion_text": text.motion(transition, words),
        "static_question": text.static_question(transition, text.names(after, task)),
        "reasoning": text.reasoning(transition, words),
        "camera": _camera(scene),
        "surface_ids": {
            name: [scene.layout.surface_ids[part] for part in scene.layout.parts[name]] for name in task.named
        },
        "boxes_before": {name: world_box(scene, name).tolist() for name in named},
        "boxes_after": {name: world_box(after.scene, name).tolist() for name in named},
        "instances": {**instance_table(scene.layout, ids0), **instance_table(scene.layout, ids1)},
        "classes": class_table,
        "attempt": {
            "path_clear": attempt.path_clear,
            "supported": attempt.supported,
            "gap_m": attempt.gap_m,
            "settled_m": attempt.settled_m,
            **({"probe_stops": list(attempt.probe_stops)} if attempt.probe_stops else {}),
        },
        "measures": dict(transition.verdict.measures),
        **_measured(transition),
        **referring.facts(transition, before, after),
    }


def _measured(transition: Transition) -> dict[str, Any]:
    """Of the sandbox: what the categories ask about the moved object."""
    if transition.task.category != "sandbox":
        return {}
    moved = text.named_by(transition.task, str(transition.verdict.answer))[0]
    return {"questions": measured_questions(transition, moved)}


def _placed(transition: Transition) -> list[str]:
    """Whose boxes are told: the mover's body, the landmarks, and everything else that has moved, in scene order."""
    task, before, after = transition.task, transition.before.scene, transition.after.scene
    named = [*before.layout.parts[task.mover], *task.landmarks]
    moved = [
        item.object_id for item in before.layout.objects if before.pose(item.object_id) != after.pose(item.object_id)
    ]
    return [*named, *(name for name in moved if name not in named)]


def _beyond_translation(transition: Transition) -> dict[str, Any]:
    """What is told of an action that is more than one translation: all its moves, what went along, the camera's end."""
    action, before, after = transition.action, transition.before.scene, transition.after.scene
    if isinstance(action, Motion) and action.yaw_deg == 0.0 and not before.carry:
        return {}
    told: dict[str, Any] = {"moves": moves_json(action)}
    if before.carry:
        own = {part for move in motions_of(moves_of(action)) for part in before.layout.parts[move.object_id]}
        told["carried"] = [
            name for name in _placed(transition) if before.pose(name) != after.pose(name) and name not in own
        ]
    if after.camera != before.camera:
        told["camera_after"] = _camera(after)
    return told


def _camera(scene: SceneState) -> dict[str, Any]:
    camera = scene.camera
    return {
        "position": list(camera.position),
        "yaw_deg": camera.yaw_deg,
        "horizon_deg": camera.horizon_deg,
        "fov_deg": camera.fov_deg,
        "width": camera.width,
        "height": camera.height,
    }
