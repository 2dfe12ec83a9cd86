"""AI2-THOR's web transport: each event is a multipart form posted to the client, whose reply is the next action."""

import http.client
import json
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from flowbench.simulators.player.messages import CLASSES, COLOUR, DEPTH, IDS, Message

# (kind, third-party?) -> name of the part; hyphens and underscores as the client expects them
PARTS = {
    (COLOUR, False): "image",
    (DEPTH, False): "image_depth",
    (CLASSES, False): "image_classes",
    (IDS, False): "image_ids",
    (COLOUR, True): "image-thirdParty-camera",
    (DEPTH, True): "image_thirdParty_depth",
    (IDS, True): "image_thirdParty_image_ids",
    (CLASSES, True): "image_thirdParty_classes",
}
CONNECT_WAIT_S = 60.0  # for the client to listen


@dataclass
class WsgiTransport:
    """One connection that is kept alive; made when the first event is sent."""

    host: str
    port: int
    token: str = ""
    _connection: http.client.HTTPConnection | None = field(init=False, default=None)

    def exchange(self, event: Message) -> dict[str, Any] | None:
        """Post an event and return the action in the reply; None when the client is gone or ends the conversation."""
        if self._connection is None:
            self._connection = self._connect()
        boundary = uuid.uuid4().hex
        body = b"".join(_parts(event, self.token, boundary))
        try:
            self._connection.request(
                "POST", "/train", body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}
            )
            reply = self._connection.getresponse()
            text = reply.read()
        except (OSError, http.client.HTTPException):
            return None
        if reply.status != http.client.OK:
            raise ConnectionRefusedError(
                f"The client at {self.host}:{self.port} answers {reply.status}: {text[:200]!r}"
            )
        action: dict[str, Any] = json.loads(text)
        return action if "action" in action else None

    def _connect(self) -> http.client.HTTPConnection:
        give_up = time.monotonic() + CONNECT_WAIT_S
        while True:
            connection = http.client.HTTPConnection(self.host, self.port)
            try:
                connection.connect()
            except OSError:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.05)
            else:
                return connection


def _parts(event: Message, token: str, boundary: str) -> Iterator[bytes]:
    text = 'text/plain; charset="utf-8"'
    yield _part(boundary, text, 'name="metadata"', json.dumps(event.metadata, allow_nan=False).encode())
    yield _part(boundary, text, 'name="token"', token.encode())
    for number, picture in enumerate(event.pictures):
        name = PARTS[picture.kind, picture.third_party]
        where = f'name="{name}"; filename="{name}{number}"'
        yield _part(boundary, "application/octet-stream", where, picture.data)
    yield f"--{boundary}--\r\n".encode()


def _part(boundary: str, content: str, where: str, body: bytes) -> bytes:
    head = f"--{boundary}\r\nContent-Type: {content}\r\nContent-disposition: form-data; {where}\r\n\r\n"
    return head.encode() + body + b"\r\n"
