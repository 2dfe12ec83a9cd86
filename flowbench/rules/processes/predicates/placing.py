"""Pieces that are put into places: when each came where, and whether it stays there."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench.rules.processes.predicates.stillness import still_after
from flowbench.rules.processes.reading import Rest
from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks

Where = Callable[[Any], Mapping[str, Hashable]]  # state -> place of each piece that has been put somewhere


@dataclass(frozen=True)
class Release:
    """A piece is seen at rest in a place where it was not before, until `last` or longer."""

    row: int
    piece: str
    place: Hashable
    last: int


def releases(states: Iterable[Rest], where: Where) -> tuple[Release, ...]:
    """Each coming of a piece to a place, in order of time; rests in no state tell nothing."""
    found: list[Release] = []
    before: Mapping[str, Hashable] = {}
    for rest in states:
        if rest.state is not None:
            now = where(rest.state)
            new = {name: place for name, place in now.items() if before.get(name) != place}
            found += [Release(rest.first, name, place, rest.last) for name, place in new.items()]
            before = now
    return tuple(found)


def misplaced(tracks: Tracks, made: Iterable[Release], right: Callable[[str, Any], bool], detail: str) -> list[Event]:
    """An event for each release in a wrong place."""
    return [
        Event(tracks.time(release.row), tracks.time(release.row), release.piece, detail)
        for release in made
        if not right(release.piece, release.place)
    ]


def first_rows(made: Iterable[Release]) -> dict[str, int]:
    """The row in which each piece first came to a place."""
    rows: dict[str, int] = {}
    for release in made:
        rows.setdefault(release.piece, release.row)
    return rows


def stay(tracks: Tracks, made: Iterable[Release]) -> list[Event]:
    """Pieces that have been put somewhere stay there.

    A rest begins while a piece that is laid down slowly is still a bit above its place: it has half a second to settle.
    """
    found, placed = [], set[str]()
    for release in made:
        if release.piece not in placed:
            placed.add(release.piece)
            quiet = np.flatnonzero(~tracks[release.piece].moving[release.row :])
            calm = release.row + int(quiet[0]) if len(quiet) else release.row
            settled = min(calm + round(TOL.merge_s / tracks.dt), release.last)
            found += still_after(tracks, release.piece, max(calm, settled))
    return found
