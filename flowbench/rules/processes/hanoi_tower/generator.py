"""Draws towers by the length of the shortest plan, found in the full graph of states."""

from collections import deque
from collections.abc import Mapping
from functools import cache

import numpy as np

from flowbench.rules.processes.hanoi_tower.records import MOVES, Pegs, Tower, moved

SIZES = {"easy": (2, 2), "mid": (3, 3), "hard": (3, 4)}  # disks
LENGTHS = {"easy": (3, 3), "mid": (5, 7), "hard": (8, 12)}  # moves of a shortest plan


def draw_tower(rng: np.random.Generator, level: str) -> Tower:
    """Any legal state from which the plan is as long as the level wants; four disks where three do not suffice."""
    low, high = LENGTHS[level]
    target = int(rng.integers(3))
    starts = [
        pegs
        for disks in range(SIZES[level][0], SIZES[level][1] + 1)
        for pegs, length in distances(disks, target).items()
        if low <= length <= high
    ]
    return Tower(starts[int(rng.integers(len(starts)))], target)


@cache
def distances(disks: int, target: int) -> Mapping[Pegs, int]:
    """The number of moves from each of the 3^disks states to the whole stack on the target, by breadth-first search."""
    goal = goal_of(disks, target)
    found, queue = {goal: 0}, deque([goal])
    while queue:
        pegs = queue.popleft()
        for after in neighbours(pegs):
            if after not in found:
                found[after] = found[pegs] + 1
                queue.append(after)
    return found


def goal_of(disks: int, target: int) -> Pegs:
    """All disks on one peg."""
    stacks: list[tuple[int, ...]] = [(), (), ()]
    stacks[target] = tuple(range(disks, 0, -1))
    return stacks[0], stacks[1], stacks[2]


def neighbours(pegs: Pegs) -> list[Pegs]:
    """The states one legal move away."""
    return [
        moved(pegs, source, target)
        for source, target in MOVES
        if pegs[source] and (not pegs[target] or pegs[target][-1] > pegs[source][-1])
    ]
