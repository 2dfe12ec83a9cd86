"""One tile: which slots of its four sides hold a port, and what becomes of them when the tile is turned or mirrored.

A side is a whole number whose bit k is set when slot k (from 0) holds a port. Slots count from West to East on the
sides N and S, and from North to South on E and W, so that facing sides of neighbours are equal numbers.
"""

from collections.abc import Iterator

SIDES = "NESW"
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}  # row, column

Sides = tuple[int, int, int, int]  # N, E, S, W
Port = tuple[int, int]  # side, slot; both from 0


def reversed_side(side: int, slots: int) -> int:
    """A side read from its other end."""
    return sum(((side >> k) & 1) << (slots - 1 - k) for k in range(slots))


def turned(sides: Sides, slots: int, quarters: int = 1) -> Sides:
    """A tile after quarter turns clockwise: what pointed North points East; E and W come to lie the other way round."""
    for _ in range(quarters % 4):
        north, east, south, west = sides
        sides = (reversed_side(west, slots), north, reversed_side(east, slots), south)
    return sides


def mirrored(sides: Sides, slots: int) -> Sides:
    """A tile whose East and West are exchanged."""
    north, east, south, west = sides
    return reversed_side(north, slots), west, reversed_side(south, slots), east


def ports(sides: Sides) -> Iterator[Port]:
    """The ports of a tile, side by side."""
    for side, bits in enumerate(sides):
        for slot in range(bits.bit_length()):
            if bits >> slot & 1:
                yield side, slot


def toggled(sides: Sides, port: Port) -> Sides:
    """A tile with one slot changed."""
    side, slot = port
    north, east, south, west = (bits ^ (1 << slot if k == side else 0) for k, bits in enumerate(sides))
    return north, east, south, west


def degree(sides: Sides) -> int:
    """How many ports a tile has."""
    return sum(bits.bit_count() for bits in sides)


def slots_of(side: int) -> tuple[int, ...]:
    """The slots of a side that hold a port, from 1."""
    return tuple(slot + 1 for slot in range(side.bit_length()) if side >> slot & 1)


def side_of(slots: tuple[int, ...]) -> int:
    """The side whose ports are in these slots, from 1."""
    return sum(1 << (slot - 1) for slot in slots)
