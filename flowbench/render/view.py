"""A model in front of a camera: what may be seen, in camera coordinates and cut at the near plane."""

import threading
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.geometry.camera import axes, focal_px
from flowbench.records import Camera, Floats
from flowbench.render import raster
from flowbench.render.blocks import Block
from flowbench.render.model import Model

LARGEST_SIDE = 8192
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class View:
    """A model as a pinhole sees it; see `raster.move_vertices` and `raster.outline` for the arrays.

    They are scratch: the next view of the same thread overwrites them.

    Attributes:
        size: height and width, pixels.
        axes: (3, 3) rows right, up, forward in the world frame.
        turns: (I, 3, 3) from the frames of the instances to camera coordinates.
    """

    size: tuple[int, int]
    lens: raster.Lens
    axes: Floats
    turns: Floats
    local: Floats
    planes: Floats
    pieces: Floats
    spans: NDArray[np.int32]
    count: int


class _Scratch(threading.local):
    def __init__(self) -> None:
        self.block = Block()


_SCRATCH = _Scratch()


def stand(model: Model, camera: Camera, samples: int = 1) -> View:
    """Look through a camera, with `samples` x `samples` pixels for each of its own.

    Raises:
        BadValue: for a camera without pixels, with too many, or with an impossible field of view.
    """
    if not (0 < camera.width <= LARGEST_SIDE and 0 < camera.height <= LARGEST_SIDE and 0.0 < camera.fov_deg < 180.0):
        raise BadValue(
            f"A camera needs sides of 1 to {LARGEST_SIDE} pixels and a field of view between 0 and 180 degrees, "
            f"got {camera.width} x {camera.height} and {camera.fov_deg}."
        )
    height, width = camera.height * samples, camera.width * samples
    lens = (width / 2.0, height / 2.0, focal_px(camera) * samples)
    return look(model, np.asarray(camera.position), axes(camera), lens, (height, width))


def look(
    model: Model,
    eye: Floats,
    frame: Floats,
    lens: raster.Lens,
    size: tuple[int, int],
    wanted: Flags | None = None,
) -> View:
    """Look from a point along the last row of a frame, at all instances or the `wanted` (I,)."""
    scene, triangles = model.geometry, model.triangle_count
    turns = _product(frame, model.rotations)
    shifts = _product(frame, (model.translations - eye)[:, :, None])[:, :, 0]
    wide = max(lens[0], size[1] - lens[0]), max(lens[1], size[0] - lens[1]), lens[2]
    visible = raster.inside_frustum(scene.spheres, turns, shifts, wide)
    if wanted is not None:
        visible &= wanted
    local, picture, planes, pieces, spans = _SCRATCH.block.carve(
        ((len(scene.vertices), 3), np.float64),
        ((len(scene.vertices), 2), np.float64),
        ((triangles, 5), np.float64),
        ((2 * triangles + 1, 6), np.float64),
        ((2 * triangles + 1, 3), np.int32),
    )
    raster.move_vertices(scene.vertices, scene.vertex_ranges, visible, turns, shifts, lens, local, picture)
    order, ranges = scene.by_surface, scene.face_ranges
    count = raster.outline(local, picture, scene.faces, ranges, order, visible, lens, size, planes, pieces, spans)
    return View(size, lens, frame, turns, local, planes, pieces, spans, count)


def _product(frame: Floats, many: Floats) -> Floats:
    """(3, 3) times each of (I, 3, n) without BLAS, whose last bits depend on the processor."""
    return np.ascontiguousarray(
        frame[:, 0, None] * many[:, 0:1, :] + frame[:, 1, None] * many[:, 1:2, :] + frame[:, 2, None] * many[:, 2:3, :]
    )
