"""What a question can be about: movers and landmarks that words can tell apart."""

from flowbench.records import SceneState, Snapshot
from flowbench.rules.rooms.eligible import is_framed, is_landmark, usable_movers
from flowbench.rules.rooms.limits import USUAL, RoomLimits
from flowbench.rules.rooms.naming import qualifier

ONE_OF_A_KIND = ("Shelf", "Drawer")  # of these a question names at most one: they look alike


def movers(view: Snapshot, room: RoomLimits = USUAL) -> list[str]:
    """Usable movers that have a name, in scene order."""
    return [name for name in usable_movers(view, room.mover) if qualifier(view, name) is not None]


def landmarks(view: Snapshot, mover: str, room: RoomLimits = USUAL) -> list[str]:
    """Objects that a question about a mover may also name, in scene order: not of its type, nor what it stands on.

    Their centres, between which distances run, are in the picture.
    """
    scene = view.scene
    kind = scene.object(mover).object_type
    below = scene.layout.parts[mover] if room.landmark.own_support else supports(scene, mover)
    found = [
        item.object_id
        for item in scene.layout.objects
        if item.object_type != kind
        and item.object_id not in below
        and is_landmark(view, item.object_id, room.landmark)
        and (is_framed(scene, item.object_id) or not room.landmark.framed)
        and qualifier(view, item.object_id) is not None
    ]
    return _one_of_a_kind(scene, found)


def supports(scene: SceneState, object_id: str) -> frozenset[str]:
    """What an object lay on or in at load, with the bodies of which that is a part."""
    layout, number = scene.layout, scene.number(object_id)
    below = set(layout.objects[number].parents)
    if layout.load_carriers[number] >= 0:
        below.add(layout.objects[layout.load_carriers[number]].object_id)
    carriers = (layout.objects[layout.index[name]].carrier for name in tuple(below) if name in layout.index)
    return frozenset(below.union(carrier for carrier in carriers if carrier is not None))


def _one_of_a_kind(scene: SceneState, names: list[str]) -> list[str]:
    kinds = [scene.object(name).object_type for name in names]
    return [name for k, name in enumerate(names) if kinds[k] not in ONE_OF_A_KIND or kinds.index(kinds[k]) == k]
