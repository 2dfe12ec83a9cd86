"""The paper's two ways to bring A before B: onto the ray to B, and a grid of sideways slides and pulls."""

import math
from dataclasses import dataclass

import numpy as np

from flowbench.geometry.camera import level_axes, to_camera
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.motion import quantise
from flowbench.geometry.rotation import multiply
from flowbench.records import Motion, SceneState, Snapshot
from flowbench.rules.rooms.eligible import extent
from flowbench.rules.rooms.left_right import mask_column


@dataclass(frozen=True)
class RayLimits:
    """Constants of the plans, metres but for the scales.

    Attributes:
        clearance_m, gap_m: A stops before B by at least the one, else by half their largest edges and the other.
        nearest_m: least distance of A from the camera.
        beside_m: how far beside the ray A goes that is not to hide B.
        scales: of the slide that would bring A's column onto B's.
        pulls_m: how far A is pulled toward the camera besides.
        least_m, most_m: what the grid's moves are clamped to.
    """

    clearance_m: float = 0.15
    gap_m: float = 0.05
    nearest_m: float = 0.8
    beside_m: float = 0.22
    scales: tuple[float, ...] = (0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25)
    pulls_m: tuple[float, ...] = (0.0, 0.08, 0.15, 0.25, 0.40, 0.55)
    least_m: float = 0.15
    most_m: float = 1.50


LIMITS = RayLimits()


def ray_plan(scene: SceneState, mover: str, landmark: str, hides: bool) -> Motion | None:
    """The move of A's centre onto the ray to B's, or beside it, never up; None where that is too near to the camera."""
    eye = np.asarray(scene.camera.position)
    centre, way = world_box(scene, mover)[0:3], world_box(scene, landmark)[0:3] - eye
    distance = float(np.linalg.norm(way))
    apart = (extent(scene, mover) + extent(scene, landmark)) / 2.0 + LIMITS.gap_m
    along = distance - max(LIMITS.clearance_m, apart)
    if along < LIMITS.nearest_m:
        return None
    target = eye + way / distance * along
    if not hides:
        target += np.array([way[2], 0.0, -way[0]]) / math.hypot(way[0], way[2]) * LIMITS.beside_m
    target[1] = min(target[1], centre[1])
    right, up, forward = multiply((target - centre)[None], level_axes(scene.camera).T)[0].tolist()
    return Motion(mover, quantise(right), quantise(up), quantise(forward))


def lateral_m(view: Snapshot, mover: str, landmark: str) -> float:
    """How far to the right A must go for its mask's mean column to come onto B's, at A's depth, metres."""
    camera = view.scene.camera
    depth = float(to_camera(camera, world_box(view.scene, mover)[None, 0:3])[0, 2])
    width_m = 2.0 * depth * math.tan(math.radians(camera.fov_deg) / 2.0) * camera.width / camera.height
    return quantise((mask_column(view, landmark) - mask_column(view, mover)) * width_m)


def cover_grid(mover: str, lateral_m: float) -> list[Motion]:
    """Every scaled slide with every pull, each once; moves that come out too short or too long are clamped."""
    motions: dict[tuple[float, float], Motion] = {}
    for scale in LIMITS.scales:
        for pull in LIMITS.pulls_m:
            length = math.hypot(scale * lateral_m, pull)
            if length > 0.0:
                factor = min(max(length, LIMITS.least_m), LIMITS.most_m) / length
                right, forward = quantise(factor * scale * lateral_m), quantise(-factor * pull)
                motions.setdefault((right, forward), Motion(mover, right_m=right, forward_m=forward))
    return list(motions.values())
