"""Clips that break the rules of Sorting."""

from collections.abc import Sequence

from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.corruptions.hand_work import first_by_itself, lifted_again, two_at_once, without_hand
from flowbench.rules.processes.hand_work import HandWork
from flowbench.rules.processes.sorting.records import MOST_PIECES, Ramp, Row


def violations(rules: HandWork[Ramp, Row], ramp: Ramp, case_id: str) -> Sequence[Corruption]:
    """Out of order, into other slots, moved again, and what all work of hands can do wrong."""
    plan = rules.solve(ramp, rules.initial(ramp)).actions
    early = animate(rules, ramp, case_id, (plan[1], plan[0], *plan[2:]), permissive=True)
    *kept, one, two = (divmod(action, MOST_PIECES) for action in plan)
    swapped = [*kept, (one[0], two[1]), (two[0], one[1])]
    elsewhere = animate(rules, ramp, case_id, [piece * MOST_PIECES + slot for piece, slot in swapped])
    return (
        Corruption("second darkest first", early, hits=("O3",), tiers=(2,), exactly=1),
        Corruption("wrong goal", elsewhere, hits=("O4", "O8"), tiers=(1,)),
        Corruption("moved again", lifted_again(rules, ramp, case_id), hits=("O5",), tiers=(2,), exactly=1),
        Corruption("floating piece", first_by_itself(rules, ramp, case_id), hits=("O7",), tiers=(2,), exactly=1),
        Corruption("two at once", two_at_once(rules, ramp, case_id), hits=("O2", "O7"), tiers=(2,), exactly=1),
        Corruption("no hand", without_hand(animate(rules, ramp, case_id, plan)), hits=("O6", "O7"), tiers=(2,)),
    )
