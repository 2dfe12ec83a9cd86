"""From the player's first breath with an open pipe to its last: read the command line, make an engine, converse."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn, Protocol

from flowbench.simulators.player.messages import Message

DEFAULT_SIDE = 300  # pixels, when the client does not say
DRAWS = "AI2THOR_SERVER_SIDE_SCREENSHOT"
Answer = Callable[[Mapping[str, Any]], Message]


class Transport(Protocol):
    """One way to talk to the client."""

    def exchange(self, event: Message) -> dict[str, Any] | None:
        """Send an event; the next action, or None when the conversation is over."""


class Arguments(argparse.ArgumentParser):
    """Raises instead of leaving: the client waits for an answer."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line."""
        raise ValueError(message)


def serve(events: int | None, launched: bool, argv: Sequence[str]) -> int:
    """Answer actions until the client is gone; the exit code.

    Args:
        events: the open descriptor of the pipe events go to, or None for the web transport.
        launched: whether the client started this process.
    """
    given = _arguments(argv)
    if not launched and given.attach is None:
        print("flowbench-thor-player is started by AI2-THOR's Controller, or with --attach HOST:PORT.", file=sys.stderr)
        return 2
    transport = _transport(events, given.attach)
    answer: Answer
    try:
        from flowbench.simulators.player.session import Session

        if given.problem:
            raise ValueError(given.problem)
        session = Session(given.width, given.height, given.quality, draws=os.environ.get(DRAWS) != "False")
        event, answer = session.first(), session.answer
    except Exception as error:  # told the client in answer to everything it asks
        event, answer = _broken(error, given)
    while (action := transport.exchange(event)) is not None:
        event = answer(action)
    return 0


def _broken(error: Exception, given: argparse.Namespace) -> tuple[Message, Answer]:
    from flowbench.simulators.player.session import broken

    def answer(action: Mapping[str, Any]) -> Message:
        return broken(action, error, given.width, given.height)

    return answer({}), answer


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    """What the command line says; what is wrong with it is in `problem`. Unity's further arguments are passed over."""
    parser = Arguments(prog="flowbench-thor-player", description="The embedded engine for AI2-THOR's own client.")
    parser.add_argument("--attach", metavar="HOST:PORT", help="a client that listens and starts nothing itself")
    parser.add_argument("--quality", default="textured", help="flat, textured, photo or photo_2x2")
    parser.add_argument("-screen-width", dest="width", type=int, default=DEFAULT_SIDE)
    parser.add_argument("-screen-height", dest="height", type=int, default=DEFAULT_SIDE)
    parser.set_defaults(problem="")
    try:
        return parser.parse_known_args(argv)[0]
    except ValueError as e:
        defaults = parser.parse_args([])
        defaults.problem = str(e)
        return defaults


def _transport(events: int | None, attach: str | None) -> Transport:
    if events is not None:
        from flowbench.simulators.player.fifo import FifoTransport

        return FifoTransport(events, os.environ["AI2THOR_FIFO_CLIENT_PIPE_PATH"])
    from flowbench.simulators.player.wsgi import WsgiTransport

    if attach is not None:
        host, _, port = attach.rpartition(":")
        return WsgiTransport(host or "127.0.0.1", int(port))
    token = os.environ.get("AI2THOR_CLIENT_TOKEN", "")
    return WsgiTransport(os.environ["AI2THOR_HOST"], int(os.environ["AI2THOR_PORT"]), token)
