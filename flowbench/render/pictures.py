"""Drawing a model: colour, exact z-depth and surface ids of one view, and how much of each surface could be seen."""

import threading
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue, UnknownName
from flowbench.records import Camera, DepthMap, IdMap, Image, Pixels
from flowbench.render import raster, shading
from flowbench.render.blocks import Block
from flowbench.render.model import Ints, Model
from flowbench.render.photo.halving import halved
from flowbench.render.photo.lighting import Lighting, lighting
from flowbench.render.photo.picture import colour
from flowbench.render.textures import table
from flowbench.render.view import View, stand

Quality = Literal["flat", "textured", "photo", "photo_2x2"]
QUALITIES: tuple[Quality, ...] = get_args(Quality)
PHOTOS = ("photo", "photo_2x2")
Counts = NDArray[np.int64]


class _Scratch(threading.local):
    """What a thread draws with, kept between frames."""

    def __init__(self) -> None:
        self.picture, self.shading, self.fine = Block(), Block(), Block()


_SCRATCH = _Scratch()


def render(model: Model, camera: Camera, quality: Quality = "textured") -> Pixels:
    """Draw a model: depth and ids, which are the same in all qualities, and a frame.

    `flat` leaves the frame black. `textured` is lit evenly. `photo` has soft shadows, light thrown back by the room and
    smooth outlines; `photo_2x2` takes the mean of four samples a pixel for its colours.

    The three arrays share one block of memory: copy what is to be kept without the others.
    """
    light = _light(model, quality)
    return _draw(model, camera, stand(model, camera), light, quality)


def silhouettes(model: Model, camera: Camera) -> Counts:
    """(surface_count + 1,) pixels each surface covers within the frame when drawn alone; entry 0 is 0."""
    return _stamp(model, stand(model, camera))


def survey(model: Model, camera: Camera, quality: Quality = "textured") -> tuple[Pixels, Counts]:
    """What `render` and `silhouettes` give, from one look at the model where the quality allows it."""
    light = _light(model, quality)
    view = stand(model, camera)
    counts = _stamp(model, view)
    return _draw(model, camera, view, light, quality), counts


def _light(model: Model, quality: Quality) -> Lighting | None:
    """What a photo is lit with, found before the camera looks: emitters look through the same scratch arrays."""
    if quality not in QUALITIES:
        raise UnknownName.among("quality", quality, QUALITIES)
    return lighting(model) if quality in PHOTOS else None


def _draw(model: Model, camera: Camera, view: View, light: Lighting | None, quality: Quality) -> Pixels:
    size = view.size
    depth, ids, frame = Block().carve((size, np.float32), (size, np.int32), ((*size, 3), np.uint8))
    (seen,) = _SCRATCH.picture.carve((size, np.int32))
    _see(model, view, seen, depth, ids)
    if quality == "flat":
        frame.fill(0)
    elif light is None:
        _shade(model, view, seen, depth, frame)
    elif quality == "photo":
        frame[:] = colour(model, light, view, np.asarray(camera.position), seen, depth, ids)
    else:
        frame[:] = _fine(model, camera, light)
    return Pixels(frame, depth, ids)


def _fine(model: Model, camera: Camera, light: Lighting) -> Image:
    """Colours of a view, the mean of 2 x 2 samples a pixel."""
    view = stand(model, camera, 2)
    size = view.size
    seen, depth, ids = _SCRATCH.fine.carve((size, np.int32), (size, np.float32), (size, np.int32))
    _see(model, view, seen, depth, ids)
    return halved(colour(model, light, view, np.asarray(camera.position), seen, depth, ids))


def _see(model: Model, view: View, seen: Ints, depth: DepthMap, ids: IdMap) -> None:
    surfaces = model.geometry.surfaces
    raster.draw(view.count, view.planes, view.pieces, view.spans, surfaces, view.lens, seen, depth, ids)


def _shade(model: Model, view: View, seen: Ints, depth: DepthMap, frame: Image) -> None:
    scene = model.geometry
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


def _stamp(model: Model, view: View) -> Counts:
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
