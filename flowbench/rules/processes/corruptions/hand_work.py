"""Clips that are wrong in ways that all tasks with a hand share."""

from typing import Any

from flowbench.rules.processes.animation import Segment, film, segments_of, steps_of
from flowbench.rules.processes.entity import HAND, Entity
from flowbench.rules.processes.hand_work import HandWork, mover
from flowbench.rules.processes.handling import above, pick_and_place
from flowbench.rules.processes.motion import carried, slerp
from flowbench.rules.processes.process import Step
from flowbench.rules.processes.table_plane import FPS
from flowbench.rules.processes.trajectory import Trajectory


def first_by_itself(rules: HandWork[Any, Any], instance: Any, case_id: str) -> Trajectory:
    """The plan, but its first piece goes by itself while the hand waits."""
    steps = _plan(rules, instance)
    first, *others = segments_of(rules, instance, steps)
    name, item, goal = mover(rules, instance, steps[0])

    def moving(share: float) -> dict[str, Entity]:
        return {name: _flown(item, goal, share)}

    return film(case_id, [Segment(first.frames, moving, first.before, first.after, first.q), *others], first.before)


def two_at_once(rules: HandWork[Any, Any], instance: Any, case_id: str) -> Trajectory:
    """The plan, but its second piece goes by itself while the hand carries the first."""
    steps = _plan(rules, instance)
    first, second, *others = segments_of(rules, instance, steps)
    name, item, goal = mover(rules, instance, steps[1])

    def moving(share: float) -> dict[str, Entity]:
        return {**rules.motion(instance, steps, 0, share), name: _flown(item, goal, share)}

    both = Segment(first.frames, moving, first.before, second.after, second.q)
    return film(case_id, [both, *others], first.before)


def lifted_again(rules: HandWork[Any, Any], instance: Any, case_id: str) -> Trajectory:
    """The plan, and then the hand lifts the piece that was placed first and puts it back."""
    steps = _plan(rules, instance)
    *segments, away = segments_of(rules, instance, steps)
    (name, _, goal), (_, _, last) = mover(rules, instance, steps[0]), mover(rules, instance, steps[-1])
    hand_from = above(last.pos, rules.grip_m(last))

    def moving(share: float) -> dict[str, Entity]:
        return pick_and_place(name, goal, goal, share, hand_from=hand_from, grip_m=rules.grip_m(goal))

    again = Segment(round(rules.seconds * FPS), moving, away.before, away.after, away.q)
    return film(case_id, [*segments, again], segments[0].before)


def _plan(rules: HandWork[Any, Any], instance: Any) -> list[Step[Any]]:
    return steps_of(rules, instance, rules.solve(instance, rules.initial(instance)).actions)


def without_hand(clip: Trajectory) -> Trajectory:
    """The clip without any hand: things move by themselves."""
    return clip.with_scenes(
        [{name: item for name, item in frame.entities.items() if item.kind != HAND} for frame in clip.frames]
    )


def _flown(item: Entity, goal: Entity, share: float) -> Entity:
    return item.at(carried(item.pos, goal.pos, share), slerp(item.quat, goal.quat, share))
