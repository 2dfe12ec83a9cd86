"""Drawing a model: colour, exact z-depth and surface ids of one view, and how much of each surface could be seen."""

import threading
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue, UnknownName
from flowbench.geometry.camera import axes, focal_px
from flowbench.records import Camera, Floats, IdMap, Pixels
from flowbench.render import raster, shading
from flowbench.render.blocks import Block
from flowbench.render.model import Model
from flowbench.render.textures import table

Quality = Literal["flat", "textured"]
Counts = NDArray[np.int64]
LARGEST_SIDE = 8192


class _Scratch(threading.local):
    """What a thread draws with, kept between frames."""

    def __init__(self) -> None:
        self.view, self.picture, self.shading = Block(), Block(), Block()


_SCRATCH = _Scratch()


def render(model: Model, camera: Camera, quality: Quality = "textured") -> Pixels:
    """Draw a model. `flat` gives depth and ids only and leaves the frame black; these are the same in both qualities.

    The three arrays share one block of memory: copy what is to be kept without the others.
    """
    return _draw(model, _look(model, camera), quality)


def silhouettes(model: Model, camera: Camera) -> Counts:
    """(surface_count + 1,) pixels each surface covers within the frame when drawn alone; entry 0 is 0."""
    return _stamp(model, _look(model, camera))


def survey(model: Model, camera: Camera, quality: Quality = "textured") -> tuple[Pixels, Counts]:
    """What `render` and `silhouettes` give, from one look at the model."""
    view = _look(model, camera)
    return _draw(model, view, quality), _stamp(model, view)


def _draw(model: Model, view: "_View", quality: Quality) -> Pixels:
    if quality not in get_args(Quality):
        raise UnknownName.among("quality", quality, get_args(Quality))
    scene, size = model.geometry, view.size
    depth, ids, frame = Block().carve((size, np.float32), (size, np.int32), ((*size, 3), np.uint8))
    (seen,) = _SCRATCH.picture.carve((size, np.int32))
    raster.draw(view.count, view.planes, view.pieces, view.spans, scene.surfaces, view.lens, seen, depth, ids)
    if quality == "flat":
        frame.fill(0)
        return Pixels(frame, depth, ids)
    setups, ready = _SCRATCH.shading.carve(
        ((model.triangle_count, shading.SETUP), np.float64), ((model.triangle_count,), np.uint8)
    )
    shading.shade(
        seen,
        depth,
        view.planes,
        view.local,
        scene.faces,
        scene.normals,
        scene.uvs,
        scene.materials,
        scene.instances,
        model.rotations,
        scene.colours,
        scene.textures,
        scene.gloss,
        view.axes,
        view.lens,
        table(),
        shading.TONES,
        ready,
        setups,
        frame,
    )
    return Pixels(frame, depth, ids)


def _stamp(model: Model, view: "_View") -> Counts:
    counts = np.zeros(model.surface_count + 1, dtype=np.int64)
    surfaces = model.geometry.surfaces
    raster.stamp(view.count, view.planes, view.pieces, view.spans, surfaces, view.lens, view.size, counts)
    return counts


def visible_counts(ids: IdMap, surface_count: int) -> Counts:
    """(surface_count + 1,) pixels of each surface id in an id map; entry 0 counts pixels where nothing is."""
    if ids.size and not 0 <= int(ids.min()) <= int(ids.max()) <= surface_count:
        raise BadValue(f"Ids must lie in 0..{surface_count}, got {int(ids.min())}..{int(ids.max())}.")
    counts = np.zeros(surface_count + 1, dtype=np.int64)
    raster.count_ids(np.ascontiguousarray(ids), counts)
    return counts


@dataclass(frozen=True, eq=False)
class _View:
    """A model in front of a camera; see `raster.move_vertices` and `raster.outline` for the arrays.

    They are scratch: the next view of the same thread overwrites them.
    """

    size: tuple[int, int]
    lens: raster.Lens
    axes: Floats
    local: Floats
    planes: Floats
    pieces: Floats
    spans: NDArray[np.int32]
    count: int


def _look(model: Model, camera: Camera) -> _View:
    """Bring what the camera may see into its coordinates and cut it at the near plane."""
    if not (0 < camera.width <= LARGEST_SIDE and 0 < camera.height <= LARGEST_SIDE and 0.0 < camera.fov_deg < 180.0):
        raise BadValue(
            f"A camera needs sides of 1 to {LARGEST_SIDE} pixels and a field of view between 0 and 180 degrees, "
            f"got {camera.width} x {camera.height} and {camera.fov_deg}."
        )
    frame, scene, triangles = axes(camera), model.geometry, model.triangle_count
    lens = (camera.width / 2.0, camera.height / 2.0, focal_px(camera))
    turns = _product(frame, model.rotations)
    shifts = _product(frame, (model.translations - np.asarray(camera.position))[:, :, None])[:, :, 0]
    visible = raster.inside_frustum(scene.spheres, turns, shifts, lens)
    local, picture, planes, pieces, spans = _SCRATCH.view.carve(
        ((len(scene.vertices), 3), np.float64),
        ((len(scene.vertices), 2), np.float64),
        ((triangles, 5), np.float64),
        ((2 * triangles + 1, 6), np.float64),
        ((2 * triangles + 1, 3), np.int32),
    )
    raster.move_vertices(scene.vertices, scene.vertex_ranges, visible, turns, shifts, lens, local, picture)
    size = (camera.height, camera.width)
    order, ranges = scene.by_surface, scene.face_ranges
    count = raster.outline(local, picture, scene.faces, ranges, order, visible, lens, size, planes, pieces, spans)
    return _View(size, lens, frame, local, planes, pieces, spans, count)


def _product(frame: Floats, many: Floats) -> Floats:
    """(3, 3) times each of (I, 3, n) without BLAS, whose last bits depend on the processor."""
    return np.ascontiguousarray(
        frame[:, 0, None] * many[:, 0:1, :] + frame[:, 1, None] * many[:, 1:2, :] + frame[:, 2, None] * many[:, 2:3, :]
    )
