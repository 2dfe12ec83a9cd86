"""The keys of a candidate: what quotas look at, read off its slot and its transition."""

import math

from flowbench.datasets.slots import Slot
from flowbench.evaluation.lengths import length_bin
from flowbench.records import Motion, Snapshot, Transition
from flowbench.seeding import digest


def keys_of(slot: Slot, transition: Transition) -> dict[str, str]:
    """The keys of an episode that realised what its slot asked for.

    Besides those of the slot ("class", "scene", "view"): "question" (the same for the same question with the same
    answer about the same view), and in rooms "mover" (its type), "length" (the move's, in bins) and "cell" (class and
    length).
    """
    task = transition.task
    named = digest(slot.scene, slot.view, slot.wanted, task.mover, *task.landmarks).hex()
    return {**slot.keys, "question": named[:12], **_room_keys(slot, transition)}


def _room_keys(slot: Slot, transition: Transition) -> dict[str, str]:
    before, move = transition.before, transition.action
    if not isinstance(before, Snapshot) or not isinstance(move, Motion):
        return {}
    mover = before.scene.object(transition.task.mover).object_type
    length = length_bin(math.hypot(move.right_m, move.up_m, move.forward_m))
    return {"mover": mover, "length": length, "cell": f"{slot.wanted}, {length}"}
