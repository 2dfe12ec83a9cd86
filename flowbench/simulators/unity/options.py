"""How AI2-THOR's client is started: the `controller` argument of environments, checked before anything starts."""

import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from flowbench.errors import BadValue, UnknownName
from flowbench.simulators.player import PLAYER, player_command

START_TIMEOUT_S = 120.0
STEP_TIMEOUT_S = 60.0
SERVERS = ("fifo", "wsgi")
NO_DISPLAY = ":0"  # the client wants a display's name even for what opens none


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0.0 < value < float("inf")


def _text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


# Key -> (check, what it must be). All but `server` and `download` are arguments of AI2-THOR's Controller.
KEYS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "server": (lambda value: value in SERVERS, f"one of {SERVERS}"),
    "local_executable_path": (_text, "a command line"),
    "download": (_flag, "true or false"),
    "start_unity": (_flag, "true or false"),
    "local_build": (_flag, "true or false"),
    "commit_id": (_text, "a string"),
    "branch": (_text, "a string"),
    "platform": (_text, "a string"),
    "quality": (_text, "a string"),
    "x_display": (_text, "a string"),
    "host": (_text, "a string"),
    "port": (_count, "a port number"),
    "gpu_device": (_count, "a whole number"),
    "server_timeout": (_positive, "a positive number of seconds"),
    "server_start_timeout": (_positive, "a positive number of seconds"),
}
SOURCES = ("local_executable_path", "download", "local_build", "commit_id", "branch")


@dataclass(frozen=True)
class Launch:
    """A checked way to start AI2-THOR's client.

    Attributes:
        server: "fifo" or "wsgi".
        arguments: what AI2-THOR's Controller is made with, besides size and scene.
    """

    server: str = "fifo"
    arguments: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, controller: Mapping[str, Any]) -> Self:
        """The launch that a `controller` argument describes.

        Raises:
            BadValue, UnknownName: naming the key, what came and what would do.
        """
        if not isinstance(controller, Mapping):
            raise BadValue(f"controller must be a map of {sorted(KEYS)}, got {type(controller).__name__}.")
        for key, value in controller.items():
            if key not in KEYS:
                raise UnknownName.among("controller key", key, KEYS)
            if not KEYS[key][0](value):
                raise BadValue(f"controller[{key!r}] must be {KEYS[key][1]}, got {value!r}.")
        server, attaches = controller.get("server", "fifo"), controller.get("start_unity") is False
        if attaches and (server != "wsgi" or not controller.get("port")):
            raise BadValue(
                "controller={'start_unity': False} attaches to what posts to a port: add 'server': 'wsgi' and 'port'."
            )
        if not attaches and not any(controller.get(key) for key in SOURCES):
            raise BadValue(
                "backend='ai2thor' must be told what to start: controller={'local_executable_path': '/path/to/build'}, "
                f"{{'local_executable_path': {PLAYER!r}}} (our engine behind AI2-THOR's client), {{'download': True}} "
                "(the client fetches its Unity build), or {'start_unity': False, 'server': 'wsgi', 'port': N}."
            )
        return cls(server, _arguments(controller))

    @property
    def start_timeout_s(self) -> float:
        """How long a start may take."""
        return float(self.arguments["server_start_timeout"])

    @property
    def step_timeout_s(self) -> float:
        """How long an action may take."""
        return float(self.arguments["server_timeout"])

    @property
    def program(self) -> str:
        """What is started, in words."""
        if self.arguments.get("start_unity") is False:
            return f"an engine that posts to port {self.arguments['port']}"
        return str(self.arguments.get("local_executable_path", "AI2-THOR's Unity build"))


def _arguments(controller: Mapping[str, Any]) -> dict[str, Any]:
    given = {key: value for key, value in controller.items() if key not in ("server", "download")}
    path = given.get("local_executable_path")
    if path is not None:
        words = shlex.split(path)
        if words[0] == PLAYER:
            given["local_executable_path"] = player_command(*words[1:])
        if "DISPLAY" not in os.environ:
            given.setdefault("x_display", NO_DISPLAY)
    return {"server_timeout": STEP_TIMEOUT_S, "server_start_timeout": START_TIMEOUT_S} | given
