"""`AddSegmentation`: what each pixel shows."""

from typing import Any

import numpy as np
from gymnasium import spaces

from flowbench.annotators.segmentation import class_map
from flowbench.envs.rooms.base import RoomEnv
from flowbench.wrappers.kinds import picture_of, picture_shape, pixels_of, room_or_game_under, view_of
from flowbench.wrappers.seen import AddsArrays, Arrays

MOST = 100_000  # ids and classes stay below


class AddSegmentation(AddsArrays):
    """Add `ids` to the observations, in rooms also `classes`: (H, W) int32, exact, row 0 at the top.

    In a room `ids` are surface ids (> 0; walls, floor and ceiling have theirs), the first column of `objects`, and
    `classes` are numbers of object types, as in the items' `ids0` and `classes0`. In a game `ids` are those of the
    pieces in the picture of the position (0 is the ground).

    ## Info keys
    Rooms: `class_names`, the type behind each class number (number 0 is nothing), and `surface_names`, likewise.
    """

    def added(self) -> dict[str, spaces.Space[Any]]:
        """`ids`, and `classes` in rooms."""
        base = room_or_game_under(self.env, "AddSegmentation")
        names = ("ids", "classes") if isinstance(base, RoomEnv) else ("ids",)
        return {name: spaces.Box(0, MOST, picture_shape(base), np.int32) for name in names}

    def arrays(self, info: dict[str, Any]) -> tuple[Arrays, dict[str, Any]]:
        """What is seen now."""
        base = room_or_game_under(self.env, "AddSegmentation")
        if not isinstance(base, RoomEnv):
            return {"ids": picture_of(base, info["position"]).ids.copy()}, {}
        view = view_of(base, info)
        layout, ids = view.scene.layout, pixels_of(view).ids
        classes, table = class_map(layout, ids)
        names = ("", *(table[str(number)] for number in range(1, len(table) + 1)))
        return {"ids": ids.copy(), "classes": classes}, {"class_names": names, "surface_names": ("", *layout.surfaces)}
