"""Instance and class segmentation: what the surface ids of a picture stand for."""

from collections.abc import Mapping

import numpy as np

from flowbench.records import IdMap, Layout
from flowbench.render.pictures import visible_counts


def instance_table(layout: Layout, ids: IdMap) -> dict[str, Mapping[str, object]]:
    """Surface id (as text) -> name and class of every surface in a picture; for JSON."""
    types = class_names(layout)
    present = [number for number, count in enumerate(visible_counts(ids, len(types)).tolist()) if number > 0 and count]
    return {str(n): {"objectId": layout.surfaces[n - 1], "objectType": types[n - 1]} for n in present}


def class_names(layout: Layout) -> tuple[str, ...]:
    """The class of each surface, in the order of surface ids from 1: object types, "Wall", "Ceiling", "Floor"."""
    types = {item.object_id: item.object_type for item in layout.objects}
    return tuple(types.get(name, name.split("|")[0]) for name in layout.surfaces)


def class_map(layout: Layout, ids: IdMap) -> tuple[IdMap, dict[str, str]]:
    """(H, W) int32 class numbers of an id map (0 = nothing), and the class behind each number (as text)."""
    names = class_names(layout)
    order = sorted(set(names))
    lookup = np.array([0] + [order.index(name) + 1 for name in names], dtype=np.int32)
    return lookup[ids], {str(number): name for number, name in enumerate(order, start=1)}
