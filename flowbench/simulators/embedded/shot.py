"""What one camera sees at one moment, drawn when first looked at: picture, depth, segmentation."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flowbench.geometry.camera import axes, focal_px
from flowbench.geometry.jit import jit
from flowbench.records import DepthMap, Floats, IdMap, Image, Mask, Pixels, SceneState
from flowbench.render.pictures import Quality
from flowbench.simulators.embedded.colours import ColourTable, colour_table
from flowbench.simulators.embedded.drawing import draw
from flowbench.simulators.embedded.looks import Look

Bounds = tuple[int, int, int, int]  # first column, first row, last column, last row, all inclusive


@dataclass(frozen=True, eq=False)
class Shot:
    """A scene through its camera, with AI2-THOR's names for what can be seen."""

    scene: SceneState
    quality: Quality
    look: Look | None = None

    @cached_property
    def pixels(self) -> Pixels:
        """Colour, depth and surface ids."""
        return draw(self.scene, self.quality, self.look)

    @property
    def frame(self) -> Image:
        """(H, W, 3) uint8 RGB, row 0 at the top."""
        return self.pixels.frame

    @property
    def depth_frame(self) -> DepthMap:
        """(H, W) float32 z-depth, metres."""
        return self.pixels.depth

    @property
    def colours(self) -> ColourTable:
        """The colours of the two segmentation frames."""
        return colour_table(self.scene.layout)

    @cached_property
    def instance_segmentation_frame(self) -> Image:
        """(H, W, 3) uint8, each pixel in the colour of its surface."""
        return self.colours.instance_rows[self.pixels.ids]

    @cached_property
    def semantic_segmentation_frame(self) -> Image:
        """(H, W, 3) uint8, each pixel in the colour of its class."""
        return self.colours.class_rows[self.pixels.ids]

    @cached_property
    def instance_masks(self) -> Mapping[str, Mask]:
        """Surface name -> (H, W) bool, for every surface with at least one pixel."""
        names = self.scene.layout.surfaces
        return {names[number - 1]: self.pixels.ids == number for number in self._seen}

    @cached_property
    def class_masks(self) -> Mapping[str, Mask]:
        """Class name -> (H, W) bool; "background" where nothing is."""
        masks: dict[str, Mask] = {}
        for name, mask in self.instance_masks.items():
            kind = self.colours.class_of[name]
            masks[kind] = masks[kind] | mask if kind in masks else mask
        empty = self.pixels.ids == 0
        return masks | {"background": empty} if empty.any() else masks

    @cached_property
    def instance_detections2D(self) -> Mapping[str, Bounds]:  # noqa: N802 (AI2-THOR's name)
        """Surface name -> the pixels' bounds."""
        boxes, names = _boxes(self.pixels.ids, len(self.scene.layout.surfaces)), self.scene.layout.surfaces
        found = ((names[number - 1], boxes[number].tolist()) for number in self._seen)
        return {name: (left, top, right, bottom) for name, (left, top, right, bottom) in found}

    @cached_property
    def class_detections2D(self) -> Mapping[str, tuple[Bounds, ...]]:  # noqa: N802 (AI2-THOR's name)
        """Class name -> the bounds of each of its surfaces."""
        found: dict[str, tuple[Bounds, ...]] = {}
        for name, box in self.instance_detections2D.items():
            kind = self.colours.class_of[name]
            found[kind] = (*found.get(kind, ()), box)
        return found

    @cached_property
    def distances_m(self) -> Mapping[str, float]:
        """Surface name -> horizontal distance from the camera to the nearest of its pixels, for every one seen."""
        names, camera = self.scene.layout.surfaces, self.scene.camera
        nearest = _nearest(self.pixels.ids, self.pixels.depth, axes(camera), focal_px(camera), len(names))
        return {names[number - 1]: float(nearest[number]) for number in self._seen}

    @cached_property
    def _seen(self) -> list[int]:
        counts = np.bincount(self.pixels.ids.ravel(), minlength=1)
        return [int(number) for number in np.flatnonzero(counts) if number > 0]


@jit
def _nearest(ids: IdMap, depth: DepthMap, frame: Floats, focal: float, count: int) -> Floats:
    nearest = np.full(count + 1, np.inf)
    height, width = ids.shape
    for row in range(height):
        up = (height / 2.0 - row - 0.5) / focal
        for column in range(width):
            right = (column + 0.5 - width / 2.0) / focal
            x = right * frame[0, 0] + up * frame[1, 0] + frame[2, 0]
            z = right * frame[0, 2] + up * frame[1, 2] + frame[2, 2]
            distance = depth[row, column] * np.sqrt(x * x + z * z)
            if distance < nearest[ids[row, column]]:
                nearest[ids[row, column]] = distance
    return nearest


@jit
def _boxes(ids: IdMap, count: int) -> Floats:
    boxes = np.full((count + 1, 4), -1, dtype=np.int64)
    height, width = ids.shape
    for row in range(height):
        for column in range(width):
            box = boxes[ids[row, column]]
            if box[0] < 0:
                box[0], box[1], box[2], box[3] = column, row, column, row
            else:
                box[0], box[2], box[3] = min(box[0], column), max(box[2], column), row
    return boxes  # type: ignore[return-value]
