"""AI2-THOR's named pipes: fields of a type byte, a big-endian length and a body, closed by an end-of-message field."""

import contextlib
import fcntl
import json
import struct
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from flowbench.simulators.player.messages import CLASSES, COLOUR, DEPTH, IDS, Message

HEADER = struct.Struct("!BI")
METADATA, ACTION, END = 1, 2, 255
# (kind, third-party?) -> field type
FIELDS = {
    (COLOUR, False): 4,
    (DEPTH, False): 5,
    (CLASSES, False): 8,
    (IDS, False): 9,
    (COLOUR, True): 10,
    (DEPTH, True): 12,
    (IDS, True): 14,
    (CLASSES, True): 15,
}
PIPE_BYTES = 1 << 20  # the client joins what it reads bit by bit: the larger the bits, the better


@dataclass
class FifoTransport:
    """Events go into a pipe that is already open; actions come from one that is opened when the first is awaited."""

    events: int
    actions_path: str
    _out: BinaryIO = field(init=False)
    _in: BinaryIO | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Widen the pipe where the system allows it."""
        with contextlib.suppress(OSError, AttributeError):  # Linux only, and limited by its administrator
            fcntl.fcntl(self.events, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self._out = open(self.events, "wb", buffering=PIPE_BYTES)

    def exchange(self, event: Message) -> dict[str, Any] | None:
        """Send an event and wait for the next action; None when the client is gone."""
        from msgpack import packb  # with the extra `thor`; everything else here does without

        try:
            self._write(METADATA, packb(event.metadata))
            for picture in event.pictures:
                self._write(FIELDS[picture.kind, picture.third_party], picture.data)
            self._write(END, b"")
            self._out.flush()
        except BrokenPipeError:
            return None
        return self._read()

    def _write(self, kind: int, body: bytes) -> None:
        self._out.write(HEADER.pack(kind, len(body)))
        self._out.write(body)

    def _read(self) -> dict[str, Any] | None:
        if self._in is None:
            self._in = open(self.actions_path, "rb")
        action: dict[str, Any] | None = None
        while len(header := self._in.read(HEADER.size)) == HEADER.size:
            kind, length = HEADER.unpack(header)
            if kind == END:
                return action
            body = self._in.read(length)
            if kind == ACTION and len(body) == length:
                action = json.loads(body)
        return None
