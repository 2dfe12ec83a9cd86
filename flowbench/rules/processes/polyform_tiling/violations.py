"""Clips that break the rules of Polyform Tiling."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.animation import Segment, animate, film, segments_of, steps_of
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.entity import Entity
from flowbench.rules.processes.handling import above, pick_and_place
from flowbench.rules.processes.motion import carried, part, slerp
from flowbench.rules.processes.polyform_tiling.actions import piece_of
from flowbench.rules.processes.polyform_tiling.records import GRIP_M, Laid, Tiling
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.table_plane import FPS

_FRAMES = round(1.2 * FPS)


def violations(rules: Process[Any, Any], tiling: Tiling, case_id: str) -> Sequence[Corruption]:
    """Pieces on each other, beyond the outline, without a hand, moved again, and in a wrong place."""
    return (
        *_forced(rules, tiling, case_id),
        *_by_itself(rules, tiling, case_id),
        *_again(rules, tiling, case_id),
        *_wrong_place(rules, tiling, case_id),
    )


def _forced(rules: Process[Any, Any], tiling: Tiling, case_id: str) -> Iterator[Corruption]:
    """The first piece in its place and the second on top of it; and the first piece across the outline."""
    plan, start = rules.solve(tiling, rules.initial(tiling)).actions, rules.initial(tiling)
    laid = rules.advance(tiling, start, plan[0])
    on_top = _refused(rules, tiling, laid, piece_of(plan[1]), "another piece lies there")
    if on_top is not None:
        clip = animate(rules, tiling, case_id, (plan[0], on_top), permissive=True)
        yield Corruption("on another piece", clip, hits=("T2", "T7"), tiers=(1,), exactly=1)
    across = _refused(rules, tiling, start, piece_of(plan[0]), "it reaches beyond the outline")
    if across is not None:
        clip = animate(rules, tiling, case_id, (across,), permissive=True)
        yield Corruption("beyond the outline", clip, hits=("T3", "T7"), tiers=(0,), exactly=1)


def _refused(rules: Process[Any, Any], tiling: Tiling, state: Laid, piece: int, reason: str) -> int | None:
    """The first action with a piece that is refused for a reason."""
    numbers = (action for action in range(rules.action_count) if piece_of(action) == piece)
    return next((action for action in numbers if rules.obstacle(tiling, state, action) == reason), None)


def _by_itself(rules: Process[Any, Any], tiling: Tiling, case_id: str) -> Iterator[Corruption]:
    """The last piece flies to its place while the hand waits at home."""
    plan = rules.solve(tiling, rules.initial(tiling)).actions
    steps = steps_of(rules, tiling, plan)
    segments = segments_of(rules, tiling, steps[:-1])
    before, after = (rules.scene(tiling, state) for state in (steps[-1].before, steps[-1].after))
    name = f"piece_{piece_of(plan[-1]) + 1}"

    def moving(share: float) -> Mapping[str, Entity]:
        turn = slerp(before[name].quat, after[name].quat, part(share, 0.25, 0.75))
        return {name: before[name].at(carried(before[name].pos, after[name].pos, share), turn)}

    clip = film(case_id, [*segments, Segment(_FRAMES, moving, before, after)], segments[0].before)
    yield Corruption("moves by itself", clip, hits=("T4",), tiers=(2,))


def _again(rules: Process[Any, Any], tiling: Tiling, case_id: str) -> Iterator[Corruption]:
    """The plan, but its first piece goes into its place by way of its place: taken out again, and put back."""
    plan = rules.solve(tiling, rules.initial(tiling)).actions
    steps = steps_of(rules, tiling, plan)
    segments = segments_of(rules, tiling, steps)
    name = f"piece_{piece_of(plan[0]) + 1}"
    laid = rules.scene(tiling, steps[0].after)
    waits = rules.scene(tiling, steps[0].before)
    hand_from = above(laid[name].pos, GRIP_M)

    def back(share: float) -> Mapping[str, Entity]:
        return pick_and_place(name, laid[name], waits[name], share, hand_from=hand_from, grip_m=GRIP_M)

    first, last = segments[0], segments[-1]
    undo = Segment(2 * _FRAMES, back, laid, waits)
    clip = film(case_id, [first, undo, first, *segments[1:-1], last], first.before)
    yield Corruption("moved again", clip, hits=("T5",), tiers=(2,), exactly=1)


def _wrong_place(rules: Process[Any, Any], tiling: Tiling, case_id: str) -> Iterator[Corruption]:
    """By the rules, but nowhere it can stay in the solution."""
    plan = rules.solve(tiling, rules.initial(tiling)).actions
    start = rules.initial(tiling)
    for action in range(rules.action_count):
        if action not in plan and rules.obstacle(tiling, start, action) is None:
            state: Laid = rules.advance(tiling, start, action)
            if _is_lost(rules, tiling, state):
                yield Corruption("wrong goal", animate(rules, tiling, case_id, (action,)), hits=("T7",), tiers=(1,))
                return


def _is_lost(rules: Process[Any, Any], tiling: Tiling, state: Laid) -> bool:
    try:
        rules.solve(tiling, state)
    except NoPlan:
        return True
    return False
