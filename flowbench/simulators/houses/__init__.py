"""Houses of several rooms: ProcTHOR's JSON, from files or from an action, as scenes."""

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from flowbench.errors import UnknownName
from flowbench.simulators.facts import SceneFacts
from flowbench.simulators.houses import schema
from flowbench.simulators.houses.facts import house_facts
from flowbench.simulators.houses.files import house_names, is_file_name, read_house

__all__ = ["SOURCES", "create", "houses_behind", "is_house", "load", "shipped_names"]

SOURCES = {"procthor": "train", "procthor_val": "val", "procthor_test": "test"}  # source -> split of the assets
SHIPPED = re.compile(r"House(?P<split>Train|Val|Test)(?P<number>[0-9]{1,5})")
MADE = "Procedural:"  # houses that an action brought, by a digest of their JSON
KEPT = 256  # houses at most, of those and of others; 200 come with the package
_MADE: OrderedDict[str, SceneFacts] = OrderedDict()


def is_house(name: str) -> bool:
    """Whether a scene's name is that of a house."""
    return SHIPPED.fullmatch(name) is not None or name.startswith(MADE) or is_file_name(name)


@cache
def shipped_names(source: str = "procthor") -> tuple[str, ...]:
    """Names of the houses of a source that come with the package, in their order.

    Args:
        source: one of `SOURCES`; no asset that furnishes the houses of one furnishes those of another.
    """
    split = SOURCES[source]
    return tuple(f"House{split.title()}{number}" for number in range(len(house_names(_shipped_path(split)))))


def houses_behind(name: str) -> tuple[str, ...]:
    """The house of a name, or all houses of a file.

    Raises:
        UnknownName: for a house that does not come with the package.
        StoreError: for a file that does not exist or holds no houses.
    """
    if is_file_name(name):
        return house_names(name)
    _shipped_file(name)
    return (name,)


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


@lru_cache(maxsize=KEPT)
def _load(name: str) -> SceneFacts:
    data = read_house(name if is_file_name(name) else _shipped_file(name))
    return house_facts(schema.read(data), name, _key(data))


def _shipped_file(name: str) -> str:
    """Where a house is that comes with the package."""
    named = SHIPPED.fullmatch(name)
    known = [name for source in SOURCES for name in shipped_names(source)]
    if named is None or name not in known:
        raise UnknownName.among("house", name, known, "Or name a file with houses.")
    return f"{_shipped_path(named['split'].lower())}#{named['number']}"


def create(data: Mapping[str, Any]) -> SceneFacts:
    """The facts of a house given as JSON values; it is kept under a name that follows from them.

    Raises:
        BadValue: for anything that is no house.
    """
    house, key = schema.read(data), _key(data)
    name = MADE + key
    _MADE[name] = house_facts(house, name, key)
    _MADE.move_to_end(name)
    while len(_MADE) > KEPT:
        _MADE.popitem(last=False)
    return _MADE[name]


def _key(data: Mapping[str, Any]) -> str:
    """Follows from what a house is made of, however its JSON is written; decides what the house leaves open."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), default=_plain)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    """A number of NumPy's as Python's own; everything else stands for nothing."""
    return value.item() if hasattr(value, "item") else str(value)


def _shipped_path(split: str) -> str:
    return str(resources.files("flowbench").joinpath("assets", "houses", f"{split}.jsonl.gz"))
