"""Segmentation colours as Unity gives them: the first three bytes of the MD5 of an id or a class name."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from flowbench.records import Image, Layout

Colour = tuple[int, int, int]
BACKGROUND: Colour = (0, 0, 0)


@dataclass(frozen=True, eq=False)
class ColourTable:
    """Colours of all surfaces and classes of a scene; no two are equal.

    Attributes:
        instances: surface name -> colour.
        classes: class name -> colour.
        class_of: surface name -> class name.
        instance_rows, class_rows: (surfaces + 1, 3) uint8 the same by pixel id; row 0 is black.
    """

    instances: Mapping[str, Colour]
    classes: Mapping[str, Colour]
    class_of: Mapping[str, str]
    instance_rows: Image
    class_rows: Image


@lru_cache(maxsize=16)
def colour_table(layout: Layout) -> ColourTable:
    """The colours of a scene; they follow from its ids alone."""
    kinds = {item.object_id: item.object_type for item in layout.objects}
    class_of = {name: kinds.get(name, name.split("|")[0]) for name in layout.surfaces}
    taken = {BACKGROUND}
    instances = _colours(layout.surfaces, taken)
    classes = _colours(dict.fromkeys(class_of.values()), taken)
    by_class = [classes[class_of[name]] for name in layout.surfaces]
    return ColourTable(instances, classes, class_of, _rows(instances.values()), _rows(by_class))


def md5_colour(name: str) -> Colour:
    """Unity's colour of a name."""
    red, green, blue = hashlib.md5(name.encode(), usedforsecurity=False).digest()[:3]
    return red, green, blue


def _colours(names: Iterable[str], taken: set[Colour]) -> dict[str, Colour]:
    """A colour for each name that is not `taken` yet; where Unity's is, the name is hashed again with a count."""
    found: dict[str, Colour] = {}
    for name in names:
        colour, attempt = md5_colour(name), 0
        while colour in taken:
            attempt += 1
            colour = md5_colour(f"{name}#{attempt}")
        taken.add(colour)
        found[name] = colour
    return found


def _rows(colours: Iterable[Colour]) -> NDArray[np.uint8]:
    return np.array([BACKGROUND, *colours], dtype=np.uint8)
