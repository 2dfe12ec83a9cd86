import json
from typing import Any

import pytest
from typer.testing import CliRunner

from flowbench.cli import checks
from flowbench.cli.app import app


def test_doctor_says_what_is_here_and_that_it_works() -> None:
    result = CliRunner().invoke(app, ["doctor", "--json"])
    report = json.loads(result.stdout)
    found = {check["name"]: check for check in report["checks"]}
    assert (result.exit_code, report["ok"]) == (0, True)
    assert {"flowbench", "platform tag", "numba cache", "OpenCV", "ai2thor", "load a scene", "render"} <= set(found)
    assert "numpy" in found["platform tag"]["text"]
    assert found["render"]["text"].startswith("200 x 200 in ")


def test_doctor_in_words_is_a_line_a_check() -> None:
    result = CliRunner().invoke(app, ["doctor"])
    assert result.exit_code == 0
    assert all(line.split()[0] in ("ok", "note", "problem") for line in result.stdout.splitlines())


def test_what_does_not_work_is_a_problem_and_exit_1(monkeypatch: Any) -> None:
    def broken() -> Any:
        raise ImportError("libGL.so.1: cannot open\nshared object file")

    monkeypatch.setattr(checks, "_opencv", broken)
    result = CliRunner().invoke(app, ["doctor", "--json"])
    report = json.loads(result.stdout)
    problems = [check for check in report["checks"] if check["state"] == "problem"]
    assert (result.exit_code, report["ok"]) == (1, False)
    assert problems == [
        {"name": "OpenCV", "state": "problem", "text": "ImportError: libGL.so.1: cannot open shared object file"}
    ]


def test_two_builds_of_opencv_are_noted(monkeypatch: Any) -> None:
    monkeypatch.setattr(checks, "_version", lambda name: "4.10")
    (check,) = checks._opencv()
    assert check.state == "note"
    assert "overwrite each other" in check.text


@pytest.mark.parametrize(("path", "text"), [(None, "no folder is writable"), ("/proc/nothing", "not writable")])
def test_a_cache_that_cannot_be_written_is_noted(monkeypatch: Any, path: str | None, text: str) -> None:
    from flowbench.render import raster

    class Function:
        class stats:  # noqa: N801 - as numba names it
            cache_path = path

    monkeypatch.setattr(raster, "move_vertices", Function)
    monkeypatch.setattr(checks.os, "access", lambda place, mode: False)
    (check,) = checks._numba_cache()
    assert check.state == "note"
    assert text in check.text
