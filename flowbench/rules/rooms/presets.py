"""How often each class of outcome is wanted, by preset and category.

A class is an answer ("yes"), or in the categories that balance flips an answer and whether it is another than the one
before the move ("yes/flip", "yes/stay").
"""

from collections.abc import Mapping, Sequence

from flowbench.errors import UnknownName

BALANCED, PAPER, PAPER_LITERAL = PRESETS = ("balanced", "paper", "paper_literal")
FLIP, STAY = "flip", "stay"
_PAPER_NO_RATES = {"occlusion": 0.20, "contact_wall": 0.08, "feasibility": 0.55}
_FLIP_RATES = {"balanced": 0.55, "paper": 0.80, "paper_literal": 0.80}


def yes_no_rates(category: str, preset: str) -> Mapping[str, float]:
    """Share of each answer a preset wants of a yes/no category: half and half in "balanced", else the paper's.

    >>> yes_no_rates("occlusion", "paper")
    {'yes': 0.8, 'no': 0.2}
    """
    _check(preset)
    no = 0.5 if preset == "balanced" else _PAPER_NO_RATES.get(category, 0.5)
    return {"yes": 1.0 - no, "no": no}


def even_rates(classes: Sequence[str]) -> Mapping[str, float]:
    """The same share for every class."""
    return {name: 1.0 / len(classes) for name in classes}


def flip_rate(preset: str) -> float:
    """Share of outcomes whose answer is another than before the move."""
    _check(preset)
    return _FLIP_RATES[preset]


def with_flips(answers: Mapping[str, float], preset: str) -> Mapping[str, float]:
    """Shares of the classes "answer/flip" and "answer/stay", the flips' share being the same for every answer."""
    share = flip_rate(preset)
    return {
        f"{answer}/{kind}": rate * part
        for answer, rate in answers.items()
        for kind, part in ((FLIP, share), (STAY, 1.0 - share))
    }


def flip_classes(answers: Sequence[str]) -> tuple[str, ...]:
    """The classes of a category that balances flips."""
    return tuple(f"{answer}/{kind}" for answer in answers for kind in (FLIP, STAY))


def answer_of(wanted: str) -> str:
    """The answer of a class.

    >>> answer_of("yes/flip"), answer_of("no")
    ('yes', 'no')
    """
    return wanted.split("/")[0]


def is_flip(wanted: str) -> bool:
    """Whether a class wants another answer than before the move."""
    return wanted.endswith(f"/{FLIP}")


def _check(preset: str) -> None:
    if preset not in PRESETS:
        raise UnknownName.among("preset", preset, PRESETS)
