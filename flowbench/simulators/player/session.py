"""The player's side of a conversation: an engine, which pictures are wanted, and an answer to whatever comes."""

import traceback
from collections.abc import Mapping
from typing import Any

from flowbench.records import Vector
from flowbench.render.pictures import Quality
from flowbench.simulators import scenes
from flowbench.simulators.embedded.engine import Engine
from flowbench.simulators.embedded.event import Event
from flowbench.simulators.embedded.state import vector
from flowbench.simulators.player.messages import ASKED_BY, UNSUPPORTED, Message, asked_kinds, message, pictures

ORIGIN: Vector = (0.0, 0.0, 0.0)


class Session:
    """Answers actions with messages; an exception becomes a failed event."""

    def __init__(self, width: int, height: int, quality: Quality = "textured", draws: bool = True) -> None:
        """Make an engine in the first scene of iTHOR, as Unity too is in a scene before it is asked for one.

        Args:
            draws: whether events carry pictures at all.
        """
        self._engine = Engine(width, height, quality)
        self._draws = draws
        self._standing: dict[str, bool] = {}

    def first(self) -> Message:
        """The event nobody asked for."""
        return self.answer({"action": "Reset", "sceneName": scenes.scene_names()[0], "sequenceId": 0})

    def answer(self, action: Mapping[str, Any]) -> Message:
        """The event of an action."""
        try:
            refused = _refused(action)
            event = self._engine.step("Pass") if refused else self._engine.step(action)
            if not refused:
                self._follow(action, event)
            return self._message(event, action, _failure(action, refused) if refused else {})
        except Exception as e:  # the client must get an answer, whatever happens
            return self._message(self._engine.step("Pass"), action, _failure(action, _told(e)))

    def _follow(self, action: Mapping[str, Any], event: Event) -> None:
        """Remember which pictures are wanted from now on."""
        if action["action"] in ("Reset", "Initialize") and event:
            self._standing = {kind: any(bool(action.get(key)) for key in keys) for kind, keys in ASKED_BY.items()}

    def _message(self, event: Event, action: Mapping[str, Any], changes: Mapping[str, Any]) -> Message:
        kinds = tuple(asked_kinds(action, self._standing)) if self._draws else ()
        return message({**event.metadata, **changes}, action.get("sequenceId", 0), pictures(event, kinds))


def broken(action: Mapping[str, Any], error: BaseException, width: int, height: int) -> Message:
    """The answer to any action when there is no engine: no action is a valid one, and why."""
    agent = {
        **_failure(action, _told(error)),
        "errorCode": "InvalidAction",  # the client raises it; with any other code it goes on without what it asked for
        "actionReturn": None,
        "sceneName": "",
        "screenWidth": width,
        "screenHeight": height,
        "thirdPartyCameras": [],
        "objects": [],
        "colors": [],
        "depthFormat": "Meters",
        "agentId": 0,
        "agent": {"name": "agent", "position": vector(ORIGIN), "rotation": vector(ORIGIN), "cameraHorizon": 0.0},
    }
    return message(agent, action.get("sequenceId", 0))


def _refused(action: Mapping[str, Any]) -> str:
    """Why an action asks for pictures that are not drawn; "" if it does not."""
    asked = [name for name in UNSUPPORTED if action.get(name)]
    return f"{asked[0]}: flowbench-thor-player draws no such pictures. Leave it out." if asked else ""


def _failure(action: Mapping[str, Any], text: str) -> dict[str, Any]:
    return {
        "lastAction": str(action.get("action")),
        "lastActionSuccess": False,
        "errorMessage": text,
        "errorCode": "",
        "actionReturn": None,
    }


def _told(error: BaseException) -> str:
    trace = "".join(traceback.format_exception(error))
    return f"{type(error).__name__}: {error}. trace: {trace}"
