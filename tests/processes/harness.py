"""What the tests of all processes share. A process brings, in a folder of its name here:

- `second.py`: `optimum(instance) -> int`, the length of a shortest plan found by a second, dumber solver that shares
  no code with the process but its records; `solutions(instance) -> int | None`, how many solutions there are where the
  process promises one (None where it promises none).
- `test_<name>.py`: the vectors of the specification, and whatever else makes this process this process.
"""

from functools import cache
from importlib import import_module

import pytest

from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.corruptions.library import corruptions
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.levels import LEVELS
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.table import process, processes

NAMES = processes()
CASES = [(name, level, index) for name in NAMES for level in LEVELS for index in (1, 2)]
every_process = pytest.mark.parametrize("name", NAMES)
every_level = pytest.mark.parametrize(("name", "level"), [(name, level) for name in NAMES for level in LEVELS])
every_case = pytest.mark.parametrize(("name", "level", "index"), CASES)


@cache
def case_of(name, level="mid", index=1, seed=0):
    return draw_case(name, level, index, seed)


@cache
def oracle_of(case):
    return animate(process(case.process), case.instance, case.case_id, plan(case))


@cache
def corruptions_of(case):
    return corruptions(case)


def second(name):
    return import_module(f"tests.processes.{name}.second")


def states_along(case):
    """The states of the solver's plan."""
    rules = process(case.process)
    states = [rules.initial(case.instance)]
    for action in plan(case):
        states.append(rules.step(case.instance, states[-1], action).state)
    return states
