"""Draw sheets of numbered pictures without names, for readers who say what they see.

    python scripts/draw_naming.py [OUT_DIR] [--shuffle 2]

Writes OUT_DIR/bodies_00.png ... (bodies alone), OUT_DIR/rooms_00.png ... (pieces of rooms, the thing to be named
between the corner marks) and OUT_DIR/key.json, which holds the types and is not for the readers. OUT_DIR is
docs/naming/second by default; docs/naming itself keeps the sheets of the first reading. `score_naming.py` scores the
answers.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from draw_bodies import portrait, samples
from PIL import Image, ImageDraw

from flowbench import seeding
from flowbench.envs.rooms.views import View, stand_at, views
from flowbench.records import Image as Picture
from flowbench.records import Snapshot
from flowbench.render.drawing import font
from flowbench.render.pictures import Quality
from flowbench.simulators import make_simulator, scenes

COLUMNS, ROWS, CELL, CAPTION = 5, 4, 208, 22
STEP = 4  # brightness is rounded to multiples of this, for smaller files
ROOM_SIDE = 1000  # pixels of the pictures that rooms are cut from
MARGIN = 0.35  # of the thing's size, on each side
LEAST_PIXELS, LEAST_SHARE, LEAST_INSIDE = 9000, 0.85, 12  # what a thing must show to be asked about
ROOM_SCENES = 24
PAPER, INK, MARK = (236, 238, 240), (40, 40, 40), (230, 40, 40)
FURNITURE = (
    "ArmChair", "Bathtub", "Bed", "Cabinet", "Chair", "CoffeeMachine", "CoffeeTable", "CounterTop", "Curtains", "Desk",
    "DeskLamp", "DiningTable", "DogBed", "Dresser", "FloorLamp", "Footstool", "Fridge", "GarbageCan", "HousePlant",
    "Laptop", "LaundryHamper", "Microwave", "Mirror", "Ottoman", "Painting", "Safe", "ShelvingUnit", "SideTable",
    "Sink", "Sofa", "Stool", "StoveBurner", "Television", "Toilet", "TVStand", "VacuumCleaner", "Window", "Box",
    "Toaster", "Statue",
)  # fmt: skip
TYPES = Path(__file__).parents[1] / "tests" / "data" / "ithor_types.json"
Cell = tuple[str, Picture]  # type, picture
Place = tuple[str, View]  # scene, from where


def main() -> None:
    """Draw all sheets and the key."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=Path, default=Path(__file__).parents[1] / "docs" / "naming" / "second")
    parser.add_argument("--shuffle", type=int, default=2, help="another number gives another order and other scenes")
    arguments = parser.parse_args()
    folder, shuffle = arguments.out, arguments.shuffle
    folder.mkdir(parents=True, exist_ok=True)
    kinds = [kind for kind in json.loads(TYPES.read_text()) if kind != "Floor"]
    bodies = [body for kind in seeding.ordered(kinds, "naming", "bodies", shuffle) for body in _portraits(kind)]
    key = {**_sheets(folder, "bodies", bodies), **_sheets(folder, "rooms", list(_crops(shuffle)))}
    (folder / "key.json").write_text(json.dumps(key, indent=1) + "\n")


def _portraits(kind: str) -> Iterator[Cell]:
    for object_type, asset, size in samples(kind, 1):
        yield kind, portrait(object_type, asset, size, CELL, "photo_2x2")


def _crops(shuffle: int) -> Iterator[Cell]:
    """The clearest thing of each type of furniture in some scenes, in random order."""
    names = [name for source in ("ithor", "robothor") for name in scenes.scene_names(source)]
    chosen = seeding.ordered(names, "naming", "rooms", shuffle)[:ROOM_SCENES]
    best: dict[str, tuple[int, str, View, str]] = {}
    for scene, view, snapshot in _looks([(name, view) for name in chosen for view in views(name, 2)], "flat"):
        for item in snapshot.scene.layout.objects:
            pixels, free = snapshot.visible(item.object_id)
            if item.object_type in FURNITURE and pixels >= LEAST_PIXELS and pixels >= LEAST_SHARE * free:
                if _is_whole(snapshot, item.object_id) and pixels > best.get(item.object_type, (0,))[0]:
                    best[item.object_type] = pixels, scene, view, item.object_id
    places = dict.fromkeys((name, view) for _, name, view, _ in best.values())
    drawn = {(name, view): snapshot for name, view, snapshot in _looks(places, "photo")}
    for kind in seeding.ordered(sorted(best), "naming", "rooms", "order", shuffle):
        _, name, view, object_id = best[kind]
        yield kind, _crop(drawn[name, view], object_id)


def _looks(places: Iterable[Place], quality: Quality) -> Iterator[tuple[str, View, Snapshot]]:
    engine = make_simulator("embedded", ROOM_SIDE, ROOM_SIDE, quality)
    for name, view in places:
        stand_at(engine, name, view)
        yield name, view, engine.snapshot()


def _extent(snapshot: Snapshot, object_id: str) -> tuple[int, int, int, int]:
    """First and last row and column of an object."""
    assert snapshot.pixels is not None
    layout = snapshot.scene.layout
    own = [layout.surface_ids[part] for part in layout.parts[object_id]]
    rows, columns = np.nonzero(np.isin(snapshot.pixels.ids, own))
    return int(rows.min()), int(rows.max()), int(columns.min()), int(columns.max())


def _is_whole(snapshot: Snapshot, object_id: str) -> bool:
    """Whether the picture does not cut an object off."""
    top, bottom, left, right = _extent(snapshot, object_id)
    return min(top, left, ROOM_SIDE - 1 - bottom, ROOM_SIDE - 1 - right) >= LEAST_INSIDE


def _crop(snapshot: Snapshot, object_id: str) -> Picture:
    """A square about an object with marks at the corners of its outline."""
    assert snapshot.pixels is not None
    top, bottom, left, right = _extent(snapshot, object_id)
    side = min(int(max(bottom - top, right - left) * (1.0 + 2.0 * MARGIN)), ROOM_SIDE)
    y = int(np.clip((top + bottom - side) // 2, 0, ROOM_SIDE - side))
    x = int(np.clip((left + right - side) // 2, 0, ROOM_SIDE - side))
    picture = Image.fromarray(snapshot.pixels.frame[y : y + side, x : x + side]).resize((CELL, CELL), Image.LANCZOS)
    pen, scale = ImageDraw.Draw(picture), CELL / side
    box = [(left - x) * scale - 3, (top - y) * scale - 3, (right - x) * scale + 3, (bottom - y) * scale + 3]
    for u, v, du, dv in ((0, 1, 1, 1), (2, 1, -1, 1), (0, 3, 1, -1), (2, 3, -1, -1)):
        corner = box[u], box[v]
        pen.line([(corner[0] + 14 * du, corner[1]), corner, (corner[0], corner[1] + 14 * dv)], fill=MARK, width=3)
    return np.asarray(picture)


def _sheets(folder: Path, name: str, cells: Sequence[Cell]) -> dict[str, dict[str, str]]:
    """Write sheets; returns sheet -> number on it -> type."""
    key, size = {}, COLUMNS * ROWS
    for number, first in enumerate(range(0, len(cells), size)):
        part, title = cells[first : first + size], f"{name}_{number:02d}"
        _sheet([picture // STEP * STEP + STEP // 2 for _, picture in part]).save(folder / f"{title}.png", optimize=True)
        key[title] = {str(k + 1): kind for k, (kind, _) in enumerate(part)}
        print(title, len(part))
    return key


def _sheet(pictures: Sequence[Picture]) -> Image.Image:
    rows = -(-len(pictures) // COLUMNS)
    page = Image.new("RGB", (COLUMNS * CELL, rows * (CELL + CAPTION)), PAPER)
    pen = ImageDraw.Draw(page)
    for k, picture in enumerate(pictures):
        x, y = k % COLUMNS * CELL, k // COLUMNS * (CELL + CAPTION)
        page.paste(Image.fromarray(picture), (x, y))
        pen.text((x + 6, y + CELL), str(k + 1), fill=INK, font=font(18))
    return page


if __name__ == "__main__":
    main()
