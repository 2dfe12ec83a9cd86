"""The keys of a candidate: what quotas look at, read off its slot and its transition."""

import math

from flowbench.datasets.slots import Slot
from flowbench.evaluation.lengths import length_bin
from flowbench.geometry.motion import own_motion
from flowbench.records import SceneState, Snapshot, Task, Transition
from flowbench.rules.rooms.presets import answer_of
from flowbench.seeding import digest

YES_NO = ("yes", "no")


def keys_of(slot: Slot, transition: Transition) -> dict[str, str]:
    """The keys of an episode that realised what its slot asked for.

    Besides those of the slot ("class", "scene", "view"): "question" (the same for the same question with the same
    answer about the same view), and in rooms "mover" (its type), "length" (the move's, in bins), "cell" (class and
    length), and where the answer is yes or no "mover_answer" (type and answer), with one landmark also "landmark" (its
    type) and "landmark_answer".
    """
    task = transition.task
    named = digest(slot.scene, slot.view, slot.wanted, task.mover, *task.landmarks).hex()
    return {**slot.keys, "question": named[:12], **_room_keys(slot, transition)}


def _room_keys(slot: Slot, transition: Transition) -> dict[str, str]:
    before = transition.before
    if not isinstance(before, Snapshot):
        return {}
    move = own_motion(transition.action, transition.task.mover)
    length = length_bin(math.hypot(move.right_m, move.up_m, move.forward_m))
    keys = {"length": length, "cell": f"{slot.wanted}, {length}"}
    return {**keys, **_names(before.scene, transition.task, answer_of(slot.wanted))}


def _names(scene: SceneState, task: Task, answer: str) -> dict[str, str]:
    """The types a question names, alone and with its answer where that is yes or no."""
    named = {"mover": task.mover} | ({"landmark": task.landmarks[0]} if len(task.landmarks) == 1 else {})
    types = {key: scene.object(object_id).object_type for key, object_id in named.items()}
    if answer not in YES_NO:
        return {"mover": types["mover"]}
    return {**types, **{f"{key}_answer": f"{kind}, {answer}" for key, kind in types.items()}}
