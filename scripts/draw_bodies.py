"""Draw a contact sheet of every body with its name: python scripts/draw_bodies.py OUT.png [--types Chair Sofa]."""

import argparse
import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from flowbench.bodies import RECIPES, fit
from flowbench.bodies.finish import Part, mesh_of
from flowbench.bodies.solids import box
from flowbench.records import Camera, Vector
from flowbench.records import Image as Picture
from flowbench.render.meshes import Material, Mesh
from flowbench.render.model import Instance, Model
from flowbench.render.photo.studio import studio
from flowbench.render.pictures import Quality, render

SIZES = Path(__file__).parents[1] / "tests" / "data" / "body_sizes.json"
BACKGROUND = (236, 238, 240)
# Types worth a picture: the others are shells of cupboards and walls, or lie in the floor.
RECIPES_SHOWN = sorted(set(RECIPES) - {"Backing", "Carcass", "Chest", "Panel", "Partition", "Floor"})
# Sizes of types that no scene of iTHOR has.
UNLISTED_SIZES = {
    "Cart": (0.45, 0.85, 0.8),
    "ClothesDryer": (0.68, 0.95, 0.65),
    "Doorframe": (1.0, 2.1, 0.16),
    "Doorway": (1.0, 2.1, 0.16),
    "Stove": (0.6, 0.9, 0.6),
    "WashingMachine": (0.62, 0.88, 0.6),
}
FIELD_OF_VIEW, PITCH = 30.0, 25.0
GROUND_M, GROUND = 60.0, Material("ground", (0.72, 0.72, 0.71), "plaster", 1.5, 0.0)


def main() -> None:
    """Read the arguments and write the sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--columns", type=int, default=12)
    parser.add_argument("--cell", type=int, default=200)
    parser.add_argument("--types", nargs="*", default=RECIPES_SHOWN)
    parser.add_argument("--variants", type=int, default=1, help="bodies of each type")
    arguments = parser.parse_args()
    examples = [row for name in arguments.types for row in samples(name, arguments.variants)]
    sheet(examples, arguments.columns, arguments.cell).save(arguments.out)


def samples(object_type: str, count: int) -> list[tuple[str, str, Vector]]:
    """Rows (type, asset, size) of a type, spread over those known."""
    rows = [(kind, asset, tuple(size)) for kind, asset, size in json.loads(SIZES.read_text()) if kind == object_type]
    rows = rows or [(object_type, "", UNLISTED_SIZES.get(object_type, (0.6, 0.6, 0.6)))]
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


def portrait(object_type: str, asset: str, size: Vector, pixels: int, quality: Quality = "photo") -> Picture:
    """A 3/4 view of a body on a plain ground, from its front left above, as if it were 1 m from corner to corner."""
    mesh = fit(object_type, size, asset_id=asset, name=asset or object_type, seed=asset).mesh
    low, high = mesh.vertices.min(axis=0), mesh.vertices.max(axis=0)
    diagonal = float(np.linalg.norm(high - low))
    half = (high - low) / 2.0 / diagonal
    mesh = replace(mesh, vertices=(mesh.vertices - (high + low) / 2.0) / diagonal)
    turn = 150.0 + (90.0 if half[0] < 0.5 * half[2] else 0.0)
    ground = Instance(_ground(), 2, np.eye(3), np.array([0.0, -half[1] - 1e-3, 0.0]))
    model = Model.build([Instance(mesh, 1, np.eye(3), np.zeros(3)), ground], studio(-half, half))
    distance = 0.5 / math.sin(math.radians(FIELD_OF_VIEW / 2)) * 1.02
    sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    level, rise = distance * math.cos(math.radians(PITCH)), distance * math.sin(math.radians(PITCH))
    camera = Camera((-sine * level, rise, -cosine * level), turn, PITCH, FIELD_OF_VIEW, pixels, pixels)
    return render(model, camera, quality).frame.copy()


def _ground() -> Mesh:
    part = Part(box((-GROUND_M, -0.1, -GROUND_M), (GROUND_M, 0.0, GROUND_M)), 0)
    return mesh_of([part], (GROUND,), np.ones(3), np.zeros(3), False)


if __name__ == "__main__":
    main()
