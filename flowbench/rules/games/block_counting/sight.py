"""What is seen of a pile of unit cubes from the direction (1, 1, 1): a map from triangles to faces.

Looked at along the diagonal, the points (x, y, z) and (x + 1, y + 1, z + 1) coincide, so a point has two coordinates,
a = x - z and b = y - z. The lines of the lattice cut the plane into triangles: each unit square (a, b) is halved by its
diagonal into a half 0, towards growing a, and a half 1, towards growing b. Every face of a cube covers two triangles.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, NamedTuple

Face = Literal["floor", "top", "x", "y"]  # a tile of the floor, or a face of a cube by the axis it looks along
FACES: tuple[Face, ...] = ("floor", "top", "x", "y")
Triangle = tuple[int, int, int]  # a, b, half


class Surface(NamedTuple):
    """A face of the cube (or the floor tile) at x, y, z; z is 0 for the lowest cubes and -1 for the floor."""

    face: Face
    x: int
    y: int
    z: int


@cache
def triangles(surface: Surface) -> tuple[Triangle, Triangle]:
    """The two triangles that a surface covers."""
    a, b = surface.x - surface.z, surface.y - surface.z
    if surface.face == "x":
        return (a, b, 0), (a, b - 1, 1)
    if surface.face == "y":
        return (a, b, 1), (a - 1, b, 0)
    return (a - 1, b - 1, 0), (a - 1, b - 1, 1)


def surfaces(heights: tuple[tuple[int, ...], ...]) -> Iterator[Surface]:
    """All surfaces that look towards the viewer; what lies behind another comes before it."""
    columns = [(x, y, height) for x, row in enumerate(heights) for y, height in enumerate(row)]
    yield from (Surface("floor", x, y, -1) for x, y, _ in columns)
    for x, y, height in columns:
        for z in range(height):
            yield from (Surface("x", x, y, z), Surface("y", x, y, z), Surface("top", x, y, z))


@dataclass(frozen=True)
class Sight:
    """The surface that is seen at each triangle."""

    map: dict[Triangle, Surface]

    @cached_property
    def visible(self) -> frozenset[Surface]:
        """The surfaces of which at least half is seen."""
        return frozenset(self.map.values())

    @cached_property
    def cubes(self) -> frozenset[tuple[int, int, int]]:
        """The cubes of which anything is seen."""
        return frozenset((x, y, z) for face, x, y, z in self.visible if face != "floor")


def see(heights: tuple[tuple[int, ...], ...]) -> Sight:
    """What is seen of a pile whose last row and column are nearest to the viewer."""
    return Sight({triangle: surface for surface in surfaces(heights) for triangle in triangles(surface)})


def shows_every_column(heights: tuple[tuple[int, ...], ...], sight: Sight) -> bool:
    """Whether the highest face of each column, or its floor tile, is at least half in sight.

    Then no other pile on the same base looks the same.
    """
    tops = (
        Surface("top" if height else "floor", x, y, height - 1)
        for x, row in enumerate(heights)
        for y, height in enumerate(row)
    )
    return all(top in sight.visible for top in tops)
