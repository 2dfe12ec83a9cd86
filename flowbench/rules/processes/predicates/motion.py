"""How things move: without jumps, one at a time, in order, and held by a hand."""

from collections.abc import Iterable, Mapping

import numpy as np

from flowbench.rules.processes.predicates.spells import runs, spells
from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks


def continuous(tracks: Tracks, ids: Iterable[str]) -> list[Event]:
    """G.cont: an event for each jump."""
    return [event for name in ids for event in spells(tracks, tracks[name].jumps, name, "jumps")]


def one_mover(tracks: Tracks, ids: Iterable[str]) -> list[Event]:
    """G.one_mover: at most one of these is on its way at a time."""
    moving = np.array([tracks[name].moving for name in ids])
    count = moving.sum(axis=0)
    return spells(tracks, count > 1, "", "several things move at once", np.ones(len(tracks)))


def in_order(tracks: Tracks, ids: Iterable[str], done: Mapping[str, int]) -> list[Event]:
    """G.order: those of `ids` that are done (id -> row) are so in this order; an event for each that is too early."""
    found, latest = [], -1
    for name in ids:
        if name in done:
            if done[name] < latest:
                found.append(Event(tracks.time(done[name]), tracks.time(done[name]), name, "comes before its turn"))
            latest = max(latest, done[name])
    return found


def hands(tracks: Tracks, count: int, pieces: Iterable[str]) -> list[Event]:
    """G.hands: exactly `count` hands while a piece moves, and never more; with 0, none is ever seen."""
    shown = np.zeros(len(tracks), dtype=np.int64)
    for name in tracks.hands:
        shown += tracks[name].vis > TOL.visibility
    found = spells(tracks, shown > count, "", f"more than {count} hands are seen")
    if count:
        moving = tracks.any_moving(pieces)
        found += spells(
            tracks, moving & (shown < count), "", f"a piece moves without {count} hands", np.ones(len(tracks))
        )
    return found


def carried(tracks: Tracks, ids: Iterable[str]) -> list[Event]:
    """G.carried: a piece that is on its way is within reach of a hand, the same one all the way."""
    found = []
    for name in ids:
        for first, end in runs(tracks[name].moving):
            if end - first >= TOL.least_frames and not _held(tracks, name, first, end):
                found.append(Event(tracks.time(first), tracks.time(end - 1), name, "moves without a hand"))
    return found


def _held(tracks: Tracks, name: str, first: int, end: int) -> bool:
    piece = tracks[name].pos[first:end]
    for hand in tracks.hands:
        track = tracks[hand]
        apart = np.sqrt(((track.pos[first:end] - piece) ** 2).sum(axis=1))
        near = (apart <= TOL.reach_m) & (track.vis[first:end] > TOL.visibility)
        if near.sum() >= len(near) - 1:
            return True
    return False
