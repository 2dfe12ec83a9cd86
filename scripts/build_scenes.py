"""Write flowbench/assets/scenes from the object metadata in the procthor wheel.

    python scripts/build_scenes.py --wheel procthor-0.0.1.dev2-py3-none-any.whl

`--wheel` takes the wheel or a folder it was unpacked to; without it the installed procthor is used. The two JSON files
read are checked by SHA-256, and the output is the same to the byte each time.
"""

import argparse
import hashlib
import importlib.util
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from flowbench.geometry import rotation
from flowbench.geometry.boxes import bounds
from flowbench.records import Floats, Pose, Vector
from flowbench.simulators import structure
from flowbench.simulators.boxes import THIN_TYPES, Source
from flowbench.simulators.counters import Rectangle, is_turned
from flowbench.simulators.derivation import Derived, derive
from flowbench.simulators.facts import FLAGS

OUT = Path(__file__).resolve().parent.parent / "flowbench" / "assets" / "scenes"
METADATA = "ai2thor-object-metadata.json"
ASSETS = "asset-database.json"
SHA256 = {
    METADATA: "5bb9020b50b0f398e5460519d61347dfe115119dfcc3b136b02d1116bb13416a",
    ASSETS: "a292c54a227e16b27db81e6bc105c863e674cd6c1ec892d231886ea7604395d4",
}
LEVEL_M = 0.005
ROOMS = {  # iTHOR's groups in the metadata -> number of the first scene, room type
    "kitchens": (1, "kitchen"),
    "living_rooms": (201, "living_room"),
    "bedrooms": (301, "bedroom"),
    "bathrooms": (401, "bathroom"),
}
SOURCES = ("ithor", "robothor")
APARTMENTS = {"Train": 12, "Val": 3}  # RoboTHOR's splits -> number of layouts, each furnished five times
FURNISHINGS = 5
PROVENANCE = """# Where these files come from

`FloorPlan<N>.json` (iTHOR) and `FloorPlan_<Split><N>_<M>.json` (RoboTHOR) are derived from `{metadata}` and
`{assets}` inside the wheel of procthor 0.0.1.dev2 on PyPI (`procthor/databases/`), by `scripts/build_scenes.py`.
Rebuilding gives the same bytes.

| file | SHA-256 |
|---|---|
| `{metadata}` | `{metadata_sha}` |
| `{assets}` | `{assets_sha}` |

**Kept** (facts, with AI2-THOR's names): id, name, type, asset, position, rotation, boxes, mass, parent receptacles,
materials, temperature, and the flags that are true, of all objects at load: {ithor} in 120 iTHOR scenes, {robothor} in
75 RoboTHOR scenes. Lengths are rounded to 0.1 mm, angles to 0.01 degrees. Heights are above the walking surface: add
`floor_m` for AI2-THOR's y (it is not 0 in 25 scenes, 0.22 m at most).

**Derived** (ours, approximate): body axes and boxes of fixed objects, walls, floor, ceiling, carriers of drawers,
shelves and the like, counter pieces, and shells ("Carcass|n"): what unlisted furniture, inner walls and boards must be
there for things not to float. The rules are in `flowbench/simulators/`: `boxes.py`, `fronts.py`, `structure.py`,
`counters.py`, `parts.py`, `mounts.py`, `stretching.py`, `basins.py`, `surfaces.py`.

**Approximate floors.** RoboTHOR's scenes list no floor (`floor_is_approximate`): theirs is the upright rectangle around
the objects, its sides where the outermost pictures hang, or else 2 cm outside everything. The flat's inner walls are
unknown.

**Left out**: meshes and textures (the metadata has none), and what depends on where the agent stood.

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
    print(f"{count} objects written to {arguments.out}")


def build(wheel: Path | None, out: Path) -> int:
    """Write all scene files, their index and their provenance; returns the number of source objects."""
    metadata = json.loads(read_database(wheel, METADATA))
    sizes = asset_sizes(json.loads(read_database(wheel, ASSETS)))
    out.mkdir(parents=True, exist_ok=True)
    index: list[dict[str, Any]] = []
    for head, objects in scene_list(metadata):
        text = scene_text(head, objects, sizes)
        (out / f"{head['scene']}.json").write_text(text, encoding="utf-8", newline="\n")
        index.append({**head, "objects": len(objects), "sha256": hashlib.sha256(text.encode()).hexdigest()})
    (out / "index.json").write_text(lines_of({}, "scenes", index), encoding="utf-8", newline="\n")
    counts = {source: sum(row["objects"] for row in index if row["source"] == source) for source in SOURCES}
    provenance = PROVENANCE.format(
        metadata=METADATA, assets=ASSETS, metadata_sha=SHA256[METADATA], assets_sha=SHA256[ASSETS], **counts
    )
    (out / "PROVENANCE.md").write_text(provenance, encoding="utf-8", newline="\n")
    return sum(counts.values())


def scene_list(metadata: dict[str, list[list[dict[str, Any]]]]) -> list[tuple[dict[str, str], list[dict[str, Any]]]]:
    """Name, source and room type of each scene with its objects, in the order of the metadata."""
    rooms = [
        ({"scene": f"FloorPlan{first + k}", "source": "ithor", "room_type": room_type}, objects)
        for group, (first, room_type) in ROOMS.items()
        for k, objects in enumerate(metadata[group])
    ]
    names = [
        f"FloorPlan_{split}{layout + 1}_{furnishing + 1}"
        for split, layouts in APARTMENTS.items()
        for layout in range(layouts)
        for furnishing in range(FURNISHINGS)
    ]
    flats = [
        ({"scene": name, "source": "robothor", "room_type": "apartment"}, objects)
        for name, objects in zip(names, metadata["robothor"], strict=True)
    ]
    return rooms + flats


def read_database(wheel: Path | None, name: str) -> bytes:
    """One of procthor's JSON files, checked."""
    inside = f"procthor/databases/{name}"
    if wheel is None:
        spec = importlib.util.find_spec("procthor")
        if spec is None or spec.origin is None:
            sys.exit("procthor is not installed: give --wheel PATH (pip download --no-deps procthor==0.0.1.dev2)")
        data = (Path(spec.origin).parent / "databases" / name).read_bytes()
    elif wheel.is_dir():
        found = next((p for p in (wheel / inside, wheel / "databases" / name, wheel / name) if p.is_file()), None)
        if found is None:
            sys.exit(f"{wheel} holds no {inside}: give the wheel or the folder it was unpacked to")
        data = found.read_bytes()
    else:
        with zipfile.ZipFile(wheel) as archive:
            data = archive.read(inside)
    digest = hashlib.sha256(data).hexdigest()
    if digest != SHA256[name]:
        sys.exit(f"{name} has SHA-256 {digest}, expected {SHA256[name]}: take procthor 0.0.1.dev2 from PyPI")
    return data


def asset_sizes(database: dict[str, list[dict[str, Any]]]) -> dict[str, Vector]:
    """Asset id -> true size along its own axes."""
    return {asset["assetId"]: vector(asset["boundingBox"]) for assets in database.values() for asset in assets}


def vector(value: dict[str, float]) -> Vector:
    """An {x, y, z} map as a triple."""
    return value["x"], value["y"], value["z"]


def floor_level(objects: list[dict[str, Any]]) -> float:
    """Height of the walking surface: the top of the floor's box, where what stands on the floor ends in all scenes.

    Less than 5 mm is taken as 0, so that most scenes keep their coordinates; so are scenes without a floor, where
    things stand at 0.
    """
    floor = next((item for item in objects if item["objectType"] == "Floor"), None)
    if floor is None:
        return 0.0
    top = max(y for _, y, _ in floor["axisAlignedBoundingBox"]["cornerPoints"])
    return _length(top) if abs(top) >= LEVEL_M else 0.0


def source_of(item: dict[str, Any], sizes: dict[str, Vector], floor_m: float) -> Source:
    """One metadata map as the derivation reads it, lowered so that the walking surface is at y = 0.

    Its pose is rounded first, so that boxes fit the shipped pose.
    """
    x, y, z = vector(item["position"])
    pose = Pose((_length(x), _length(y - floor_m), _length(z)), _angles(vector(item["rotation"])))
    drop = np.array([0.0, floor_m, 0.0])
    world = np.array(item["axisAlignedBoundingBox"]["cornerPoints"]) - drop
    oriented = item["objectOrientedBoundingBox"]
    return Source(
        object_id=item["objectId"],
        object_type=item["objectType"],
        pose=pose,
        low=world.min(axis=0),
        high=world.max(axis=0),
        corners=np.array(oriented["cornerPoints"]) - drop if oriented else None,
        asset_size=sizes.get(item["assetId"]),
        parents=tuple(item["parentReceptacles"] or ()),
    )


def scene_text(named: dict[str, str], objects: list[dict[str, Any]], sizes: dict[str, Vector]) -> str:
    """The scene file: a head, then one object a line in the source's order, then the shells."""
    floor_m = floor_level(objects)
    sources = [source_of(item, sizes, floor_m) for item in objects]
    derived = derive(sources)
    has_floor = any(source.object_type == "Floor" for source in sources)
    head = {
        **named,
        "floor_m": floor_m,
        "ceiling_m": _length(derived.ceiling_m),
        "inner_walls": derived.inner_walls,
        **({} if has_floor else {"floor_is_approximate": True}),
        "floor": _lengths(structure.floor_polygon(derived.room)),
        "walls": [
            {
                "id": wall.wall_id,
                "start": _lengths(np.array(wall.start)),
                "end": _lengths(np.array(wall.end)),
                "inward": list(wall.inward),
                "evidenced": wall.evidenced,
            }
            for wall in structure.walls(derived.room)
        ],
    }
    rows = [object_row(item, source, derived) for item, source in zip(objects, sources, strict=True)]
    rows += [carcass_row(shell_id, derived) for shell_id in derived.carcasses]
    return lines_of(head, "objects", rows)


def object_row(item: dict[str, Any], source: Source, derived: Derived) -> dict[str, Any]:
    """The line of one object; what is empty, zero or false is left out."""
    facts = {
        "objectId": item["objectId"],
        "name": item["name"],
        "objectType": item["objectType"],
        "assetId": item["assetId"],
        "position": list(source.pose.position),
        "rotation": list(source.pose.rotation) if any(source.pose.rotation) else None,
        **local_box(derived.boxes[source.object_id], source.pose),
        "mass": round(item["mass"], 4),
        "flags": [flag for flag in FLAGS if item[flag]],
        "openness": round(item["openness"], 4),
        "temperature": item["temperature"] if item["temperature"] != "RoomTemp" else None,
        "fillLiquid": item["fillLiquid"],
        "salientMaterials": item["salientMaterials"],
        "parentReceptacles": item["parentReceptacles"],
        "controlledObjects": item["controlledObjects"],
        "carrier": derived.carriers.get(source.object_id),
        **counter_facts(derived, source.object_id),
        "surfaces": derived.surfaces.get(source.object_id),
    }
    kept = {key: value for key, value in facts.items() if value}
    return kept | ({"blocks": False} if source.object_type in THIN_TYPES else {})


def carcass_row(shell_id: str, derived: Derived) -> dict[str, Any]:
    """The line of a shell: an upright object whose origin is its box's centre."""
    box = derived.boxes[shell_id]
    x, y, z = (_length(value) for value in box[:3])
    pose = Pose((x, y, z))
    return {
        "objectId": shell_id,
        "name": shell_id,
        "objectType": "Carcass",
        "position": [x, y, z],
        **local_box(box, pose),
        "carcass": derived.carcasses[shell_id].kind,
        **({"carrier": derived.carriers[shell_id]} if shell_id in derived.carriers else {}),
        **({"surfaces": derived.surfaces[shell_id]} if shell_id in derived.surfaces else {}),
    }


def local_box(box: Floats, pose: Pose) -> dict[str, Any]:
    """A world box in the object's own frame: centre and size, and the turn of the body's axes where they differ."""
    centre = rotation.to_local(pose, box[None, :3])[0]
    axes = rotation.multiply(box[6:].reshape(3, 3), rotation.matrix(pose.rotation))
    turn = _angles(rotation.euler(axes.T))
    size = _lengths(2.0 * box[3:6])
    return {"box": [*_lengths(centre), *size]} | ({"turn": list(turn)} if any(turn) else {})


def counter_facts(derived: Derived, object_id: str) -> dict[str, Any]:
    """The rectangles of a counter in its body's frame, left out where it is whole, and how far it is closed below."""
    if object_id not in derived.pieces:
        return {}
    box = derived.boxes[object_id]
    low, high = bounds(box)
    closed, opened = derived.pieces[object_id], derived.open_pieces[object_id]
    whole = is_turned(box) or (not opened and set(closed) == {(low[0], low[2], high[0], high[2])})
    return {
        "pieces": [] if whole else [_framed(rectangle, box) for rectangle in closed],
        "open_pieces": [] if whole else [_framed(rectangle, box) for rectangle in opened],
        "base": max(_length(low[1]), 0.0),
    }


def _framed(rectangle: Rectangle, box: Floats) -> list[float]:
    """A world rectangle (x low, z low, x high, z high) about the centre of a level box, along its axes."""
    points = np.array(rectangle).reshape(2, 2) - box[[0, 2]]
    along = np.sort(points[:, 0] * box[6] + points[:, 1] * box[8])
    across = np.sort(points[:, 0] * box[12] + points[:, 1] * box[14])
    framed: list[float] = _lengths(np.array([along[0], across[0], along[1], across[1]]))
    return framed


def lines_of(head: dict[str, Any], key: str, rows: list[dict[str, Any]]) -> str:
    """A JSON object with one line for the head's fields and one for each row of a list."""
    start = json.dumps(head, separators=(",", ":"))[1:-1]
    body = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    return "{" + (start + ",\n" if start else "") + f'"{key}":[\n{body}\n]}}\n'


def _length(value: float) -> float:
    return round(float(value), 4) + 0.0


def _lengths(values: Floats) -> Any:
    return (np.round(values, 4) + 0.0).tolist()


def _angles(values: Vector) -> Vector:
    x, y, z = (rotation.wrap(round(value, 2)) for value in values)
    return x, y, z


if __name__ == "__main__":
    main()
