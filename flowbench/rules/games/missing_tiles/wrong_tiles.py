"""Tiles that are mistaken for the right one.

They come in pairs that differ in one port, as the right one does with one of them, so that no tile stands out as the
one that all others resemble.
"""

from collections.abc import Callable, Iterator

import numpy as np

from flowbench.rules.games.missing_tiles.tile import Port, Sides, mirrored, ports, toggled, turned
from flowbench.rules.games.options import Wrong

Edit = Callable[[Sides], Sides]


def wrong_tiles(right: Sides, slots: int, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Sides]]:
    """Three pairs around the right tile and two of its likenesses; then everything near, in any order.

    The likenesses are turned and mirrored tiles, or at the hardest tiles with one port changed.
    """
    near = _near(right, slots, rng)
    likenesses = _likenesses(right, slots, rng)
    bases = near if rng.random() < hard else likenesses
    kind, edit = _edit(right, slots, rng)
    yield Wrong(kind, edit(right))
    seen = {right, edit(right)}
    for base in bases:
        if base.value not in seen and len(seen) < 4:
            seen.add(base.value)
            yield base
            yield Wrong(f"{base.kind}, and {kind}", edit(base.value))
    yield from _mixed(likenesses + near, rng)


def _edit(right: Sides, slots: int, rng: np.random.Generator) -> tuple[str, Edit]:
    """A change of one slot that makes sense for the right tile, to be made to others as well."""
    every = [(side, slot) for side in range(4) for slot in range(slots)]
    port = every[int(rng.integers(len(every)))]
    return ("a port removed" if port in ports(right) else "a port added"), lambda sides: toggled(sides, port)


def _likenesses(right: Sides, slots: int, rng: np.random.Generator) -> list[Wrong[Sides]]:
    """The tile turned, mirrored, and with two sides exchanged."""
    found = [Wrong("turned", turned(right, slots, quarters)) for quarters in (1, 2, 3)]
    mirror = mirrored(right, slots)
    found += [Wrong("mirrored", turned(mirror, slots, quarters)) for quarters in (0, 2)]
    first, second = (int(k) for k in rng.permutation(4)[:2])
    sides = list(right)
    sides[first], sides[second] = sides[second], sides[first]
    found.append(Wrong("two sides exchanged", (sides[0], sides[1], sides[2], sides[3])))
    return _mixed(found, rng)


def _near(right: Sides, slots: int, rng: np.random.Generator) -> list[Wrong[Sides]]:
    """The tile with a port moved within its side, added or removed."""
    every = [(side, slot) for side in range(4) for slot in range(slots)]
    held = set(ports(right))
    found = [
        Wrong("a port moved", _moved(right, port, to)) for port in held for to in every if _is_move(port, to, held)
    ]
    found += [Wrong("a port removed" if port in held else "a port added", toggled(right, port)) for port in every]
    return _mixed(sorted(found, key=lambda wrong: wrong.value), rng)


def _is_move(port: Port, to: Port, held: set[Port]) -> bool:
    return to not in held and to[0] == port[0]


def _moved(sides: Sides, port: Port, to: Port) -> Sides:
    return toggled(toggled(sides, port), to)


def _mixed(wrongs: list[Wrong[Sides]], rng: np.random.Generator) -> list[Wrong[Sides]]:
    return [wrongs[int(k)] for k in rng.permutation(len(wrongs))]
