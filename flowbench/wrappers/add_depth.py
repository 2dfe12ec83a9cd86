"""`AddDepth`: how far away each pixel is."""

from typing import Any

import numpy as np
from gymnasium import spaces

from flowbench.wrappers.kinds import pixels_of, room_under, view_of
from flowbench.wrappers.seen import AddsArrays, Arrays

FAR_M = 1000.0  # stands for infinitely far: where a picture shows nothing


class AddDepth(AddsArrays):
    """Add `depth` to the observations of a room: (H, W) float32, metres, exact, row 0 at the top.

    It is the z-depth along the optical axis, not the length of the ray, as in the items' `depth0` and `depth1`; 0 to
    1000, where 1000 stands for everything from there to infinity.
    """

    def added(self) -> dict[str, spaces.Space[Any]]:
        """`depth`."""
        config = room_under(self.env, "AddDepth").config
        return {"depth": spaces.Box(0.0, FAR_M, (config.height, config.width), np.float32)}

    def arrays(self, info: dict[str, Any]) -> tuple[Arrays, dict[str, Any]]:
        """The depth of what is seen now."""
        depth = pixels_of(view_of(room_under(self.env, "AddDepth"), info)).depth
        return {"depth": np.minimum(depth, np.float32(FAR_M))}, {}
