"""What one engine step returns: AI2-THOR's event, its pictures drawn when first looked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.records import DepthMap, Image, Mask, Pixels, SceneState
from flowbench.render.pictures import Quality
from flowbench.simulators.embedded.drawing import draw


@dataclass(frozen=True, eq=False)
class Event:
    """AI2-THOR's names for the results of a step.

    Attributes:
        metadata: the agent map (names and types as AI2-THOR's).
        scene: the scene state the pictures show.
        quality: how the picture is drawn.
    """

    metadata: Mapping[str, Any]
    scene: SceneState
    quality: Quality

    @cached_property
    def pixels(self) -> Pixels:
        """Colour, depth and surface ids of this moment."""
        return draw(self.scene, self.quality)

    @property
    def frame(self) -> Image:
        """(H, W, 3) uint8 RGB, row 0 at the top."""
        return self.pixels.frame

    @property
    def depth_frame(self) -> DepthMap:
        """(H, W) float32 z-depth, metres."""
        return self.pixels.depth

    @cached_property
    def instance_masks(self) -> Mapping[str, Mask]:
        """Surface name -> (H, W) bool, for every surface with at least one pixel."""
        ids = self.pixels.ids
        names = self.scene.layout.surfaces
        return {names[int(number) - 1]: ids == number for number in _present(ids)}


def _present(ids: NDArray[np.int32]) -> NDArray[np.int32]:
    found = np.unique(ids)
    return found[found > 0]
