"""`RecordEpisode`, and `replay` of what it wrote."""

import json
import subprocess
import sys

import gymnasium as gym
import numpy as np
import pytest

import flowbench
from flowbench.errors import BadValue, StoreError, UnknownName
from flowbench.wrappers import AddDepth, Ask, DiscreteMotions, QuestionText, RecordEpisode, Solvable
from tests.wrappers.made import SMALL, a_game, room


def fill(env, seeds=(0, 1), steps=4):
    """Some episodes of drawn actions."""
    env.action_space.seed(1)
    for seed in seeds:
        env.reset(seed=seed)
        for _ in range(steps):
            if any(env.step(env.action_space.sample())[2:4]):
                break
    env.close()


def files(folder):
    return sorted((folder / "episodes").iterdir())


def edited(path, change):
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


ENVIRONMENTS = {
    "room": room,
    "room with moves that build on each other": lambda: room(compound=True),
    "room without pictures": lambda: room("ContactWall", observation="table"),
    "room in wrappers": lambda: QuestionText(DiscreteMotions(AddDepth(Solvable(room())))),
    "game": a_game,
    "game in wrappers": lambda: QuestionText(Solvable(a_game("ColorSwap"))),
}


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_recorded_episodes_replay_to_the_bit(name, tmp_path):
    fill(RecordEpisode(ENVIRONMENTS[name](), tmp_path / "r"))
    report = flowbench.replay(tmp_path / "r")
    assert [str(finding) for finding in report.findings] == ["000000: equal", "000001: equal"]
    assert report.exit_code == 0


def test_wrappers_outside_leave_the_record_as_it_is(tmp_path):
    fill(RecordEpisode(room(), tmp_path / "a"))
    fill(AddDepth(RecordEpisode(room(), tmp_path / "b")))
    assert [path.read_bytes() for path in files(tmp_path / "a")] == [p.read_bytes() for p in files(tmp_path / "b")]


def test_the_command_replays_a_recording(tmp_path):
    fill(RecordEpisode(a_game(), tmp_path / "r"))
    command = [sys.executable, "-m", "flowbench", "replay", str(tmp_path / "r"), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["counts"] == {"differs": 0, "equal": 2, "not comparable": 0}


def test_an_instance_that_was_given_is_recorded_too(tmp_path):
    _, info = a_game().reset(seed=9)
    env = RecordEpisode(a_game(), tmp_path / "r")
    env.reset(seed=0, options={"instance": info["position"].instance})
    env.step(env.unwrapped.expert_action())
    env.close()
    assert flowbench.replay(tmp_path / "r").exit_code == 0


def test_more_episodes_are_added_and_empty_ones_are_not(tmp_path):
    fill(RecordEpisode(a_game(), tmp_path / "r"))
    fill(RecordEpisode(a_game(), tmp_path / "r"), seeds=[5], steps=0)
    fill(RecordEpisode(a_game(), tmp_path / "r"), seeds=[6])
    assert [path.name for path in files(tmp_path / "r")] == ["000000.json", "000001.json", "000002.json"]


def test_vector_environments_share_a_folder(tmp_path):
    spec = RecordEpisode(room(), tmp_path / "r").spec
    envs = gym.make_vec(spec, num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"})
    try:
        envs.reset(seed=[0, 1])
        envs.action_space.seed(0)
        for _ in range(10):
            envs.step(envs.action_space.sample())
    finally:
        envs.close()
    report = flowbench.replay(tmp_path / "r")
    assert len(report.findings) >= 2 and report.exit_code == 0


CHANGES = {
    "action": (lambda c: c["episode"]["actions"].__setitem__(0, [0.0, 0.0, 0.0]), "step00000"),
    "answer": (lambda c: c["outcomes"][0].__setitem__("answer", "perhaps"), "step00000.answer"),
    "measure": (lambda c: c["outcomes"][1]["attempt"].__setitem__("gap_m", 7.5), "step00001.attempt.gap_m"),
    "digest": (lambda c: c["episode"]["digests"].__setitem__("start", "0" * 64), "digests.start"),
    "view": (lambda c: c["episode"]["options"].__setitem__("view", 0), "digests.start|episode"),
    "environment": (lambda c: c["episode"].__setitem__("env", '{"id": "CartPole-v1", "kwargs": {}}'), "episode"),
    "argument": (
        lambda c: c["episode"].__setitem__("env", '{"id": "FlowBench-NearObject-v0", "kwargs": {"x": 1}}'), "episode",
    ),
    "count": (lambda c: c["outcomes"].pop(), "episode"),
    "version": (lambda c: c.__setitem__("schema_version", 99), "episode"),
    "shape": (lambda c: c.__setitem__("episode", []), "episode"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_the_first_difference_is_named(change, tmp_path):
    fill(RecordEpisode(room(), tmp_path / "r"), seeds=[0])
    edit, field = CHANGES[change]
    edited(files(tmp_path / "r")[0], edit)
    report = flowbench.replay(tmp_path / "r")
    assert report.exit_code == 1 and any(part in report.first.difference.field for part in field.split("|"))


def test_another_engine_is_not_comparable(tmp_path):
    fill(RecordEpisode(room(), tmp_path / "r"), seeds=[0])
    edited(files(tmp_path / "r")[0], lambda c: c["episode"]["versions"].__setitem__("engine", "0"))
    assert flowbench.replay(tmp_path / "r").exit_code == 3


def test_on_another_platform_outcomes_are_compared_within_tolerance(tmp_path):
    fill(RecordEpisode(room(), tmp_path / "r"), seeds=[0])

    def elsewhere(content):
        content["episode"]["versions"]["arch"] = "another"
        content["episode"]["digests"] = dict.fromkeys(content["episode"]["digests"], "0" * 64)

    edited(files(tmp_path / "r")[0], elsewhere)
    report = flowbench.replay(tmp_path / "r")
    assert report.exit_code == 0 and "another" in report.findings[0].reason


# trouble report R47
def test_a_file_that_is_too_large_is_refused(tmp_path):
    fill(RecordEpisode(a_game(), tmp_path / "r"), seeds=[0])
    files(tmp_path / "r")[0].write_bytes(b" " * (17 << 20))
    report = flowbench.replay(tmp_path / "r")
    assert report.exit_code == 1 and report.first.difference.field == "episode"


def test_some_episodes_by_number(tmp_path):
    fill(RecordEpisode(a_game(), tmp_path / "r"))
    seen = []
    report = flowbench.replay(tmp_path / "r", ids=["000001"], progress=lambda *count: seen.append(count))
    assert [finding.item_id for finding in report.findings] == ["000001"] and seen == [(1, 1)]
    with pytest.raises(UnknownName, match="Unknown episode '7'"):
        flowbench.replay(tmp_path / "r", ids=["7"])


def test_folders_with_other_things_are_refused(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    env = RecordEpisode(a_game(), tmp_path)
    env.reset(seed=0)
    with pytest.raises(StoreError, match="holds other things"):
        env.step(env.unwrapped.expert_action())
        env.close()
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_recording_without_episodes_says_so(tmp_path):
    (tmp_path / "episodes").mkdir()
    (tmp_path / "recording.json").write_text('{"schema_version":1}')
    with pytest.raises(StoreError, match="holds no episodes yet"):
        flowbench.replay(tmp_path)
    (tmp_path / "recording.json").write_text('{"schema_version":2}')
    with pytest.raises(StoreError, match="schema version 1"):
        flowbench.replay(tmp_path)


def test_answers_are_not_recorded_as_moves(tmp_path):
    with pytest.raises(BadValue, match="inside of Ask"):
        RecordEpisode(Ask(room()), tmp_path / "r")
    env = Ask(RecordEpisode(room(), tmp_path / "r"), probes=1)
    env.reset(seed=3)
    env.step({"answer": 0, "move": np.zeros(3, np.float32)})
    env.close()
    assert flowbench.replay(tmp_path / "r").exit_code == 0


def test_the_spec_keeps_the_folder(tmp_path):
    env = RecordEpisode(room(), tmp_path / "r")
    assert gym.make(env.spec).folder == env.folder and json.loads(env.spec.to_json())
    assert env.spec.kwargs["width"] == SMALL["width"]
