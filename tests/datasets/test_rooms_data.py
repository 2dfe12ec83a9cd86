"""A real environment through the whole layer, small."""

import json
from pathlib import Path

import pytest

from flowbench.datasets.replay import replay
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load

KWARGS = {"scenes": ["FloorPlan1", "FloorPlan201"], "width": 160, "height": 160}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rooms") / "data"
    assert rollout("FlowBench-Occlusion-v0", folder, count=3, kwargs=KWARGS).complete
    return folder


def test_the_same_arguments_give_the_same_bytes(data: Path, tmp_path: Path) -> None:
    rollout("FlowBench-Occlusion-v0", tmp_path / "again", count=3, kwargs=KWARGS)
    files = [path.relative_to(data) for path in sorted(data.rglob("*")) if path.is_file()]
    assert len(files) == 3 * 4 + 5
    assert all((tmp_path / "again" / name).read_bytes() == (data / name).read_bytes() for name in files)


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
