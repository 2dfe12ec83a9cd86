"""Clips that break the rules of Jigsaw Puzzle."""

from collections.abc import Iterator, Sequence

from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.corruptions.hand_work import first_by_itself, lifted_again, two_at_once, without_hand
from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.jigsaw_puzzle.records import TURNS, Assembly, Jigsaw, number_of, parts_of


def violations(rules: HandWork[Jigsaw, Assembly], jigsaw: Jigsaw, case_id: str) -> Sequence[Corruption]:
    """Wrong places, wrong turns, on each other, moved again, and what all work of hands can do wrong."""
    plan = rules.solve(jigsaw, rules.initial(jigsaw)).actions
    return (
        *_detours(rules, jigsaw, case_id, plan),
        *_wrong_goal(rules, jigsaw, case_id, plan),
        *_on_another(rules, jigsaw, case_id, plan),
        Corruption("moved again", lifted_again(rules, jigsaw, case_id), hits=("J4",), tiers=(2,), exactly=1),
        Corruption("floating piece", first_by_itself(rules, jigsaw, case_id), hits=("J6",), tiers=(2,), exactly=1),
        Corruption("two at once", two_at_once(rules, jigsaw, case_id), hits=("J2", "J6"), tiers=(2,), exactly=1),
        Corruption("no hand", without_hand(animate(rules, jigsaw, case_id, plan)), hits=("J6",), tiers=(2,)),
    )


def _detours(
    rules: HandWork[Jigsaw, Assembly], jigsaw: Jigsaw, case_id: str, plan: Sequence[int]
) -> Iterator[Corruption]:
    """The first piece is put the wrong way round, and then turned where it lies; another follows."""
    piece, slot, quarters = parts_of(plan[0])
    turned, back = number_of(piece, slot, (quarters + 2) % TURNS), number_of(piece, slot, 2)
    clip = animate(rules, jigsaw, case_id, (turned, back, plan[1]), permissive=True)
    yield Corruption("the wrong way round", clip, hits=("J3", "J4", "J7"), may=("J5",), tiers=(1,))


def _wrong_goal(
    rules: HandWork[Jigsaw, Assembly], jigsaw: Jigsaw, case_id: str, plan: Sequence[int]
) -> Iterator[Corruption]:
    """One piece is put where its edges fit what lies there, but where it does not belong."""
    for action in range(rules.action_count):
        if action not in plan and rules.obstacle(jigsaw, rules.initial(jigsaw), action) is None:
            clip = animate(rules, jigsaw, case_id, (action,))
            yield Corruption("wrong goal", clip, hits=("J3", "J7"), tiers=(0,), exactly=1)
            return


def _on_another(
    rules: HandWork[Jigsaw, Assembly], jigsaw: Jigsaw, case_id: str, plan: Sequence[int]
) -> Iterator[Corruption]:
    """The second piece is put on the first."""
    (_, slot, _), (piece, _, quarters) = parts_of(plan[0]), parts_of(plan[1])
    clip = animate(rules, jigsaw, case_id, (plan[0], number_of(piece, slot, quarters)), permissive=True)
    yield Corruption("on another piece", clip, hits=("J3", "J5", "J7"), tiers=(1,))
