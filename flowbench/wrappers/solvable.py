"""`Solvable`: only episodes of which it is known that they can be won, for they have been."""

from typing import Any

import gymnasium

from flowbench.errors import NothingToAsk
from flowbench.planners import Planner, make_planner
from flowbench.wrappers.kinds import AnyEnv, room_or_game_under
from flowbench.wrappers.retries import MOST_TRIES, Played, play, starts


class Solvable(gymnasium.Wrapper[Any, Any, Any, Any], gymnasium.utils.RecordConstructorArgs):
    """Resets to episodes that the environment's scripted agent has won.

    A room's task comes with a motion that geometry predicts to bring the wanted answer about; things may settle, or be
    hidden, otherwise. So at each reset the scripted agent plays the episode, and the episode is put back: whoever uses
    the environment finds it untouched. An episode that was not won gives way to the next, whose seed follows from the
    first; `info["seed"]` is that of the episode taken. In games every drawn instance has been solved before; the
    scripted agent plays them all the same, as their rules say.

    Attributes:
        witness: the actions that won, of the environment underneath all wrappers.

    Raises:
        NothingToAsk: at a reset, after 64 episodes that were not won (pinned options may leave only one task).
    """

    def __init__(self, env: AnyEnv) -> None:
        """Wrap a room or a game."""
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        gymnasium.Wrapper.__init__(self, env)
        room_or_game_under(env, "Solvable")
        self._played: Played | None = None

    @property
    def witness(self) -> tuple[Any, ...]:
        """The actions that won the running episode; empty before the first reset."""
        return () if self._played is None else self._played.actions

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode that can be won."""
        for observation, info in starts(self.env, seed, options):
            planner: Planner = make_planner(self.unwrapped.env_id)  # type: ignore[attr-defined]
            self._played = play(self.env, planner, observation, info)
            if self._played is not None:
                return observation, info
        raise NothingToAsk(f"Solvable: no episode in {MOST_TRIES} was won. Reset with other options.")
