"""Scenes that ship with the package: their names, their facts, and layouts with bodies fitted into the boxes."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from flowbench.bodies import Body
from flowbench.errors import UnknownName
from flowbench.geometry import rotation
from flowbench.records import Floats, Layout, SceneObject
from flowbench.simulators import houses
from flowbench.simulators.facts import ObjectFacts, SceneFacts, read_facts
from flowbench.simulators.fitting import fit_bodies

__all__ = ["ObjectFacts", "SceneFacts", "build_layout", "load_facts", "scene_names", "to_own_frame"]

THEIRS = ("ithor", "robothor")  # sources of the scenes that AI2-THOR has too
_SUFFIX = "_physics"
PROCEDURAL = "Procedural"
NOTHING = SceneFacts(PROCEDURAL, "house", "house", (), np.zeros((0, 2)), 0.0, (), 2.5, inner_walls=False)


def scene_names(source: str = "ithor") -> tuple[str, ...]:
    """Names of the scenes of a source, in the source's order."""
    if source in houses.SOURCES:
        return houses.shipped_names(source)
    names = {row["source"] for row in _index()}
    if source not in names:
        raise UnknownName.among("scene source", source, [*sorted(names), *houses.SOURCES])
    return tuple(row["scene"] for row in _index() if row["source"] == source)


def load_facts(scene: str) -> SceneFacts:
    """The facts of a scene by name; "FloorPlan1_physics", as AI2-THOR also calls it, is the same as "FloorPlan1".

    "Procedural" is a scene with nothing in it, which `CreateHouse` fills. Houses are named by their files too.
    """
    return houses.load(scene) if houses.is_house(scene) else _room_facts(scene)


@cache
def _room_facts(scene: str) -> SceneFacts:
    if scene == PROCEDURAL:
        return NOTHING
    name = scene.removesuffix(_SUFFIX)
    known = [row["scene"] for row in _index()]
    if name not in known:
        raise UnknownName.among("scene", scene, known)
    if name != scene:
        return _room_facts(name)
    return read_facts(json.loads(_asset(f"{name}.json")))


def build_layout(facts: SceneFacts) -> Layout:
    """The layout of a scene with the collision boxes of fitted bodies.

    What holds at load (depths, gaps, carriers) is left empty: what knows collision and support fills it in.
    """
    count, fitted = len(facts.objects), fit_bodies(facts)
    return Layout(
        scene=facts.scene,
        source=facts.source,
        room_type=facts.room_type,
        objects=tuple(_scene_object(item, fitted[item.object_id]) for item in facts.objects),
        floor=facts.floor,
        walls=facts.walls,
        ceiling_m=facts.ceiling_m,
        load_depths_m=np.zeros((count, count)),
        load_gaps_m=np.zeros(count),
        load_carriers=np.full(count, -2),
        inner_walls=facts.inner_walls,
        rooms=facts.rooms,
    )


def to_own_frame(box: Floats, boxes: Floats) -> Floats:
    """(n, 15) boxes in the frame of a body (origin at the box's centre) in the frame its box (15,) is stored in."""
    axes = box[6:].reshape(3, 3)
    moved = boxes.copy()
    moved[:, :3] = rotation.multiply(boxes[:, :3], axes) + box[:3]
    for k in range(3):
        columns = slice(6 + 3 * k, 9 + 3 * k)
        moved[:, columns] = rotation.multiply(boxes[:, columns], axes)
    return moved


def _scene_object(item: ObjectFacts, body: Body) -> SceneObject:
    return SceneObject(
        object_id=item.object_id,
        name=item.name,
        object_type=item.object_type,
        asset_id=item.asset_id,
        pickupable=item.metadata["pickupable"],
        moveable=item.metadata["moveable"],
        mass_kg=item.mass_kg,
        pose=item.pose,
        box=item.box,
        boxes=to_own_frame(item.box, body.boxes) if item.blocks else np.zeros((0, 15)),
        parents=item.parents,
        carrier=item.carrier,
        metadata=item.metadata,
    )


@cache
def _index() -> tuple[Mapping[str, Any], ...]:
    return tuple(json.loads(_asset("index.json"))["scenes"])


def _asset(name: str) -> str:
    return resources.files("flowbench").joinpath("assets", "scenes", name).read_text(encoding="utf-8")
