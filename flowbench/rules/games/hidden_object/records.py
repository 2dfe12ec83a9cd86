"""Instance and state of Hidden Object."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from flowbench.rules.games.hidden_object.regions import Polygon, regions_of

COLOURS = ("red", "yellow", "green", "blue")
FILLS = ("plain", "striped", "dotted")
MAX_CELLS = 10  # rows and columns of the grid that objects are scattered over

Cell = tuple[int, int]  # row, column, from 0


@dataclass(frozen=True, order=True)
class Kind:
    """What an object is."""

    shape: str
    colour: str
    fill: str

    def differences(self, other: "Kind") -> int:
        """In how many of the three attributes two kinds differ."""
        return (self.shape != other.shape) + (self.colour != other.colour) + (self.fill != other.fill)


@dataclass(frozen=True)
class Thing:
    """An object of the scene.

    Attributes:
        kind: its place in the list of kinds.
        x, y: its centroid, pixels of the scene.
        radius: of the circle around it, pixels.
        turn_deg: clockwise.
    """

    kind: int
    x: int
    y: int
    radius: int
    turn_deg: int


@dataclass(frozen=True)
class Scene:
    """An instance.

    Attributes:
        cells: rows and columns of the grid that the objects are scattered over; at most one is in a cell.
        kinds: the kinds there may be, all different.
        things: the objects; later ones hide earlier ones.
        regions: outlines of the regions A, B, C, ... in pixels of the scene.
        targets: kinds that are to be found in play.
    """

    cells: int
    kinds: tuple[Kind, ...]
    things: tuple[Thing, ...]
    regions: tuple[Polygon, ...]
    targets: tuple[int, ...]

    @cached_property
    def homes(self) -> NDArray[np.intp]:
        """(things,) the region that holds the centroid of each object, -1 for none."""
        points = np.array([(thing.x, thing.y) for thing in self.things], dtype=np.float64).reshape(-1, 2)
        return regions_of(points, self.regions)

    @cached_property
    def by_cell(self) -> Mapping[Cell, int]:
        """The object in each cell that has one."""
        return {cell_of(thing, self.cells): k for k, thing in enumerate(self.things)}

    def count(self, kind: int, region: int | None = None) -> int:
        """How many objects of a kind there are, in the scene or in a region."""
        return self._counts[kind, region]

    @cached_property
    def _counts(self) -> Counter[tuple[int, int | None]]:
        """Objects by kind and region, and by kind alone."""
        kinds = [thing.kind for thing in self.things]
        by_region = Counter[tuple[int, int | None]](zip(kinds, self.homes.tolist(), strict=True))
        by_region.update((kind, None) for kind in kinds)
        return by_region


@dataclass(frozen=True, slots=True)
class Marks:
    """A state: the marked cells in ascending order, and whether they have been handed in."""

    cells: tuple[Cell, ...] = ()
    submitted: bool = False


SCENE_SIZE, SCENE_MARGIN = 768, 24  # pixels; the grid of cells lies inside of the margin


def cell_of(thing: Thing, cells: int) -> Cell:
    """The cell that holds the centroid of an object; outside of the grid for an object in the margin."""
    pitch = (SCENE_SIZE - 2 * SCENE_MARGIN) / cells
    return int((thing.y - SCENE_MARGIN) // pitch), int((thing.x - SCENE_MARGIN) // pitch)
