from pathlib import Path

import pytest

from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import Dataset, load

SCENES = ["FloorPlan1", "FloorPlan201", "FloorPlan301", "FloorPlan401"]


@pytest.fixture(scope="session")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Six real items of four rooms."""
    folder: Path = tmp_path_factory.mktemp("evaluation") / "data"
    rollout("FlowBench-Occlusion-v0", folder, count=6, kwargs={"scenes": SCENES, "width": 240, "height": 240})
    return load(folder)
