"""Write flowbench/assets/houses from the databases in the procthor wheel: what houses are made of.

    python scripts/build_houses.py --wheel procthor-0.0.1.dev2-py3-none-any.whl

`--wheel` takes the wheel or a folder it was unpacked to; without it the installed procthor is used. The JSON files read
are checked by SHA-256, and the output is the same to the byte each time.
"""

import argparse
import json
import statistics
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from build_scenes import ASSETS, METADATA, SHA256, read_database

from flowbench.geometry import rotation
from flowbench.records import Pose

OUT = Path(__file__).resolve().parent.parent / "flowbench" / "assets" / "houses"
MATERIALS = "material-database.json"
HOLES = "wall-holes.json"
SHA256[MATERIALS] = "7f46e0d24509ac8c21a0f98554055988cf11f442917393441a00332058f5bdd0"
SHA256[HOLES] = "b9c660ff2339c378b7b91e7db151bd7392437ebc323aad0857fd975489be5e02"
SPREAD_M = 0.01  # origins of one asset that differ by more are not told
SAME_SIZE_M = 0.01
PROPERTIES = (
    ("Receptacle", "CanOpen", "CanToggleOnOff", "CanBreak", "CanBeFilled", "CanBeDirty", "CanBeUsedUp", "CanBeCooked")
    + ("CanBeSliced", "isHeatSource", "isColdSource")
)  # fmt: skip
PROVENANCE = """# Where these files come from

`assets.json` and `materials.json` are derived from four files inside the wheel of procthor 0.0.1.dev2 on PyPI
(`procthor/databases/`), by `scripts/build_houses.py`. Rebuilding gives the same bytes.

| file | SHA-256 |
|---|---|
{rows}

**Kept** (facts, with AI2-THOR's names): of each of {count} assets its name, type, size, split, whether it can be picked
up or moved, and what else can be done with it; the size of the holes of doors and windows; the names of the materials.
Lengths are rounded to 0.1 mm.

**Derived**: mass and origin of an asset are the medians over all objects of this asset in iTHOR's and RoboTHOR's scenes
({masses} and {origins} assets; the origin only where all agree within 1 cm). Other assets have the median mass of their
type, and the middle of their box for an origin.

**Left out**: meshes, textures, and where things are usually put.

**Licence.** AI2-THOR and ProcTHOR are by the Allen Institute for AI, under Apache-2.0. The wheel's own metadata says
licence UNKNOWN; the git repository of ProcTHOR carries an Apache-2.0 LICENSE.
"""


def main() -> None:
    """Read, derive, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path, help="the wheel, or a folder it was unpacked to")
    parser.add_argument("--out", type=Path, default=OUT, help="where to write (default: the package's assets)")
    arguments = parser.parse_args()
    count = build(arguments.wheel, arguments.out)
    print(f"{count} assets written to {arguments.out}")


def build(wheel: Path | None, out: Path) -> int:
    """Write assets, materials and their provenance; returns the number of assets."""
    database = json.loads(read_database(wheel, ASSETS))
    assets = [asset for group in database.values() for asset in group]
    seen = sightings(json.loads(read_database(wheel, METADATA)))
    masses, origins = asset_masses(seen), asset_origins(seen, {asset["assetId"]: asset for asset in assets})
    by_type = defaultdict(list)
    for asset in assets:
        if asset["assetId"] in masses:
            by_type[asset["objectType"]].append(masses[asset["assetId"]])
    holes = json.loads(read_database(wheel, HOLES))
    rows = []
    for asset in assets:
        name, kind = asset["assetId"], asset["objectType"]
        mass = masses.get(name, statistics.median(by_type[kind]) if by_type[kind] else 0.0)
        hole = holes.get(name.replace("Doorframe", "Doorway")) if kind in ("Doorway", "Doorframe", "Window") else None
        rows.append(asset_row(asset, mass, origins.get(name), hole))
    out.mkdir(parents=True, exist_ok=True)
    _write(out / "assets.json", '{"assets":[\n' + ",\n".join(map(_line, rows)) + "\n]}\n")
    groups = json.loads(read_database(wheel, MATERIALS))
    lines = [f"{_line(name)}:{_line(names)}" for name, names in groups.items()]
    _write(out / "materials.json", "{\n" + ",\n".join(lines) + "\n}\n")
    table = "\n".join(f"| `{name}` | `{SHA256[name]}` |" for name in (ASSETS, METADATA, MATERIALS, HOLES))
    _write(
        out / "PROVENANCE.md",
        PROVENANCE.format(rows=table, count=len(rows), masses=len(masses), origins=len(origins)),
    )
    return len(rows)


def asset_row(
    asset: dict[str, Any], mass: float, origin: list[float] | None, hole: dict[str, Any] | None
) -> dict[str, Any]:
    """The line of one asset; what is empty, zero or false is left out."""
    able = set(asset.get("secondaryProperties", ()))
    facts = {
        "assetId": asset["assetId"],
        "objectType": asset["objectType"],
        "size": [round(asset["boundingBox"][axis], 4) for axis in "xyz"],
        "split": asset.get("split"),
        "primary": asset.get("primaryProperty"),
        "able": [name for name in PROPERTIES if name in able],
        "mass": round(mass, 4),
        "origin": origin,
        "hole": hole and [round(hole["max"][axis] - hole["min"][axis], 4) for axis in "xy"],
    }
    return {key: value for key, value in facts.items() if value}


def sightings(metadata: dict[str, list[list[dict[str, Any]]]]) -> dict[str, list[dict[str, Any]]]:
    """Asset -> all objects of it in all scenes."""
    found = defaultdict(list)
    for rooms in metadata.values():
        for item in (item for room in rooms for item in room):
            if item["assetId"]:
                found[item["assetId"]].append(item)
    return found


def asset_masses(seen: dict[str, list[dict[str, Any]]]) -> dict[str, float]:
    """Asset -> its median mass, where it has one."""
    masses = {name: [item["mass"] for item in items if item["mass"] > 0.0] for name, items in seen.items()}
    return {name: statistics.median(values) for name, values in masses.items() if values}


def asset_origins(seen: dict[str, list[dict[str, Any]]], assets: dict[str, dict[str, Any]]) -> dict[str, list[float]]:
    """Asset -> its origin from the middle of its box, along its own axes, metres."""
    found = {}
    for name, items in seen.items():
        if name in assets:
            size = np.array([assets[name]["boundingBox"][axis] for axis in "xyz"])
            offsets = np.array(list(_offsets(items, size))).reshape(-1, 3)
            if len(offsets) and (np.ptp(offsets, axis=0) < SPREAD_M).all():
                middle = np.round(np.median(offsets, axis=0), 4) + 0.0
                if middle.any():
                    found[name] = middle.tolist()
    return found


def _offsets(items: list[dict[str, Any]], size: np.ndarray) -> Iterator[np.ndarray]:
    """Origins of the objects whose oriented box has the asset's size."""
    for item in items:
        if not item["objectOrientedBoundingBox"]:
            continue
        corners = np.array(item["objectOrientedBoundingBox"]["cornerPoints"])
        edges = np.linalg.norm(corners[[0, 4, 0]] - corners[[1, 0, 3]], axis=1)
        if (np.abs(edges - size) < SAME_SIZE_M).all():
            at, turn = ([item[key][axis] for axis in "xyz"] for key in ("position", "rotation"))
            pose = Pose((at[0], at[1], at[2]), (turn[0], turn[1], turn[2]))
            yield -rotation.to_local(pose, corners.mean(axis=0)[None])[0]


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
