"""Actions about assets: what there is, putting one more into the scene, and its shape."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.rotation import multiply
from flowbench.records import Layout, Pose, SceneObject
from flowbench.simulators import scenes
from flowbench.simulators.embedded.actions import ActionError
from flowbench.simulators.embedded.loading import body_transform, fitted_body, mesh_of
from flowbench.simulators.embedded.state import EngineState, Result, angle, merged, require_object, vector
from flowbench.simulators.houses.assets import Asset, assets
from flowbench.simulators.houses.facts import asset_box, asset_metadata

ORIGIN = (0.0, 0.0, 0.0)


def spawn_asset(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """SpawnAsset: one more object, its origin where it is asked for, fixed there; nothing is checked.

    It takes the place of an object with its id that was disabled or removed.
    """
    asset, name = _known(arguments["assetId"]), arguments["generatedId"]
    if name in state.scene.layout.index and name not in state.scene.hidden:
        raise ActionError(f"SpawnAsset: there is an object {name} in the scene already.")
    state = _without(state, name)
    x, y, z = merged(ORIGIN, arguments["rotation"] or {})
    pose = Pose(merged(ORIGIN, arguments["position"] or {}), (angle(x), angle(y), angle(z)))
    layout = _with(state.scene.layout, _spawned(asset, name, pose, state.scene.layout))
    scene = dataclasses.replace(state.scene, layout=layout, poses=(*state.scene.poses, pose))
    box = asset_box(asset)
    turn, centre = body_transform(box, pose)
    value = {"id": name, "worldSpaceCenter": vector(centre), "radius": float(np.sqrt((box[3:6] ** 2).sum()))}
    return Result(dataclasses.replace(state, scene=scene, kinematic=state.kinematic | {name}), value)


def _spawned(asset: Asset, name: str, pose: Pose, layout: Layout) -> SceneObject:
    item = SceneObject(
        object_id=name,
        name=name,
        object_type=asset.object_type,
        asset_id=asset.asset_id,
        pickupable=asset.pickupable,
        moveable=asset.moveable,
        mass_kg=asset.mass_kg if asset.pickupable or asset.moveable else 0.0,
        pose=pose,
        box=asset_box(asset),
        boxes=np.zeros((0, 15)),
        metadata=asset_metadata(asset),
    )
    body = fitted_body(item, scenes.load_facts(layout.scene).seed)
    return dataclasses.replace(item, boxes=scenes.to_own_frame(item.box, body.boxes))


def _without(state: EngineState, name: str) -> EngineState:
    """The state without an object, if there is one of this id."""
    scene, layout = state.scene, state.scene.layout
    if name not in layout.index:
        return state
    kept = np.arange(len(layout.objects)) != layout.index[name]
    layout = dataclasses.replace(
        layout,
        objects=tuple(item for item in layout.objects if item.object_id != name),
        load_depths_m=layout.load_depths_m[kept][:, kept],
        load_gaps_m=layout.load_gaps_m[kept],
        load_carriers=_renumbered(layout.load_carriers[kept], layout.index[name]),
    )
    poses = tuple(pose for pose, is_kept in zip(scene.poses, kept.tolist(), strict=True) if is_kept)
    scene = dataclasses.replace(scene, layout=layout, poses=poses, hidden=scene.hidden - {name})
    openness = {key: value for key, value in state.openness.items() if key != name}
    return dataclasses.replace(state, scene=scene, removed=state.removed - {name}, openness=openness)


def _renumbered(carriers: NDArray[np.int64], gone: int) -> NDArray[np.int64]:
    """Numbers of objects once one is gone; what it carried rests on nothing."""
    return np.where(carriers == gone, -2, carriers - (carriers > gone))


def _with(layout: Layout, item: SceneObject) -> Layout:
    """A layout with one object more, which touches nothing yet."""
    return dataclasses.replace(
        layout,
        objects=(*layout.objects, item),
        load_depths_m=np.pad(layout.load_depths_m, ((0, 1), (0, 1))),
        load_gaps_m=np.append(layout.load_gaps_m, np.inf),
        load_carriers=np.append(layout.load_carriers, -2),
    )


def in_scene_asset_geometry(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetInSceneAssetGeometry: the triangles of an object's body, in the world."""
    item = state.scene.object(require_object(state, arguments["objectId"]))
    mesh = mesh_of(state.scene.layout, item)
    turn, shift = body_transform(item.box, state.scene.pose(item.object_id))
    points = multiply(mesh.vertices, turn.T) + shift
    found: dict[str, Any] = {"vertices": [{"x": x, "y": y, "z": z} for x, y, z in points.tolist()]}
    if arguments["triangles"]:
        found["triangles"] = mesh.faces.ravel().tolist()
    if arguments["uv"] or arguments["normals"]:
        raise ActionError("GetInSceneAssetGeometry: bodies have no uv or normals by vertex; leave uv and normals out.")
    return Result(state, [found])


def asset_database(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetAssetDatabase: all assets that SpawnAsset and houses may name."""
    return Result(state, {name: _entry(asset) for name, asset in assets().items()})


def asset_in_database(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """AssetInDatabase: whether there is an asset of a name."""
    return Result(state, arguments["assetId"] in assets())


def assets_in_database(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """AssetsInDatabase: the same for several."""
    return Result(state, {name: name in assets() for name in arguments["assetIds"]})


def asset_hole_metadata(state: EngineState, arguments: Mapping[str, Any]) -> Result:
    """GetAssetHoleMetadata: the hole that a door or window wants in its wall."""
    asset = _known(arguments["assetId"])
    if asset.hole is None:
        raise ActionError(f"{asset.asset_id} goes into no wall.")
    size = vector((asset.hole[0], asset.hole[1], 0.0))
    return Result(state, {"min": vector(ORIGIN), "max": size, "offset": vector(ORIGIN)})


def _known(asset_id: str) -> Asset:
    if asset_id not in assets():
        raise ActionError(f"{asset_id} is not contained in asset database.")
    return assets()[asset_id]


def _entry(asset: Asset) -> dict[str, Any]:
    half = np.asarray(asset.size) / 2.0
    middle = -np.asarray(asset.origin)
    return {
        "name": asset.asset_id,
        "objectType": asset.object_type,
        "primaryProperty": asset.primary,
        "secondaryProperties": list(asset.properties),
        "boundingBox": {"min": vector(middle - half), "max": vector(middle + half)},
    }
