"""Slots: the finite, published stream of what is asked for, one (view, wanted class) after the other.

A slot is a pure function of the plan and its index. Classes follow one another so that in any prefix of n slots each
class was asked for within one of its rate times n. Each class walks the views in three rounds, each round in its own
random order; within a round the classes start apart, so that the first slots see each view once. Where a plan limits
the items of a scene, the stream comes round as often as that (laps): in the first lap a scene may give one item, in
the second two, ...
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flowbench.datasets.game_plan import STREAM, GamePlan
from flowbench.datasets.plan import ROUND, VISITS, Plan
from flowbench.errors import BadValue
from flowbench.seeding import digest, ordered


@dataclass(frozen=True, slots=True)
class Slot:
    """One request: an episode in this view whose realised answer is the wanted one."""

    env_id: str
    preset: str
    split: str
    index: int
    scene: str
    view: int
    wanted: str
    seed: int
    lap: int = 0

    @property
    def keys(self) -> dict[str, str]:
        """What quotas can know of its item before it is run."""
        view = f"{self.scene}/{self.view}"
        return {"class": self.wanted, "lap": str(self.lap), "scene": self.scene, "view": view}

    def options(self, proposal: int) -> dict[str, str | int]:
        """The reset options of the slot's k-th proposal."""
        return {"scene": self.scene, "view": self.view, "wanted": self.wanted, "proposal": proposal}


def slot(plan: Plan, index: int) -> Slot:
    """The slot with this index.

    Raises:
        BadValue: if the stream is over before.
    """
    if isinstance(plan, GamePlan):
        return _question(plan, index)
    stream = _stream(plan)
    if not 0 <= index < len(stream):
        raise BadValue(f"Slot {index} does not exist: the stream has {len(stream)} slots.")
    scene, view, wanted, lap = stream[index]
    return Slot(plan.env_id, plan.preset, plan.split, index, scene, view, wanted, _seed(plan, index), lap)


def slot_count(plan: Plan) -> int:
    """Length of the stream: it ends where a class has been asked for three times in every view in every lap."""
    return STREAM if isinstance(plan, GamePlan) else len(_stream(plan))


def round_count(plan: Plan) -> int:
    """Number of rounds; the last one may be short."""
    return -(-slot_count(plan) // ROUND)


def balanced_classes(rates: tuple[Fraction, ...], most: int) -> list[int]:
    """A sequence of class numbers, each prefix within one of its rate, as long as none comes up more than `most` times.

    Among the classes that are behind, the one that would first be a whole item behind comes next (Tijdeman's solution
    of the chairman assignment problem, Discrete Mathematics 32, 1980). Behind is who lacks 1 / (2 n - 2) of an item,
    of n classes. All fractions are brought to whole numbers first.
    """
    parts, whole = over_one_denominator(rates)
    wanted = [c for c, part in enumerate(parts) if part > 0]
    common = math.lcm(*(parts[c] for c in wanted))
    steps = max(1, 2 * len(rates) - 2)
    counts = [0] * len(rates)
    sequence: list[int] = []
    while True:
        n = len(sequence) + 1
        behind = [c for c in wanted if steps * (parts[c] * n - whole * counts[c]) >= whole]
        chosen = min(behind, key=lambda c: ((steps * (counts[c] + 1) - 1) * (common // parts[c]), c))
        if counts[chosen] == most:
            return sequence
        counts[chosen] += 1
        sequence.append(chosen)


def over_one_denominator(rates: tuple[Fraction, ...]) -> tuple[list[int], int]:
    """Numerators of some fractions over their common denominator, and that."""
    whole = math.lcm(*(rate.denominator for rate in rates))
    return [int(rate * whole) for rate in rates], whole


def _question(plan: GamePlan, index: int) -> Slot:
    """A question of a game: its "view" is its index."""
    family, fmt = plan.questions.kind(index)
    name = plan.questions.game.name
    return Slot(plan.env_id, plan.preset, plan.split, index, name, index, f"{family} {fmt}", plan.seed)


@lru_cache(maxsize=4)
def _stream(plan: Plan) -> list[tuple[str, int, str, int]]:
    names = list(plan.rates)
    rounds = [_round(plan, visit) for visit in range(VISITS * (plan.per_scene or 1))]
    walks = [_walk(plan, rounds, k) for k in range(len(names))]
    seen, lap = [0] * len(names), VISITS * len(plan.views)
    stream = []
    for chosen in balanced_classes(tuple(plan.rates.values()), (plan.per_scene or 1) * lap):
        scene, view = walks[chosen][seen[chosen]]
        stream.append((scene, view, names[chosen], seen[chosen] // lap))
        seen[chosen] += 1
    return stream


def _round(plan: Plan, visit: int) -> list[tuple[str, int]]:
    """The views in the order of a round."""
    return ordered(plan.views, "views", plan.seed, plan.env_id, plan.preset, plan.split, visit)


def _walk(plan: Plan, rounds: Sequence[list[tuple[str, int]]], class_number: int) -> list[tuple[str, int]]:
    """The views in the order in which a class visits them: rounds, each from where the class's share begins."""
    share = sum(list(plan.rates.values())[:class_number], Fraction(0))
    start = int(share * len(plan.views))
    return [view for views in rounds for view in views[start:] + views[:start]]


def _seed(plan: Plan, index: int) -> int:
    key = digest("slot", plan.seed, plan.env_id, plan.preset, plan.split, index)
    return int.from_bytes(key[:8], "little") >> 1  # 63 bits: a seed fits a signed integer everywhere
