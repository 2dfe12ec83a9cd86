"""The judge's items of Hanoi Tower."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from flowbench.rules.processes.hanoi_tower.records import (
    PEG_RADIUS_M,
    PEG_TOP_M,
    PEG_X_M,
    THICK_M,
    Stacks,
    Tower,
    is_ordered,
    radius_m,
)  # fmt: skip
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import hands, one_mover
from flowbench.rules.processes.predicates.spells import spells
from flowbench.rules.processes.predicates.stillness import fixed
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.reading import Rest, goal_at, illegal, rests
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks


def disk_ids(tower: Tower) -> tuple[str, ...]:
    """Ids of the disks, the smallest first."""
    return tuple(f"disk_{number}" for number in range(1, tower.disks + 1))


def rubric(rules: Process[Any, Any], tower: Tower) -> tuple[Item, ...]:
    """H1 to H7."""
    disks = disk_ids(tower)

    def states(tracks: Tracks) -> tuple[Rest, ...]:
        return rests(rules, tower, tracks, disks)

    return (
        Item(
            "H1", "The same disks in number, size and colour throughout.", "object-state inconsistency",
            "none is added",
            lambda tracks: [*inventory(tracks, disks), *attributes(tracks, disks), *hands(tracks, 0, ())],
        ),
        Item(
            "H2", "One disk moves at a time.", "rule violation", "one disk moves",
            lambda tracks: one_mover(tracks, disks),
        ),
        Item(
            "H3", "Only the topmost disk of a peg is moved, and lands on top.", "rule violation", "topmost disk",
            lambda tracks: illegal(tracks, states(tracks), is_top_move, "not the topmost disk, or several at once"),
        ),
        Item(
            "H4", "No disk rests on a smaller one.", "rule violation", "never lies on a smaller one",
            lambda tracks: _disorder(tracks, states(tracks)),
        ),
        Item(
            "H5", "Disks leave and enter pegs over the tip.", "physical collapse", "never passes through a peg",
            lambda tracks: through_pegs(tracks, disks),
        ),
        Item(
            "H6", "Pegs, board, mark and camera stay as they are.", "object-state inconsistency", "mark stay",
            lambda tracks: fixed(tracks, ("board", "mark")),
        ),
        Item(
            "H7", "At the end the whole stack stands on the marked peg.", "rule violation", "stands on the marked peg",
            lambda tracks: final(tracks, goal_at(rules, tower, tracks), "the stack is not on the marked peg"),
        ),
    )  # fmt: skip


def is_top_move(before: Stacks, after: Stacks) -> bool:
    """Whether one disk went from the top of a peg to the top of another, whatever their sizes."""
    lost = [k for k in range(3) if before.pegs[k][:-1] == after.pegs[k] and before.pegs[k]]
    won = [k for k in range(3) if after.pegs[k][:-1] == before.pegs[k] and after.pegs[k]]
    same = [k for k in range(3) if before.pegs[k] == after.pegs[k]]
    return len(lost) == len(won) == len(same) == 1 and before.pegs[lost[0]][-1] == after.pegs[won[0]][-1]


def _disorder(tracks: Tracks, states: Sequence[Rest]) -> list[Event]:
    """An event for each rest with a disk on a smaller one; what goes on in the next rest is the same event."""
    found: list[Event] = []
    wrong_before: set[tuple[int, int]] = set()
    for rest in states:
        wrong = set() if rest.state is None else _wrong_pairs(rest.state)
        for lower, upper in sorted(wrong - wrong_before):
            name = f"disk_{upper}"
            found.append(Event(tracks.time(rest.first), tracks.time(rest.last), name, f"lies on disk_{lower}"))
        wrong_before = wrong if rest.state is not None else wrong_before
    return found


def _wrong_pairs(state: Stacks) -> set[tuple[int, int]]:
    """(lower, upper) of neighbours in the wrong order."""
    return {
        (lower, upper)
        for peg in state.pegs
        if not is_ordered(peg)
        for lower, upper in zip(peg, peg[1:], strict=False)
        if upper > lower
    }


def through_pegs(tracks: Tracks, disks: Sequence[str]) -> list[Event]:
    """Disks below a peg's tip that neither stand around the peg nor are clear of it."""
    found = []
    for number, name in enumerate(disks, 1):
        track = tracks[name]
        low = track.pos[:, 2] - THICK_M / 2.0 < PEG_TOP_M - TOL.position_m
        depth = np.zeros(len(tracks))
        for x in PEG_X_M:
            aside = np.hypot(track.pos[:, 0] - x, track.pos[:, 1])
            inside = radius_m(number) + PEG_RADIUS_M - aside  # how far the peg reaches into the disk
            depth = np.maximum(depth, np.minimum(inside, aside - TOL.position_m))
        excess = np.where(low & track.there & ~track.jumps, depth / TOL.position_m, 0.0)
        found += spells(tracks, excess > 1.0, name, "passes through a peg", excess)
    return found
