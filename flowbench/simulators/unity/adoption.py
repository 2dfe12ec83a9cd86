"""The layout of a running scene: what the simulator says of its objects, and our bodies for them.

Poses, ids, flags, masses, parents and which objects there are come from the metadata. What metadata leave out (bodies,
walls, shells of built-in furniture, which drawer belongs to which dresser) comes from the scene as it ships. Where the
simulator agrees with it in everything, the layout is the very one of the embedded engine.
"""

import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np

from flowbench.geometry.boxes import make_box
from flowbench.geometry.rotation import matrix, multiply, to_local
from flowbench.records import Floats, Layout, Pose, SceneObject
from flowbench.simulators.embedded.loading import fitted_body, load_scene, measured
from flowbench.simulators.facts import FLAGS
from flowbench.simulators.scenes import to_own_frame
from flowbench.simulators.unity.roster import Row

SHELL_TYPE = "Carcass"  # of what ships and no simulator lists
REPORTED = (*FLAGS, "temperature", "fillLiquid", "salientMaterials", "controlledObjects")


def adopt(scene: str, rows: Sequence[Row], floor_m: float, last: Layout | None = None) -> Layout:
    """The layout of a scene that has just been loaded.

    Args:
        floor_m: height of the walking surface in the simulator's coordinates; in the layout's it is 0.
        last: what came of it when the scene was loaded before.
    """
    shipped = load_scene(scene)
    matches = _matches(shipped, rows)
    objects = tuple(_objects(shipped, rows, matches, floor_m))
    for known in (shipped, last):
        if known is not None and known.objects == objects:
            return known
    return measured(dataclasses.replace(shipped, objects=objects))


def pose_of(row: Row, floor_m: float) -> Pose:
    """The pose of an entry, in the layout's coordinates."""
    place, turn = row["position"], row["rotation"]
    return Pose(
        (float(place["x"]), float(place["y"]) - floor_m, float(place["z"])),
        (float(turn["x"]), float(turn["y"]), float(turn["z"])),
    )


def _matches(shipped: Layout, rows: Sequence[Row]) -> Mapping[str, SceneObject]:
    """The simulator's id -> what ships under the same name, or id where names repeat."""
    by_name: dict[str, list[SceneObject]] = {}
    for item in shipped.objects:
        by_name.setdefault(item.name, []).append(item)
    by_id = {item.object_id: item for item in shipped.objects}
    found: dict[str, SceneObject] = {}
    for row in rows:
        same = by_name.get(row["name"], [])
        candidate = same[0] if len(same) == 1 else by_id.get(row["objectId"])
        if candidate is not None and candidate.object_type == row["objectType"]:
            found[row["objectId"]] = candidate
    return found


def _objects(
    shipped: Layout, rows: Sequence[Row], matches: Mapping[str, SceneObject], floor_m: float
) -> list[SceneObject]:
    """Everything in the order in which it ships, then what the simulator has besides."""
    by_id = {item.object_id: theirs for theirs, item in matches.items()}
    entries = {row["objectId"]: row for row in rows}
    kept = [
        item if item.object_id not in by_id else _told(item, entries[by_id[item.object_id]], floor_m)
        for item in shipped.objects
        if item.object_id in by_id or item.object_type == SHELL_TYPE
    ]
    renamed = {ours: theirs for ours, theirs in by_id.items() if ours != theirs}
    there = {item.object_id for item in kept}
    kept = [_relinked(item, renamed, there) for item in kept]
    return kept + [_added(row, floor_m, shipped.scene) for row in rows if row["objectId"] not in matches]


def _told(item: SceneObject, row: Row, floor_m: float) -> SceneObject:
    """What ships, with all that the simulator says about it."""
    metadata = dict(item.metadata) | {name: row[name] for name in REPORTED if name in row}
    if row["objectId"] != item.object_id:
        metadata["flowbench"] = {**item.metadata.get("flowbench", {}), "loaded_as": item.object_id}
    pose = pose_of(row, floor_m)
    return dataclasses.replace(
        item,
        object_id=row["objectId"],
        name=row["name"],
        asset_id=row.get("assetId") or item.asset_id,
        pickupable=bool(row["pickupable"]),
        moveable=bool(row["moveable"]),
        mass_kg=float(row["mass"]),
        pose=item.pose if pose == item.pose else pose,
        parents=tuple(row.get("parentReceptacles") or ()),
        metadata=metadata,
    )


def _relinked(item: SceneObject, renamed: Mapping[str, str], there: set[str]) -> SceneObject:
    """With the simulator's ids of what it is built into; without that, if the simulator does not have it."""
    carrier = None if item.carrier is None else renamed.get(item.carrier, item.carrier)
    carrier = carrier if carrier in there else None
    return item if carrier == item.carrier else dataclasses.replace(item, carrier=carrier)


def _added(row: Row, floor_m: float, scene: str) -> SceneObject:
    """Something that does not ship: its type's body, or a plain one, in the box the simulator gives."""
    pose, box = pose_of(row, floor_m), own_box(row, floor_m)
    item = SceneObject(
        object_id=row["objectId"],
        name=row["name"],
        object_type=row["objectType"],
        asset_id=row.get("assetId", ""),
        pickupable=bool(row["pickupable"]),
        moveable=bool(row["moveable"]),
        mass_kg=float(row["mass"]),
        pose=pose,
        box=box,
        boxes=np.zeros((0, 15)),
        parents=tuple(row.get("parentReceptacles") or ()),
        metadata={name: row.get(name) for name in REPORTED},
    )
    return dataclasses.replace(item, boxes=to_own_frame(box, fitted_body(item, scene).boxes))


def own_box(row: Row, floor_m: float) -> Floats:
    """(15,) the box of an entry in the object's own frame: the oriented one, or the one along the world's axes."""
    pose = pose_of(row, floor_m)
    turn = matrix(pose.rotation)
    oriented = row.get("objectOrientedBoundingBox")
    if oriented is None:
        box = row["axisAlignedBoundingBox"]
        centre, size = (np.array([box[key][axis] for axis in "xyz"]) for key in ("center", "size"))
        axes = np.eye(3)
    else:
        c = np.array(oriented["cornerPoints"], dtype=np.float64)
        edges = np.stack([c[0] - c[1], c[4] - c[0], c[0] - c[3]])
        size = np.linalg.norm(edges, axis=1)
        centre, axes = c.mean(axis=0), edges / np.maximum(size, 1e-9)[:, None]
    centre = centre - [0.0, floor_m, 0.0]
    x, y, z = to_local(pose, centre[None])[0].tolist()
    sx, sy, sz = size.tolist()
    return make_box((x, y, z), (sx, sy, sz), multiply(axes, turn))
