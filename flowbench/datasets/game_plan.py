"""What is to be rolled out of a game: the stream of its questions. It has no views; a question is its index."""

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from flowbench import registry
from flowbench.datasets.plan import Plan
from flowbench.datasets.questions import GameQuestions, create
from flowbench.datasets.versions import versions_here
from flowbench.errors import BadValue

STREAM = 1_000_000  # questions after which a stream ends
RULES_VERSION = "games 1"  # other rules, generators or pictures of games: other questions, which cannot be compared
PRESET = "balanced"
ARGUMENTS = ("family", "fmt", "difficulty", "style")  # of `create`, which a plan hands on


class GamePlan(Plan):
    """A stream of questions about one game; `kwargs` are arguments of `create`."""

    @cached_property
    def questions(self) -> GameQuestions:
        """The questions by index."""
        game = registry.entry(self.env_id).id
        return create(game, size=STREAM, seed=self.seed, split=self.split, **self.kwargs)

    @cached_property
    def versions(self) -> dict[str, str]:
        """The versions on this machine; the simulator has no part in them."""
        return versions_here(self.kwargs) | {"backend": "rules", "engine": RULES_VERSION}

    @cached_property
    def spec(self) -> str:
        """The id and the arguments as JSON, for the origin of items."""
        return json.dumps({"id": self.env_id, "kwargs": {**self.kwargs, "split": self.split}}, sort_keys=True)


def make_game_plan(env_id: str, seed: int, split: str, preset: str, kwargs: Mapping[str, Any]) -> GamePlan:
    """Check the arguments.

    Raises:
        UnknownName, BadValue: naming the argument, what came and what would do.
    """
    if preset != PRESET:
        raise BadValue(f"The questions of a game have one preset, {PRESET!r}, got {preset!r}.")
    if unknown := sorted(set(kwargs) - set(ARGUMENTS)):
        raise BadValue(f"The questions of a game take {ARGUMENTS}, got {unknown}.")
    questions = create(env_id, seed=seed, split=split, **kwargs)
    counts = Counter(f"{family} {fmt}" for family, fmt in questions.kinds)
    total = sum(counts.values())
    return GamePlan(
        env_id=env_id,
        kwargs=kwargs,
        preset=preset,
        split=split,
        seed=seed,
        rates={kind: Fraction(count, total) for kind, count in sorted(counts.items())},
        views=(),
    )
