"""Data sets of every kind of motion, and of the sandbox: the same bytes from any number of workers, and replayed."""

import json

import pytest
from typer.testing import CliRunner

from flowbench.cli.app import app
from flowbench.datasets.replay import replay
from flowbench.datasets.rollout import rollout
from flowbench.datasets.sets import load
from flowbench.rules.rooms.motions import KINDS, TRANSLATION

NEAR, SANDBOX = "FlowBench-NearObject-v0", "FlowBench-Sandbox-v0"
SMALL = {"width": 96, "height": 96, "scenes": ["FloorPlan1", "FloorPlan203", "FloorPlan212", "FloorPlan305"]}
ASKED = [(NEAR, kind) for kind in KINDS if kind != TRANSLATION]
ASKED += [(SANDBOX, kind) for kind in ("translation", "yaw", "camera", "carry")]


@pytest.fixture(scope="module", params=ASKED, ids="-".join)
def filled(request, tmp_path_factory):
    env_id, kind = request.param
    out = tmp_path_factory.mktemp("motions") / kind
    report = rollout(env_id, out, count=2, kwargs={**SMALL, "motions": kind})
    return env_id, kind, out, report


def test_every_kind_fills_a_folder_that_replays_equal(filled):
    _, kind, out, report = filled
    assert report.complete and replay(out).exit_code == 0
    for k in range(2):
        item = load(out)[k]
        assert item.state["parameters"].get("motions", TRANSLATION) == kind
        assert item.arrays["flow01"].any() and item.arrays["valid01"].mean() > 0.3


@pytest.mark.slow
def test_two_workers_give_the_same_bytes(filled, tmp_path):
    env_id, kind, _, report = filled
    again = rollout(env_id, tmp_path / "again", count=2, workers=2, kwargs={**SMALL, "motions": kind})
    assert again.digest == report.digest


def test_the_command_takes_the_kind(tmp_path):
    out = tmp_path / "yaw"
    scenes = ",".join(SMALL["scenes"])
    words = ["rollout", NEAR, "--motions", "yaw", "--count", "1", "--scenes", scenes, "--out", str(out), "--json"]
    result = CliRunner().invoke(app, [*words, "--set", "width=96", "--set", "height=96"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["items"] == 1
    assert "clockwise" in load(out)[0].state["motion_text"]
