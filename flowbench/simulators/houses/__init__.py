"""Houses of several rooms: ProcTHOR's JSON, from files or from an action, as scenes."""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from flowbench.errors import UnknownName
from flowbench.simulators.facts import SceneFacts
from flowbench.simulators.houses import schema
from flowbench.simulators.houses.facts import house_facts
from flowbench.simulators.houses.files import house_names, is_file_name, read_house

__all__ = ["create", "house_names", "is_house", "load", "shipped_names"]

SHIPPED = "House"
MADE = "Procedural:"  # houses that an action brought, by a digest of their JSON
MADE_KEPT = 256
_MADE: OrderedDict[str, SceneFacts] = OrderedDict()


def is_house(name: str) -> bool:
    """Whether a scene's name is that of a house."""
    shipped = name.startswith(SHIPPED) and name.removeprefix(SHIPPED).isdigit()
    return shipped or name.startswith(MADE) or is_file_name(name)


@lru_cache(maxsize=1)
def shipped_names() -> tuple[str, ...]:
    """Names of the houses that come with the package, in their order."""
    path = _shipped_path()
    return tuple(f"{SHIPPED}{number}" for number in range(len(house_names(path)))) if path else ()


def load(name: str) -> SceneFacts:
    """The facts of a house by the name of its scene.

    Raises:
        UnknownName: for a house that does not come with the package, or is not there any more.
        StoreError: for a file that cannot be read.
        BadValue: for one that holds something else than a house.
    """
    if name.startswith(MADE):
        if name not in _MADE:
            raise UnknownName(
                f"The house {name} was brought by CreateHouse and is not at hand here: send it again, or keep it in a "
                "file and name that."
            )
        _MADE.move_to_end(name)
        return _MADE[name]
    return _load(name)


@lru_cache(maxsize=128)
def _load(name: str) -> SceneFacts:
    if is_file_name(name):
        data = read_house(name)
    elif name in shipped_names():
        data = read_house(f"{_shipped_path()}#{name.removeprefix(SHIPPED)}")
    else:
        raise UnknownName.among("house", name, shipped_names(), "Or name a file with houses.")
    return house_facts(schema.read(data), name, _key(data))


def create(data: Mapping[str, Any]) -> SceneFacts:
    """The facts of a house given as JSON values; it is kept under a name that follows from them.

    Raises:
        BadValue: for anything that is no house.
    """
    house, key = schema.read(data), _key(data)
    name = MADE + key
    _MADE[name] = house_facts(house, name, key)
    _MADE.move_to_end(name)
    while len(_MADE) > MADE_KEPT:
        _MADE.popitem(last=False)
    return _MADE[name]


def _key(data: Mapping[str, Any]) -> str:
    """Follows from what a house is made of, however its JSON is written; decides what the house leaves open."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), default=_plain)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    """A number of NumPy's as Python's own; everything else stands for nothing."""
    return value.item() if hasattr(value, "item") else str(value)


@lru_cache(maxsize=1)
def _shipped_path() -> str:
    """Where the houses are that come with the package, "" where none do."""
    path = resources.files("flowbench").joinpath("assets", "houses", "houses.jsonl.gz")
    return str(path) if path.is_file() else ""
