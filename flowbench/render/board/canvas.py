"""A canvas with two sides: anti-aliased colours, and the id of what is seen at each pixel.

Coordinates are pixels of the finished picture, x to the right and y down; (0, 0) is the top left corner. Everything is
drawn at twice the size and reduced at the end, so that edges are smooth; ids are taken at one point of each pixel.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageChops, ImageDraw

from flowbench.records import Image
from flowbench.render.board.picture import Picture, Place
from flowbench.render.board.sheet import Sheet
from flowbench.render.drawing import Colour, font

SUPERSAMPLING = 2
THIN = 3  # width of a line, at the larger size, up to which its joints show no gap
_ID_BITS = 0xFFFFFF
ARROW_HEAD = 3.2  # length of an arrow's head, times the width of its shaft
ARROW_SPREAD_RAD = math.radians(32)

Align = Literal["left", "middle", "right"]  # which end of a text is at its point
_ANCHORS: Mapping[Align, str] = {"left": "lm", "middle": "mm", "right": "rm"}

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom
Coordinates = NDArray[np.float64]
Stencil = Callable[[Coordinates, Coordinates], NDArray[np.bool_]]  # x (w,) and y (h,) -> (h, w) where it is open


class Canvas:
    """What is drawn later hides what was drawn earlier.

    `ident` is the id of the thing a shape belongs to. Polygons and discs may come without one: they are then part of
    what they lie on.
    """

    def __init__(self, width: int, height: int, ground: Colour, scale: int = SUPERSAMPLING) -> None:
        """An empty canvas of `width` x `height` pixels."""
        self.width, self.height, self._scale = width, height, scale
        self._colours = Sheet.of(width * scale, height * scale, ground)
        self._ids = Sheet.of(width * scale, height * scale, _id_ink(0))
        self._pen, self._id_pen = self._colours.pen, self._ids.pen
        self._id_pen.fontmode = "1"  # no shades between ids
        self._places: dict[int, Place] = {}

    def rectangle(self, box: Box, colour: Colour, ident: int, radius: float = 0.0) -> None:
        """A filled rectangle, its corners rounded by `radius`."""
        scaled = self._box(box)
        for pen, ink in ((self._pen, colour), (self._id_pen, _id_ink(ident))):
            if radius > 0.0:
                pen.rounded_rectangle(scaled, radius * self._scale, fill=ink)
            else:
                pen.rectangle(scaled, fill=ink)

    def frame(self, box: Box, colour: Colour, ident: int, width: float = 2.0) -> None:
        """The outline of a rectangle, drawn inward."""
        left, top, right, bottom = box
        for side in (
            (left, top, right, top + width),
            (left, bottom - width, right, bottom),
            (left, top, left + width, bottom),
            (right - width, top, right, bottom),
        ):
            self.rectangle(side, colour, ident)

    def polygon(self, points: Sequence[Point], colour: Colour, ident: int | None = None) -> None:
        """A filled polygon."""
        scaled = self._points(points)
        self._pen.polygon(scaled, fill=colour)
        if ident is not None:
            self._id_pen.polygon(scaled, fill=_id_ink(ident))

    def stencil(self, points: Sequence[Point], colour: Colour, stencil: Stencil) -> None:
        """Colour a polygon where a stencil lets it through; it is part of what it lies on."""
        scaled = self._points(points)
        left, top = (math.floor(min(values)) for values in zip(*scaled, strict=True))
        right, bottom = (math.floor(max(values)) + 1 for values in zip(*scaled, strict=True))
        x, y = (np.arange(low, high) + 0.5 for low, high in ((left, right), (top, bottom)))
        open_ = np.where(stencil(x / self._scale, y / self._scale), np.uint8(255), np.uint8(0))
        mask = Pillow.new("L", (right - left, bottom - top), 0)
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in scaled], fill=255)
        through = ImageChops.darker(mask, Pillow.fromarray(open_))
        self._colours.image.paste(colour, (left, top), through)

    def disc(self, centre: Point, radius: float, colour: Colour, ident: int | None = None) -> None:
        """A filled circle."""
        x, y = centre
        box = self._box((x - radius, y - radius, x + radius, y + radius))
        self._pen.ellipse(box, fill=colour)
        if ident is not None:
            self._id_pen.ellipse(box, fill=_id_ink(ident))

    def ring(self, centre: Point, radius: float, colour: Colour, ident: int, width: float = 2.0) -> None:
        """A circle's outline of this width, drawn inward."""
        x, y = centre
        box = self._box((x - radius, y - radius, x + radius, y + radius))
        thick = max(1, round(width * self._scale))
        self._pen.ellipse(box, outline=colour, width=thick)
        self._id_pen.ellipse(box, outline=_id_ink(ident), width=thick)

    def line(self, points: Sequence[Point], colour: Colour, ident: int, width: float = 2.0) -> None:
        """A line through points, its joints rounded."""
        scaled = self._points(points)
        thick = max(1, round(width * self._scale))
        half = (thick - 1) / 2.0
        joints = [(x - half, y - half, x + half, y + half) for x, y in scaled[1:-1]] if thick > THIN else []
        for pen, ink in ((self._pen, colour), (self._id_pen, _id_ink(ident))):
            pen.line(scaled, fill=ink, width=thick)
            for joint in joints:
                pen.ellipse(joint, fill=ink)

    def dashes(
        self, start: Point, end: Point, colour: Colour, ident: int, width: float = 2.0, dash: float = 8.0
    ) -> None:
        """A straight line of dashes as long as the gaps between them."""
        length = math.dist(start, end)
        count = max(1, int(length / (2.0 * dash)) * 2 + 1)
        for k in range(0, count, 2):
            ends = [_between(start, end, part / count) for part in (k, k + 1)]
            self.line(ends, colour, ident, width)

    def arrow(self, start: Point, end: Point, colour: Colour, ident: int, width: float = 3.0) -> None:
        """A straight arrow whose tip is at `end`."""
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        head = ARROW_HEAD * width
        neck = (end[0] - head * math.cos(angle), end[1] - head * math.sin(angle))
        reach = head / math.cos(ARROW_SPREAD_RAD)
        wings = [
            (end[0] - reach * math.cos(angle + side), end[1] - reach * math.sin(angle + side))
            for side in (ARROW_SPREAD_RAD, -ARROW_SPREAD_RAD)
        ]
        self.line((start, neck), colour, ident, width)
        self.polygon([end, *wings], colour, ident)

    def text(self, text: str, point: Point, size: float, colour: Colour, ident: int, align: Align = "middle") -> None:
        """A line of text beside or around a point, vertically centred on it; `size` is its height in pixels."""
        place, letters = self._point(point), font(round(size * self._scale))
        self._pen.text(place, text, fill=colour, font=letters, anchor=_ANCHORS[align])
        self._id_pen.text(place, text, fill=_id_ink(ident), font=letters, anchor=_ANCHORS[align])

    def paste(self, image: Image, corner: tuple[int, int], ident: int) -> None:
        """A picture (H, W, 3) uint8 with its top left corner at whole pixels."""
        height, width = image.shape[:2]
        size = (width * self._scale, height * self._scale)
        where = (corner[0] * self._scale, corner[1] * self._scale)
        self._colours.image.paste(Pillow.fromarray(image).resize(size, Pillow.Resampling.NEAREST), where)
        self._ids.image.paste(_id_ink(ident), (*where, where[0] + size[0], where[1] + size[1]))

    def place(self, ident: int, x: float, y: float, turn_deg: float = 0.0) -> None:
        """Note where a piece lies: its reference point and its turn, clockwise."""
        self._places[ident] = Place(x, y, turn_deg)

    def finish(self) -> Picture:
        """The finished picture; nothing can be drawn any more."""
        means = cv2.resize(self._colours.pixels, (self.width, self.height), interpolation=cv2.INTER_AREA)
        frame: Image = np.asarray(cv2.cvtColor(means, cv2.COLOR_RGBA2RGB), dtype=np.uint8)
        middle = self._scale // 2
        ids = self._ids.values[middle :: self._scale, middle :: self._scale] & _ID_BITS
        for sheet in (self._colours, self._ids):
            sheet.put_aside()
        del self._colours, self._ids, self._pen, self._id_pen
        return Picture(frame, ids.view(np.int32), dict(self._places))

    def _point(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _points(self, points: Sequence[Point]) -> list[Point]:
        scale = self._scale
        return [(x * scale, y * scale) for x, y in points]

    def _box(self, box: Box) -> Any:
        """Pillow's boxes include their last pixel."""
        left, top, right, bottom = (value * self._scale for value in box)
        return left, top, max(left, right - 1), max(top, bottom - 1)


def _id_ink(ident: int) -> Colour:
    """The colour whose number (`Sheet.values`) is an id."""
    return ident & 0xFF, ident >> 8 & 0xFF, ident >> 16


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
