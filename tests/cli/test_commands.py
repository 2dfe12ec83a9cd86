import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import fake_world
import pytest
from typer.testing import CliRunner, Result

from flowbench.cli.app import app
from flowbench.datasets.store import load


def flowbench(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def roll_out(out: Path, *more: str, count: int = 5) -> Result:
    return flowbench("rollout", fake_world.ENV_ID, "--out", out, "--count", str(count), *more)


def test_list_names_every_environment() -> None:
    result = flowbench("list")
    assert result.exit_code == 0
    assert [fake_world.ENV_ID, "rooms"] in [line.split() for line in result.stdout.splitlines()]
    entries = json.loads(flowbench("list", "--json").stdout)["environments"]
    assert fake_world.ENV_ID in [entry["id"] for entry in entries]


def test_rollout_fills_a_folder_and_says_what_came_of_it(tmp_path: Path) -> None:
    result = roll_out(tmp_path / "data")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("5 of 5 items: yes ")
    assert "yield 0." in result.stdout
    assert "failed attempts: " in result.stdout
    assert result.stderr == ""
    assert len(load(tmp_path / "data")) == 5


def test_rollout_as_json(tmp_path: Path) -> None:
    result = roll_out(tmp_path / "data", "--json", "--preset", "paper", "--seed", "3", "--split", "test")
    report = json.loads(result.stdout)
    assert (report["items"], report["complete"]) == (5, True)
    assert load(tmp_path / "data").plan["seed"] == 3


def test_rollout_passes_arguments_of_the_environment(tmp_path: Path) -> None:
    assert roll_out(tmp_path / "data", "--set", "scenes=5", "--set", "hardness=0.1").exit_code == 0
    assert load(tmp_path / "data").plan["kwargs"] == {"hardness": 0.1, "scenes": 5}


def test_running_dry_exits_1(tmp_path: Path) -> None:
    result = roll_out(tmp_path / "data", "--set", "scenes=2", count=400)
    assert result.exit_code == 1
    items = len(load(tmp_path / "data"))
    assert f"{items} of 400" in result.stdout
    assert result.stderr == f"{items} of 400: no slots are left. Add scenes.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rollout", "FlowBenchTest-Pusj-v0", "--count", "3"), "Did you mean 'FlowBenchTest-Push-v0'?"),
        (("rollout", fake_world.ENV_ID, "--count", "3", "--set", "colour=1"), "colour"),
        (("rollout", fake_world.ENV_ID, "--count", "3", "--set", "colour"), "--set takes NAME=JSON"),
        (("rollout", fake_world.ENV_ID, "--count", "3", "--split", "A B"), "short name"),
    ],
)
def test_what_is_wrong_is_one_line_and_exit_2(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    result = flowbench(*arguments, "--out", tmp_path / "data")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "data").exists()


def test_a_foreign_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("")
    result = roll_out(tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "holds other things (mine.txt)" in result.stderr


@pytest.mark.parametrize(
    "arguments", [("rollout",), ("rollout", fake_world.ENV_ID), ("replay",), ("fly",), ("list", "-x")]
)
def test_wrong_usage_exits_2(arguments: tuple[str, ...]) -> None:
    assert flowbench(*arguments).exit_code == 2


def test_replay_says_equal_differs_or_not_comparable(tmp_path: Path) -> None:
    data = tmp_path / "data"
    roll_out(data)
    result = flowbench("replay", data)
    assert (result.exit_code, result.stdout) == (0, "5 equal, 0 differs, 0 not comparable\n")

    item = load(data)[1]
    path = load(data).folder(load(data).row(1)) / "record.json"
    right = path.read_text()
    path.write_text(right.replace(f'"answer": "{item.answer}"', '"answer": "maybe"'))
    result = flowbench("replay", data)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        f"{item.item_id}: differs: answer: expected 'maybe', got {item.answer!r}",
        "4 equal, 1 differs, 0 not comparable",
    ]
    assert json.loads(flowbench("replay", data, "--json").stdout)["findings"][0]["field"] == "answer"
    assert flowbench("replay", data, "--id", load(data).ids[0]).exit_code == 0

    path.write_text(right.replace('"engine": "', '"engine": "9.'))
    result = flowbench("replay", data, "--json")
    assert (result.exit_code, json.loads(result.stdout)["exit_code"]) == (3, 3)


def test_replay_of_no_data_exits_2(tmp_path: Path) -> None:
    result = flowbench("replay", tmp_path / "nothing")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: {tmp_path / 'nothing'} is not a folder.\n"


def test_importing_the_command_line_is_light() -> None:
    heavy = ("numba", "mujoco", "cv2", "PIL", "shapely")
    code = f"import sys, flowbench.cli.app; print([name for name in {heavy} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"


# trouble report R41
def test_an_interrupt_says_how_to_go_on(tmp_path: Path, monkeypatch: Any) -> None:
    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fake_world.PushEnv, "step", interrupt)
    result = roll_out(tmp_path / "data")
    assert (result.exit_code, result.stderr) == (130, "Interrupted. The same command goes on from here.\n")
    monkeypatch.undo()
    assert roll_out(tmp_path / "data").exit_code == 0


# trouble report R40
def test_a_full_disk_is_one_line_and_not_a_success(tmp_path: Path, monkeypatch: Any) -> None:
    real, calls = os.fsync, [0]

    def full(handle: int) -> None:
        calls[0] += 1
        if calls[0] > 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(handle)

    monkeypatch.setattr(os, "fsync", full)
    result = roll_out(tmp_path / "data")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "No space left on device" in result.stderr
    assert len(load(tmp_path / "data")) < 5
    monkeypatch.undo()
    assert roll_out(tmp_path / "data").exit_code == 0


def test_workers_views_and_limits_reach_the_plan(tmp_path: Path) -> None:
    more = ("--workers", "2", "--per-view", "2", "--per-scene", "3")
    assert roll_out(tmp_path / "two", *more, count=8).exit_code == 0
    assert roll_out(tmp_path / "one", *more[2:], count=8).exit_code == 0
    assert fake_world.content(tmp_path / "two") == fake_world.content(tmp_path / "one")
    dataset = load(tmp_path / "two")
    assert (dataset.plan["per_view"], dataset.plan["per_scene"]) == (2, 3)
    result = roll_out(tmp_path / "three", "--views", "3")
    assert (result.exit_code, "views_per_scene" in result.stderr) == (2, True)


def test_pack_and_undo(tmp_path: Path) -> None:
    data = tmp_path / "data"
    roll_out(data)
    before = fake_world.content(data)
    result = flowbench("pack", data)
    assert (result.exit_code, result.stdout) == (0, f"1 shards packed: {data}\n")
    assert flowbench("replay", data).exit_code == 0
    assert flowbench("show", data, "--out", tmp_path / "sheet.png").exit_code == 0
    assert json.loads(flowbench("pack", data, "--undo", "--json").stdout)["packed"] is False
    assert fake_world.content(data) == before
