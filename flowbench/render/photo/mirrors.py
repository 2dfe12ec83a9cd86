"""Where flat mirrors are in a picture, and what stands in front of them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.jit import jit
from flowbench.records import Floats
from flowbench.render.model import Geometry, Model
from flowbench.render.view import Flags

Integers = NDArray[np.int32]
Numbers = NDArray[np.int64]

SILVERED = 0.99  # metals of at least this gloss are mirrors
LEAST_PIXELS = 64
BEHIND_M = 0.05  # what lies no farther than this before a mirror's plane hangs on its wall, and is not mirrored
BRIGHTNESS = 0.92  # share of the light that a mirror gives back
_LARGEST, _TOP, _BOTTOM, _LEFT, _RIGHT, _COUNT = range(6)


@dataclass(frozen=True, eq=False)
class Mirror:
    """A mirror in a picture.

    Attributes:
        instance: its number.
        normal: (3,) of its plane, to the side of the eye; world frame.
        offset: of its plane, `normal @ point`.
        rows, columns: first and last + 1 of the pixels it covers.
    """

    instance: int
    normal: Floats
    offset: float
    rows: tuple[int, int]
    columns: tuple[int, int]


def find(model: Model, seen: Integers, eye: Floats) -> Iterator[Mirror]:
    """The mirrors that are large in a picture, told from the triangles it shows."""
    silvered = is_silvered(model.geometry)
    if not silvered.any():
        return
    table = np.zeros((len(model.geometry.owners), 6), dtype=np.int64)
    _measure(seen, _areas(model.geometry, silvered), model.geometry.instances, table)
    for instance in np.flatnonzero(table[:, _COUNT] >= LEAST_PIXELS).tolist():
        row = table[instance].tolist()
        a, b, c = _corners(model, row[_LARGEST], instance)
        normal = np.cross(b - a, c - a)
        normal = normal / np.sqrt((normal * normal).sum())
        offset = float((normal * a).sum())
        if float((normal * eye).sum()) < offset:
            normal, offset = -normal, -offset
        yield Mirror(instance, normal, offset, (row[_TOP], row[_BOTTOM] + 1), (row[_LEFT], row[_RIGHT] + 1))


def is_silvered(geometry: Geometry) -> Flags:
    """(T,) whether each triangle is a mirror."""
    kinds = geometry.metals & (geometry.gloss >= SILVERED)
    return np.asarray(kinds[geometry.materials] if len(kinds) else np.zeros(0, dtype=np.bool_))


def before(model: Model, mirror: Mirror) -> Flags:
    """(I,) which instances reach into the room before a mirror, itself left out."""
    ahead = (model.world_vertices() * mirror.normal).sum(axis=1) - mirror.offset
    starts = model.geometry.vertex_ranges[:-1]
    filled = np.diff(model.geometry.vertex_ranges) > 0
    farthest = np.zeros(len(starts))
    farthest[filled] = np.maximum.reduceat(ahead, starts[filled])
    reaching: Flags = farthest > BEHIND_M
    reaching[mirror.instance] = False
    return reaching


def reflected(mirror: Mirror, eye: Floats, axes: Floats) -> tuple[Floats, Floats]:
    """The eye and its axes as seen in a mirror."""
    away = float((mirror.normal * eye).sum()) - mirror.offset
    along = (axes * mirror.normal).sum(axis=1)
    return eye - 2.0 * away * mirror.normal, axes - 2.0 * along[:, None] * mirror.normal


def _areas(geometry: Geometry, silvered: Flags) -> Floats:
    """(T,) twice the area of each mirror's triangle, 0 of all others."""
    areas = np.zeros(len(silvered))
    corners = geometry.vertices[geometry.faces[silvered]]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas[silvered] = np.sqrt((across * across).sum(axis=1))
    return areas


@jit
def _measure(seen: Integers, areas: Floats, instances: Integers, table: Numbers) -> None:
    """Rows of `table`: the largest triangle seen, first and last row and column, how many pixels."""
    for y in range(seen.shape[0]):
        for x in range(seen.shape[1]):
            t = seen[y, x]
            if t >= 0 and areas[t] > 0.0:
                row = table[instances[t]]
                if row[5] > 0 and areas[t] > areas[row[0]]:
                    row[0] = t
                if row[5] == 0:
                    row[0], row[1], row[2], row[3], row[4] = t, y, y, x, x
                row[2], row[3], row[4] = y, min(row[3], x), max(row[4], x)
                row[5] += 1


def _corners(model: Model, triangle: int, instance: int) -> tuple[Floats, Floats, Floats]:
    turn, place = model.rotations[instance], model.translations[instance]
    local = model.geometry.vertices[model.geometry.faces[triangle]]
    world = local[:, 0:1] * turn[:, 0] + local[:, 1:2] * turn[:, 1] + local[:, 2:3] * turn[:, 2] + place
    return world[0], world[1], world[2]


@jit
def paste(
    seen: Integers,
    silvered: Flags,
    instances: Integers,
    instance: int,
    top: int,
    left: int,
    picture: NDArray[np.uint8],
    frame: NDArray[np.uint8],
) -> None:
    """Put what a mirror shows where it is seen."""
    share = np.int32(256 * BRIGHTNESS)
    for y in range(picture.shape[0]):
        for x in range(picture.shape[1]):
            t = seen[top + y, left + x]
            if t >= 0 and silvered[t] and instances[t] == instance:
                for k in range(3):
                    frame[top + y, left + x, k] = np.uint8((np.int32(picture[y, x, k]) * share) >> 8)
