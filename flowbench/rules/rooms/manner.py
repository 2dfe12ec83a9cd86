"""The manner of making questions: a preset's rules, and the search for motions that answer them.

The presets "balanced" and "paper" share their rules, "paper_literal" has the paper's own. A task carries its manner
where it is another than usual: `parameters["rules"]` and `parameters["search"]`. A rule may have, beside its functions,

- `PLANS`: preset or search -> module with `propose(before, want, rng, manner)` and `witnesses(scene, task)`, which then
  stand in for the rule's own;
- `BUDGETS`: search -> rendered attempts an episode, where that is not `RENDER_BUDGET`.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Self, TypeVar

import numpy as np

from flowbench.records import Motion, SceneState, Snapshot, Task
from flowbench.rules.rooms.presets import PAPER_LITERAL

DEFAULT, RAY_GRID, FAST, FULL = SEARCHES = ("default", "ray_grid", "fast", "full")
T = TypeVar("T")


@dataclass(frozen=True)
class Manner:
    """By which rules questions are made ("paper_literal", or any other preset), and which search finds motions."""

    preset: str = "balanced"
    search: str = DEFAULT

    @classmethod
    def of(cls, task: Task) -> Self:
        """The manner a task was made in; every preset but "paper_literal" counts as "balanced"."""
        named = task.parameters
        return cls(str(named.get("rules", "balanced")), str(named.get("search", DEFAULT)))

    @property
    def is_literal(self) -> bool:
        """Whether the paper's own rules hold."""
        return self.preset == PAPER_LITERAL

    def mark(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """A task's parameters with what says in which manner it was made; unchanged in the usual one."""
        rules = {"rules": PAPER_LITERAL} if self.is_literal else {}
        return {**parameters, **rules, **({} if self.search == DEFAULT else {"search": self.search})}


def choose(task: Task, usual: T, literal: T) -> T:
    """What holds for a task: the one, or the other under the paper's own rules."""
    return literal if Manner.of(task).is_literal else usual


def searches(rule: Any) -> tuple[str, ...]:
    """The searches a rule has: the usual one, the paper's two budgets, and those with plans of their own."""
    return tuple(name for name in SEARCHES if name != RAY_GRID or name in getattr(rule, "PLANS", {}))


def budget(rule: Any, manner: Manner) -> int:
    """Rendered attempts an episode has."""
    return int(getattr(rule, "BUDGETS", {}).get(manner.search, rule.RENDER_BUDGET))


def propose(rule: Any, before: Snapshot, want: str, rng: np.random.Generator, manner: Manner) -> Iterator[Task]:
    """The tasks of a view in a manner."""
    plans = plans_of(rule, manner)
    tasks = rule.propose(before, want, rng) if plans is rule else plans.propose(before, want, rng, manner)
    for task in tasks:
        yield dataclasses.replace(task, parameters=manner.mark(task.parameters))


def witnesses(rule: Any, scene: SceneState, task: Task) -> Sequence[Motion]:
    """The motions worth trying at a task, best first, however it was made."""
    motions: Sequence[Motion] = plans_of(rule, Manner.of(task)).witnesses(scene, task)
    return motions


def plans_of(rule: Any, manner: Manner) -> Any:
    """The module that proposes tasks and finds their witnesses: the rule itself unless its `PLANS` has another."""
    others: Mapping[str, str] = getattr(rule, "PLANS", {})
    name = others.get(manner.preset) or others.get(manner.search)
    return rule if name is None else import_module(name)
