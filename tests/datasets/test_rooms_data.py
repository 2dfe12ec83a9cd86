"""A real environment through the whole layer, small."""

import json
import math
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fake_world import content

from flowbench.datasets.replay import replay
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load
from flowbench.evaluation.lengths import length_bin

ENV_ID = "FlowBench-Occlusion-v0"
KWARGS = {"scenes": ["FloorPlan1", "FloorPlan201"], "width": 160, "height": 160}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rooms") / "data"
    assert rollout(ENV_ID, folder, count=3, kwargs=KWARGS).complete
    return folder


def test_the_same_arguments_give_the_same_bytes(data: Path, tmp_path: Path) -> None:
    rollout(ENV_ID, tmp_path / "again", count=3, kwargs=KWARGS)
    assert content(tmp_path / "again") == content(data)


def test_two_workers_give_the_same_bytes(data: Path, tmp_path: Path) -> None:
    rollout(ENV_ID, tmp_path / "two", count=3, workers=2, kwargs=KWARGS)
    assert content(tmp_path / "two") == content(data)


def test_rows_say_what_quotas_looked_at(data: Path) -> None:
    for row in load(data).rows:
        state = load(data)[row.item_id].state
        assert row.keys["mover"] == state["mover"].split("|")[0]
        assert row.keys["length"] == length_bin(math.hypot(*state["motion"].values()))
        assert row.keys["cell"] == f"{row.answer}, {row.keys['length']}"


@pytest.mark.slow
def test_killed_at_ten_random_moments_it_resumes_to_the_same_bytes(data: Path, tmp_path: Path) -> None:
    script = (
        "import json, sys; from flowbench.datasets.rollout import rollout;"
        "rollout(sys.argv[1], sys.argv[2], count=8, workers=2, kwargs=json.loads(sys.argv[3]))"
    )
    rng = random.Random(0)
    for _ in range(10):
        child = subprocess.Popen([sys.executable, "-c", script, ENV_ID, str(tmp_path / "data"), json.dumps(KWARGS)])
        time.sleep(rng.uniform(2.0, 15.0))
        child.kill()
        child.wait()
    rollout(ENV_ID, tmp_path / "data", count=8, kwargs=KWARGS)
    rollout(ENV_ID, tmp_path / "once", count=8, kwargs=KWARGS)
    assert content(tmp_path / "data") == content(tmp_path / "once")


def test_items_replay_equal(data: Path) -> None:
    report = replay(data)
    assert (report.count("equal"), report.first) == (3, None)


def test_an_altered_action_is_named(data: Path) -> None:
    dataset = load(data)
    path = dataset.folder(dataset.row(0)) / "record.json"
    right = path.read_text()
    record = json.loads(right)
    record["episode"]["actions"][-1][0] += 0.05
    path.write_text(json.dumps(record, sort_keys=True, indent=1) + "\n")
    first = replay(data, ids=[dataset.ids[0]]).first
    path.write_text(right)
    assert first is not None
    assert first.difference is not None
    assert first.difference.field.split(".")[0] in ("outcome", "state", "actions")
