import json
import os
import subprocess
import sys

import pytest

from flowbench.simulators.houses import schema
from flowbench.simulators.houses.generation import MODULE_ENVIRONMENT

pytest.importorskip("procthor")
SMALL = 1  # of seed 1 it is a house of one room: minutes less than others


def made(folder, numbers):
    folder.mkdir()
    plan = folder / "plan.json"
    plan.write_text(json.dumps({"seed": 1, "split": "train", "numbers": numbers, "folder": str(folder)}))
    command = [sys.executable, "-m", "flowbench.simulators.houses.generation", str(plan)]
    subprocess.run(command, env={**os.environ, **MODULE_ENVIRONMENT}, check=True)
    return (folder / f"{SMALL}.json").read_bytes()


@pytest.mark.slow
def test_the_real_generator_makes_the_same_house_in_each_process_whatever_came_before(tmp_path):
    first = made(tmp_path / "a", [SMALL])
    assert first == made(tmp_path / "b", [0, SMALL])
    house = schema.read(json.loads(first))
    assert house.rooms and house.objects and house.start is not None
    assert json.loads(first)["metadata"]["schema"] == "1.0.0"
