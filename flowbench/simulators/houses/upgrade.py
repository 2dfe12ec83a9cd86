"""From houses of schema 0.0.1 to 1.0.0, which AI2-THOR 5 reads."""

import copy
from collections.abc import Mapping
from typing import Any

from flowbench.simulators.houses.assets import assets
from flowbench.simulators.houses.schema import EXTERIOR

NEWEST = "1.0.0"


def upgraded(house: Mapping[str, Any]) -> dict[str, Any]:
    """The same house in schema 1.0.0; one that is so already comes back unchanged.

    Args:
        house: JSON values that `schema.read` takes.
    """
    new: dict[str, Any] = copy.deepcopy(dict(house))
    for wall in new["walls"]:
        _join(wall, "material", "color")
        if str(wall["id"]).startswith(f"wall|{EXTERIOR}"):
            wall["roomId"] = EXTERIOR
    for room in new["rooms"]:
        _join(room, "floorMaterial", "floorColor")
    _join(new.setdefault("proceduralParameters", {}), "ceilingMaterial", "ceilingColor")
    for hole in (*(new.get("doors") or ()), *(new.get("windows") or ())):
        _hole(hole)
    for thing in new.get("objects") or ():
        _object(thing)
    metadata = new.setdefault("metadata", {})
    metadata["schema"] = NEWEST
    if "agent" in metadata:
        metadata["agentPoses"] = {"default": metadata.pop("agent")}
    return new


def _join(row: dict[str, Any], material: str, colour: str) -> None:
    """A material's name and its colour beside it become one map."""
    shade = row.pop(colour, None)
    if isinstance(row.get(material), str):
        row[material] = {"name": row[material], **({} if shade is None else {"color": shade})}


def _hole(hole: dict[str, Any]) -> None:
    if "boundingBox" not in hole:
        return
    low, high = (hole["boundingBox"][end] for end in ("min", "max"))
    hole["holePolygon"] = [low, high]
    del hole["boundingBox"]
    offset, asset = hole.pop("assetOffset", None) or {}, assets().get(hole["assetId"])
    size = (high["x"] - low["x"], high["y"] - low["y"]) if asset is None else asset.size
    x, y = (low[axis] + offset.get(axis, 0.0) + size[k] / 2.0 for k, axis in enumerate("xy"))
    hole["assetPosition"] = {"x": x, "y": y, "z": 0}


def _object(thing: dict[str, Any]) -> None:
    if "color" in thing:
        thing["material"] = {"color": thing.pop("color")}
    for child in thing.get("children") or ():
        _object(child)
