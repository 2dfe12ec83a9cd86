"""Draw cases: again and again from the same key until an instance is good and its clip fits."""

from collections import Counter

from flowbench.errors import BadValue, NothingToAsk
from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.animation import MOST_ACTIONS
from flowbench.rules.processes.levels import check_level, number_of
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.table import env_id_of, process
from flowbench.seeding import generator

MAX_DRAWS = 200
MAX_INDEX = 1_000_000
SPLITS = ("train", "eval", "dev")


def draw_case(name: str, level: str, index: int, seed: int = 0, split: str = "train") -> Case:
    """The case with an index (from 1): always the same for the same seed and split.

    Raises:
        NothingToAsk: after 200 draws that were no good; says why they were not.
        BadValue, UnknownName: for a bad index, level or process.
    """
    rules, lv = process(name), number_of(check_level(level))
    check_index(index)
    reasons: Counter[str] = Counter()
    for draw in range(MAX_DRAWS):
        try:
            instance = rules.sample(generator(seed, env_id_of(rules.name), split, lv, index, draw), level)
            actions = len(rules.solve(instance, rules.initial(instance)).actions)
        except Reject as e:
            reasons[str(e)] += 1
            continue
        if actions <= MOST_ACTIONS:
            return Case(rules.name, f"{rules.name}_lv{lv}_{index:03d}", level, instance)
        reasons["more actions than fit into a clip"] += 1
    told = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    raise NothingToAsk(f"{rules.name}: no {level} instance in {MAX_DRAWS} draws ({told}). Try another seed or index.")


def check_index(index: object) -> int:
    """The index itself.

    Raises:
        BadValue: unless it is an integer from 1 to a million.
    """
    if not isinstance(index, int) or isinstance(index, bool) or not 1 <= index <= MAX_INDEX:
        raise BadValue(f"The index of a case is an integer from 1 to {MAX_INDEX}, got {index!r}.")
    return index
