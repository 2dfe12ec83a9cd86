"""Scenes ready for the engine: bodies fitted, collision facts at load measured, everything packed for drawing."""

import dataclasses
from collections.abc import Mapping
from functools import lru_cache
from weakref import WeakValueDictionary

import numpy as np

from flowbench import bodies
from flowbench.bodies import Body, own
from flowbench.bodies.own import Bodies
from flowbench.geometry.check_pose import support_at
from flowbench.geometry.obstacles import load_depths
from flowbench.geometry.rotation import matrix, multiply
from flowbench.physics.settle import CACHED_SCENES
from flowbench.records import Camera, Floats, Layout, Pose, SceneObject, SceneState
from flowbench.render.meshes import Mesh
from flowbench.render.model import Instance, Model
from flowbench.simulators import scenes, shells
from flowbench.simulators.embedded.lights import panels
from flowbench.simulators.facts import SceneFacts
from flowbench.simulators.fitting import fit_bodies
from flowbench.simulators.houses.counters import counter
from flowbench.simulators.houses.falling import fallen

COUNTERS = "Countertop_"  # assets of houses whose boxes are whole counters
# Every layout that anything still holds: caches by layout are quick as long as equal ones are the same one.
_LIVING: WeakValueDictionary[str, Layout] = WeakValueDictionary()
_NOWHERE = Camera((0.0, 0.0, 0.0), 0.0, 0.0)


@lru_cache(maxsize=CACHED_SCENES)
def load_scene(name: str) -> Layout:
    """The layout of a scene with what holds at load: which pairs interpenetrate, what rests on what."""
    facts = scenes.load_facts(name)
    layout = _LIVING.get(facts.scene)
    if layout is None:
        layout = _LIVING[facts.scene] = measured(_at_rest(facts))
    return layout


def _at_rest(facts: SceneFacts) -> Layout:
    """The layout of a scene; in houses things have come to rest first."""
    layout = scenes.build_layout(facts)
    return fallen(layout, facts.kinematic) if facts.rooms else layout


def measured(layout: Layout, hidden: frozenset[str] = frozenset()) -> Layout:
    """A layout with what holds while everything is at its load pose; what is hidden carries nothing."""
    count = len(layout.objects)
    blank = dataclasses.replace(
        layout,
        load_depths_m=np.zeros((count, count)),
        load_gaps_m=np.zeros(count),
        load_carriers=np.full(count, -2),
    )
    scene = SceneState(blank, _NOWHERE, tuple(item.pose for item in layout.objects), hidden)
    supports = [support_at(scene, item.object_id, item.pose) for item in layout.objects]
    return dataclasses.replace(
        layout,
        load_depths_m=load_depths(dataclasses.replace(scene, hidden=frozenset())),
        load_gaps_m=np.array([max(0.0, support.gap_m) for support in supports]),
        load_carriers=np.array([support.carrier for support in supports]),
    )


def loaded_as(item: SceneObject) -> str:
    """The id an object, or what it is a copy of, had when its scene was loaded."""
    return str(item.metadata.get("flowbench", {}).get("loaded_as", item.object_id))


@lru_cache(maxsize=CACHED_SCENES)
def with_bodies(layout: Layout, given: Bodies) -> Layout:
    """The layout with a user's own meshes for some types: what is drawn changes, what collides does not."""
    files = dict(given)
    objects = tuple(
        dataclasses.replace(item, metadata={**item.metadata, "flowbench": {"mesh": files[item.object_type]}})
        if item.object_type in files
        else item
        for item in layout.objects
    )
    return dataclasses.replace(layout, objects=objects) if given else layout


@lru_cache(maxsize=CACHED_SCENES)
def load_model(layout: Layout, hidden: frozenset[str] = frozenset()) -> Model:
    """Everything drawn in a scene, at its load poses: its objects without the hidden ones, walls, ceiling, floor."""
    ids, fitted = layout.surface_ids, fit_bodies(scenes.load_facts(layout.scene))
    drawn = [item for item in layout.objects if item.object_type != "Floor" and item.object_id not in hidden]
    bodies = [
        Instance(
            _own_mesh(item) or _fitted_mesh(layout, item, fitted),
            ids[item.object_id],
            *body_transform(item.box, item.pose),
        )
        for item in drawn
    ]
    return Model.build(bodies + shells.instances(layout), panels(layout, hidden))


def fitted_body(item: SceneObject, scene: str) -> Body:
    """The body of an object that does not ship with a scene, by its type and box."""
    width, height, depth = (2.0 * item.box[3:6]).tolist()
    if item.asset_id.startswith(COUNTERS):
        return counter((width, height, depth), item.asset_id, scene)
    return bodies.fit(item.object_type, (width, height, depth), asset_id=item.asset_id, name=item.name, seed=scene)


def _fitted_mesh(layout: Layout, item: SceneObject, shipped: Mapping[str, Body]) -> Mesh:
    known = shipped.get(loaded_as(item))
    return fitted_body(item, scenes.load_facts(layout.scene).seed).mesh if known is None else known.mesh


def mesh_of(layout: Layout, item: SceneObject) -> Mesh:
    """What is drawn of an object, in the frame of its box."""
    return _own_mesh(item) or _fitted_mesh(layout, item, fit_bodies(scenes.load_facts(layout.scene)))


def _own_mesh(item: SceneObject) -> Mesh | None:
    """The user's mesh in an object's box, where there is one."""
    file = item.metadata.get("flowbench", {}).get("mesh")
    width, height, depth = (2.0 * item.box[3:6]).tolist()
    return None if file is None else own.fitted(file, (width, height, depth))


def body_transform(box: Floats, pose: Pose) -> tuple[Floats, Floats]:
    """Rotation (3, 3) and translation (3,) from a body's frame (its box's centre and axes) to the world."""
    turn = matrix(pose.rotation)
    centre = multiply(box[None, 0:3], turn.T)[0] + np.asarray(pose.position)
    return multiply(turn, np.ascontiguousarray(box[6:15].reshape(3, 3).T)), centre
