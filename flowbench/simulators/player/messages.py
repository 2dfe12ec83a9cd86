"""What the player says to the client: maps and picture buffers, for either transport."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.records import Image
from flowbench.simulators.embedded.event import Event
from flowbench.simulators.embedded.shot import Shot

COLOUR, DEPTH, CLASSES, IDS = "colour", "depth", "classes", "ids"
# Which key of an action asks for a picture; without it the last Initialize decides.
ASKED_BY = {
    DEPTH: ("renderDepthImage",),
    IDS: ("renderInstanceSegmentation", "renderObjectImage"),
    CLASSES: ("renderSemanticSegmentation", "renderClassImage"),
}
UNSUPPORTED = ("renderNormalsImage", "renderFlowImage")


@dataclass(frozen=True)
class Picture:
    """One picture buffer: rows bottom-up, row-major. `third_party` says which kind of camera took it."""

    kind: str
    third_party: bool
    data: bytes


@dataclass(frozen=True)
class Message:
    """One event as it goes to the client: the map of all agents, and the pictures."""

    metadata: Mapping[str, Any]
    pictures: Sequence[Picture] = ()


def message(agent: Mapping[str, Any], sequence_id: int, pictures: Sequence[Picture] = ()) -> Message:
    """The message of an agent map."""
    cameras = agent["thirdPartyCameras"]
    top = {"agents": [agent], "thirdPartyCameras": cameras, "activeAgentId": 0, "sequenceId": sequence_id}
    return Message(top, pictures)


def pictures(event: Event, kinds: Sequence[str]) -> tuple[Picture, ...]:
    """The pictures of some kinds of all cameras: the agent's first, then the third-party cameras' in their order."""
    found = [Picture(kind, False, _buffer(event.shot, kind)) for kind in kinds]
    for shot in event.third_party_shots:
        found += [Picture(kind, True, _buffer(shot, kind)) for kind in kinds]
    return tuple(found)


def asked_kinds(action: Mapping[str, Any], standing: Mapping[str, bool]) -> Iterator[str]:
    """The kinds of pictures the event of an action carries; `standing` is what the last Initialize asked for."""
    if not action.get("renderImage", True):
        return
    yield COLOUR
    for kind, keys in ASKED_BY.items():
        given = [bool(action[key]) for key in keys if action.get(key) is not None]
        if any(given) if given else standing.get(kind, False):
            yield kind


def _buffer(shot: Shot, kind: str) -> bytes:
    if kind == COLOUR:
        return shot.frame[::-1].tobytes()
    if kind == DEPTH:
        return shot.depth_frame[::-1].astype("<f4", copy=False).tobytes()
    rows = shot.colours.instance_rows if kind == IDS else shot.colours.class_rows
    return _opaque(rows)[shot.pixels.ids[::-1]].tobytes()


def _opaque(rows: Image) -> NDArray[np.uint32]:
    """RGB rows as RGBA, alpha 255, four bytes in one number."""
    filled = np.full((len(rows), 4), 255, dtype=np.uint8)
    filled[:, :3] = rows
    return filled.view(np.uint32)[:, 0]
