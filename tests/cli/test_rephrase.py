import json
from pathlib import Path
from typing import Any

import fake_world
import pytest
from typer.testing import CliRunner, Result

from flowbench.annotators.chat import Chat
from flowbench.cli.app import app
from flowbench.datasets.rollout import rollout
from tests.annotators.fake_endpoint import Answer, serving, words


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rephrase") / "data"
    rollout(fake_world.ENV_ID, folder, count=3)
    return folder


def flowbench(data: Path, out: Path, url: str, *more: str) -> Result:
    return CliRunner().invoke(app, ["rephrase", str(data), "--url", url, "--model", "m", "--out", str(out), *more])


def good(*_: Any) -> Answer:
    return words("Does the block (A) lie in the right half?")


def test_it_says_how_many_got_other_words(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "words.jsonl"
    with serving(good) as server:
        result = flowbench(data, out, server.url)
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout == "3 items: 3 in the model's words, 0 in the template's\n"
        assert len(server.requests) == 1  # the little world has one question
        again = json.loads(flowbench(data, out, server.url, "--json").stdout)
    assert (again["asked"], again["from_model"], again["out"]) == (0, 3, str(out))
    assert {json.loads(line)["text"] for line in out.read_text().splitlines()} == {
        "Does the block (A) lie in the right half?"
    }


def test_reasons_are_counted(data: Path, tmp_path: Path) -> None:
    with serving(lambda *_: words("Does the block (A) lie in the left half?")) as server:
        result = flowbench(data, tmp_path / "words.jsonl", server.url)
    assert (result.exit_code, result.stdout.splitlines()[1]) == (0, "  3 x the direction 'right' is missing")


def test_missing_replies_exit_1(data: Path, tmp_path: Path) -> None:
    with serving(lambda *_: (500, {}, b"")) as server:
        result = flowbench(data, tmp_path / "words.jsonl", server.url, "--tries", "1")
    assert (result.exit_code, result.stderr) == (1, "3 got no reply. The same command asks for those again.\n")


def test_settings_reach_the_request(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "sk-secret")
    out = tmp_path / "words.jsonl"
    with serving(good) as server:
        more = ("--key-env", "MY_KEY", "--temperature", "0.2", "--seed", "5", "--timeout", "9", "--per-minute", "600")
        assert flowbench(data, out, server.url, *more).exit_code == 0
        flowbench(data, out, server.url, "--temperature", "0.2", "--seed", "6")
    first, second = server.requests
    assert (first["model"], first["temperature"]) == ("m", 0.2) and first["seed"] != second["seed"]
    assert server.headers[0]["Authorization"] == "Bearer sk-secret"
    assert all(b"sk-secret" not in path.read_bytes() for path in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("status", "more", "message"),
    [
        (401, (), "refuses (HTTP 401)"),
        (200, ("--key-env", "NO_SUCH_KEY"), "environment variable NO_SUCH_KEY is not set"),
        (200, ("--temperature", "3"), "temperature must be from 0 to 2"),
        (200, ("--timeout", "0"), "must be positive"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_2(
    data: Path, tmp_path: Path, status: int, more: tuple[str, ...], message: str
) -> None:
    with serving(lambda *_: (status, {}, b"")) as server:
        result = flowbench(data, tmp_path / "words.jsonl", server.url, *more)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert message in result.stderr
    assert not (tmp_path / "words.jsonl").exists()


def test_the_connection_is_closed(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []
    real = Chat.__exit__
    monkeypatch.setattr(Chat, "__exit__", lambda self, *rest: closed.append(real(self, *rest)))
    with serving(lambda *_: (404, {}, b"")) as server:
        flowbench(data, tmp_path / "words.jsonl", server.url)
    assert closed == [None]
