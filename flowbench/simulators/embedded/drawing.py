"""Pictures of a scene state: colour, depth, surface ids, and what is visible."""

import dataclasses
from functools import lru_cache

from flowbench.records import Pixels, SceneState, Snapshot
from flowbench.render.model import Model
from flowbench.render.pictures import Quality, render, survey, visible_counts
from flowbench.simulators.embedded.loading import body_transform, load_model
from flowbench.simulators.embedded.looks import Look, dressed


@lru_cache(maxsize=16)
def placed_model(scene: SceneState) -> Model:
    """The scene's model with everything at its present pose, without what is hidden."""
    model, layout = load_model(scene.layout, scene.hidden), scene.layout
    moved = {
        layout.surface_ids[item.object_id]: body_transform(item.box, pose)
        for item, pose in zip(layout.objects, scene.poses, strict=True)
        if pose != item.pose and item.object_id not in scene.hidden
    }
    return model.placed(moved) if moved else model


def draw(scene: SceneState, quality: Quality = "textured", look: Look | None = None) -> Pixels:
    """One picture through the scene's camera, in the looks of the load or another."""
    return render(_dressed_model(scene, look), scene.camera, quality)


def snapshot(scene: SceneState, quality: Quality = "textured", look: Look | None = None) -> Snapshot:
    """The scene with its picture and the visible and free pixels of every surface."""
    pixels, free = survey(_dressed_model(scene, look), scene.camera, quality)
    pairs = enumerate(zip(visible_counts(pixels.ids, len(free) - 1).tolist(), free.tolist(), strict=True))
    return Snapshot(scene, pixels, {number: pair for number, pair in pairs if pair[1]}, quality, look)


def _dressed_model(scene: SceneState, look: Look | None) -> Model:
    model = placed_model(scene)
    if look is None:
        return model
    return dataclasses.replace(model, geometry=dressed(scene.layout, scene.hidden, look))
