"""Scripted agents: `act(observation, info) -> action`. They see the scene state in `info`, never an environment."""

from typing import Any, Protocol

from gymnasium.envs.registration import EnvSpec

from flowbench import registry


class Planner(Protocol):
    """A scripted agent."""

    def act(self, observation: Any, info: dict[str, Any]) -> Any:
        """The next action of the running episode; "do nothing" when the agent has no further idea."""

    def ideas_left(self, info: dict[str, Any]) -> bool:
        """Whether `act` has another idea for the running episode."""


def make_planner(env: EnvSpec | str, **options: Any) -> Planner:
    """The scripted agent of an environment, by its spec or id.

    Raises:
        UnknownName: for an id that is not registered.
    """
    env_id = env if isinstance(env, str) else env.id
    planner: Planner = registry.resolve(registry.entry(env_id).planner)(**options)
    return planner
