"""What runs the slots of a plan: a room's environment with its planner, or the questions of a game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from flowbench.annotators.item import annotate
from flowbench.annotators.question_item import question_item
from flowbench.datasets.game_plan import GamePlan
from flowbench.datasets.plan import Plan
from flowbench.datasets.record import digests_of, episode_of
from flowbench.datasets.run_slot import Candidate, SlotLog, run_slot
from flowbench.datasets.slots import slot
from flowbench.errors import NothingToAsk
from flowbench.planners import make_planner
from flowbench.records import Episode, Item, Origin
from flowbench.rules.games.sample import Sample

Product = tuple[Item, Episode]


@dataclass(frozen=True, eq=False)
class Run:
    """What came of a slot: its log, and where it found something the keys and a way to make its item."""

    log: SlotLog
    keys: Mapping[str, str] | None = None
    make: Callable[[], Product] | None = None


class Runner(Protocol):
    """Runs one slot after the other."""

    def run(self, index: int) -> Run:
        """Run a slot."""

    def close(self) -> None:
        """Let go of what it holds."""


def make_runner(plan: Plan) -> Runner:
    """The runner of a plan."""
    return GameRunner(plan) if isinstance(plan, GamePlan) else RoomRunner(plan)


class RoomRunner:
    """Plays an episode a slot."""

    def __init__(self, plan: Plan) -> None:
        """Make the environment."""
        self._plan = plan
        self._env = plan.make()

    def run(self, index: int) -> Run:
        """Look for an episode with the wanted answer."""
        assert self._env.spec is not None
        found = run_slot(self._env, make_planner(self._env.spec), slot(self._plan, index))
        candidate = found.candidate
        if candidate is None:
            return Run(found.log)
        return Run(found.log, candidate.keys, lambda: self._make(index, candidate))

    def _make(self, index: int, candidate: Candidate) -> Product:
        item = annotate(candidate.transition, item_id=self._plan.item_id(index))
        return item, episode_of(candidate, item, self._plan.versions)

    def close(self) -> None:
        """Close the environment."""
        self._env.close()


class GameRunner:
    """Asks a question a slot."""

    def __init__(self, plan: GamePlan) -> None:
        """Hold the plan."""
        self._plan = plan

    def run(self, index: int) -> Run:
        """Draw the question with this index."""
        asked = slot(self._plan, index)
        try:
            sample = self._plan.questions.sample(index)
        except NothingToAsk:
            return Run(SlotLog(asked, "no proposal"))
        keys = {**asked.keys, **self._plan.questions.keys(sample, index)}
        return Run(SlotLog(asked, "found", proposals=1), keys, lambda: self._make(index, sample))

    def _make(self, index: int, sample: Sample) -> Product:
        item = game_item(self._plan, index, sample)
        origin = item.origin
        return item, Episode(origin.env, origin.seed_key, origin.options, (), digests_of(item), self._plan.versions)

    def close(self) -> None:
        """Nothing is held."""


def game_item(plan: GamePlan, index: int, sample: Sample) -> Item:
    """The item of a question of a stream."""
    origin = Origin(plan.spec, (plan.seed,), {"index": index}, 0)
    about = {"difficulty": plan.questions.level(index), "split": plan.split}
    return question_item(plan.questions.game, sample, plan.item_id(index), origin, about)
