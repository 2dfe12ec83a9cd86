"""Clips that break the rules of Classify Blocks."""

from collections.abc import Sequence

from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.classify_blocks.records import CAPACITY, MOST_BINS, Blocks, Filling
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.corruptions.hand_work import first_by_itself, lifted_again, two_at_once, without_hand
from flowbench.rules.processes.hand_work import HandWork


def violations(rules: HandWork[Blocks, Filling], instance: Blocks, case_id: str) -> Sequence[Corruption]:
    """Another tray, a detour through it, moved again, and what all work of hands can do wrong."""
    plan = rules.solve(instance, rules.initial(instance)).actions
    block, wrong = _another_tray(instance)
    right = block * MOST_BINS + instance.homes[block]
    before = tuple(action for action in plan if action != right)
    astray = animate(rules, instance, case_id, (*before, wrong))
    detour = animate(rules, instance, case_id, (*before, wrong, right), permissive=True)
    return (
        Corruption("wrong goal", astray, hits=("B3", "B6"), tiers=(1,), exactly=1),
        Corruption("through a wrong tray", detour, hits=("B3", "B4"), tiers=(2,), exactly=1),
        Corruption("moved again", lifted_again(rules, instance, case_id), hits=("B4",), tiers=(2,), exactly=1),
        Corruption("floating block", first_by_itself(rules, instance, case_id), hits=("B5",), tiers=(2,), exactly=1),
        Corruption("two at once", two_at_once(rules, instance, case_id), hits=("B2", "B5"), tiers=(2,), exactly=1),
        Corruption("no hand", without_hand(animate(rules, instance, case_id, plan)), hits=("B5",), tiers=(2,)),
    )


def _another_tray(instance: Blocks) -> tuple[int, int]:
    """A block, and the action that puts it into a tray of others that has room for it."""
    homes = instance.homes
    return next(
        (block, block * MOST_BINS + number)
        for block, home in enumerate(homes)
        for number in range(len(instance.signs))
        if number != home and homes.count(number) < CAPACITY
    )
