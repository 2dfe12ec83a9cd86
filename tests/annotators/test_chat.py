import builtins
import logging
import time

import pytest

from flowbench.annotators.chat import FIRST_PAUSE_S, LONGEST_PAUSE_S, MAX_BODY_BYTES, Chat, Endpoint, Reply
from flowbench.errors import BadValue, EndpointError, MissingExtra
from tests.annotators.fake_endpoint import said, serving

REQUEST = {"model": "m", "messages": []}
KEY = "sk-very-secret-123"


def ask(answer, pauses=None, **settings):
    """The reply, and the server that gave it."""
    sleep = (lambda _: None) if pauses is None else pauses.append
    with serving(answer) as server, Chat(Endpoint(server.url, **settings), sleep=sleep) as chat:
        return chat.complete(REQUEST), server


def test_the_text_of_the_first_choice_is_the_reply():
    reply, server = ask(lambda *_: said("Grüße"))
    assert reply == Reply("Grüße")
    assert (server.paths, server.requests) == (["/v1/chat/completions"], [REQUEST])


@pytest.mark.parametrize("status", [429, 500, 503])
def test_passing_trouble_is_tried_again_with_growing_pauses(status):
    pauses = []
    reply, server = ask(lambda _, number: said("now") if number == 3 else (status, {}, b"busy"), pauses)
    assert (reply.text, len(server.requests)) == ("now", 4)
    assert pauses == [FIRST_PAUSE_S, 2 * FIRST_PAUSE_S, 4 * FIRST_PAUSE_S]


def test_tries_are_bounded_and_the_last_problem_is_told():
    reply, server = ask(lambda *_: (500, {}, b""), tries=3)
    assert (reply, len(server.requests)) == (Reply(None, "HTTP 500"), 3)


@pytest.mark.parametrize(
    ("header", "pause"),
    [("7", 7.0), ("999999", LONGEST_PAUSE_S), ("Wed, 21 Oct 2026 07:28:00 GMT", FIRST_PAUSE_S), ("-3", FIRST_PAUSE_S)],
)
def test_the_endpoint_may_ask_for_a_longer_pause(header, pause):
    pauses = []
    ask(lambda _, number: said("now") if number else (429, {"Retry-After": header}, b""), pauses)
    assert pauses == [pause]


def test_silence_ends_at_the_timeout():
    start = time.monotonic()
    reply, server = ask(lambda *_: None, timeout_s=0.2, tries=2)
    assert (reply, len(server.requests)) == (Reply(None, "ReadTimeout"), 2)
    assert time.monotonic() - start < 5.0


def test_a_reply_that_trickles_ends_at_the_timeout():
    ticks = iter(range(1000))
    with serving(lambda *_: said("x" * 200_000)) as server:
        with Chat(Endpoint(server.url, timeout_s=2, tries=1), clock=lambda: float(next(ticks))) as chat:
            assert chat.complete(REQUEST) == Reply(None, "TimeoutError")


def test_nobody_there():
    with serving(lambda *_: None) as server:
        url = server.url
    with Chat(Endpoint(url, tries=2), sleep=lambda _: None) as chat:
        assert chat.complete(REQUEST) == Reply(None, "ConnectError")


def test_a_huge_reply_is_not_read():
    reply, server = ask(lambda *_: (200, {}, b" " * (50 << 20)))
    assert (reply, len(server.requests)) == (Reply(None, f"a reply of more than {MAX_BODY_BYTES} bytes"), 1)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"<html>busy</html>",
        b"null",
        b'{"choices": []}',
        b'{"choices": {}}',
        b'{"choices": [{"message": {"content": null}}]}',
        b'{"choices": [{"message": {"content": ["x"]}}]}',
        b'{"choices": [{"message": {"content": "\\ud800"}}]}',
        b'{"choices": [{"message": {"content": "\xff\xfe"}}]}',
        b"[" * 100_000,
        b'{"choices": ' + b"9" * 10_000 + b"}",
    ],
)
def test_what_is_not_the_protocol_is_no_reply(body):
    assert ask(lambda *_: (200, {}, body))[0] == Reply(None, "a reply that is none of the protocol")


def test_a_packed_reply_is_not_unpacked():
    reply, server = ask(lambda *_: (200, {"Content-Encoding": "gzip"}, b"\x1f\x8b\x08bomb"))
    assert reply == Reply(None, "a reply that is none of the protocol")
    assert server.headers[0]["Accept-Encoding"] == "identity"


@pytest.mark.parametrize(("status", "word"), [(401, "refuses"), (403, "refuses"), (404, "refuses"), (302, "redirects")])
def test_what_every_request_would_get_ends_the_run(status, word):
    with serving(lambda *_: (status, {"Location": "http://127.0.0.1:1/"}, b"")) as server:
        with Chat(Endpoint(server.url)) as chat, pytest.raises(EndpointError, match=f"{word} .HTTP {status}"):
            chat.complete(REQUEST)
    assert len(server.requests) == 1


def test_a_request_that_is_refused_by_itself_is_not_tried_again():
    reply, server = ask(lambda *_: (400, {}, b"content filter"))
    assert (reply, len(server.requests)) == (Reply(None, "HTTP 400"), 1)


def test_the_rate_is_kept():
    pauses = []
    with serving(lambda *_: said("x")) as server:
        with Chat(Endpoint(server.url, per_minute=30), sleep=pauses.append, clock=lambda: 100.0) as chat:
            for _ in range(3):
                chat.complete(REQUEST)
    assert pauses == [2.0, 2.0]


def test_the_key_goes_into_the_header_and_nowhere_else(monkeypatch, caplog):
    monkeypatch.setenv("MY_KEY", KEY)
    with caplog.at_level(logging.DEBUG):
        _, server = ask(lambda *_: said("x"), key_env="MY_KEY")
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert KEY not in caplog.text + repr(Endpoint(server.url, "MY_KEY"))
    assert "Authorization" not in ask(lambda *_: said("x"))[1].headers[0]


def test_a_reply_that_repeats_the_key_is_not_passed_on(monkeypatch):
    monkeypatch.setenv("MY_KEY", KEY)
    assert ask(lambda *_: said(f"It is {KEY}."), key_env="MY_KEY")[0] == Reply(None, "a reply that repeats the key")


@pytest.mark.parametrize("key", ["", f"{KEY}\n", "two words", "clé"])
def test_a_key_that_is_none_is_named_by_its_variable_alone(monkeypatch, key):
    monkeypatch.setenv("MY_KEY", key)
    with pytest.raises(BadValue, match="environment variable MY_KEY") as caught:
        Chat(Endpoint("http://localhost/v1", "MY_KEY"))
    assert KEY not in str(caught.value)


def test_proxies_and_passwords_of_the_environment_are_not_used(monkeypatch, tmp_path):
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    reply, server = ask(lambda *_: said("direct"))
    assert reply.text == "direct" and "Authorization" not in server.headers[0]


@pytest.mark.parametrize(
    "url", ["", "localhost:8000", "ftp://host/v1", "http://", "http://me:secret@host/v1", "https://host/v1?key=secret"]
)
def test_a_url_that_cannot_be_meant_is_refused(url):
    with pytest.raises(BadValue, match="URL must"):
        Endpoint(url)


@pytest.mark.parametrize("settings", [{"timeout_s": 0}, {"tries": 0}, {"per_minute": 0}, {"timeout_s": float("nan")}])
def test_numbers_that_cannot_be_meant_are_refused(settings):
    with pytest.raises(BadValue, match="must be positive"):
        Endpoint("http://host/v1", **settings)


def test_without_httpx_the_extra_is_named(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "httpx":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtra, match=r"pip install 'flowbench-gym\[llm\]'"):
        Chat(Endpoint("http://host/v1"))
