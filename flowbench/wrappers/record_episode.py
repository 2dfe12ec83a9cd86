"""`RecordEpisode`: everything that is done in an environment, in files that `flowbench replay` makes again."""

import os
from pathlib import Path
from typing import Any

import gymnasium

from flowbench.datasets.recordings import Log, add_episode
from flowbench.envs.probe import base_action
from flowbench.errors import BadValue
from flowbench.wrappers.ask import Ask
from flowbench.wrappers.kinds import AnyEnv, room_or_game_under


class RecordEpisode(gymnasium.Wrapper[Any, Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """Write each episode to a folder, when it ends, when the next begins, or when the environment is closed.

    `flowbench replay FOLDER` makes the episodes again and compares every step. What is recorded are the actions of the
    environment underneath all wrappers and what it told of them; wrappers that change observations or rewards leave no
    trace. The copies of a vector environment may share a folder. Episodes without a step are not written.

    Args:
        folder: a new or empty one, or one with recorded episodes, to which more are added.
    """

    def __init__(self, env: AnyEnv, folder: str | os.PathLike[str]) -> None:
        """Wrap a room or a game; nothing is written yet.

        Raises:
            BadValue: around `Ask`, whose actions are answers.
        """
        gymnasium.utils.RecordConstructorArgs.__init__(self, folder=os.fspath(folder))
        gymnasium.Wrapper.__init__(self, env)
        room_or_game_under(env, "RecordEpisode")
        layer = env
        while isinstance(layer, gymnasium.Wrapper):
            if isinstance(layer, Ask):
                raise BadValue("RecordEpisode records moves, Ask takes answers. Put RecordEpisode inside of Ask.")
            layer = layer.env
        self.folder = Path(folder)
        self._log: Log | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode; one that was broken off is written first."""
        self._write()
        return self.env.reset(seed=seed, options=options)

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Take an action and record what came of it."""
        result = self.env.step(action)
        _, _, terminated, truncated, info = result
        self._log = self._log or Log(info["transition"])
        self._log.add(base_action(self.env, action), info["transition"])
        if terminated or truncated:
            self._write()
        return result

    def close(self) -> None:
        """Write what is begun, and close the environment."""
        self._write()
        self.env.close()

    def _write(self) -> None:
        log, self._log = self._log, None
        if log is not None:
            add_episode(self.folder, log.recorded)
