"""Draw the gallery: every type of body with its variants, and rooms in both qualities.

    python scripts/draw_gallery.py [bodies] [rooms] [--out docs/gallery]

Writes OUT/bodies.md and OUT/rooms.md with their pictures, JPEG, beside them.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from draw_bodies import RECIPES_SHOWN, portrait, samples
from draw_rooms import portrait as view_of
from PIL import Image, ImageDraw

from flowbench.records import Image as Picture
from flowbench.render.drawing import font
from flowbench.render.pictures import Quality

PAPER, INK = (246, 246, 244), (40, 40, 40)
JPEG_QUALITY = 84
BODY_CELL, BODY_COLUMNS, BODY_ROWS, VARIANTS = 150, 8, 8, 4
ROOM_CELL, ROOMS_A_SHEET = 400, 4
QUALITIES: tuple[Quality, ...] = ("textured", "photo")
ROOMS = (
    *("FloorPlan1", "FloorPlan5", "FloorPlan7", "FloorPlan10", "FloorPlan16", "FloorPlan22"),
    *("FloorPlan201", "FloorPlan206", "FloorPlan213", "FloorPlan221", "FloorPlan227", "FloorPlan230"),
    *("FloorPlan301", "FloorPlan303", "FloorPlan310", "FloorPlan319", "FloorPlan325"),
    *("FloorPlan401", "FloorPlan402", "FloorPlan408", "FloorPlan415", "FloorPlan424"),
    *("FloorPlan_Train1_1", "FloorPlan_Val1_5"),
)
Cell = tuple[str, Picture]


def main() -> None:
    """Draw what was asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=["bodies", "rooms"], metavar="bodies|rooms", help="both by default")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "docs" / "gallery")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for part in arguments.parts:
        {"bodies": bodies, "rooms": rooms}[part](arguments.out)


def bodies(folder: Path) -> None:
    """bodies.md: up to four bodies of each type, from the assets that scenes use."""
    cells = list(_bodies())
    names = _pages(folder, "bodies", cells, BODY_CELL, BODY_COLUMNS, BODY_ROWS)
    lines = [
        "# Bodies",
        "",
        f"{len({name for name, _ in cells})} types of objects, up to {VARIANTS} variants of each: photos, as if each",
        "body were a metre from corner to corner. `python scripts/draw_gallery.py bodies` draws this page.",
        "",
    ]
    (folder / "bodies.md").write_text("\n".join([*lines, *(f"![bodies]({name})\n" for name in names)]))


def _bodies() -> Iterator[Cell]:
    for kind in RECIPES_SHOWN:
        for object_type, asset, size in samples(kind, VARIANTS):
            yield object_type, portrait(object_type, asset, size, BODY_CELL, "photo_2x2")


def rooms(folder: Path) -> None:
    """rooms.md: the best view of each room, textured on the left, as a photo on the right."""
    cells = [(f"{name}, {quality}", view_of(name, ROOM_CELL, 0, quality)) for name in ROOMS for quality in QUALITIES]
    names = _pages(folder, "rooms", cells, ROOM_CELL, len(QUALITIES), ROOMS_A_SHEET)
    lines = [
        "# Rooms",
        "",
        f"{len(ROOMS)} rooms from their best views: `textured` on the left, `photo` on the right.",
        "`python scripts/draw_gallery.py rooms` draws this page. [How the looks differ from Unity's](../look.md).",
        "",
    ]
    (folder / "rooms.md").write_text("\n".join([*lines, *(f"![rooms]({name})\n" for name in names)]))


def _pages(folder: Path, title: str, cells: Sequence[Cell], side: int, columns: int, rows: int) -> list[str]:
    names = []
    for number, first in enumerate(range(0, len(cells), columns * rows)):
        name = f"{title}_{number:02d}.jpg"
        page = Image.fromarray(_page(cells[first : first + columns * rows], side, columns))
        page.save(folder / name, quality=JPEG_QUALITY, optimize=True)
        print(folder / name)
        names.append(name)
    return names


def _page(cells: Sequence[Cell], side: int, columns: int) -> Picture:
    """Pictures in a grid, each under its name."""
    caption = 18
    rows = -(-len(cells) // columns)
    page = Image.new("RGB", (columns * side, rows * (side + caption)), PAPER)
    pen = ImageDraw.Draw(page)
    for k, (name, picture) in enumerate(cells):
        x, y = k % columns * side, k // columns * (side + caption)
        page.paste(Image.fromarray(picture), (x, y))
        pen.text((x + 4, y + side + 1), name, fill=INK, font=font(13))
    return np.asarray(page)


if __name__ == "__main__":
    main()
