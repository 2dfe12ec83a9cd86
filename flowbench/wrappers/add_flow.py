"""`AddFlow`: where the points of the picture before have come to."""

from typing import Any

import numpy as np
from gymnasium import spaces

from flowbench.annotators.flow import flow_between
from flowbench.envs.rooms.base import RoomEnv
from flowbench.render.board.flow import flow_between as board_flow
from flowbench.simulators import with_pixels
from flowbench.wrappers.kinds import picture_of, picture_shape, pixels_of, room_or_game_under
from flowbench.wrappers.seen import AddsArrays, Arrays

FAR_PX = 1e6  # stands for everything farther: a point carried to just before the camera


class AddFlow(AddsArrays):
    """Add `flow` and `flow_valid` to the observations: exact optical flow of the last action.

    `flow` (H, W, 2) float32, pixels, (u to the right, v down): from where a pixel of the picture **before** the action
    is, to where the point it shows has come in the picture after it, as in the items' `flow01`; -1e6 to 1e6.
    `flow_valid` (H, W) int8: 1 where that point is seen in the picture after. At a reset nothing has moved: all 0, and
    valid nowhere. In a room every move starts from the first picture (with `compound=True` the flow too is from there),
    in a game from the position before.
    """

    def added(self) -> dict[str, spaces.Space[Any]]:
        """`flow` and `flow_valid`."""
        base = room_or_game_under(self.env, "AddFlow")
        shape = picture_shape(base)
        return {
            "flow": spaces.Box(-FAR_PX, FAR_PX, (*shape, 2), np.float32),
            "flow_valid": spaces.Box(0, 1, shape, np.int8),
        }

    def arrays(self, info: dict[str, Any]) -> tuple[Arrays, dict[str, Any]]:
        """The flow of the action that an info tells of."""
        transition = info.get("transition")
        if transition is None:
            return {name: np.zeros(space.shape or (), space.dtype) for name, space in self.added().items()}, {}
        base = room_or_game_under(self.env, "AddFlow")
        if isinstance(base, RoomEnv):
            before, after = with_pixels(transition.before), with_pixels(transition.after)
            flow, valid = flow_between(before.scene, after.scene, pixels_of(before), pixels_of(after))
        else:
            flow, valid = board_flow(picture_of(base, transition.before), picture_of(base, transition.after))
        return {"flow": np.clip(flow, -FAR_PX, FAR_PX), "flow_valid": valid.astype(np.int8)}, {}
