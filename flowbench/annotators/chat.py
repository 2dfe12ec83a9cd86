"""A chat endpoint that speaks OpenAI's protocol: one request, one text, and a word on why there is none.

Nothing is trusted: replies are read up to a size and a time, redirects are not followed, and the environment's proxies
and password files are not looked at. The key is read from an environment variable when the connection is opened; it
goes into the request's header and nowhere else.
"""

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from flowbench.errors import BadValue, EndpointError, MissingExtra

if TYPE_CHECKING:
    import httpx

MAX_BODY_BYTES = 1 << 18  # of a reply
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 30.0  # between tries; each pause is twice the one before

_TRY_AGAIN = {408, 409, 425, 429, 500, 502, 503, 504, 529}  # HTTP codes of trouble that passes
_REFUSED = {401, 403, 404, 405, 407, 410}  # HTTP codes that every request would get


@dataclass(frozen=True)
class Endpoint:
    """Where a model is reached.

    Attributes:
        url: the base, to which "/chat/completions" is added ("http://localhost:8000/v1").
        key_env: name of the environment variable that holds the key; None where none is needed.
        timeout_s: for one reply from the first to the last byte, seconds.
        tries: of one request at most.
        per_minute: requests a minute at most; None without a limit.

    Raises:
        BadValue: for a URL or numbers that cannot be meant.
    """

    url: str
    key_env: str | None = None
    timeout_s: float = 60.0
    tries: int = 4
    per_minute: float | None = None

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadValue(f"The URL must be like http://localhost:8000/v1, got {self.url!r}.")
        if "@" in parts.netloc or parts.query or parts.fragment:
            raise BadValue("The URL must hold no user, password, query or fragment; a key goes into --key-env.")
        if not (self.timeout_s > 0 and self.tries >= 1 and (self.per_minute is None or self.per_minute > 0)):
            raise BadValue(
                "timeout_s and per_minute must be positive and tries at least 1, "
                f"got {self.timeout_s}, {self.per_minute} and {self.tries}."
            )


@dataclass(frozen=True)
class Reply:
    """What the model wrote, or None and the problem."""

    text: str | None
    problem: str = ""


class Chat:
    """An open connection to an endpoint; use it in a `with` statement."""

    def __init__(
        self,
        endpoint: Endpoint,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Connect to nothing yet.

        Raises:
            MissingExtra: without httpx.
            BadValue: if the key's variable is not set, or holds what a header cannot.
        """
        self.endpoint, self._sleep, self._clock = endpoint, sleep, clock
        self._httpx = _import_httpx()
        self._key = _key(endpoint.key_env)
        self._earliest = clock()
        headers = {"Accept-Encoding": "identity", "Content-Type": "application/json"}
        self._client: httpx.Client = self._httpx.Client(
            headers=headers | ({"Authorization": f"Bearer {self._key}"} if self._key else {}),
            timeout=endpoint.timeout_s,
            follow_redirects=False,
            trust_env=False,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def complete(self, request: Mapping[str, Any]) -> Reply:
        """The model's text for a request of the protocol ({"model", "messages", ...}).

        Raises:
            EndpointError: if the endpoint refuses in a way that it would refuse any request.
        """
        content = json.dumps(request).encode()
        pause_s, problem = FIRST_PAUSE_S, ""
        for number in range(self.endpoint.tries):
            if number:
                self._sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
            self._keep_the_rate()
            try:
                status, wait_s, body = self._post(content)
            except (self._httpx.HTTPError, TimeoutError) as e:
                problem = type(e).__name__
                continue
            if status == 200:
                return self._reply(body)
            self._check_refusal(status)
            problem = f"HTTP {status}"
            if status not in _TRY_AGAIN:
                break
            pause_s = max(pause_s, wait_s)
        return Reply(None, problem)

    def _post(self, content: bytes) -> tuple[int, float, bytes | None]:
        """Status, seconds to wait as the endpoint wishes, and the body; None where it is larger than the limit."""
        end = self._clock() + self.endpoint.timeout_s
        with self._client.stream("POST", f"{self.endpoint.url.rstrip('/')}/chat/completions", content=content) as reply:
            wait_s = _seconds(reply.headers.get("Retry-After", ""))
            return reply.status_code, wait_s, self._body(reply, end) if reply.status_code == 200 else b""

    def _body(self, reply: "httpx.Response", end: float) -> bytes | None:
        body = bytearray()
        for piece in reply.iter_raw():
            body += piece
            if len(body) > MAX_BODY_BYTES:
                return None
            if self._clock() > end:
                raise TimeoutError
        return bytes(body)

    def _check_refusal(self, status: int) -> None:
        if 300 <= status < 400:
            raise EndpointError(f"{self.endpoint.url} redirects (HTTP {status}). Give the URL it redirects to.")
        if status in _REFUSED:
            raise EndpointError(f"{self.endpoint.url} refuses (HTTP {status}). Check the URL, the model and the key.")

    def _reply(self, body: bytes | None) -> Reply:
        if body is None:
            return Reply(None, f"a reply of more than {MAX_BODY_BYTES} bytes")
        try:
            text = json.loads(body.decode("utf-8"))["choices"][0]["message"]["content"]
            text.encode("utf-8")
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return Reply(None, "a reply that is none of the protocol")
        if self._key and self._key in text:
            return Reply(None, "a reply that repeats the key")
        return Reply(text)

    def _keep_the_rate(self) -> None:
        if self.endpoint.per_minute is None:
            return
        wait_s = self._earliest - self._clock()
        if wait_s > 0:
            self._sleep(wait_s)
        self._earliest = self._clock() + 60.0 / self.endpoint.per_minute


def _import_httpx() -> ModuleType:
    try:
        import httpx
    except ImportError as e:
        raise MissingExtra.of("httpx", "llm") from e
    return httpx


def _key(name: str | None) -> str:
    if name is None:
        return ""
    key = os.environ.get(name, "")
    if not key:
        raise BadValue(f"The environment variable {name} is not set; it must hold the endpoint's key.")
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise BadValue(f"The environment variable {name} holds something that is no key (spaces, line ends, accents).")
    return key


def _seconds(header: str) -> float:
    """Of a Retry-After header in seconds; dates and nonsense are 0."""
    return min(float(header), LONGEST_PAUSE_S) if header.isascii() and header.isdigit() else 0.0
