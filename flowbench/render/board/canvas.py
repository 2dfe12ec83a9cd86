"""A canvas with two sides: anti-aliased colours, and the id of what is seen at each pixel.

Coordinates are pixels of the finished picture, x to the right and y down; (0, 0) is the top left corner. Everything is
drawn at twice the size and reduced at the end, so that edges are smooth; ids are taken at one point of each pixel.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from flowbench.records import Image
from flowbench.render.board.picture import Picture, Place
from flowbench.render.drawing import Colour, font

SUPERSAMPLING = 2
ARROW_HEAD = 3.2  # length of an arrow's head, times the width of its shaft
ARROW_SPREAD_RAD = math.radians(32)

Align = Literal["left", "middle", "right"]  # which end of a text is at its point
_ANCHORS: Mapping[Align, str] = {"left": "lm", "middle": "mm", "right": "rm"}

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


class Canvas:
    """What is drawn later hides what was drawn earlier. `ident` is the id of the thing a shape belongs to."""

    def __init__(self, width: int, height: int, ground: Colour, scale: int = SUPERSAMPLING) -> None:
        """An empty canvas of `width` x `height` pixels."""
        self.width, self.height, self._scale = width, height, scale
        size = (width * scale, height * scale)
        self._colours = Pillow.new("RGB", size, ground)
        self._ids = Pillow.new("I", size, 0)
        self._pen = ImageDraw.Draw(self._colours)
        self._id_pen = ImageDraw.Draw(self._ids)
        self._places: dict[int, Place] = {}

    def rectangle(self, box: Box, colour: Colour, ident: int, radius: float = 0.0) -> None:
        """A filled rectangle, its corners rounded by `radius`."""
        scaled = self._box(box)
        for pen, ink in ((self._pen, colour), (self._id_pen, ident)):
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

    def polygon(self, points: Sequence[Point], colour: Colour, ident: int) -> None:
        """A filled polygon."""
        scaled = [self._point(point) for point in points]
        self._pen.polygon(scaled, fill=colour)
        self._id_pen.polygon(scaled, fill=ident)

    def disc(self, centre: Point, radius: float, colour: Colour, ident: int) -> None:
        """A filled circle."""
        x, y = centre
        box = self._box((x - radius, y - radius, x + radius, y + radius))
        self._pen.ellipse(box, fill=colour)
        self._id_pen.ellipse(box, fill=ident)

    def ring(self, centre: Point, radius: float, colour: Colour, ident: int, width: float = 2.0) -> None:
        """A circle's outline of this width, drawn inward."""
        x, y = centre
        box = self._box((x - radius, y - radius, x + radius, y + radius))
        thick = max(1, round(width * self._scale))
        self._pen.ellipse(box, outline=colour, width=thick)
        self._id_pen.ellipse(box, outline=ident, width=thick)

    def line(self, points: Sequence[Point], colour: Colour, ident: int, width: float = 2.0) -> None:
        """A line through points, its joints rounded."""
        scaled = [self._point(point) for point in points]
        thick = max(1, round(width * self._scale))
        self._pen.line(scaled, fill=colour, width=thick, joint="curve")
        self._id_pen.line(scaled, fill=ident, width=thick, joint="curve")

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
        self._id_pen.text(place, text, fill=ident, font=letters, anchor=_ANCHORS[align])

    def paste(self, image: Image, corner: tuple[int, int], ident: int) -> None:
        """A picture (H, W, 3) uint8 with its top left corner at whole pixels."""
        height, width = image.shape[:2]
        size = (width * self._scale, height * self._scale)
        where = (corner[0] * self._scale, corner[1] * self._scale)
        self._colours.paste(Pillow.fromarray(image).resize(size, Pillow.Resampling.NEAREST), where)
        self._ids.paste(ident, (*where, where[0] + size[0], where[1] + size[1]))

    def place(self, ident: int, x: float, y: float, turn_deg: float = 0.0) -> None:
        """Note where a piece lies: its reference point and its turn, clockwise."""
        self._places[ident] = Place(x, y, turn_deg)

    def finish(self) -> Picture:
        """The finished picture."""
        small = self._colours.reduce(self._scale)  # the mean of each pixel's square
        middle = self._scale // 2
        ids = np.asarray(self._ids, dtype=np.int32)[middle :: self._scale, middle :: self._scale]
        return Picture(np.asarray(small), np.ascontiguousarray(ids), dict(self._places))

    def _point(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale

    def _box(self, box: Box) -> Any:
        """Pillow's boxes include their last pixel."""
        left, top, right, bottom = (value * self._scale for value in box)
        return left, top, max(left, right - 1), max(top, bottom - 1)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
