"""What the paper settles for where it does not get what it wants: first less of a flip, then the other answer.

A slot walks eight proposals of a view, so that every stage has its share of them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from flowbench.records import Task
from flowbench.rules.rooms.presets import FLIP, STAY, answer_of, is_flip

PROPOSALS = 8
INSTEAD_OF = "instead_of"  # the parameter that names the class a task stands in for


def relaxed(want: str, answers: Iterable[str]) -> list[tuple[str, ...]]:
    """Classes in the order in which they are settled for: flip and answer, answer, flip, any.

    >>> relaxed("no/flip", ("yes", "no"))
    [('no/flip',), ('no/stay',), ('yes/flip',), ('yes/stay',)]
    >>> relaxed("yes/stay", ("yes", "no"))
    [('yes/stay',), ('no/stay',)]
    """
    kinds = (FLIP, STAY) if is_flip(want) else (STAY,)
    others = [answer for answer in answers if answer != answer_of(want)]
    wanted = [(f"{answer_of(want)}/{kind}",) for kind in kinds]
    return wanted + [tuple(f"{answer}/{kind}" for answer in others) for kind in kinds]


def in_stages(
    stages: Sequence[Sequence[str]],
    rng: np.random.Generator,
    tasks: Callable[[str, dict[str, Any]], Iterable[Task]],
) -> Iterator[Task]:
    """Some tasks of each stage in turn, the first being the class wanted.

    Args:
        tasks: makes the tasks of a class; the parameters it is given go into each.
    """
    (want,), share = stages[0], PROPOSALS // len(stages)
    for stage in stages:
        found = (
            task
            for name in rng.permutation(stage).tolist()
            for task in tasks(name, {} if name == want else {INSTEAD_OF: want})
        )
        yield from islice(found, share)
