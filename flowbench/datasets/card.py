"""The card of a set: what is in it, how balanced it is, what failed, what a blind reader gets right, and licences."""

import dataclasses
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flowbench import registry
from flowbench.datasets.shards import shards
from flowbench.datasets.store import Dataset
from flowbench.evaluation.blind import blind
from flowbench.evaluation.options import chance
from flowbench.records import Item
from flowbench.rules.rooms.presets import PAPER_LITERAL
from flowbench.simulators import scenes

REASONS = 6  # of each category, the most frequent
LICENCES = (
    "Scenes: facts (types, poses, boxes) of AI2-THOR's iTHOR and RoboTHOR scenes from the `procthor` wheel, by the "
    "Allen Institute for AI, Apache-2.0; see NOTICE. Bodies, materials, pictures, questions and labels: made by "
    "flowbench, Apache-2.0. The categories and the composition follow the FlowBench paper."
)


def card(name: str, about: str, parts: Mapping[str, Dataset]) -> str:
    """The card as Markdown; it depends on the items alone.

    Args:
        name, about: of the set.
        parts: its stores by folder.
    """
    words = {folder: [words_only(part, item_id) for item_id in part.ids] for folder, part in parts.items()}
    everything = [item for items in words.values() for item in items]
    sections = [
        f"# {name}\n\n{about}\n",
        f"{len(everything)} questions, chance {100.0 * _mean(map(chance, everything)):.3f} %.\n",
        "## Composition\n" + _composition(words),
        "## Balance\n" + _balance(words),
        "## Moves\n" + _moves(words),
        "## Yield\n" + "\n".join(_yield(folder, part) for folder, part in parts.items()),
        "## What can be had without looking\n" + _blind(everything),
        "## Thresholds\n" + "\n".join(_thresholds(folder, part) for folder, part in parts.items()),
        f"## Licences\n\n{LICENCES}\n",
    ]
    return "\n".join(sections)


def words_only(part: Dataset, item_id: str) -> Item:
    """An item without its pictures and arrays."""
    return part.record(item_id).item({}, {})


def _composition(words: Mapping[str, Sequence[Item]]) -> str:
    rows = []
    for folder, items in words.items():
        rooms = Counter(str(item.state["room_type"]) for item in items)
        movers = Counter(str(item.state["mover"]).split("|")[0] for item in items)
        rows.append(
            (
                folder,
                len(items),
                len({item.state["scene"] for item in items}),
                _counts(rooms),
                _counts(dict(movers.most_common(3))),
                f"{100.0 * _mean(map(chance, items)):.1f} %",
            )
        )
    return _table(("category", "questions", "scenes", "rooms", "most frequent movers", "chance"), rows)


def _balance(words: Mapping[str, Sequence[Item]]) -> str:
    rows = []
    for folder, items in words.items():
        answers = Counter(item.answer for item in items)
        flips = sum(item.answer != item.answer_before for item in items)
        common = answers if len(answers) <= 6 else dict(answers.most_common(3)) | {"other": 0}
        shown = {**common, **({"other": len(items) - sum(common.values())} if "other" in common else {})}
        rows.append((folder, _counts(shown), f"{flips / max(1, len(items)):.2f}"))
    return _table(("category", "answers", "another answer than before the move"), rows)


def _moves(words: Mapping[str, Sequence[Item]]) -> str:
    rows = []
    for folder, items in words.items():
        lengths = [float(item.state["measures"]["move_m"]) for item in items] or [0.0]
        clear = sum(bool(item.state["attempt"]["path_clear"]) for item in items)
        settled = max((float(item.state["attempt"]["settled_m"]) for item in items), default=0.0)
        quarters = statistics.quantiles(lengths, n=4) if len(lengths) > 1 else lengths * 3
        rows.append(
            (
                folder,
                " / ".join(f"{value:.2f}" for value in (min(lengths), *quarters, max(lengths))),
                f"{clear / max(1, len(items)):.2f}",
                f"{settled:.3f}",
            )
        )
    names = ("category", "length, m: least / quartiles / most", "straight way free", "deepest settling, m")
    return _table(names, rows)


def _yield(folder: str, part: Dataset) -> str:
    """Slots that gave a candidate, together and by room type, and why the others did not."""
    logs = [log for shard in shards(part.root) for log in shard.logs if log["outcome"] != "skipped"]
    found, tried, reasons = Counter[str](), Counter[str](), Counter[str]()
    for log in logs:
        room = scenes.load_facts(log["scene"]).room_type
        tried[room] += 1
        found[room] += log["outcome"] == "found"
        reasons.update(log["reasons"])
        reasons["no proposal in the view"] += log["outcome"] == "no proposal"
    rooms = ", ".join(f"{room} {found[room] / tried[room]:.2f}" for room in sorted(tried))
    why = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common(REASONS) if count)
    share = found.total() / max(1, tried.total())
    return f"\n- **{folder}**: {share:.2f} of {tried.total()} slots ({rooms}). Attempts and slots that failed: {why}."


def _blind(everything: Sequence[Item]) -> str:
    found = blind(everything)
    rules = list(dict.fromkeys(name for some in found.values() for name in some.rules))
    rows = [
        (
            category,
            some.n,
            f"{some.chance:.2f}",
            *(f"{some.rules[rule]:.2f}" for rule in rules),
            f"{some.letters_p:.2f}",
        )
        for category, some in found.items()
    ]
    return _table(("category", "n", "chance", *rules, "letters even, p"), rows)


def _thresholds(folder: str, part: Dataset) -> str:
    rule = registry.resolve(registry.entry(str(part.plan["env"])).rule)
    limits = getattr(rule, "PAPER", rule.LIMITS) if part.plan["preset"] == PAPER_LITERAL else rule.LIMITS
    values = ", ".join(f"{name} {value}" for name, value in dataclasses.asdict(limits).items())
    return f"\n- **{folder}**: {values}."


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / max(1, len(found))


def _table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    lines = [names, ["---"] * len(names), *rows]
    return "\n" + "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines) + "\n"
