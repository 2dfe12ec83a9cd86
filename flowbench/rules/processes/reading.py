"""States as they are read from a clip: what the things form whenever all of them rest, and what led there."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench.records import Floats, Mask
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.predicates.spells import runs
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.rubric import Event
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks


@dataclass(frozen=True)
class Rest:
    """A state that was read at rest, from its first to its last row; None where the things form no state."""

    first: int
    last: int
    state: Any


def rests(rules: Process[Any, Any], instance: Any, tracks: Tracks, ids: Sequence[str]) -> tuple[Rest, ...]:
    """The states formed whenever none of `ids` moves for two rows or more, equal neighbours joined.

    The first is that of the instance; what comes before the first frame counts as rest. Where the things form no state,
    it is a rest only when it lasts a second: something that moves slowly is on its way.
    """
    return tracks.kept(("rests", ids), lambda: _read_rests(rules, instance, tracks, ids))


def _read_rests(rules: Process[Any, Any], instance: Any, tracks: Tracks, ids: Sequence[str]) -> tuple[Rest, ...]:
    found = [Rest(0, 0, rules.initial(instance))]
    for first, end in resting(tracks, ids):
        state = rules.read(instance, tracks, (first + end) // 2)
        if state is None and (end - first) * tracks.dt < TOL.rest_s:
            continue
        if state == found[-1].state:
            found[-1] = Rest(found[-1].first, end - 1, state)
        else:
            found.append(Rest(first, end - 1, state))
    return tuple(found)


def resting(tracks: Tracks, ids: Iterable[str]) -> list[tuple[int, int]]:
    """First and last + 1 row of each stretch in which all of these rest: two rows or more, row 0 apart.

    Stretches end at jumps, and where something has drifted away, however slowly.
    """
    names = [name for name in ids if name in tracks.ids]
    quiet: Mask = ~tracks.any_restless(names)
    quiet[0] = False
    jumped = np.zeros(len(tracks), dtype=np.bool_)
    for name in names:
        jumped |= tracks[name].jumps
    pos = np.stack([tracks[name].pos for name in names])
    stretches = []
    for first, end in runs(quiet):
        cuts = [first, *(int(k) for k in np.flatnonzero(jumped[first:end]) + first if k > first), end]
        for a, b in zip(cuts, cuts[1:], strict=False):
            stretches += _without_drift(pos, a, b)
    return [(a, b) for a, b in stretches if b - a >= TOL.least_frames]


def _without_drift(pos: Floats, first: int, end: int) -> list[tuple[int, int]]:
    """A stretch cut wherever something is no longer near where it was at the last cut; pos is (things, rows, 3)."""
    found = []
    while first < end:
        apart = np.sqrt(((pos[:, first:end] - pos[:, first : first + 1]) ** 2).sum(axis=2)).max(axis=0)
        near = apart <= TOL.restless * TOL.position_m
        after = end if near.all() else first + int(near.argmin())
        found.append((first, after))
        first = after
    return found


def illegal(
    tracks: Tracks, states: Iterable[Rest], allowed: Callable[[Any, Any], bool], detail: str, unread: bool = True
) -> list[Event]:
    """G.legal: an event for each change between states at rest that is not one allowed action.

    A rest in no state at all is an event, too; the change that goes with it is the same one.

    Args:
        unread: whether to count such rests.
    """
    found, last, told = [], None, False
    for rest in states:
        bad = unread if rest.state is None else last not in (None, rest.state) and not allowed(last, rest.state)
        if bad and not told:
            words = "the things form no state" if rest.state is None else detail
            found.append(Event(tracks.time(rest.first), tracks.time(rest.first), "", words))
        told = bad and rest.state is None
        last = last if rest.state is None else rest.state
    return found


def is_step(rules: Process[Any, Any], instance: Any, before: Any, after: Any) -> bool:
    """Whether one legal action leads from a state to another."""
    return any(
        rules.advance(instance, before, action) == after
        for action in np.flatnonzero(rules.mask(instance, before)).tolist()
    )


def tier_of(rules: Process[Any, Any], instance: Any, tracks: Tracks, states: Sequence[Rest]) -> int:
    """2 where the goal is formed at the end; 1 where legal actions came nearer to it; else 0."""
    end = range(len(tracks))[tracks.end]
    if all(_is_goal(rules, instance, rules.read(instance, tracks, row)) for row in end):
        return 2
    best = start = rules.distance(instance, states[0].state)
    for before, after in zip(states, states[1:], strict=False):
        if after.state is None or not is_step(rules, instance, before.state, after.state):
            break
        best = min(best, _distance(rules, instance, after.state, start))
    return int(best < start)


def _is_goal(rules: Process[Any, Any], instance: Any, state: Any) -> bool:
    return state is not None and rules.is_goal(instance, state)


def _distance(rules: Process[Any, Any], instance: Any, state: Any, farthest: int) -> int:
    try:
        return rules.distance(instance, state)
    except NoPlan:
        return farthest


def goal_at(rules: Process[Any, Any], instance: Any, tracks: Tracks) -> Callable[[int], bool]:
    """For `ending.final`: whether the things form the goal in a row."""
    return lambda row: _is_goal(rules, instance, rules.read(instance, tracks, row))
