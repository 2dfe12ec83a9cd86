"""Draw the pictures of the README and the docs: four rooms, and two Occlusion examples. Usage: draw_images.py [DIR]."""

import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

from flowbench.cli.sheet import draw_sheet
from flowbench.datasets.rollout import rollout
from flowbench.datasets.store import load
from flowbench.envs.rooms.views import stand_at, views
from flowbench.simulators import make_simulator

ROOMS = (("FloorPlan10", 0), ("FloorPlan206", 0), ("FloorPlan301", 0), ("FloorPlan402", 0))


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rooms = np.concatenate([room(name, number, 400) for name, number in ROOMS], axis=1)
    save(rooms, folder / "rooms.png")
    with tempfile.TemporaryDirectory() as scratch:
        data = Path(scratch) / "data"
        rollout("FlowBench-Occlusion-v0", data, count=2, seed=4, kwargs={"scenes": "ithor"})
        save(draw_sheet(list(load(data))), folder / "occlusion.png")


def room(name: str, number: int, side: int) -> np.ndarray:
    engine = make_simulator("embedded", side, side, "photo_2x2")
    return stand_at(engine, name, views(name, 3)[number]).frame


def save(picture: np.ndarray, path: Path) -> None:
    Image.fromarray(picture).save(path, optimize=True)
    print(path, picture.shape, path.stat().st_size)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1] / "docs" / "images")
