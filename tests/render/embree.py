"""The second opinion: every pixel's ray cast with Embree, and what differs from the rasteriser.

Both see the same surfaces along a ray that meets two of them within `CLOSE_M`; which one they name there is not
compared. Embree works in float32, relative to the camera, from the near plane on.
"""

from dataclasses import dataclass

import numpy as np
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from numpy.typing import NDArray

from flowbench.geometry.camera import NEAR_M, axes, focal_px
from flowbench.geometry.rotation import multiply
from flowbench.records import Camera, DepthMap, Floats, IdMap
from flowbench.render.model import Model
from flowbench.render.pictures import render

CLOSE_M = 1e-4


@dataclass(frozen=True)
class Report:
    """How the two pictures differ.

    Attributes:
        pixels: number of pixels.
        different: pixels whose ids differ.
        excused: those of them where another surface lies within 0.1 mm of the first along the ray.
        equal_share: share of pixels that agree, the excused ones left out.
        depth_error_m: largest depth difference where ids agree, away from edges.
    """

    pixels: int
    different: int
    excused: int
    equal_share: float
    depth_error_m: float


class Caster:
    """A model in Embree, in world axes with the camera at the origin."""

    def __init__(self, model: Model, camera: Camera) -> None:
        self.model, self.camera = model, camera
        self.vertices = model.world_vertices() - np.asarray(camera.position)
        self.scene = EmbreeScene()
        TriangleMesh(self.scene, self.vertices.astype(np.float32), model.geometry.faces)

    def cast(self, directions: Floats) -> tuple[Floats, NDArray[np.int64]]:
        """Depth (inf) and triangle (-1) of the first hit of each ray beyond the near plane."""
        rays = directions.astype(np.float32)
        hits = self.scene.run(rays * np.float32(NEAR_M), rays, output=True)
        missed = hits["primID"] == -1
        return np.where(missed, np.inf, hits["tfar"].astype(np.float64) + NEAR_M), hits["primID"].astype(np.int64)

    def picture(self) -> tuple[DepthMap, IdMap]:
        """Depth and ids through all pixel centres."""
        depth, triangles = self.cast(pixel_rays(self.camera))
        ids = np.where(triangles < 0, 0, self.model.geometry.surfaces[triangles])
        shape = (self.camera.height, self.camera.width)
        return depth.astype(np.float32).reshape(shape), ids.astype(np.int32).reshape(shape)

    def all_hits(self, direction: Floats) -> list[tuple[float, int]]:
        """(depth, surface) of everything a ray meets, in float64 and a hair generous at triangle edges."""
        a, b, c = (self.vertices[self.model.geometry.faces[:, k]] for k in range(3))
        one, two = b - a, c - a
        normal = np.cross(direction, two)
        volume = (one * normal).sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            u = -(a * normal).sum(axis=1) / volume
            across = np.cross(-a, one)
            v = (across * direction).sum(axis=1) / volume
            depth = (across * two).sum(axis=1) / volume
        met = (u > -1e-4) & (v > -1e-4) & (u + v < 1.0 + 1e-4) & (depth > NEAR_M)
        return sorted((float(depth[t]), int(self.model.geometry.surfaces[t])) for t in np.flatnonzero(met))


def pixel_rays(camera: Camera) -> Floats:
    """(H W, 3) world directions through the pixel centres, 1 along the optical axis."""
    f = focal_px(camera)
    right = (np.arange(camera.width) + 0.5 - camera.width / 2.0) / f
    up = (camera.height / 2.0 - np.arange(camera.height) - 0.5) / f
    grid = np.stack(np.broadcast_arrays(right[None, :], up[:, None], 1.0), axis=-1).reshape(-1, 3)
    return multiply(grid, axes(camera))


def compare(model: Model, camera: Camera) -> Report:
    """Draw a model with both and count."""
    pixels = render(model, camera, "flat")
    caster = Caster(model, camera)
    depth, ids = caster.picture()
    different = np.flatnonzero(pixels.ids != ids)
    rays = pixel_rays(camera)
    excused = sum(is_contested(caster.all_hits(rays[pixel])) for pixel in different)
    calm = (pixels.ids == ids) & (ids > 0) & ~edges(depth, ids)
    errors = np.abs(pixels.depth[calm].astype(np.float64) - depth[calm])
    total = ids.size
    share = 1.0 - (len(different) - excused) / (total - excused)
    return Report(total, len(different), excused, share, float(errors.max(initial=0.0)))


def is_contested(hits: list[tuple[float, int]]) -> bool:
    """Whether another surface lies within `CLOSE_M` behind the first hit."""
    return any(depth - hits[0][0] < CLOSE_M and surface != hits[0][1] for depth, surface in hits)


def edges(depth: DepthMap, ids: IdMap) -> NDArray[np.bool_]:
    """Pixels next to another id, or to a jump in depth."""
    found = np.zeros(ids.shape, dtype=np.bool_)
    filled = np.where(np.isfinite(depth), depth, 1e3)
    for near, far in (
        ((slice(None), slice(1, None)), (slice(None), slice(None, -1))),
        ((slice(1, None),), (slice(None, -1),)),
    ):
        jump = (ids[near] != ids[far]) | (np.abs(filled[near] - filled[far]) > 0.02 * filled[near])
        found[near] |= jump
        found[far] |= jump
    return found
