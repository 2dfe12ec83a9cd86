"""Pictures of a scene state: colour, depth, surface ids, and what is visible."""

from functools import lru_cache

from flowbench.geometry.camera import ray
from flowbench.records import Pixels, SceneState, Snapshot, Vector
from flowbench.render.model import Model
from flowbench.render.pictures import Quality, render, silhouettes, visible_counts
from flowbench.render.rays import cast_ray
from flowbench.simulators.embedded.loading import body_transform, load_model


@lru_cache(maxsize=16)
def placed_model(scene: SceneState) -> Model:
    """The scene's model with everything at its present pose."""
    model, layout = load_model(scene.layout), scene.layout
    moved = {
        layout.surface_ids[item.object_id]: body_transform(item.box, pose)
        for item, pose in zip(layout.objects, scene.poses, strict=True)
        if pose != item.pose
    }
    return model.placed(moved) if moved else model


def draw(scene: SceneState, quality: Quality = "textured") -> Pixels:
    """One picture through the scene's camera."""
    return render(placed_model(scene), scene.camera, quality)


def snapshot(scene: SceneState, quality: Quality = "textured") -> Snapshot:
    """The scene with its picture and the visible and free pixels of every surface."""
    model, pixels = placed_model(scene), draw(scene, quality)
    seen = visible_counts(pixels.ids, len(scene.layout.surfaces))
    free = silhouettes(model, scene.camera)
    counts = {number: (int(seen[number]), int(free[number])) for number in range(1, len(free)) if free[number]}
    return Snapshot(scene, pixels, counts)


def first_hit(scene: SceneState, u: float, v: float) -> Vector | None:
    """World point of the first surface seen through a picture point (pixels), or None."""
    origin, direction = ray(scene.camera, u, v)
    distance, surface = cast_ray(placed_model(scene), origin, direction)
    if surface == 0:
        return None
    x, y, z = (start + distance * along for start, along in zip(origin, direction, strict=True))
    return x, y, z
