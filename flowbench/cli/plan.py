"""The plan of a scene: floor, walls, the footprints of the objects' boxes, and from where it is looked at."""

import math
from collections.abc import Sequence

import numpy as np
import shapely
from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

from flowbench.envs.rooms.views import View
from flowbench.geometry.boxes import corners
from flowbench.geometry.check_pose import world_box
from flowbench.geometry.walls import wall_rows
from flowbench.records import Floats, Image, SceneState

Colour = tuple[int, int, int]
MARGIN = 0.06  # of the picture, on each side
ARROW_M = 0.45
THIN_M = 0.005  # a box seen edge-on is still an outline
PAPER, FLOOR, WALL, INK = (250, 250, 248), (232, 226, 214), (60, 60, 66), (28, 30, 34)
MOVABLE, STATIC, VIEW = (214, 120, 30), (150, 160, 172), (30, 110, 210)


def draw_plan(scene: SceneState, views: Sequence[View], size: int) -> Image:
    """A square picture seen from above: x to the right, z up, the highest objects drawn last."""
    sheet = _Sheet(scene, size)
    sheet.polygon(scene.layout.floor, FLOOR, FLOOR)
    boxes = sorted(
        ((item, world_box(scene, item.object_id)) for item in scene.layout.objects if item.object_type != "Floor"),
        key=lambda pair: float(pair[1][1]),
    )
    for item, box in boxes:
        sheet.polygon(footprint(box), None, MOVABLE if item.pickupable or item.moveable else STATIC)
    for x, z, along_x, along_z, length, _, _, _, _, bottom in wall_rows(scene.layout.walls).tolist():
        if bottom == 0.0:  # not what is above a door
            sheet.line((x, z), (x + length * along_x, z + length * along_z), WALL, 3)
    for number, view in enumerate(views):
        sheet.arrow(view, str(number))
    return np.asarray(sheet.picture)


def footprint(box: Floats) -> Floats:
    """(n, 2) the outline (x, z) of an oriented box seen from above."""
    hull = shapely.MultiPoint(corners(box)[:, [0, 2]]).convex_hull.buffer(THIN_M, join_style="mitre")
    return np.asarray(hull.exterior.coords)


class _Sheet:
    """The picture, and where metres lie on it."""

    def __init__(self, scene: SceneState, size: int) -> None:
        self.picture = PillowImage.new("RGB", (size, size), PAPER)
        self._pen = ImageDraw.Draw(self.picture)
        self._font = ImageFont.load_default(max(10, size // 45))
        floor = scene.layout.floor
        self._low, high = floor.min(axis=0), floor.max(axis=0)
        self._margin = MARGIN * size
        self._scale = (size - 2 * self._margin) / max(1.0, float((high - self._low).max()))
        self._size = size

    def polygon(self, points: Floats, fill: Colour | None, line: Colour) -> None:
        self._pen.polygon([self._at(float(x), float(z)) for x, z in points], fill=fill, outline=line)

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: Colour, width: int) -> None:
        self._pen.line((*self._at(*start), *self._at(*end)), fill=colour, width=width)

    def arrow(self, view: View, name: str) -> None:
        x, _, z = view.position
        yaw = math.radians(view.yaw_deg)
        self.line((x, z), (x + ARROW_M * math.sin(yaw), z + ARROW_M * math.cos(yaw)), VIEW, 2)
        column, row = self._at(x, z)
        self._pen.ellipse((column - 4, row - 4, column + 4, row + 4), fill=VIEW)
        self._pen.text((column + 6, row + 4), name, fill=INK, font=self._font)

    def _at(self, x: float, z: float) -> tuple[float, float]:
        column = self._margin + (x - float(self._low[0])) * self._scale
        return column, self._size - self._margin - (z - float(self._low[1])) * self._scale
