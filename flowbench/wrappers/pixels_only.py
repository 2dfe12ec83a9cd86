"""`PixelsOnly`: nothing but the picture to see."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from flowbench.envs.rooms.base import RoomEnv
from flowbench.errors import BadValue
from flowbench.numbers import whole
from flowbench.wrappers.arguments import MAX_SIDE
from flowbench.wrappers.fitting import fitted
from flowbench.wrappers.kinds import AnyEnv, picture_of, picture_shape, room_or_game_under


class PixelsOnly(gymnasium.Wrapper[Any, Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """Observations are the picture alone: (H, W, 3) uint8 RGB, row 0 at the top.

    In a room it is the environment's own `image`, with whatever inner wrappers have drawn on it. In a game the position
    is drawn in the environment's style, or another; the action mask and the numbers are left out of the observation.

    Args:
        style: of a game's pictures; None is the environment's.
        size: make pictures fit into a square of this many pixels a side, the rest black; None leaves them as they are.
    """

    def __init__(self, env: AnyEnv, style: str | None = None, size: int | None = None) -> None:
        """Wrap a room or a game.

        Raises:
            BadValue: for a size that is none, a style in a room, or observations without a picture.
            UnknownName: for a style the game does not have.
        """
        gymnasium.utils.RecordConstructorArgs.__init__(self, style=style, size=size)
        gymnasium.Wrapper.__init__(self, env)
        base = room_or_game_under(env, "PixelsOnly")
        self.style, self.size = style, None if size is None else whole("size", size, 1, MAX_SIDE)
        if isinstance(base, RoomEnv):
            if style is not None:
                raise BadValue(
                    f"Rooms have no drawing style, got style={style!r}. Their `quality` is the environment's."
                )
            shape = _image_shape(env)
        else:
            if style is not None:
                base.game.check_style(style)
            shape = picture_shape(base, style)
        height, width = shape if self.size is None else (self.size, self.size)
        self.observation_space = spaces.Box(0, 255, (height, width, 3), np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._pixels(observation, info), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Take an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._pixels(observation, info), reward, terminated, truncated, info

    def _pixels(self, observation: Any, info: dict[str, Any]) -> NDArray[np.uint8]:
        base = room_or_game_under(self.env, "PixelsOnly")
        if isinstance(base, RoomEnv):
            picture: NDArray[np.uint8] = observation["image"]
        else:
            picture = picture_of(base, info["position"], self.style).frame
        return picture if self.size is None else fitted(picture, self.size, self.size)


def _image_shape(env: AnyEnv) -> tuple[int, int]:
    space = env.observation_space
    if not isinstance(space, spaces.Dict) or "image" not in space.spaces:
        raise BadValue('PixelsOnly needs observations with an `image`; make the environment with observation="image".')
    height, width, _ = space["image"].shape or ()
    return height, width
