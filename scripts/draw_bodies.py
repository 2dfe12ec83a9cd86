"""Draw a contact sheet of every body with its name: python scripts/draw_bodies.py OUT.png [--types Chair Sofa]."""

import argparse
import json
import math
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from flowbench.bodies import RECIPES, fit
from flowbench.records import Camera, Vector
from flowbench.records import Image as Picture
from flowbench.render.model import Instance, Model
from flowbench.render.pictures import render

SIZES = Path(__file__).parents[1] / "tests" / "data" / "body_sizes.json"
BACKGROUND = (236, 238, 240)
FIELD_OF_VIEW = 30.0


def main() -> None:
    """Read the arguments and write the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--columns", type=int, default=12)
    parser.add_argument("--cell", type=int, default=200)
    parser.add_argument("--types", nargs="*", default=sorted(RECIPES))
    parser.add_argument("--variants", type=int, default=1, help="bodies of each type")
    arguments = parser.parse_args()
    examples = [row for name in arguments.types for row in samples(name, arguments.variants)]
    sheet(examples, arguments.columns, arguments.cell).save(arguments.out)


def samples(object_type: str, count: int) -> list[tuple[str, str, Vector]]:
    """Rows (type, asset, size) of a type, spread over those known."""
    rows = [(kind, asset, tuple(size)) for kind, asset, size in json.loads(SIZES.read_text()) if kind == object_type]
    rows = rows or [(object_type, "", (0.6, 0.6, 0.6))]
    picked = [rows[(len(rows) // 2 + k * max(len(rows) // count, 1)) % len(rows)] for k in range(min(count, len(rows)))]
    return [(kind, asset, (size[0], size[1], size[2])) for kind, asset, size in picked]


def sheet(examples: list[tuple[str, str, Vector]], columns: int, cell: int) -> Image.Image:
    """All examples in a grid, each under its name."""
    rows = math.ceil(len(examples) / columns)
    page = Image.new("RGB", (columns * cell, rows * (cell + 14)), BACKGROUND)
    pen = ImageDraw.Draw(page)
    for k, (object_type, asset, size) in enumerate(examples):
        x, y = k % columns * cell, k // columns * (cell + 14)
        page.paste(Image.fromarray(portrait(object_type, asset, size, cell)), (x, y))
        pen.text((x + 4, y + cell), object_type, fill=(40, 40, 40))
    return page


def portrait(object_type: str, asset: str, size: Vector, pixels: int) -> Picture:
    """A 3/4 view of a body on a plain ground, from its front left above."""
    mesh = fit(object_type, size, asset_id=asset, name=asset or object_type, seed=asset).mesh
    span = mesh.vertices.max(axis=0) - mesh.vertices.min(axis=0)
    yaw = 90.0 if span[0] < 0.5 * span[2] else 0.0
    turn = 150.0 + yaw
    middle = (mesh.vertices.max(axis=0) + mesh.vertices.min(axis=0)) / 2
    model = Model.build([Instance(mesh, 1, np.eye(3), -middle)])
    pitch = 25.0
    distance = float(np.linalg.norm(span)) / 2 / math.sin(math.radians(FIELD_OF_VIEW / 2)) * 1.02
    sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    level, rise = distance * math.cos(math.radians(pitch)), distance * math.sin(math.radians(pitch))
    camera = Camera((-sine * level, rise, -cosine * level), turn, pitch, FIELD_OF_VIEW, pixels, pixels)
    drawn = render(model, camera)
    frame = drawn.frame.copy()
    frame[drawn.ids == 0] = BACKGROUND
    return frame


if __name__ == "__main__":
    main()
