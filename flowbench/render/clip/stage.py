"""Solids over a still background: the background is drawn and lit once, a frame draws what moves and its shadow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flowbench import seeding
from flowbench.geometry.camera import project, unproject
from flowbench.records import Camera, DepthMap, Floats, FlowMap, Image, Mask, Pixels
from flowbench.render.clip.light import MAP_SIDE, Lamp, light_up, linear_table, numbers, reached
from flowbench.render.meshes import Mesh
from flowbench.render.model import Instance, Model
from flowbench.render.pictures import render

GRAIN = 1.5  # standard deviation of a grey level, the same pattern in every frame
SAME_DEPTH_M = 0.001
_MARGIN_TEXELS = 40.0  # how far the edge of a shadow reaches


@dataclass(frozen=True, eq=False)
class Put:
    """A mesh somewhere: world = rotation @ local + translation; its pixels carry `ident`."""

    ident: int
    mesh: Mesh
    rotation: Floats
    translation: Floats


class Stage:
    """A camera, a lamp, and things that stay where they are."""

    def __init__(self, camera: Camera, lamp: Lamp, still: Sequence[Put]) -> None:
        """Draw and light what stays."""
        self.camera, self._lamp = camera, lamp
        self._size = (camera.height, camera.width)
        self._lens, self._light = numbers(camera), numbers(lamp.camera)
        model = Model.build([Instance(p.mesh, p.ident, p.rotation, p.translation) for p in still])
        self._raw = _copied(render(model, camera))
        self._map = render(model, lamp.camera, "flat").depth.copy()
        self._grain = _grain(camera.height, camera.width)
        self._ground = Pixels(self._lit_ground(), self._raw.depth, self._raw.ids)
        self._model: Model | None = None
        self._meshes: tuple[Mesh, ...] = ()

    def _lit_ground(self) -> Image:
        everywhere = np.ones(self._size, dtype=np.bool_)
        return self._lit(
            self._raw, np.full((MAP_SIDE, MAP_SIDE), np.inf, dtype=np.float32), everywhere, self._raw.frame
        )

    def frame(self, moving: Sequence[Put]) -> Pixels:
        """The picture with things put into it: colour, exact z-depth (metres) and ids."""
        if not moving:
            return self._ground
        model = self._posed(moving)
        drawn = render(model, self.camera)
        before = drawn.depth < self._raw.depth
        pixels = Pixels(
            np.where(before[:, :, None], drawn.frame, self._raw.frame),
            np.where(before, drawn.depth, self._raw.depth),
            np.where(before, drawn.ids, self._raw.ids),
        )
        shadows = render(model, self._lamp.camera, "flat").depth
        return Pixels(
            self._lit(pixels, shadows, self._touched(before, shadows), self._ground.frame), pixels.depth, pixels.ids
        )

    def _posed(self, moving: Sequence[Put]) -> Model:
        """The moving things in their poses; packed anew only when the meshes are others."""
        meshes = tuple(item.mesh for item in moving)
        if (
            self._model is None
            or len(meshes) != len(self._meshes)
            or any(a is not b for a, b in zip(meshes, self._meshes, strict=True))
        ):
            parts = [Instance(item.mesh, item.ident, item.rotation, item.translation) for item in moving]
            self._model, self._meshes = Model.build(parts), meshes
            return self._model
        return self._model.placed_instances({k: (item.rotation, item.translation) for k, item in enumerate(moving)})

    def _touched(self, before: Mask, shadows: DepthMap) -> Mask:
        """Pixels to be lit anew: the moving things themselves, and where their shadows may fall."""
        where = before.copy()
        rows, columns = np.nonzero(np.isfinite(shadows))
        if len(rows):
            box = (columns.min(), rows.min(), columns.max() + 1.0, rows.max() + 1.0)
            margin = np.array([-1.0, -1.0, 1.0, 1.0]) * _MARGIN_TEXELS
            reached(self._raw.depth, self._lens, self._light, np.array(box, dtype=np.float64) + margin, where)
        return where

    def _lit(self, pixels: Pixels, shadows: DepthMap, where: Mask, ground: Image) -> Image:
        decode, encode = linear_table()
        out = ground.copy()
        light_up(
            pixels.frame, pixels.depth, self._lens, self._size, self._light, self._map, shadows, where, self._grain,
            decode, encode, out,
        )  # fmt: skip
        return out


def flow_between(
    camera: Camera, first: Pixels, second: Pixels, poses: Mapping[int, tuple[Floats, Floats]]
) -> tuple[FlowMap, Mask]:
    """Exact flow (H, W, 2) float32 pixels between two pictures from one camera, and where the point is seen again.

    Args:
        poses: for each id that moved, the rotation (3, 3) and shift (3,) that carry its world points from the first
            picture to the second.
    """
    flow = np.zeros((*first.ids.shape, 2), dtype=np.float32)
    valid = (first.ids == second.ids) & (np.abs(first.depth - second.depth) <= SAME_DEPTH_M)
    moved = np.isin(first.ids, list(poses))
    rows, columns = np.nonzero(moved)
    points = unproject(camera, np.where(moved, first.depth, np.float32(np.inf)))[rows, columns]
    idents = first.ids[rows, columns]
    for ident, (turn, shift) in poses.items():
        mine = idents == ident
        points[mine] = points[mine] @ turn.T + shift
    seen = project(camera, points)
    flow[rows, columns] = seen[:, :2] - np.stack([columns + 0.5, rows + 0.5], axis=1)
    valid[rows, columns] = _lands(seen, idents, second)
    return flow, valid


def _lands(seen: Floats, idents: NDArray[np.int32], second: Pixels) -> Mask:
    height, width = second.ids.shape
    inside = (seen[:, 0] >= 0) & (seen[:, 0] < width) & (seen[:, 1] >= 0) & (seen[:, 1] < height)
    u = np.where(inside, seen[:, 0], 0.0).astype(np.intp)
    v = np.where(inside, seen[:, 1], 0.0).astype(np.intp)
    slope = 0.01  # metres that a slanted surface may differ within a pixel
    near = np.abs(second.depth[v, u] - seen[:, 2]) <= slope
    return np.asarray(inside & (second.ids[v, u] == idents) & near)


def _copied(pixels: Pixels) -> Pixels:
    return Pixels(pixels.frame.copy(), pixels.depth.copy(), pixels.ids.copy())


def _grain(height: int, width: int) -> NDArray[np.int8]:
    made = seeding.generator("grain", height, width).normal(0.0, GRAIN, (height, width))
    return np.rint(np.clip(made, -6.0, 6.0)).astype(np.int8)
