"""Games by name. The registry is the table; a game is imported when it is first asked for."""

import re
from functools import cache
from typing import Any

from flowbench import registry
from flowbench.errors import UnknownName
from flowbench.rules.games.game import Game


def games() -> tuple[str, ...]:
    """The names of all registered games in their order."""
    return tuple(_name(env_id) for env_id in registry.ids("games"))


def game(name: str) -> Game[Any, Any]:
    """The game with this name, or of this environment id.

    Raises:
        UnknownName: offers the nearest.
    """
    by_name = {_name(env_id): env_id for env_id in registry.ids("games")}
    bare = name.removeprefix("flowbench:") if isinstance(name, str) else ""
    env_id = bare if bare in by_name.values() else by_name.get(bare)
    if env_id is None:
        raise UnknownName.among("game", name, by_name)
    return _made(registry.entry(env_id).rule)


def env_id_of(name: str) -> str:
    """The id of a game's environment."""
    return next(env_id for env_id in registry.ids("games") if _name(env_id) == name)


@cache
def _made(rule: str) -> Game[Any, Any]:
    made: Game[Any, Any] = registry.resolve(rule)()
    return made


def _name(env_id: str) -> str:
    """`Game2Real-RollingCube-v0` is `rolling_cube`."""
    middle = re.sub(r"^[^-]*-|-v[0-9]+$", "", env_id)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", middle).lower()
