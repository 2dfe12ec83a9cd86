"""Data made by the paper's own rules, replayed."""

from pathlib import Path

import pytest

from flowbench.datasets.replay import replay
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load

KWARGS = {"scenes": ["FloorPlan1", "FloorPlan212"], "width": 160, "height": 160}


@pytest.mark.parametrize(
    ("category", "search"), [("CloserTo", "default"), ("Occlusion", "ray_grid"), ("Feasibility", "full")]
)
def test_items_replay_equal(category: str, search: str, tmp_path: Path) -> None:
    kwargs = {**KWARGS, "search": search}
    env_id = f"FlowBench-{category}-v0"
    assert rollout(env_id, tmp_path / "data", count=3, preset="paper_literal", kwargs=kwargs).complete
    report = replay(tmp_path / "data")
    assert (report.count("equal"), report.first) == (3, None)
    items = [load(tmp_path / "data")[row.item_id] for row in load(tmp_path / "data").rows]
    assert {item.state["parameters"]["rules"] for item in items} == {"paper_literal"}
