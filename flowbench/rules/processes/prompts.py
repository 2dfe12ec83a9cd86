"""The texts that a model is given: one prompt a process, one with facts of the instance, one with the solution."""

from collections.abc import Sequence

from flowbench.rules.processes.position import Case
from flowbench.rules.processes.table import process

CONTROLS = (
    "Camera, light and background stay exactly as they are in the picture.",
    "One continuous take: no cut, no fade, no text or overlay.",
)
"""What holds for the clips of all processes."""
REALISM = (
    "Turn this schematic drawing into a photograph of the same scene.",
    "Every thing keeps its place, outline, size, direction and colour; nothing is added, left out, moved or turned.",
    "The camera looks as in the drawing, soft daylight falls from the upper left, and shadows are soft and short.",
    "No hands, no people, no frame around the picture, and no text other than the letters and numbers that are drawn.",
)
"""What is asked of a picture model that is to make a schematic drawing look real."""


def prompt(name: str) -> str:
    """The prompt of a process, the same for all its instances."""
    words = process(name).words
    return _laid_out(words.goal, (*words.constraints, *CONTROLS))


def instance_prompt(case: Case) -> str:
    """The prompt with the facts of an instance that its picture leaves open."""
    rules = process(case.process)
    note = rules.note(case.instance)
    goal = f"{rules.words.goal} {note}".rstrip()
    return _laid_out(goal, (*rules.words.constraints, *CONTROLS))


def oracle_prompt(case: Case) -> str:
    """The prompt with a solution spelled out step by step."""
    rules = process(case.process)
    lines = rules.oracle(case.instance, plan(case))
    steps = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
    return f"{instance_prompt(case)}\nSolution, to be carried out exactly:\n{steps}\n"


def image_prompt(name: str) -> str | None:
    """What a picture model is asked: to draw the end; None outside the image subset."""
    words = process(name).words
    if not words.picture:
        return None
    return _laid_out(words.picture, (*words.constraints, CONTROLS[0]))


def realism_prompt(name: str) -> str:
    """How a picture model makes a photograph of a schematic drawing of a process, whatever the instance."""
    first, *rest = REALISM
    return " ".join((first, process(name).words.materials, *rest)) + "\n"


def plan(case: Case) -> Sequence[int]:
    """The solver's plan from the first state."""
    rules = process(case.process)
    return rules.solve(case.instance, rules.initial(case.instance)).actions


def rubric_texts(case: Case) -> tuple[str, ...]:
    """The goal, which is not scored, and the texts of the scored items."""
    rules = process(case.process)
    return (rules.words.goal, *(item.text for item in rules.rubric(case.instance)))


def _laid_out(goal: str, constraints: Sequence[str]) -> str:
    return f"Task Goal: {goal}\nConstraints:\n" + "".join(f"- {line}\n" for line in constraints)
