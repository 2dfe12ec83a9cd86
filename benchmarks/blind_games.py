"""What questions about games give away to whoever does not look: per family, by rules learned from the words alone.

    python benchmarks/blind_games.py                       # 5,000 questions of each family, half an hour
    python benchmarks/blind_games.py --families RC1 HO3 --count 1000

Rules are chosen on the first half of the questions and tried on the second. Choice questions: `letter` always gives
the most common letter, `longest` the longest option, and `form` the option at the place that did best in an order of
the options (by length, by the numbers in it, by what it shares with the others, ...); chance is 16.7 %. Open questions:
`majority` always gives the most common answer. Options that are drawn are looked at as the texts they are drawn from.
"""

import argparse
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from flowbench.datasets.questions import create
from flowbench.rules.games.answers.choice import LETTERS
from flowbench.rules.games.sample import Sample
from flowbench.rules.games.table import game, games
from flowbench.seeding import ordered

COUNT, SEED, SPLIT = 5_000, 9, "eval"

_NUMBER = re.compile(r"\d+")
_TOKEN = re.compile(r"\w+")

Key = Callable[[str, Sequence[str]], float]


def numbers(text: str) -> list[int]:
    return [int(found) for found in _NUMBER.findall(text)]


def first_number(text: str, options: Sequence[str]) -> float:
    return next(iter(numbers(text)), -1)


def last_number(text: str, options: Sequence[str]) -> float:
    return next(reversed(numbers(text)), -1)


def shared_places(text: str, options: Sequence[str]) -> float:
    """In how many places an option has what another one has there, too."""
    mine = _TOKEN.findall(text)
    others = [_TOKEN.findall(other) for other in options if other is not text]
    return sum(a == b for other in others for a, b in zip(mine, other, strict=False))


def shared_tokens(text: str, options: Sequence[str]) -> float:
    """How many tokens an option shares with others, wherever they are."""
    mine = Counter(_TOKEN.findall(text))
    return sum((mine & Counter(_TOKEN.findall(other))).total() for other in options if other is not text)


KEYS: dict[str, Key] = {
    "length": lambda text, options: len(text),
    "tokens": lambda text, options: len(_TOKEN.findall(text)),
    "different tokens": lambda text, options: len(set(_TOKEN.findall(text))),
    "sum of numbers": lambda text, options: sum(numbers(text)),
    "largest number": lambda text, options: max(numbers(text), default=-1),
    "first number": first_number,
    "last number": last_number,
    "spread of numbers": lambda text, options: statistics.pstdev(numbers(text) or [0]),
    "what others have in its places": shared_places,
    "what others have": shared_tokens,
}
Rule = tuple[str, int]  # an order of the options, and a place in it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--families", nargs="+", help="ids; all of them without")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--only", choices=("choice", "open"))
    given = parser.parse_args()
    print("| family | format | questions | letter % | longest % | form % | by | majority % |")
    print("|---|---|---|---|---|---|---|---|")
    for name, family, fmt in cases():
        if (given.families is None or family in given.families) and given.only in (None, fmt):
            print(row(family, fmt, asked(name, family, fmt, given.count)), flush=True)


def cases() -> Iterator[tuple[str, str, str]]:
    """Game, family and format of all there are."""
    for name in games():
        for family in game(name).families:
            yield from ((name, family.id, fmt) for fmt in family.formats)


def asked(name: str, family: str, fmt: str, count: int) -> list[Sample]:
    questions = create(name, family, fmt, size=count, seed=SEED, split=SPLIT)
    return [questions.sample(k) for k in range(count)]


def row(family: str, fmt: str, samples: Sequence[Sample]) -> str:
    learned, tried = samples[: len(samples) // 2], samples[len(samples) // 2 :]
    head = f"| {family} | {fmt} | {len(samples)} |"
    if fmt == "open":
        common = Counter(sample.answer for sample in learned).most_common(1)[0][0]
        return f"{head} | | | | {100.0 * mean(sample.answer == common for sample in tried):.1f} |"
    letter, longest = letter_rate(learned, tried), rate(("length", len(LETTERS) - 1), tried)
    rule = best_rule(learned)
    by = f"{rule[0]}, place {rule[1] + 1} of {len(LETTERS)}"
    return f"{head} {100.0 * letter:.1f} | {100.0 * longest:.1f} | {100.0 * rate(rule, tried):.1f} | {by} | |"


def letter_rate(learned: Sequence[Sample], tried: Sequence[Sample]) -> float:
    """How often the letter is right that most often was."""
    common = Counter(sample.answer for sample in learned).most_common(1)[0][0]
    return mean(sample.answer == common for sample in tried)


def best_rule(samples: Sequence[Sample]) -> Rule:
    """The rule that is right most often."""
    counts: Counter[Rule] = Counter()
    for sample in samples:
        right = LETTERS.index(sample.answer)
        counts.update((key, order_of(sample, key).index(right)) for key in KEYS)
    return counts.most_common(1)[0][0]


def rate(rule: Rule, samples: Sequence[Sample]) -> float:
    """How often a rule is right."""
    return mean(order_of(sample, rule[0])[rule[1]] == LETTERS.index(sample.answer) for sample in samples)


def order_of(sample: Sample, key: str) -> list[int]:
    """The options by a key, from the least on; equal ones in any order that belongs to them."""
    values = [KEYS[key](text, sample.options) for text in sample.options]
    shuffled = ordered(range(len(LETTERS)), "blind", *sample.options)
    return sorted(shuffled, key=lambda k: values[k])


def mean(values: Iterator[bool]) -> float:
    found = list(values)
    return sum(found) / len(found)


if __name__ == "__main__":
    main()
