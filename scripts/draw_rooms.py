"""Draw contact sheets of rooms, the best view of each with its name.

    python scripts/draw_rooms.py OUT_DIR [--scenes ithor robothor FloorPlan7 ...]

Sheets are OUT_DIR/rooms_00.png and so on.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw

from flowbench.envs.rooms.views import stand_at, views
from flowbench.records import Image as Picture
from flowbench.render.pictures import QUALITIES, Quality
from flowbench.simulators import make_simulator, scenes

SOURCES = ("ithor", "robothor")
BACKGROUND, INK = (236, 238, 240), (40, 40, 40)
CAPTION_PIXELS = 14
VIEWS = 3  # the best of as many as the environments use


def main() -> None:
    """Read the arguments and write the sheets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, metavar="OUT_DIR")
    parser.add_argument("--scenes", nargs="+", default=list(SOURCES), help="sources or names of scenes")
    parser.add_argument("--columns", type=int, default=5)
    parser.add_argument("--rows", type=int, default=4)
    parser.add_argument("--cell", type=int, default=360, help="size of a picture, pixels")
    parser.add_argument("--view", type=int, default=0, choices=range(VIEWS), help="which view: 0 is the best")
    parser.add_argument("--quality", choices=QUALITIES, default="textured")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    names, size = listed(arguments.scenes), arguments.columns * arguments.rows
    for number, first in enumerate(range(0, len(names), size)):
        page = sheet(names[first : first + size], arguments.columns, arguments.cell, arguments.view, arguments.quality)
        path = arguments.out / f"rooms_{number:02d}.png"
        page.save(path)
        print(path)


def listed(named: Sequence[str]) -> list[str]:
    """Scene names, sources replaced by all of theirs."""
    return [name for word in named for name in (scenes.scene_names(word) if word in SOURCES else (word,))]


def sheet(names: Sequence[str], columns: int, cell: int, view: int, quality: Quality) -> Image.Image:
    """The scenes in a grid, each under its name."""
    rows = -(-len(names) // columns)
    page = Image.new("RGB", (columns * cell, rows * (cell + CAPTION_PIXELS)), BACKGROUND)
    pen = ImageDraw.Draw(page)
    for k, name in enumerate(names):
        x, y = k % columns * cell, k // columns * (cell + CAPTION_PIXELS)
        page.paste(Image.fromarray(portrait(name, cell, view, quality)), (x, y))
        pen.text((x + 4, y + cell), name, fill=INK)
    return page


def portrait(name: str, pixels: int, number: int, quality: Quality = "textured") -> Picture:
    """What a scene shows from one of its views."""
    found = views(name, VIEWS)
    engine = make_simulator("embedded", pixels, pixels, quality)
    frame: Picture = stand_at(engine, name, found[min(number, len(found) - 1)]).frame
    return frame


if __name__ == "__main__":
    main()
