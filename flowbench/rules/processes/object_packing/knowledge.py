"""What is packed for which occasion, and why the rest is not: the table `knowledge.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from flowbench.errors import UnknownName

MARGIN_CM = 1.0  # an item must be so much smaller than the cavity, each way
OCCASIONS = ("beach", "school", "picnic", "gym", "camping", "office")
HAZARDS: Mapping[str, str] = {
    "open_liquid": "it is open and would spill",
    "wet": "it is wet",
    "dirty": "it is dirty",
    "sharp_bare": "its blade is bare",
    "hot": "it is hot",
    "live": "it is alive",
    "crushes": "it is so heavy that it crushes the rest",
}


@dataclass(frozen=True)
class Ware:
    """A row of the table.

    Attributes:
        dims_cm: its sides.
        hazard: a key of `HAZARDS`, or "".
        family: near twins share it; "" for none.
        suits, unfit: occasions it belongs to, and those it has no place in.
        icon, colour: how it is drawn; a name of the palette.
    """

    name: str
    dims_cm: tuple[float, float, float]
    hazard: str
    family: str
    suits: tuple[str, ...]
    unfit: tuple[str, ...]
    icon: str
    colour: str


@dataclass(frozen=True)
class Container:
    """What is packed for an occasion. `trip` tells the occasion in words."""

    occasion: str
    name: str
    cavity_cm: tuple[float, float, float]
    trip: str


@cache
def wares() -> Mapping[str, Ware]:
    """All things by name."""
    return {
        row["name"]: Ware(
            row["name"], tuple(row["dims"]), row["hazard"], row["family"], tuple(row["for"]), tuple(row["never"]),
            row["icon"], row["colour"],
        )
        for row in _table()["items"]
    }  # fmt: skip


@cache
def containers() -> Mapping[str, Container]:
    """The container of each occasion."""
    return {
        row["occasion"]: Container(row["occasion"], row["name"], tuple(row["cavity"]), row["trip"])
        for row in _table()["containers"]
    }


@cache
def _table() -> Mapping[str, list[dict[str, Any]]]:
    text = files("flowbench.rules.processes.object_packing").joinpath("knowledge.toml").read_text("utf-8")
    return tomllib.loads(text)


def ware(name: str) -> Ware:
    """What is known of a thing.

    Raises:
        UnknownName: offers the nearest.
    """
    if name not in wares():
        raise UnknownName.among("thing to pack", name, wares())
    return wares()[name]


def fits(item: Ware, occasion: str) -> bool:
    """Whether it goes into the container at all, turned as need be."""
    cavity = sorted(containers()[occasion].cavity_cm)
    return all(side <= room - MARGIN_CM for side, room in zip(sorted(item.dims_cm), cavity, strict=True))


def reasons(item: Ware, occasion: str) -> tuple[str, ...]:
    """Why an item is not packed, each failed rule in a few words; none where it is."""
    found = []
    if not fits(item, occasion):
        found.append(f"it does not fit into the {containers()[occasion].name}")
    if item.hazard:
        found.append(HAZARDS[item.hazard])
    if occasion not in item.suits:
        found.append(f"it is of no use for {containers()[occasion].trip}")
    return tuple(found)


def is_arguable(item: Ware, occasion: str) -> bool:
    """Whether people could disagree about it."""
    return occasion not in (*item.suits, *item.unfit)
