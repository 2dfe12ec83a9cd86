"""Pictures of a scene state: colour, depth, surface ids, and what is visible."""

import dataclasses
from functools import lru_cache

from flowbench.records import Pixels, SceneState, Snapshot
from flowbench.render.model import Model
from flowbench.render.pictures import Quality, render, silhouettes, visible_counts
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
    model = placed_model(scene)
    if look is not None:
        model = dataclasses.replace(model, geometry=dressed(scene.layout, scene.hidden, look))
    return render(model, scene.camera, quality)


def snapshot(scene: SceneState, quality: Quality = "textured", look: Look | None = None) -> Snapshot:
    """The scene with its picture and the visible and free pixels of every surface."""
    model, pixels = placed_model(scene), draw(scene, quality, look)
    seen = visible_counts(pixels.ids, len(scene.layout.surfaces))
    free = silhouettes(model, scene.camera)
    counts = {number: (int(seen[number]), int(free[number])) for number in range(1, len(free)) if free[number]}
    return Snapshot(scene, pixels, counts)
