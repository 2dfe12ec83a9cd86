"""Clips that break the rules of Hanoi Tower."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flowbench.rules.processes.animation import Segment, animate, film, segments_of, steps_of
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.entity import Entity, Scene
from flowbench.rules.processes.hanoi_tower.generator import distances
from flowbench.rules.processes.hanoi_tower.moves import over_tip
from flowbench.rules.processes.hanoi_tower.records import MOVES, Pegs, Stacks, Tower, moved
from flowbench.rules.processes.motion import part, slid
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.table_plane import FPS

_FRAMES = round(1.2 * FPS)
_QUICK_FRAMES = FPS


def violations(rules: Process[Any, Any], tower: Tower, case_id: str) -> Sequence[Corruption]:
    """A larger disk on a smaller, the lower disk of a stack, a way through a peg, two at once, another peg."""
    return (
        *_larger_on_smaller(rules, tower, case_id),
        *_lower_disk(rules, tower, case_id),
        *_through_peg(rules, tower, case_id),
        *_two_at_once(rules, tower, case_id),
        *_wrong_peg(rules, tower, case_id),
    )


def _larger_on_smaller(rules: Process[Any, Any], tower: Tower, case_id: str) -> Iterator[Corruption]:
    """The first such move there is, in one or two steps, then the disk goes back."""
    for first in (None, *range(len(MOVES))):
        plan = () if first is None else (first,)
        pegs = tower.start
        if first is not None:
            if rules.obstacle(tower, Stacks(pegs), first) is not None:
                continue
            pegs = moved(pegs, *MOVES[first])
        for action, (source, target) in enumerate(MOVES):
            if pegs[source] and pegs[target] and pegs[target][-1] < pegs[source][-1]:
                clip = animate(rules, tower, case_id, (*plan, action, MOVES.index((target, source))), permissive=True)
                yield Corruption("larger on smaller", clip, hits=("H4",), may=("H7",), tiers=(0, 1))
                return


def _lower_disk(rules: Process[Any, Any], tower: Tower, case_id: str) -> Iterator[Corruption]:
    """The disk below the topmost one rises through it and goes to another peg; what was above it sinks after it."""
    pegs = tower.start
    pairs = [(a, b) for a, b in MOVES if len(pegs[a]) >= 2 and (not pegs[b] or pegs[b][-1] > pegs[a][-2])]
    if not pairs:
        return
    source, target = pairs[0]
    stacks = [list(peg) for peg in pegs]
    disk = stacks[source].pop(-2)
    stacks[target].append(disk)
    after: Pegs = (tuple(stacks[0]), tuple(stacks[1]), tuple(stacks[2]))
    start, end = (rules.scene(tower, Stacks(state)) for state in (pegs, after))
    name, above = f"disk_{disk}", f"disk_{pegs[source][-1]}"

    def moving(share: float) -> Mapping[str, Entity]:
        sinking = slid(start[above].pos, end[above].pos, part(share, 0.75, 1.0))
        return {
            name: start[name].at(over_tip(start[name].pos, end[name].pos, part(share, 0.0, 0.7))),
            above: start[above].at(sinking),
        }

    clip = film(case_id, [Segment(2 * _FRAMES, moving, start, end)], start)
    yield Corruption("lower disk first", clip, hits=("H3",), may=("H7",), tiers=(0, 1), exactly=1)


def _through_peg(rules: Process[Any, Any], tower: Tower, case_id: str) -> Iterator[Corruption]:
    """The plan, but its first move goes straight across instead of over the tip."""
    plan = rules.solve(tower, rules.initial(tower)).actions
    segments = segments_of(rules, tower, steps_of(rules, tower, plan))
    start, end = segments[0].before, segments[0].after
    name = _mover(start, end)

    def moving(share: float) -> Mapping[str, Entity]:
        return {name: start[name].at(slid(start[name].pos, end[name].pos, share))}

    clip = film(case_id, [Segment(_QUICK_FRAMES, moving, start, end), *segments[1:]], start)
    yield Corruption("through a peg", clip, hits=("H5",), tiers=(2,), exactly=1)


def _two_at_once(rules: Process[Any, Any], tower: Tower, case_id: str) -> Iterator[Corruption]:
    """The first two moves of the plan at the same time."""
    plan = rules.solve(tower, rules.initial(tower)).actions
    segments = segments_of(rules, tower, steps_of(rules, tower, plan))
    start, end = segments[0].before, segments[1].after
    movers = [name for name in start if start[name] != end[name]]
    if len(movers) != 2:
        return

    def moving(share: float) -> Mapping[str, Entity]:
        return {name: start[name].at(over_tip(start[name].pos, end[name].pos, share)) for name in movers}

    clip = film(case_id, [Segment(_FRAMES, moving, start, end), *segments[2:]], start)
    yield Corruption("two disks at once", clip, hits=("H2", "H3"), tiers=(2,), exactly=1)


def _wrong_peg(rules: Process[Any, Any], tower: Tower, case_id: str) -> Iterator[Corruption]:
    """The whole stack, by legal moves, to a peg that is not marked."""
    others = [k for k in range(3) if k != tower.target and 2 <= distances(tower.disks, k)[tower.start] <= 14]
    if others:
        wrong = Tower(tower.start, others[0])
        plan = rules.solve(wrong, rules.initial(wrong)).actions
        yield Corruption("wrong goal", animate(rules, tower, case_id, plan), hits=("H7",), tiers=(0, 1))


def _mover(start: Scene, end: Scene) -> str:
    return next(name for name in start if start[name] != end[name])
