"""The commands for processes."""

import json

import pytest
from typer.testing import CliRunner

from flowbench.cli.app import app

runner = CliRunner()


def run(*arguments):
    return runner.invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    root = tmp_path_factory.mktemp("cli") / "data"
    done = run(
        "rollout", "vgi", "--tasks", "hanoi_tower", "--per-level", 1, "--styles", "line", "--out", root, "--json"
    )
    assert done.exit_code == 0 and json.loads(done.stdout)["made"] == 3
    return root


def test_rollout_films_and_replay_agrees(data):
    pytest.importorskip("av")
    assert len(list(data.rglob("ground_truth_line.mp4"))) == 3
    done = run("replay", data, "--id", "hanoi_tower_lv1_001")
    assert done.exit_code == 0 and "1 equal" in done.stdout


def test_show_draws_a_sheet(data, tmp_path):
    done = run("show", data, "--out", tmp_path / "sheet.png", "--count", 2)
    assert done.exit_code == 0 and (tmp_path / "sheet.png").stat().st_size > 1000


def test_score_says_what_is_missing(data, tmp_path):
    done = run("score", data, "--data", data)
    assert done.exit_code == 0 and "hanoi_tower" in done.stdout and "structured puzzles" in done.stdout
    done = run("score", tmp_path, "--data", data)
    assert done.exit_code == 1 and "3 without a submission" in done.output
    done = run("score", tmp_path / "none", "--data", data, "--json")
    assert done.exit_code == 2 and "does not exist" in done.output


def test_an_id_is_a_target_and_bad_arguments_are_refused(tmp_path):
    done = run(
        "rollout", "VGI-MazeSquare-v0", "--per-level", 1, "--no-clips", "--styles", "oil", "--out", tmp_path / "a"
    )
    assert done.exit_code == 2 and "Unknown style" in done.output
    done = run("rollout", "FlowBench-Occlusion-v0", "--tasks", "maze_square", "--out", tmp_path / "a")
    assert done.exit_code == 2 and "narrows down the set" in done.output
    assert "vgi" in run("list").stdout
