"""One photo: everything `photo` does to a picture whose triangles and depths are known."""

import threading

import numpy as np

from flowbench.records import DepthMap, Floats, IdMap, Image
from flowbench.render import raster, shading
from flowbench.render.blocks import Block
from flowbench.render.model import Ints, Model
from flowbench.render.photo import mirrors
from flowbench.render.photo.edges import smooth
from flowbench.render.photo.finish import TONES, finish, seen_from
from flowbench.render.photo.gather import blend, gather, spiral, spread
from flowbench.render.photo.lighting import Lighting
from flowbench.render.photo.slivers import absorb
from flowbench.render.textures import table
from flowbench.render.view import View, look

PLACES = spiral()


class _Scratch(threading.local):
    """What a thread draws with, kept between frames."""

    def __init__(self) -> None:
        self.block, self.setups, self.buffers = Block(), Block(), Block()


_SCRATCH, _IN_MIRROR = _Scratch(), _Scratch()


def colour(model: Model, light: Lighting, view: View, eye: Floats, seen: Ints, depth: DepthMap, ids: IdMap) -> Image:
    """(H, W, 3) uint8 colours of a view whose nearest triangles, depths and ids were drawn.

    The view's arrays are not to be used afterwards: looking into mirrors overwrites them.
    """
    return _colour(model, light, view, eye, seen, depth, ids, _SCRATCH, list(mirrors.find(model, seen, eye)))


def _colour(
    model: Model,
    light: Lighting,
    view: View,
    eye: Floats,
    seen: Ints,
    depth: DepthMap,
    ids: IdMap,
    scratch: _Scratch,
    shown: list[mirrors.Mirror],
) -> Image:
    scene, (height, width) = model.geometry, view.size
    half = (height + 1) // 2, 3, (width + 1) // 2
    full = height, 3, width
    albedo, facing, arrived, raw, blended, grey, sharp, frame = scratch.block.carve(
        (full, np.float32),
        (full, np.float32),
        (full, np.float32),
        (half, np.float32),
        (half, np.float32),
        (view.size, np.int32),
        ((*view.size, 3), np.uint8),
        ((*view.size, 3), np.uint8),
    )
    setups, ready = scratch.setups.carve(
        ((model.triangle_count, shading.SETUP), np.float64), ((model.triangle_count,), np.uint8)
    )
    shading.describe(
        seen,
        depth,
        view.planes,
        view.local,
        scene.faces,
        scene.normals,
        scene.uvs,
        scene.materials,
        scene.instances,
        view.turns,
        scene.colours,
        scene.textures,
        view.lens,
        table(),
        ready,
        setups,
        albedo,
        facing,
    )
    pictures = [_in_mirror(model, light, mirror, view, eye) for mirror in shown]
    absorb(ids, depth, facing)
    rows, starts = light.emitters.rows(eye, view.axes), light.emitters.starts
    gather(depth, facing, view.lens, rows, starts, light.charts, light.ambient, PLACES, raw)
    blend(seen, depth, facing, view.lens, raw, blended)
    charts, ambient = light.charts, light.ambient
    spread(seen, depth, facing, view.lens, rows, starts, charts, ambient, PLACES, blended, arrived)
    finish(
        seen,
        depth,
        albedo,
        facing,
        arrived,
        scene.materials,
        scene.gloss,
        scene.glow,
        scene.metals,
        light.exposure,
        light.surroundings,
        seen_from(light.mirrored, eye, view.axes),
        np.ascontiguousarray(view.axes[:, 1]).astype(np.float32),
        view.lens,
        TONES,
        sharp,
    )
    for mirror, picture in zip(shown, pictures, strict=True):
        silvered, (top, _), (left, _) = mirrors.is_silvered(scene), mirror.rows, mirror.columns
        mirrors.paste(seen, silvered, scene.instances, mirror.instance, top, left, picture, sharp)
    smooth(sharp, ids, facing, grey, frame)
    return frame


def _in_mirror(model: Model, light: Lighting, mirror: mirrors.Mirror, view: View, eye: Floats) -> Image:
    """What a mirror shows; mirrors in it are blank."""
    (top, bottom), (left, right) = mirror.rows, mirror.columns
    size, lens = (bottom - top, right - left), (view.lens[0] - left, view.lens[1] - top, view.lens[2])
    behind, axes = mirrors.reflected(mirror, eye, view.axes)
    there = look(model, behind, axes, lens, size, mirrors.before(model, mirror))
    seen, depth, ids = _IN_MIRROR.buffers.carve((size, np.int32), (size, np.float32), (size, np.int32))
    raster.draw(there.count, there.planes, there.pieces, there.spans, model.geometry.surfaces, lens, seen, depth, ids)
    return _colour(model, light, there, behind, seen, depth, ids, _IN_MIRROR, []).copy()
