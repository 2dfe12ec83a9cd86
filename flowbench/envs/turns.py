"""What games and processes share: an environment over pure rules, whose episode is one immutable record."""

import dataclasses
import json
import operator
from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import gymnasium
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from gymnasium.error import ResetNeeded

from flowbench import registry, seeding
from flowbench.errors import BadValue
from flowbench.records import Image


class EpisodeRecord(Protocol):
    """Everything an episode is between two steps."""

    @property
    def position(self) -> Any:
        """Where it stands: instance and state, with `text()`."""


E = TypeVar("E", bound=EpisodeRecord)


class TurnEnv(gymnasium.Env[Any, Any], ABC, Generic[E]):
    """Base of environments that take one numbered action a turn."""

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 2}  # noqa: RUF012
    env_id: ClassVar[str]
    action_space: spaces.Discrete

    def __init__(self, render_mode: str | None, config: Any) -> None:
        """Keep the configuration, a dataclass of JSON values; no episode is running yet."""
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise BadValue(f"render_mode must be None or one of {self.metadata['render_modes']}, got {render_mode!r}.")
        self.render_mode = render_mode
        self.config = config
        self._episode: E | None = None

    def _episode_seed(self, seed: int | None) -> int:
        """The seed of a new episode: the one that is given, or the next of the environment's own stream."""
        seed = seeding.seed_value(seed)
        gymnasium.Env.reset(self, seed=None if seed is None else seed % 2**64)
        return int(self.np_random.integers(2**63)) if seed is None else seed

    def _number(self, action: Any) -> int:
        """An action as a number.

        Raises:
            BadValue: for what is no action at all.
        """
        try:
            if isinstance(action, bool):
                raise TypeError
            number = operator.index(action)
        except TypeError as e:
            raise BadValue(f"An action must be an integer, got {type(action).__name__} {action!r}.") from e
        if not 0 <= number < int(self.action_space.n):
            raise BadValue(f"An action must be from 0 to {int(self.action_space.n) - 1}, got {number}.")
        return number

    def clone_state(self) -> E:
        """The running episode; immutable, so it can be kept and restored any number of times."""
        return self._episode_now()

    def restore_state(self, state: E) -> None:
        """Continue from a cloned episode.

        Raises:
            BadValue: for the episode of another game or process.
        """
        theirs, ours = self._rules_of(state.position), self._rules_of(None)
        if theirs != ours:
            raise BadValue(f"This is an episode of {theirs}, not of {ours}.")
        self._episode = state

    @abstractmethod
    def _rules_of(self, position: Any) -> str:
        """Name of the rules of a position; of this environment's own for None."""

    def render(self) -> Any:
        """The present picture (H, W, 3) uint8, the position as text with "ansi", or None with `render_mode=None`."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing with render_mode=None; make the environment with 'rgb_array'.")
            return None
        position = self._episode_now().position
        return position.text() if self.render_mode == "ansi" else self._draw(position)

    @abstractmethod
    def _draw(self, position: Any) -> Image:
        """The picture of a position."""

    def close(self) -> None:
        """Forget the episode; the environment can be reset again."""
        self._episode = None

    def _episode_now(self) -> E:
        if self._episode is None:
            raise ResetNeeded("Call reset first: no episode is running.")
        return self._episode

    @cached_property
    def _spec_json(self) -> str:
        spec = self.spec or EnvSpec(
            self.env_id, entry_point=registry.entry(self.env_id).env, kwargs=dataclasses.asdict(self.config)
        )
        return json.dumps({"id": spec.id, "kwargs": dict(spec.kwargs)}, sort_keys=True)
