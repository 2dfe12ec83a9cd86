"""A chat endpoint on this machine that replies as it is told, and remembers what it was asked."""

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, dict[str, str], bytes]


def said(content: Any) -> Answer:
    """A whole reply of the protocol."""
    body = {"choices": [{"message": {"role": "assistant", "content": content}}]}
    return 200, {}, json.dumps(body).encode()


def words(text: str, choices: tuple[str, ...] = ()) -> Answer:
    """A reply with a rewording."""
    return said(json.dumps({"text": text, "choices": choices}))


class FakeEndpoint(ThreadingHTTPServer):
    """`answer(request, number)` is called for each request, numbered from 0; None hangs until the server closes."""

    daemon_threads = True

    def __init__(self, answer: Callable[[dict[str, Any], int], Answer | None]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.closing = threading.Event()
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    @property
    def asked(self) -> list[str]:
        """The texts that were sent for rewording."""
        return [json.loads(request["messages"][1]["content"])["text"] for request in self.requests]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up early are part of the tests."""


class Handler(BaseHTTPRequestHandler):
    server: FakeEndpoint

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.paths.append(self.path)
        self.server.headers.append(dict(self.headers))
        self.server.requests.append(request)
        answer = self.server.answer(request, len(self.server.requests) - 1)
        if answer is None:
            self.server.closing.wait()
            return
        status, headers, body = answer
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Silent."""


@contextlib.contextmanager
def serving(answer: Callable[[dict[str, Any], int], Answer | None]) -> Iterator[FakeEndpoint]:
    server = FakeEndpoint(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()
