"""All tracks that a lot has room for: from an inner cell to the border, with few turns, never touching themselves."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from flowbench.rules.processes.leave_parking_lot.records import COLUMNS, LENGTHS, ROWS, STEPS, Cell, beyond

Track = tuple[Cell, ...]

STRAIGHT_ON, TURN = 0.7, 0.15  # how likely a track goes straight on at a cell, and how likely to either side


class Ways:
    """Tracks to draw from, straight ones more often."""

    def __init__(self, tracks: Iterable[Track]) -> None:
        """Weigh them once."""
        self._tracks = tuple(tracks)
        self._weights = np.array([_weight(track) for track in self._tracks])
        self._whole = self._sums(np.arange(len(self._tracks)))
        self._starting = self._by_cell(lambda track: track[:1])
        self._passing = self._by_cell(lambda track: track[1:])

    @classmethod
    @cache
    def all(cls) -> Self:
        """Those of the whole lot."""
        inner = ((row, column) for row in range(1, ROWS - 1) for column in range(1, COLUMNS - 1))
        return cls(track for cell in inner for track in _grown((cell,)))

    def any(self, rng: np.random.Generator) -> Track:
        """Any track."""
        return self._drawn(rng, self._whole)

    def from_cell(self, rng: np.random.Generator, cell: Cell) -> Track | None:
        """One that starts in a cell; None where none does."""
        return self._drawn(rng, self._starting[cell]) if cell in self._starting else None

    def through_cell(self, rng: np.random.Generator, cell: Cell) -> Track | None:
        """One that starts elsewhere and goes through a cell; None where none does."""
        return self._drawn(rng, self._passing[cell]) if cell in self._passing else None

    def _by_cell(self, cells: Callable[[Track], Track]) -> dict[Cell, tuple[NDArray[np.intp], NDArray[np.float64]]]:
        found: dict[Cell, list[int]] = {}
        for number, track in enumerate(self._tracks):
            for cell in cells(track):
                found.setdefault(cell, []).append(number)
        return {cell: self._sums(np.array(numbers)) for cell, numbers in found.items()}

    def _sums(self, numbers: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
        return numbers, np.cumsum(self._weights[numbers])

    def _drawn(self, rng: np.random.Generator, some: tuple[NDArray[np.intp], NDArray[np.float64]]) -> Track:
        numbers, sums = some
        return self._tracks[int(numbers[np.searchsorted(sums, rng.random() * sums[-1], side="right")])]


def _weight(track: Track) -> float:
    """How likely a walk by chance takes this way."""
    ways = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(track, track[1:], strict=False)]
    turns = sum(one != two for one, two in zip(ways, ways[1:], strict=False))
    return float(STRAIGHT_ON ** (len(ways) - 1 - turns) * TURN**turns)


def _grown(track: Track) -> Iterator[Track]:
    """All tracks that begin like this one."""
    if len(track) > 1 and _leads_out(track):
        if len(track) >= LENGTHS[0]:
            yield track
        return
    for down, right in STEPS if len(track) < LENGTHS[1] else ():
        row, column = track[-1][0] + down, track[-1][1] + right
        inside = 0 <= row < ROWS and 0 <= column < COLUMNS
        if inside and sum(abs(row - r) + abs(column - c) <= 1 for r, c in track) == 1:
            yield from _grown((*track, (row, column)))


def _leads_out(track: Track) -> bool:
    """Whether the last step goes straight on over the border."""
    (row, column), (out_row, out_column) = track[-1], beyond(track[-1])
    at_border = row in (0, ROWS - 1) or column in (0, COLUMNS - 1)
    way = (row - track[-2][0], column - track[-2][1])
    return at_border and way == (out_row - row, out_column - column)
