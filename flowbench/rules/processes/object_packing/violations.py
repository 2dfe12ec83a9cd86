"""Clips that break the rules of Object Packing."""

from collections.abc import Iterator, Mapping, Sequence

from flowbench.rules.processes.animation import Segment, animate, film, segments_of, steps_of
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.corruptions.edits import edited, shifted
from flowbench.rules.processes.corruptions.hand_work import first_by_itself, without_hand
from flowbench.rules.processes.drawing.hand import HOME, hand
from flowbench.rules.processes.entity import Entity
from flowbench.rules.processes.hand_work import HandWork, mover
from flowbench.rules.processes.handling import HAND_ID, pick_and_place
from flowbench.rules.processes.motion import part, slid
from flowbench.rules.processes.object_packing.records import Luggage, Packed
from flowbench.rules.processes.object_packing.rubric import CONTAINER, item_ids
from flowbench.rules.processes.table_plane import FPS
from flowbench.rules.processes.trajectory import Trajectory

_FRAMES = round(1.3 * FPS)
_ARRIVED = 0.3  # share at which the hand has the item that it pulls through the wall


def violations(rules: HandWork[Luggage, Packed], luggage: Luggage, case_id: str) -> Sequence[Corruption]:
    """A wrong selection, a wrong thing lifted, through the wall, a moving container, no hand."""
    plan = rules.solve(luggage, rules.initial(luggage)).actions
    oracle = animate(rules, luggage, case_id, plan)
    rest = range(3, 9)
    pushed = edited(oracle, rest, CONTAINER, lambda item: shifted(item, (0.05, 0.0, 0.0)))
    return (
        *_selections(rules, luggage, case_id),
        Corruption("wrong thing lifted", _lifted(rules, luggage, case_id), hits=("K3",), tiers=(2,), exactly=1),
        Corruption("through the wall", _pulled(rules, luggage, case_id), hits=("K5",), tiers=(2,), exactly=1),
        Corruption("container moved", pushed, hits=("K4",), tiers=(2,), exactly=1),
        Corruption("floating thing", first_by_itself(rules, luggage, case_id), hits=("K5",), tiers=(2,), exactly=1),
        Corruption("no hand", without_hand(oracle), hits=("K5",), tiers=(2,)),
    )


def _selections(rules: HandWork[Luggage, Packed], luggage: Luggage, case_id: str) -> Iterator[Corruption]:
    """The last right thing left out; a wrong one in its place."""
    plan = rules.solve(luggage, rules.initial(luggage)).actions
    left_out = animate(rules, luggage, case_id, plan[:-1])
    yield Corruption("one left out", left_out, hits=("K2", "K7"), tiers=(2,), exactly=1)
    legal = rules.mask(luggage, rules.initial(luggage))
    wrong = next((k for k in range(len(luggage.items)) if legal[k] and k not in luggage.right), None)
    if wrong is not None:
        swapped = animate(rules, luggage, case_id, (*plan[:-1], wrong))
        yield Corruption("wrong goal", swapped, hits=("K2", "K3"), tiers=(1,), exactly=1)


def _lifted(rules: HandWork[Luggage, Packed], luggage: Luggage, case_id: str) -> Trajectory:
    """A thing that stays is lifted and put back before the plan is carried out."""
    plan = rules.solve(luggage, rules.initial(luggage)).actions
    segments = segments_of(rules, luggage, steps_of(rules, luggage, plan))
    start = segments[0].before
    name = next(name for k, name in enumerate(item_ids(luggage)) if k not in luggage.right)
    item = start[name]

    def moving(share: float) -> Mapping[str, Entity]:
        return pick_and_place(name, item, item, share, grip_m=rules.grip_m(item))

    return film(case_id, [Segment(_FRAMES, moving, start, start), *segments], start)


def _pulled(rules: HandWork[Luggage, Packed], luggage: Luggage, case_id: str) -> Trajectory:
    """The plan, but the hand pulls the first thing straight along the table into the container."""
    steps = steps_of(rules, luggage, rules.solve(luggage, rules.initial(luggage)).actions)
    first, *others = segments_of(rules, luggage, steps)
    name, item, goal = mover(rules, luggage, steps[0])
    grip = rules.grip_m(item)

    def moving(share: float) -> Mapping[str, Entity]:
        x, y, z = slid(item.pos, goal.pos, part(share, _ARRIVED, 1.0))
        tips = slid(HOME, (x, y, z + grip), part(share, 0.0, _ARRIVED))
        return {name: item.at((x, y, z)), HAND_ID: hand(tips)}

    return film(case_id, [Segment(first.frames, moving, first.before, first.after, first.q), *others], first.before)
