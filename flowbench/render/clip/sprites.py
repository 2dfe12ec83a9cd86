"""Sprites put on paper: colours, ids, and where each thing lies, from which `board.flow` tells exact flow."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.geometry.jit import jit
from flowbench.records import IdMap, Image
from flowbench.render.board.picture import Picture, Place
from flowbench.render.clip.sketch import SPRITE_SCALE, Sharp, Sketch, rasterise
from flowbench.render.drawing import Colour

Affine = tuple[float, float, float, float, float, float]  # sprite x = a u + b v + c, y = d u + e v + f


@dataclass(frozen=True)
class Placed:
    """A sketch somewhere in the picture.

    Attributes:
        ident: its id, above 0.
        x, y: where its reference point lies, metres from the middle of the picture (x right, y up).
        turn_deg: counter-clockwise.
        scale: of its size.
        cover: 1 for solid, below for ghosts.
        height: what is higher lies on top within a layer.
    """

    ident: int
    sketch: Sketch
    x: float
    y: float
    turn_deg: float = 0.0
    scale: float = 1.0
    cover: float = 1.0
    height: float = 0.0

    @property
    def order(self) -> tuple[int, float, int]:
        """What is drawn first."""
        return self.sketch.layer, self.height, self.ident


@dataclass(frozen=True)
class Sheet:
    """The picture's size and scale, and the colour of its paper."""

    width: int
    height: int
    px_per_m: float
    paper: Colour

    def draw(self, things: Sequence[Placed]) -> Picture:
        """An arrangement on empty paper, whose id is 0."""
        frame = np.empty((self.height, self.width, 3), dtype=np.uint8)
        frame[:] = self.paper
        return self.draw_over(Picture(frame, np.zeros((self.height, self.width), dtype=np.int32)), things)

    def draw_over(self, ground: Picture, things: Sequence[Placed]) -> Picture:
        """The same over something drawn before, which stays as it is."""
        frame, ids, places = ground.frame.copy(), ground.ids.copy(), dict(ground.places)
        for thing in sorted(things, key=lambda item: item.order):
            self._stamp(frame, ids, thing)
            places[thing.ident] = Place(*self._pixel(thing), -thing.turn_deg)
        return Picture(frame, ids, places)

    def _stamp(self, frame: Image, ids: IdMap, thing: Placed) -> None:
        sprite = rasterise(thing.sketch, self.px_per_m)
        matrix = self._to_sprite(thing)
        box = self._box(thing, sprite.pixels, sprite.origin)
        _blend(frame, ids, sprite.pixels, matrix, box, np.int32(round(256 * thing.cover)), np.int32(thing.ident))

    def _to_sprite(self, thing: Placed) -> Affine:
        """From pixel centres of the picture to sprite pixels."""
        origin = rasterise(thing.sketch, self.px_per_m).origin
        factor, angle = SPRITE_SCALE / thing.scale, math.radians(thing.turn_deg)
        cosine, sine = factor * math.cos(angle), factor * math.sin(angle)
        u, v = self._pixel(thing)
        return (
            cosine, -sine, origin[0] - cosine * u + sine * v,
            sine, cosine, origin[1] - sine * u - cosine * v,
        )  # fmt: skip

    def _pixel(self, thing: Placed) -> tuple[float, float]:
        return self.width / 2.0 + thing.x * self.px_per_m, self.height / 2.0 - thing.y * self.px_per_m

    def _box(self, thing: Placed, pixels: Sharp, origin: tuple[float, float]) -> tuple[int, int, int, int]:
        """Rows and columns that the sprite may touch."""
        (u, v), factor, angle = self._pixel(thing), thing.scale / SPRITE_SCALE, math.radians(thing.turn_deg)
        corners = [(x - origin[0], y - origin[1]) for x in (0, pixels.shape[1]) for y in (0, pixels.shape[0])]
        xs = [u + factor * (math.cos(angle) * x + math.sin(angle) * y) for x, y in corners]
        ys = [v + factor * (-math.sin(angle) * x + math.cos(angle) * y) for x, y in corners]
        return (
            max(0, math.floor(min(ys))), min(self.height, math.ceil(max(ys)) + 1),
            max(0, math.floor(min(xs))), min(self.width, math.ceil(max(xs)) + 1),
        )  # fmt: skip


@jit
def _blend(
    frame: Image,
    ids: IdMap,
    sprite: Sharp,
    matrix: Affine,
    box: tuple[int, int, int, int],
    cover: np.int32,
    ident: np.int32,
) -> None:
    """Put a sprite over the picture: bilinear samples in 256ths, premultiplied; ids where it covers more than half."""
    a, b, c, d, e, f = matrix
    height, width = sprite.shape[0], sprite.shape[1]
    channels = np.empty(4, dtype=np.int64)
    for row in range(box[0], box[1]):
        for column in range(box[2], box[3]):
            x = a * (column + 0.5) + b * (row + 0.5) + c - 0.5
            y = d * (column + 0.5) + e * (row + 0.5) + f - 0.5
            left, top = int(math.floor(x)), int(math.floor(y))
            if left < 0 or top < 0 or left + 1 >= width or top + 1 >= height:
                continue
            p, q = int((x - left) * 256.0), int((y - top) * 256.0)
            for k in range(4):
                upper = int(sprite[top, left, k]) * (256 - p) + int(sprite[top, left + 1, k]) * p
                lower = int(sprite[top + 1, left, k]) * (256 - p) + int(sprite[top + 1, left + 1, k]) * p
                channels[k] = (upper * (256 - q) + lower * q) * cover // 256
            if channels[3] == 0:
                continue
            rest = 255 * 65536 - channels[3]
            for k in range(3):
                frame[row, column, k] = (channels[k] * 255 + int(frame[row, column, k]) * rest + 8355840) // 16711680
            if channels[3] > 127 * 65536:
                ids[row, column] = ident
