"""Another solver: goes over all subsets of things and keeps those that the table, read afresh, allows and wants."""

import itertools
import tomllib
from pathlib import Path

import flowbench.rules.processes.object_packing as package

TABLE = tomllib.loads((Path(package.__file__).parent / "knowledge.toml").read_text("utf-8"))


def _wanted(name, occasion):
    item = next(row for row in TABLE["items"] if row["name"] == name)
    cavity = next(row["cavity"] for row in TABLE["containers"] if row["occasion"] == occasion)
    turns = itertools.permutations(item["dims"])
    turned = any(all(a + 1 <= b for a, b in zip(dims, cavity, strict=True)) for dims in turns)
    return turned and not item["hazard"] and occasion in item["for"]


def _selections(luggage):
    chosen = itertools.chain.from_iterable(
        itertools.combinations(luggage.items, count) for count in range(len(luggage.items) + 1)
    )
    return [
        names for names in chosen if all((name in names) == _wanted(name, luggage.occasion) for name in luggage.items)
    ]


def optimum(luggage):
    return min(len(names) for names in _selections(luggage))


def solutions(luggage):
    return len(_selections(luggage))
