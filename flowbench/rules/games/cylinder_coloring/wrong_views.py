"""Views that are mistaken for the one asked for; the right one is any of the six, as likely as every other.

A cylinder is as likely as the same one turned or mirrored, and with rings or colours exchanged. Three views hang
together by two moves, and each comes with the same small change made to it. Which of the six is the right one is drawn,
and the moves are then made from there: so the options themselves do not tell.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from flowbench.rules.games.cylinder_coloring.records import SECTORS, SEEN, Cylinder, Pattern
from flowbench.rules.games.options import Wrong
from flowbench.rules.games.rejection import Reject

TRIES = 20  # for six views that are different
ANOTHER_SIDE = "another side"


@dataclass(frozen=True)
class Move:
    """Going on by so many eighths, and then perhaps looking into a mirror."""

    eighths: int
    mirrored: bool = False

    @property
    def back(self) -> "Move":
        """The move that undoes this one."""
        return self if self.mirrored else Move(-self.eighths)

    def made(self, cylinder: Cylinder) -> Cylinder:
        """The cylinder that looks from the target's azimuth as this one does after the move."""
        middle = cylinder.target
        onward = (
            [2 * middle + self.eighths - 1 - sector for sector in range(SECTORS)]
            if self.mirrored
            else [sector + self.eighths for sector in range(SECTORS)]
        )
        return replace(cylinder, rings=tuple(tuple(ring[k % SECTORS] for k in onward) for ring in cylinder.rings))


@dataclass(frozen=True)
class Change:
    """A small change of a view, in a word or two, what it does, and the cylinder of which it makes this one's view."""

    kind: str
    done: Callable[[Pattern], Pattern]
    before: Cylinder


def wrong_views(cylinder: Cylinder, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Pattern]]:
    """Five wrong views.

    Raises:
        Reject: when views are too much alike.
    """
    right = cylinder.view(cylinder.target)
    for _ in range(TRIES):
        change, changed = _draw_change(cylinder, rng, hard), bool(rng.random() < 0.5)
        triple = _draw_triple(cylinder, rng)
        bases = [_view(made(change.before if changed else cylinder)) for made in triple]
        pure = [_view(made(cylinder)) for made in triple]
        pairs = [(base, change.done(base)) for base in bases]
        if len({view for pair in pairs for view in pair}) == 2 * len(pairs):
            return (wrong for wrong in _named(cylinder, change.kind, pairs, pure) if wrong.value != right)
    raise Reject("views too much alike")


Made = Callable[[Cylinder], Cylinder]


def _draw_triple(cylinder: Cylinder, rng: np.random.Generator) -> tuple[Made, Made, Made]:
    """Two moves from one place, and which of the three places is that of the cylinder itself."""
    moves = _moves(cylinder)
    first, second = (moves[int(k)] for k in rng.permutation(len(moves))[:2])
    if rng.random() < 1.0 / 3.0:
        return _same, first.made, second.made
    return _same, first.back.made, lambda given: second.made(first.back.made(given))


def _same(cylinder: Cylinder) -> Cylinder:
    return cylinder


def _moves(cylinder: Cylinder) -> list[Move]:
    """What is likely confused with the target, each with what undoes it."""
    target = cylinder.target
    onward = [1, SECTORS // 2, -2 * target, *(azimuth - target for azimuth in cylinder.references)]
    turns = {eighths * way % SECTORS for eighths in onward for way in (1, -1)} - {0}
    return [Move(0, mirrored=True), *map(Move, sorted(turns))]


def _named(
    cylinder: Cylinder, change: str, pairs: list[tuple[Pattern, Pattern]], pure: list[Pattern]
) -> Iterator[Wrong[Pattern]]:
    """The views with the mistakes behind them; `pure` ones are what they come of without a change."""
    kinds = _kinds(cylinder)
    for pair, unchanged in zip(pairs, pure, strict=True):
        kind = kinds.get(unchanged, ANOTHER_SIDE)
        for view in pair:
            yield Wrong(kind if view == unchanged else f"{kind}, {change}" if kind else change, view)


def _kinds(cylinder: Cylinder) -> dict[Pattern, str]:
    """The mistakes behind views, none behind the right one."""
    target = cylinder.target
    named = {cylinder.view(azimuth): "a given view" for azimuth in cylinder.references}
    named |= {cylinder.view(target + step): "an eighth too far" for step in (1, -1)}
    named[cylinder.view(-target)] = "counted the other way round"
    named[cylinder.view(target + SECTORS // 2)] = "from the opposite side"
    named[_view(Move(0, mirrored=True).made(cylinder))] = "mirrored"
    named[_view(cylinder)] = ""
    return named


def _view(cylinder: Cylinder) -> Pattern:
    return cylinder.view(cylinder.target)


def _draw_change(cylinder: Cylinder, rng: np.random.Generator, hard: float) -> Change:
    """Two rings exchanged or, the more often the harder, one patch in another colour."""
    first, second = (int(k) for k in rng.permutation(len(cylinder.rings))[:2])
    if rng.random() >= hard:
        exchanged = replace(cylinder, rings=_exchanged(cylinder.rings, first, second))
        return Change("two rings exchanged", lambda pattern: _exchanged(pattern, first, second), exchanged)
    column, colours = int(rng.integers(len(SEEN))), len(cylinder.palette)
    shift = int(rng.integers(1, colours))
    sector = (cylinder.target + SEEN[column]) % SECTORS
    before = replace(cylinder, rings=_repainted(cylinder.rings, (first, sector), -shift, colours))
    return Change("a patch repainted", lambda pattern: _repainted(pattern, (first, column), shift, colours), before)


def _exchanged(pattern: Pattern, first: int, second: int) -> Pattern:
    rings = list(pattern)
    rings[first], rings[second] = pattern[second], pattern[first]
    return tuple(rings)


def _repainted(pattern: Pattern, patch: tuple[int, int], shift: int, colour_count: int) -> Pattern:
    """One patch in the colour so many further on in the palette."""
    row, column = patch
    ring = list(pattern[row])
    ring[column] = (ring[column] + shift) % colour_count
    return (*pattern[:row], tuple(ring), *pattern[row + 1 :])
