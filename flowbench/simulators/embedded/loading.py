"""Scenes ready for the engine: bodies fitted, collision facts at load measured, everything packed for drawing."""

import dataclasses
from functools import lru_cache

import numpy as np

from flowbench.geometry.check_pose import support_at
from flowbench.geometry.obstacles import load_depths
from flowbench.geometry.rotation import matrix, multiply
from flowbench.records import Camera, Floats, Layout, Pose, SceneState
from flowbench.render.model import Instance, Model
from flowbench.simulators import scenes, shells
from flowbench.simulators.fitting import fit_bodies

CACHED_SCENES = 8
_NOWHERE = Camera((0.0, 0.0, 0.0), 0.0, 0.0)


@lru_cache(maxsize=CACHED_SCENES)
def load_scene(name: str) -> Layout:
    """The layout of a scene with what holds at load: which pairs interpenetrate, what rests on what."""
    facts = scenes.load_facts(name)
    layout = scenes.build_layout(facts)
    scene = SceneState(layout, _NOWHERE, tuple(item.pose for item in layout.objects))
    supports = [support_at(scene, item.object_id, item.pose) for item in layout.objects]
    return dataclasses.replace(
        layout,
        load_depths_m=load_depths(scene),
        load_gaps_m=np.array([max(0.0, support.gap_m) for support in supports]),
        load_carriers=np.array([support.carrier for support in supports]),
    )


@lru_cache(maxsize=CACHED_SCENES)
def load_model(layout: Layout) -> Model:
    """Everything drawn in a scene, at its load poses; instance k is object k, then walls, ceiling, floor."""
    facts = scenes.load_facts(layout.scene)
    ids, fitted = layout.surface_ids, fit_bodies(facts)
    bodies = [
        Instance(fitted[item.object_id].mesh, ids[item.object_id], *body_transform(item.box, item.pose))
        for item in facts.objects
        if item.object_type != "Floor"
    ]
    return Model.build(bodies + shells.instances(layout))


def body_transform(box: Floats, pose: Pose) -> tuple[Floats, Floats]:
    """Rotation (3, 3) and translation (3,) from a body's frame (its box's centre and axes) to the world."""
    turn = matrix(pose.rotation)
    centre = multiply(box[None, 0:3], turn.T)[0] + np.asarray(pose.position)
    return multiply(turn, np.ascontiguousarray(box[6:15].reshape(3, 3).T)), centre
