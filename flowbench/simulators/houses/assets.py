"""What houses are made of: the assets by name, and the names of materials. See assets/houses/PROVENANCE.md."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from flowbench.records import Vector

FLAGS = {  # what procthor calls a property -> what AI2-THOR's metadata does
    "Receptacle": "receptacle",
    "CanOpen": "openable",
    "CanToggleOnOff": "toggleable",
    "CanBreak": "breakable",
    "CanBeFilled": "canFillWithLiquid",
    "CanBeDirty": "dirtyable",
    "CanBeUsedUp": "canBeUsedUp",
    "CanBeCooked": "cookable",
    "CanBeSliced": "sliceable",
    "isHeatSource": "isHeatSource",
    "isColdSource": "isColdSource",
}


@dataclass(frozen=True)
class Asset:
    """One asset.

    Attributes:
        size: along its own axes, metres; its front looks along z.
        origin: of its transform, from the middle of its box, along its own axes, metres.
        split: "train", "val", "test", or "" for all of them.
        properties: what can be done with it, in AI2-THOR's words ("Receptacle", "CanOpen", ...).
        hole: width and height of the hole that a door or window wants in its wall, or None.
    """

    asset_id: str
    object_type: str
    size: Vector
    origin: Vector
    split: str
    primary: str
    properties: tuple[str, ...]
    mass_kg: float
    hole: tuple[float, float] | None

    @property
    def flags(self) -> frozenset[str]:
        """Its properties as AI2-THOR's metadata calls them."""
        return frozenset(FLAGS[name] for name in self.properties)

    @property
    def pickupable(self) -> bool:
        """Whether an agent can carry it."""
        return self.primary == "CanPickup"

    @property
    def moveable(self) -> bool:
        """Whether it can be pushed about, but not carried."""
        return self.primary == "Moveable"


@cache
def assets() -> Mapping[str, Asset]:
    """All known assets by name."""
    rows = json.loads(_text("assets.json"))["assets"]
    return {
        row["assetId"]: Asset(
            asset_id=row["assetId"],
            object_type=row["objectType"],
            size=tuple(row["size"]),
            origin=tuple(row.get("origin", (0.0, 0.0, 0.0))),
            split=row.get("split", ""),
            primary=row.get("primary", ""),
            properties=tuple(row.get("able", ())),
            mass_kg=row.get("mass", 0.0),
            hole=tuple(row["hole"]) if "hole" in row else None,
        )
        for row in rows
    }


@cache
def material_groups() -> Mapping[str, str]:
    """All known materials by name, and the group each belongs to ("Wood", "Wall", "Fabric", ...); the first of them."""
    found: dict[str, str] = {}
    for group, names in json.loads(_text("materials.json")).items():
        for name in names:
            found.setdefault(name, group)
    return found


def _text(name: str) -> str:
    return resources.files("flowbench").joinpath("assets", "houses", name).read_text(encoding="utf-8")
