"""Flat drawings of single things, made once and then moved about as sprites.

A sketch is drawn in metres about the thing's own reference point, x to the right and y up; strokes have widths in
pixels, as pens have, of a picture with 800 pixels to the metre.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw

from flowbench.render.drawing import Colour, font

Point = tuple[float, float]
Sharp = NDArray[np.uint8]  # (h, w, 4) premultiplied RGBA

SPRITE_SCALE = 2  # sprite pixels to a pixel of the picture
_OVERSAMPLING = 2  # pixels drawn to a sprite pixel
_MARGIN_PX = 2
STROKE_PX = 3.0
STROKES_PX_PER_M = 800.0  # in which stroke widths are given
INK: Colour = (24, 24, 28)


@dataclass(frozen=True)
class Shape:
    """One shape: a polygon, a line, a disc or a text; what is drawn later lies on top.

    Attributes:
        points: of a polygon or line; the centre of a disc or text.
        fill: None is not filled.
        ink: colour of its outline, None for none; of a line and of a text.
        stroke_px: width of its outline.
        radius_m: of a disc; the height of a text.
        text: for a text.
    """

    kind: str
    points: tuple[Point, ...]
    fill: Colour | None = None
    ink: Colour | None = INK
    stroke_px: float = STROKE_PX
    radius_m: float = 0.0
    text: str = ""


def polygon(
    points: Sequence[Point], fill: Colour | None, ink: Colour | None = INK, stroke_px: float = STROKE_PX
) -> Shape:
    """A closed outline."""
    return Shape("polygon", tuple(points), fill, ink, stroke_px)


def rectangle(
    half_x: float, half_y: float, fill: Colour | None, ink: Colour | None = INK, stroke_px: float = STROKE_PX,
    centre: Point = (0.0, 0.0), radius: float = 0.0,
) -> Shape:  # fmt: skip
    """A rectangle about a centre, corners rounded."""
    return polygon(rounded_rectangle(half_x, half_y, radius, centre), fill, ink, stroke_px)


def rounded_rectangle(half_x: float, half_y: float, radius: float, centre: Point = (0.0, 0.0)) -> list[Point]:
    """The outline of a rectangle with round corners."""
    x, y = centre
    if radius <= 0.0:
        return [(x - half_x, y - half_y), (x + half_x, y - half_y), (x + half_x, y + half_y), (x - half_x, y + half_y)]
    points = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for k in range(7):
            angle = math.pi / 2 * (quarter + k / 6)
            points.append(
                (
                    x + sx * (half_x - radius) + radius * math.cos(angle),
                    y + sy * (half_y - radius) + radius * math.sin(angle),
                )
            )
    return points


def disc(
    centre: Point, radius_m: float, fill: Colour | None, ink: Colour | None = INK, stroke_px: float = STROKE_PX
) -> Shape:
    """A circle."""
    return Shape("disc", (centre,), fill, ink, stroke_px, radius_m)


def line(points: Sequence[Point], ink: Colour = INK, stroke_px: float = STROKE_PX) -> Shape:
    """An open line with round ends and joints."""
    return Shape("line", tuple(points), None, ink, stroke_px)


def label(text: str, centre: Point, height_m: float, ink: Colour = INK) -> Shape:
    """A text about a point."""
    return Shape("text", (centre,), None, ink, 0.0, height_m, text)


@dataclass(frozen=True)
class Sketch:
    """The shapes of a thing. `layer` decides what lies on top before height does: grounds below 0, hands above 0."""

    shapes: tuple[Shape, ...]
    layer: int = 0

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top in metres, strokes included."""
        lows, highs = [], []
        for shape in self.shapes:
            pad = shape.stroke_px / STROKES_PX_PER_M + (shape.radius_m * max(1.0, 0.7 * len(shape.text)))
            for x, y in shape.points:
                lows.append((x - pad, y - pad))
                highs.append((x + pad, y + pad))
        left, bottom = (min(values) for values in zip(*lows, strict=True))
        right, top = (max(values) for values in zip(*highs, strict=True))
        return left, bottom, right, top


@dataclass(frozen=True, eq=False)
class Sprite:
    """A drawn sketch.

    Attributes:
        pixels: (h, w, 4) premultiplied RGBA, `SPRITE_SCALE` times as fine as the picture.
        origin: where the reference point lies in it, sprite pixels (x right, y down).
        layer: of its sketch.
    """

    pixels: Sharp
    origin: Point
    layer: int


@lru_cache(maxsize=512)
def rasterise(sketch: Sketch, px_per_m: float) -> Sprite:
    """Draw a sketch."""
    fine = SPRITE_SCALE * _OVERSAMPLING
    pen_scale = fine * px_per_m / STROKES_PX_PER_M
    left, bottom, right, top = sketch.bounds()
    scale = px_per_m * fine
    width = math.ceil((right - left) * px_per_m) + 2 * _MARGIN_PX
    height = math.ceil((top - bottom) * px_per_m) + 2 * _MARGIN_PX
    origin = (-left * px_per_m + _MARGIN_PX) * fine, (top * px_per_m + _MARGIN_PX) * fine
    size = width * fine, height * fine
    colours, cover = Pillow.new("RGB", size, INK), Pillow.new("L", size, 0)
    pens = ImageDraw.Draw(colours), ImageDraw.Draw(cover)
    for shape in sketch.shapes:
        points = [(origin[0] + x * scale, origin[1] - y * scale) for x, y in shape.points]
        for pen, ink in ((pens[0], None), (pens[1], 255)):
            _DRAW[shape.kind](pen, shape, points, scale, pen_scale, ink)
    return Sprite(_premultiplied(colours, cover), (origin[0] / _OVERSAMPLING, origin[1] / _OVERSAMPLING), sketch.layer)


def _premultiplied(colours: Pillow.Image, cover: Pillow.Image) -> Sharp:
    """Reduce both sides, colours weighted by cover."""
    weight = np.asarray(cover, dtype=np.float32)[..., None] / np.float32(255.0)
    full = np.concatenate([np.asarray(colours, dtype=np.float32) * weight, 255.0 * weight], axis=2)
    height, width = full.shape[0] // _OVERSAMPLING, full.shape[1] // _OVERSAMPLING
    small = full.reshape(height, _OVERSAMPLING, width, _OVERSAMPLING, 4).mean(axis=(1, 3))
    return np.asarray(np.rint(small), dtype=np.uint8)


Draw = Callable[[ImageDraw.ImageDraw, Shape, list[Point], float, float, int | None], None]


def _draw_polygon(
    pen: ImageDraw.ImageDraw, shape: Shape, points: list[Point], scale: float, pen_scale: float, ink: int | None
) -> None:
    if shape.fill is not None:
        pen.polygon(points, fill=shape.fill if ink is None else ink)
    if shape.ink is not None:
        _stroke(pen, [*points, points[0]], shape.ink if ink is None else ink, shape.stroke_px * pen_scale)


def _draw_line(
    pen: ImageDraw.ImageDraw, shape: Shape, points: list[Point], scale: float, pen_scale: float, ink: int | None
) -> None:
    _stroke(pen, points, (shape.ink or INK) if ink is None else ink, shape.stroke_px * pen_scale)


def _draw_disc(
    pen: ImageDraw.ImageDraw, shape: Shape, points: list[Point], scale: float, pen_scale: float, ink: int | None
) -> None:
    (x, y), radius, width = points[0], shape.radius_m * scale, shape.stroke_px * pen_scale
    if shape.fill is None:
        box = (x - radius, y - radius, x + radius - 1, y + radius - 1)
        return pen.ellipse(box, outline=(shape.ink or INK) if ink is None else ink, width=max(1, round(width)))
    if shape.ink is not None:
        _round(pen, x, y, radius + width / 2.0, shape.ink if ink is None else ink)
        radius -= width / 2.0
    if shape.fill is not None:
        _round(pen, x, y, radius, shape.fill if ink is None else ink)


def _draw_text(
    pen: ImageDraw.ImageDraw, shape: Shape, points: list[Point], scale: float, pen_scale: float, ink: int | None
) -> None:
    letters = font(max(1, round(shape.radius_m * scale)))
    pen.text(points[0], shape.text, fill=(shape.ink or INK) if ink is None else ink, font=letters, anchor="mm")


def _stroke(pen: ImageDraw.ImageDraw, points: list[Point], ink: Colour | int, width: float) -> None:
    """A line with round joints and ends."""
    pen.line(points, fill=ink, width=max(1, round(width)))
    for x, y in points:
        _round(pen, x, y, width / 2.0, ink)


def _round(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, ink: Colour | int) -> None:
    pen.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), fill=ink)


_DRAW: dict[str, Draw] = {"polygon": _draw_polygon, "line": _draw_line, "disc": _draw_disc, "text": _draw_text}
