"""Distances between objects: centre to centre, and between the surfaces of their axis-aligned boxes."""

from collections.abc import Sequence

import numpy as np

from flowbench.geometry.boxes import bounds
from flowbench.geometry.check_pose import world_box
from flowbench.records import Floats, SceneState


def centre_distances(scene: SceneState, points: Floats, others: Sequence[str]) -> Floats:
    """(n, m) metres from each of (n, 3) world points to the box centres of m objects (3-D)."""
    centres = np.array([world_box(scene, name)[0:3] for name in others]).reshape(-1, 3)
    return np.asarray(np.linalg.norm(np.atleast_2d(points)[:, None] - centres[None], axis=2))


def distances_from(scene: SceneState, mover: str, others: Sequence[str]) -> Floats:
    """(m,) metres from the box centre of an object to those of m others (3-D)."""
    return np.asarray(centre_distances(scene, world_box(scene, mover)[None, 0:3], others)[0])


def surface_distances(scene: SceneState, mover: str, shifts: Floats, others: Sequence[str]) -> Floats:
    """(n, m) metres between the axis-aligned box of the mover, shifted by (n, 3) world metres, and those of m objects.

    d_s(i, j) = || max(0, |c_i - c_j| - (s_i + s_j) / 2) ||, the maximum taken per axis.
    """
    low, high = bounds(world_box(scene, mover))
    boxes = [bounds(world_box(scene, name)) for name in others]
    lows, highs = (np.array([box[side] for box in boxes]).reshape(-1, 3) for side in (0, 1))
    centres = (low + high) / 2.0 + np.atleast_2d(shifts)
    apart = np.abs(centres[:, None] - (lows + highs)[None] / 2.0) - ((high - low) + (highs - lows))[None] / 2.0
    return np.asarray(np.linalg.norm(np.maximum(0.0, apart), axis=2))
