"""Instance and state of Object Packing, and where things lie."""

from dataclasses import dataclass
from functools import cached_property

from flowbench.rules.processes.object_packing.knowledge import Ware, fits, reasons, ware

MOST_ITEMS = 6
EMPTY = -1  # a place in the container without an item
CONTAINER_Y_M, HALF_X_M, HALF_Y_M = -0.03, 0.205, 0.145  # middle and half the sides of the opening
WALL_M, WALL_HIGH_M, FLOOR_M = 0.012, 0.09, 0.006
PLACES = 6
LONG_AT = (0.06, -0.335)  # where the one thing lies that is too long: crosswise in front of the container
CARD = (-0.56, -0.33)  # middle of the card that shows the occasion
_PLACE_X_M, _PLACE_Y_M = 0.132, 0.068  # of the places from the middle
# Where items lie first, as many as there are: around the container.
_LAID = (
    (-0.46, 0.10), (0.46, 0.10), (-0.17, 0.31), (0.17, 0.31), (-0.5, -0.13), (0.46, -0.15),
)  # fmt: skip


@dataclass(frozen=True)
class Luggage:
    """An instance.

    Attributes:
        occasion: what is packed for.
        items: names of the things on the table, in the order of their places.
    """

    occasion: str
    items: tuple[str, ...]

    @cached_property
    def wares(self) -> tuple[Ware, ...]:
        """What is known of the items."""
        return tuple(ware(name) for name in self.items)

    @cached_property
    def right(self) -> tuple[int, ...]:
        """Numbers of the items that are to be packed."""
        return tuple(k for k, item in enumerate(self.wares) if not reasons(item, self.occasion))

    @cached_property
    def too_large(self) -> tuple[int, ...]:
        """Numbers of the items that do not fit into the container."""
        return tuple(k for k, item in enumerate(self.wares) if not fits(item, self.occasion))

    def laid(self, item: int) -> tuple[float, float]:
        """Where an item lies first."""
        return LONG_AT if item in self.too_large else _LAID[item]


@dataclass(frozen=True, slots=True)
class Packed:
    """A state: the item in each place of the container, `EMPTY` for none."""

    places: tuple[int, ...]

    @property
    def inside(self) -> tuple[int, ...]:
        """The items in the container."""
        return tuple(item for item in self.places if item != EMPTY)


def place_at(number: int) -> tuple[float, float]:
    """A place in the container: two rows of three."""
    row, column = divmod(number, 3)
    return (column - 1) * _PLACE_X_M, CONTAINER_Y_M + (1 - 2 * row) * _PLACE_Y_M
