"""What the README shows works."""

import re
import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


COMMANDS = [line for block in blocks("bash") for line in block.splitlines() if line.startswith("flowbench ")]


def test_first_ten_minutes_run_as_written():
    names = {}
    exec(compile(blocks("python")[0], "README.md", "exec"), names)
    assert names["reward"] == 1.0 and names["item"].answer in ("yes", "no")


def test_the_loop_also_ends_well_for_an_agent_that_gets_nowhere(capsys):
    lost = blocks("python")[0].replace("planner.act(obs, info)", "0 * env.action_space.sample()")
    names = {}
    exec(compile(lost, "README.md", "exec"), names)
    assert names["truncated"] and "item" not in names
    assert "short move" in capsys.readouterr().out


def test_what_is_shown_of_motions_and_tables_runs_as_written():
    (block,) = (block for block in blocks("python") if 'motions="camera"' in block)
    names = {"gym": gym}
    exec(compile(block, "README.md", "exec"), names)
    assert names["env"].action_space.shape == (7,)
    observation, _ = names["fast"].reset(seed=0)
    assert set(observation) == {"objects", "task"}


def test_what_is_shown_of_asking_and_probing_runs_as_written():
    names = {}
    for block in (blocks("python")[0], next(block for block in blocks("python") if "import AddFlow, Ask" in block)):
        exec(compile(block, "README.md", "exec"), names)
    assert len(names["tried"]) == 3 and names["reward"] in (0.0, 1.0) and "flow" in names["seen"]


def test_commands_run_as_written_but_for_the_count(tmp_path):
    assert [line.split()[1] for line in COMMANDS] == ["list", "rollout", "replay", "show", "scene", "doctor"]
    for line in COMMANDS:
        words = line.split("#")[0].replace("--count 60", "--count 2").split()
        done = subprocess.run(
            [sys.executable, "-m", "flowbench", *words[1:]], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", re.findall(r"\]\(((?!http)[^)#]+)\)", README))
def test_linked_files_exist(path):
    assert (ROOT / path).exists()


def test_the_two_set_up_commands_are_executable():
    assert all((ROOT / name).stat().st_mode & 0o111 for name in ("scripts/demo", "scripts/test", ".ci/run"))
