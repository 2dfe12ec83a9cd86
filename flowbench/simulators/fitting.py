"""Bodies for the objects of a scene: each type's recipe in its box, in materials that go together."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial

import numpy as np

from flowbench import bodies
from flowbench.bodies import Body
from flowbench.render.meshes import Material, Mesh
from flowbench.simulators.facts import ObjectFacts, SceneFacts
from flowbench.simulators.houses.counters import counter
from flowbench.simulators.houses.doors import open_door

CACHED_SCENES = 8  # collision boxes and packed geometry are kept elsewhere, for many more
HOUSE, OPEN_DOOR = "house", "open door"
CARCASS_RECIPES = {
    "backing": "Backing",
    "board": "Backing",
    "chest": "Chest",
    "panel": "Panel",
    "partition": "Partition",
    "pier": "Partition",
    "plinth": "Backing",
    "shelves": "Carcass",
    "stove": "Stove",
}
# Made of what their carrier is made of, and of which slot of its looks.
MATCHING_SLOTS = {"Cabinet": "wood", "Carcass": "wood", "Drawer": "wood", "Shelf": "wood", "SinkBasin": "main"}


@lru_cache(maxsize=CACHED_SCENES)
def fit_bodies(facts: SceneFacts) -> Mapping[str, Body]:
    """Object id -> its body, for a whole scene; the same bodies serve collision and picture."""
    carriers = {item.object_id: item for item in facts.objects}
    return {item.object_id: _fit(facts, item, carriers) for item in facts.objects}


def _fit(facts: SceneFacts, item: ObjectFacts, carriers: Mapping[str, ObjectFacts]) -> Body:
    if item.object_type == "CounterTop":
        return counter(item.size, item.asset_id, facts.seed) if facts.source == HOUSE else _fit_counter(facts, item)
    if item.carcass == OPEN_DOOR:
        return open_door(item.size, item.asset_id, facts.seed)
    given: Mapping[str, Material] = {}
    if _recipe(item) == "Partition":
        given = bodies.wall_materials(facts.room_type, facts.seed)
    elif item.object_type == "Window":
        given = bodies.outlook(facts.seed)
    elif item.metadata.get("toggleable") and not item.metadata.get("isToggled"):
        given = _switched_off(bodies.materials(_recipe(item), asset_id=item.asset_id, name=item.name, seed=facts.seed))
    elif item.carrier is not None and item.object_type in MATCHING_SLOTS:
        carrier = carriers[item.carrier]
        carrier = carriers[carrier.carrier] if carrier.carrier is not None else carrier
        looks = bodies.materials(_recipe(carrier), asset_id=carrier.asset_id, name=carrier.name, seed=facts.seed)
        slot = MATCHING_SLOTS[item.object_type]
        given = {slot: looks[slot]} if slot in looks else {}
    return bodies.fit(
        _recipe(item),
        item.size,
        asset_id=item.asset_id,
        name=item.name,
        seed=facts.seed,
        surfaces_m=item.surfaces_m,
        materials=given,
    )


def _switched_off(looks: Mapping[str, Material]) -> Mapping[str, Material]:
    return {slot: replace(material, glow=0.0) for slot, material in looks.items() if material.glow > 0.0}


def _recipe(item: ObjectFacts) -> str:
    return CARCASS_RECIPES.get(item.carcass, item.object_type)


def _fit_counter(facts: SceneFacts, item: ObjectFacts) -> Body:
    make = partial(bodies.counter, size=item.size, asset_id=item.asset_id, seed=facts.seed)
    if not item.open_pieces:
        return make(item.pieces, base_m=item.base_m)
    slab = make(item.open_pieces)
    if not item.pieces:
        return slab
    closed = make(item.pieces, base_m=item.base_m)
    return Body(_joined(closed.mesh, slab.mesh), np.concatenate([closed.boxes, slab.boxes]))


def _joined(a: Mesh, b: Mesh) -> Mesh:
    return Mesh(
        vertices=np.concatenate([a.vertices, b.vertices]),
        faces=np.concatenate([a.faces, b.faces + np.int32(len(a.vertices))]),
        normals=np.concatenate([a.normals, b.normals]),
        uvs=np.concatenate([a.uvs, b.uvs]),
        materials=np.concatenate([a.materials, b.materials + np.int32(len(a.palette))]),
        palette=a.palette + b.palette,
    )
