"""What can be had without looking: answers guessed from the text alone.

Each rule learns on most of a category's items and is tried on the others, in turn (cross-validation). A category in
which a rule is much better than chance gives its answers away.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from flowbench.errors import BadValue
from flowbench.evaluation.lengths import length_bin
from flowbench.evaluation.motion_words import components, lengths
from flowbench.evaluation.options import chance, options_of
from flowbench.evaluation.parsing import ALPHABET
from flowbench.evaluation.statistics import uniformity
from flowbench.records import Floats, Item
from flowbench.seeding import ordered

FOLDS = 5
PRIOR = 1.0  # pseudo-count of each word in each class (Laplace)
_WORD = re.compile(r"[a-z]+|\d+(?:\.\d+)?")
_SIDE = re.compile(r"\b(?:to|on) the (?:left|right)\b|\b(?:closer|farther)\b", re.IGNORECASE)
_AXES = ("left right", "down up", "toward away")

Rule = Callable[[Sequence[Item], Sequence[Item]], list[str]]  # (learn from, guess for) -> guesses


@dataclass(frozen=True)
class Blind:
    """What blind rules reach in one category.

    Attributes:
        n: items.
        chance: accuracy of guessing among the possible answers.
        rules: accuracy of each rule on items it did not learn from.
        letters_p: p-value of the test that the right letters are spread evenly over the options.
    """

    n: int
    chance: float
    rules: Mapping[str, float]
    letters_p: float

    @property
    def best(self) -> float:
        """Accuracy of the best rule."""
        return max(self.rules.values())


def blind(items: Iterable[Item], folds: int = FOLDS) -> dict[str, Blind]:
    """Blind accuracies by category. Items with fewer companions than folds are tried one by one.

    Raises:
        BadValue: for fewer than two folds, or a category with one item: nothing can be learnt from none.
    """
    if folds < 2:
        raise BadValue(f"Cross-validation needs at least 2 folds, got {folds}.")
    by_category: dict[str, list[Item]] = {}
    for item in items:
        by_category.setdefault(str(item.state["category"]), []).append(item)
    return {name: _blind(name, some, folds) for name, some in sorted(by_category.items())}


def _blind(category: str, items: Sequence[Item], folds: int) -> Blind:
    if len(items) < 2:
        raise BadValue(f"Category {category} has one item; blind rules need two at least.")
    order = {item_id: k for k, item_id in enumerate(ordered(sorted(item.item_id for item in items), "folds"))}
    shuffled = sorted(items, key=lambda item: order[item.item_id])
    return Blind(
        n=len(items),
        chance=sum(chance(item) for item in items) / len(items),
        rules={name: _cross_validated(rule, shuffled, min(folds, len(items))) for name, rule in _RULES.items()},
        letters_p=_letters_p(items),
    )


def _cross_validated(rule: Rule, items: Sequence[Item], folds: int) -> float:
    right = 0
    for fold in range(folds):
        tried = items[fold::folds]
        learnt = [item for k, item in enumerate(items) if k % folds != fold]
        right += sum(guess == item.answer for guess, item in zip(rule(learnt, tried), tried, strict=True))
    return right / len(items)


def _letters_p(items: Sequence[Item]) -> float:
    options = [options_of(item) for item in items]
    counts = Counter(letter for some in options for letter in some.key)
    return uniformity([counts[letter] for letter in ALPHABET[: len(options[0].values)]])


def _table(key: Callable[[Item], Hashable]) -> Rule:
    """The most frequent answer among items of the same key; where there are none, among all."""

    def guess(learn: Sequence[Item], tried: Sequence[Item]) -> list[str]:
        answers: dict[Hashable, Counter[str]] = {}
        for item in learn:
            answers.setdefault(key(item), Counter())[item.answer] += 1
        everything = Counter(item.answer for item in learn)
        return [_most_frequent(answers.get(key(item), everything)) for item in tried]

    return guess


def _most_frequent(counts: Counter[str]) -> str:
    return min(counts, key=lambda answer: (-counts[answer], answer))


def _length(item: Item) -> Hashable:
    """The bin of the move, and the lengths the question itself mentions (a probe's, a threshold)."""
    steps = [metres for _, metres in components(_move(item))]
    return length_bin(float(np.sqrt(np.sum(np.square(steps))))), tuple(lengths(_asked(item)))


def _direction(item: Item) -> Hashable:
    """Which way the move and the probe go, and which side the question asks about."""
    return _ways(_move(item)), _ways(_asked(item)), tuple(word.lower() for word in _SIDE.findall(_asked(item)))


def _kind_and_length(item: Item) -> Hashable:
    """Along how many axes the move and the probe go, and how far."""
    return len(components(_move(item))), len(components(_asked(item))), _length(item)


def _ways(text: str) -> tuple[str, ...]:
    return tuple(sorted(_AXES[axis].split()[metres > 0.0] for axis, metres in components(text)))


def _move(item: Item) -> str:
    return str(item.state["motion_text"])


def _asked(item: Item) -> str:
    """The question without the move."""
    return item.question.text.replace(_move(item), "")


def _bag_of_words(learn: Sequence[Item], tried: Sequence[Item]) -> list[str]:
    """Naive Bayes over which words a text has."""
    words = sorted({word for item in learn for word in _words(item)})
    answers = sorted({item.answer for item in learn})
    seen, given = _has(words, learn), np.array([answers.index(item.answer) for item in learn])
    sizes = np.bincount(given, minlength=len(answers))
    counts = np.stack([seen[given == k].sum(axis=0) for k in range(len(answers))])
    shares = (counts + PRIOR) / (sizes[:, None] + 2.0 * PRIOR)
    there = _has(words, tried)
    scores = there @ np.log(shares).T + (1.0 - there) @ np.log1p(-shares).T + np.log(sizes)
    return [answers[int(k)] for k in scores.argmax(axis=1)]


def _has(words: Sequence[str], items: Sequence[Item]) -> Floats:
    """(items, words) 1.0 where an item's text has a word."""
    columns = {word: k for k, word in enumerate(words)}
    there = np.zeros((len(items), len(words)))
    for row, item in zip(there, items, strict=True):
        row[[columns[word] for word in _words(item) if word in columns]] = 1.0
    return there


def _words(item: Item) -> frozenset[str]:
    return frozenset(_WORD.findall(" ".join([item.question.text, *item.question.choices]).lower()))


_RULES: Mapping[str, Rule] = {
    "majority": _table(lambda item: None),
    "bag of words": _bag_of_words,
    "length": _table(_length),
    "direction": _table(_direction),
    "kind and length": _table(_kind_and_length),
}
