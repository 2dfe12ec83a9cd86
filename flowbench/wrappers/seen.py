"""The base of wrappers that add exact arrays of what is seen to the observations."""

from abc import abstractmethod
from typing import Any

import gymnasium
from gymnasium import spaces
from numpy.typing import NDArray

from flowbench.wrappers.kinds import AnyEnv, dict_space, room_or_game_under

Arrays = dict[str, NDArray[Any]]


class AddsArrays(gymnasium.Wrapper[Any, Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """Adds the arrays of `arrays` under the keys of `added` to Dict observations."""

    def __init__(self, env: AnyEnv) -> None:
        """Wrap an environment with Dict observations."""
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        gymnasium.Wrapper.__init__(self, env)
        room_or_game_under(env, type(self).__name__)
        added = self.added()
        space = dict_space(env, type(self).__name__, *added)
        self.observation_space = spaces.Dict({**space.spaces, **added})

    @abstractmethod
    def added(self) -> dict[str, spaces.Space[Any]]:
        """The spaces of what is added."""

    @abstractmethod
    def arrays(self, info: dict[str, Any]) -> tuple[Arrays, dict[str, Any]]:
        """What is added to the observation that comes with an info, and to that info."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        arrays, told = self.arrays(info)
        return {**observation, **arrays}, info | told

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Take an action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        arrays, told = self.arrays(info)
        return {**observation, **arrays}, reward, terminated, truncated, info | told
