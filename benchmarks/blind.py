"""What can be had without looking, on many items a category: questions alone, small flat pictures, nothing stored.

    python benchmarks/blind.py --count 2000 --workers 2
    python benchmarks/blind.py --categories LeftRight,NearObject --count 200
    python benchmarks/blind.py --preset paper --count 400

Items are those of a roll-out over all iTHOR and RoboTHOR scenes, ten views each, with every quota; where a
stream is over too soon, another seed's goes on.
"""

import argparse
import multiprocessing
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import flowbench
from flowbench import registry
from flowbench.annotators import text
from flowbench.datasets.admit import Tally, quotas, refusal
from flowbench.datasets.plan import make_plan
from flowbench.datasets.run_slot import run_slot
from flowbench.datasets.slots import slot, slot_count
from flowbench.evaluation.blind import blind
from flowbench.records import Item, Transition
from flowbench.simulators.scenes import scene_names

FEWER = {"ContactWall": 400}  # it has fewer scenes
SEEDS = (0, 1, 2)  # one stream after the other, where one is over too soon
PER_VIEW, MORE_PER_VIEW = 3, {"Occlusion": 6}  # items of a view; it has no 2,000 with fewer
RATED, FEWER_RATED = 400, {"ContactWall": 250}
CATEGORIES = tuple(env_id.split("-")[1] for env_id in registry.ids("rooms") if "Sandbox" not in env_id)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--categories", default=",".join(CATEGORIES))
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--size", type=int, default=240)
    parser.add_argument("--preset", default="balanced")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    jobs = [
        (name, min(given.count, FEWER.get(name, given.count)), given.size, given.preset)
        for name in given.categories.split(",")
    ]
    with multiprocessing.get_context("spawn").Pool(given.workers, maxtasksperchild=1) as pool:
        for lines in pool.imap(measure, jobs):
            print(lines, flush=True)


def measure(job: tuple[str, int, int, str]) -> str:
    """The lines of one category."""
    category, count, size, preset = job
    items, classes, rates = questions(category, count, size, preset)
    (found,) = blind(items).values()
    flips = sum(item.answer != item.answer_before for item in items) / len(items)
    answers = ", ".join(f"{name} {n}" for name, n in Counter(item.answer for item in items).most_common(6))
    rules = {name: round(share, 3) for name, share in (dict(found.rules) | own_rules(items)).items()}
    head = f"{category}: {found.n} items, chance {found.chance:.3f}, flips {flips:.3f}, letters p {found.letters_p:.3f}"
    first = classes[: FEWER_RATED.get(category, RATED)]
    missed = max(abs(first.count(name) / len(first) - rate) for name, rate in rates.items())
    return f"{head}, {answers}\n  class rates of the first {len(first)} missed by {missed:.4f} at most\n  {rules}"


def questions(
    category: str, count: int, size: int, preset: str
) -> tuple[list[Item], list[str], Mapping[str, Fraction]]:
    """The first items of a stream, without pictures; their classes, and how often each class is wanted."""
    env_id = f"FlowBench-{category}-v0"
    scenes = [*scene_names("ithor"), *(scene_names("robothor") if category != "ContactWall" else ())]
    kwargs = {"scenes": scenes, "views_per_scene": 10, "quality": "flat", "width": size, "height": size}
    per_view = MORE_PER_VIEW.get(category, PER_VIEW)
    plans = [make_plan(env_id, kwargs=kwargs, per_view=per_view, preset=preset, seed=seed) for seed in SEEDS]
    env, planner, rules, tally = plans[0].make(), flowbench.make_planner(env_id), quotas(plans[0]), Tally()
    items: list[Item] = []
    classes: list[str] = []
    for plan, index in ((one, index) for one in plans for index in range(slot_count(one))):
        asked = slot(plan, index)
        if len(items) == count:
            break
        if refusal(rules, tally, asked.keys) is not None:
            continue
        candidate = run_slot(env, planner, asked).candidate
        if candidate is None or refusal(rules, tally, candidate.keys) is not None:
            continue
        tally.add(candidate.keys)
        items.append(words_of(candidate.transition, plan.item_id(index)))
        classes.append(candidate.keys["class"])
    return items, classes, plans[0].rates


def words_of(transition: Transition, item_id: str) -> Item:
    """The item of a transition without pictures and arrays."""
    task = transition.task
    words = text.names(transition.before, task)
    rule = registry.resolve(registry.entry(transition.origin.env_id).rule)
    state = {
        "category": task.category,
        "motion_text": text.motion(transition, words),
        "parameters": dict(task.parameters),
        "measures": dict(transition.verdict.measures),
    }
    before = rule.answer_before(task, transition.before)
    answer = str(transition.verdict.answer)
    return Item(item_id, text.question(transition, words), answer, before, state, {}, {}, transition.origin)


def own_rules(items: list[Item]) -> dict[str, float]:
    """Guesses that know more than the text: which way the true distance went, and where the answer stood before."""
    category = items[0].state["category"]
    found: dict[str, Callable[[dict[str, Any]], bool]] = {
        "near_object": lambda m: m["distance_1"] < m["distance_before"],
        "contact_wall": lambda m: m["clearance"] < m["clearance_before"],
    }
    if category in found:
        name = {"near_object": "came nearer", "contact_wall": "went toward"}[category]
        hits = sum((item.answer == "yes") == found[category](dict(item.state["measures"])) for item in items)
        return {name: hits / len(items)}
    if category == "closer_to":
        ranks = Counter(int(item.state["measures"]["rank_before"]) for item in items)
        return {f"rank {rank} before": n / len(items) for rank, n in sorted(ranks.items())}
    if category == "count_near":
        by_tau: dict[float, Counter[str]] = {}
        for item in items:
            by_tau.setdefault(float(item.state["parameters"]["tau"]), Counter())[item.answer] += 1
        return {"tau table": sum(max(counts.values()) for counts in by_tau.values()) / len(items)}
    return {}


if __name__ == "__main__":
    main()
