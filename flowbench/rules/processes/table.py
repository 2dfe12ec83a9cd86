"""Processes by name. The registry is the table; a process is imported when it is first asked for."""

import re
from functools import cache
from typing import Any

from flowbench import registry
from flowbench.errors import UnknownName
from flowbench.rules.processes.process import Process


def processes() -> tuple[str, ...]:
    """The names of all registered processes in their order."""
    return tuple(_name(env_id) for env_id in registry.ids("processes"))


def process(name: str) -> Process[Any, Any]:
    """The process with this name, or of this environment id.

    Raises:
        UnknownName: offers the nearest.
    """
    by_name = {_name(env_id): env_id for env_id in registry.ids("processes")}
    bare = name.removeprefix("flowbench:")
    env_id = bare if bare in by_name.values() else by_name.get(bare)
    if env_id is None:
        raise UnknownName.among("process", name, by_name)
    return _made(registry.entry(env_id).rule)


def env_id_of(name: str) -> str:
    """The id of a process's environment."""
    return next(env_id for env_id in registry.ids("processes") if _name(env_id) == name)


@cache
def _made(rule: str) -> Process[Any, Any]:
    made: Process[Any, Any] = registry.resolve(rule)()
    return made


@cache
def _name(env_id: str) -> str:
    """`VGI-MazeSquare-v0` is `maze_square`, `VGI-Recover2dNet-v0` is `recover_2d_net`."""
    middle = re.sub(r"^[^-]*-|-v[0-9]+$", "", env_id)
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[a-z0-9])(?=[A-Z])", "_", middle).lower()
