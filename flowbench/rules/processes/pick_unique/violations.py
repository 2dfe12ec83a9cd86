"""Clips that break the rules of Pick Unique."""

from collections.abc import Mapping, Sequence
from typing import Any

from flowbench.rules.processes.animation import Segment, animate, film, segments_of, steps_of
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.corruptions.edits import shifted
from flowbench.rules.processes.corruptions.hand_work import without_hand
from flowbench.rules.processes.entity import Entity, Scene
from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.handling import above, pick_and_place
from flowbench.rules.processes.motion import part
from flowbench.rules.processes.pick_unique.records import PLACE, Lot, Picked
from flowbench.rules.processes.pick_unique.rubric import item_ids
from flowbench.rules.processes.table_plane import FPS
from flowbench.rules.processes.trajectory import Trajectory

_AGAIN_FRAMES = round(1.4 * FPS)
_DRIFT_M, _DRIFT_FRAMES = 0.026, 3 * FPS  # too slow to be seen as a motion


def violations(rules: HandWork[Lot, Picked], lot: Lot, case_id: str) -> Sequence[Corruption]:
    """Another item, a second one, one that drifts, and no hand."""
    plan = rules.solve(lot, rules.initial(lot)).actions
    oracle = animate(rules, lot, case_id, plan)
    other = 0 if lot.unique else 1
    wrong = animate(rules, lot, case_id, (other, PLACE))
    drifting = _drifting(oracle, item_ids(lot)[other])
    return (
        Corruption("wrong goal", wrong, hits=("U3", "U6"), tiers=(1,), exactly=1),
        Corruption("only lifted", animate(rules, lot, case_id, plan[:1]), hits=("U6",), tiers=(1,), exactly=1),
        Corruption("a second item", _second(rules, lot, case_id, other), hits=("U2",), tiers=(2,), exactly=1),
        Corruption("another one drifts", drifting, hits=("U4",), tiers=(2,), exactly=1),
        Corruption("no hand", without_hand(oracle), hits=("U5",), tiers=(2,)),
    )


def _second(rules: HandWork[Any, Any], lot: Lot, case_id: str, other: int) -> Trajectory:
    """The plan, and then the hand lifts another item and puts it back."""
    steps = steps_of(rules, lot, rules.solve(lot, rules.initial(lot)).actions)
    *segments, away = segments_of(rules, lot, steps)
    names = item_ids(lot)
    item, last = away.before[names[other]], away.before[names[lot.unique]]
    grip = rules.grip_m(item)

    def moving(share: float) -> Mapping[str, Entity]:
        return pick_and_place(names[other], item, item, share, hand_from=above(last.pos, grip), grip_m=grip)

    again = Segment(_AGAIN_FRAMES, moving, away.before, away.after, away.q)
    return film(case_id, [*segments, again], segments[0].before)


def _drifting(clip: Trajectory, name: str) -> Trajectory:
    """The clip, but an item creeps aside."""
    scenes: list[Scene] = []
    for k, frame in enumerate(clip.frames):
        by = _DRIFT_M * part(k / _DRIFT_FRAMES, 0.0, 1.0)
        scenes.append({**frame.entities, name: shifted(frame.entities[name], (by, 0.0, 0.0))})
    return clip.with_scenes(scenes)
