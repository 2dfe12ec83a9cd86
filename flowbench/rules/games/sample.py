"""One question about one instance, complete: made here, scored here, from the instance alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from flowbench.errors import BadValue, ParseError
from flowbench.render.board.picture import Picture
from flowbench.rules.games.answers.choice import CHOICE_FORMAT, LETTERS, read_letter
from flowbench.rules.games.family import Family, Format
from flowbench.rules.games.game import Game
from flowbench.rules.games.options import make_options
from flowbench.rules.games.plain import from_plain, to_plain
from flowbench.rules.games.rejection import Reject

FACTS = ("game", "family", "format", "style", "instance", "query", "options")


@dataclass(frozen=True)
class Sample:
    """A question with its reference answer.

    Attributes:
        instance, query: records of the game's and the family's types.
        style: how its pictures are drawn; nothing else depends on it.
        answer: a right answer as text: a letter for a choice.
        options: six texts in the order of the letters; none for an open question.
        kinds: the mistake behind each option, "right" for the right one.
    """

    game: str
    family: str
    fmt: Format
    style: str
    instance: Any
    query: Any
    question: str
    hint: str
    answer: str
    options: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Grade:
    """The score of an answer, 0 or 1, and in words what is wrong with it (empty when nothing is).

    Attributes:
        read: whether it was in the format asked for.
    """

    score: float
    diagnosis: str = ""
    read: bool = True


def make_sample(
    game: Game[Any, Any],
    family: Family[Any, Any, Any],
    fmt: Format,
    instance: Any,
    style: str,
    position: int,
    rng: np.random.Generator,
    hard: float,
) -> Sample:
    """Ask a family's question about an instance, and check that what comes out is sound.

    Args:
        position: where the right option of a choice goes, from 0.

    Raises:
        Reject: when the instance does not serve, or five good wrong options cannot be found.
        BadValue: when the family has no such format.
    """
    if fmt not in family.formats:
        raise BadValue(f"{family.id} is asked in the formats {family.formats}, got {fmt!r}.")
    query = family.ask(instance, rng, hard, fmt)
    grammar, right = family.grammar(instance, query), family.answer(instance, query)
    answer = grammar.write(right)
    texts: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    if fmt == "choice":
        options = make_options(
            right,
            family.wrongs(instance, query, rng, hard),
            lambda value: family.flaw(instance, query, value) is None,
            position,
            rng,
        )
        answer = LETTERS[position]
        texts, kinds = tuple(grammar.write(value) for value in options.values), options.kinds
    question = question_text(family, fmt, instance, query)
    hint = game.hint(instance)
    sample = Sample(game.name, family.id, fmt, style, instance, query, question, hint, answer, texts, kinds)
    _check(game, sample)
    return sample


def question_text(family: Family[Any, Any, Any], fmt: Format, instance: Any, query: Any) -> str:
    """The wording of a question, with the format of its answer."""
    form = CHOICE_FORMAT if fmt == "choice" else family.grammar(instance, query).form
    return f"{family.question(instance, query)}\nAnswer format: {form}"


def _check(game: Game[Any, Any], sample: Sample) -> None:
    """A reference that does not score, or options of which not exactly one does, are no question."""
    if sample.fmt == "choice":
        right = [letter for letter in LETTERS if score(game, sample, letter).score == 1.0]
        if right != [sample.answer] or len(set(sample.options)) != len(LETTERS):
            raise Reject("not exactly one right option")
    elif (grade := score(game, sample, sample.answer)).score != 1.0:
        raise Reject(f"the reference answer does not score: {grade.diagnosis}")


def score(game: Game[Any, Any], sample: Sample, text: str) -> Grade:
    """Grade an answer by the rules: the reference and the kinds of the options are not looked at. Total on any text."""
    family = game.family(sample.family)
    grammar = family.grammar(sample.instance, sample.query)
    try:
        if sample.fmt == "choice":
            value = grammar.parse(sample.options[LETTERS.index(read_letter(text))])
        else:
            value = grammar.parse(text)
    except ParseError as e:
        return Grade(0.0, f"not in the format asked for: {e}", read=False)
    flaw = family.flaw(sample.instance, sample.query, value)
    return Grade(1.0) if flaw is None else Grade(0.0, flaw)


def roles(game: Game[Any, Any], sample: Sample) -> tuple[tuple[str, str], ...]:
    """(role, caption) of each picture of a sample in order; those of drawn options have the roles A to F."""
    family = game.family(sample.family)
    shown = family.pictures(game, sample.query)
    if sample.fmt == "choice" and family.draws_options:
        shown += tuple((letter, f"option {letter}") for letter in LETTERS)
    return shown


def draw(game: Game[Any, Any], sample: Sample, role: str) -> Picture:
    """The picture of a sample in one of its roles."""
    family = game.family(sample.family)
    if role in LETTERS and family.draws_options:
        value = family.grammar(sample.instance, sample.query).parse(sample.options[LETTERS.index(role)])
        return family.draw_option(game, sample.instance, sample.query, value, sample.style)
    return family.draw(game, sample.instance, sample.query, sample.style, role)


def facts(sample: Sample) -> dict[str, Any]:
    """What verification needs, as JSON values: no answer, and no mark at the right option."""
    return {
        "game": sample.game,
        "family": sample.family,
        "format": sample.fmt,
        "style": sample.style,
        "instance": to_plain(sample.instance),
        "query": to_plain(sample.query),
        "options": list(sample.options),
    }


def from_facts(game: Game[Any, Any], given: Mapping[str, Any]) -> Sample:
    """The sample of such facts, checked against the rules; its answer, question and hint are left empty.

    Raises:
        BadValue, UnknownName: when the facts are not those of a sample.
    """
    missing = [name for name in FACTS if name not in given]
    if missing or given["game"] != game.name:
        raise BadValue(f"The facts of a question about {game.name} are {FACTS}, got {sorted(given)}.")
    family = game.family(given["family"])
    fmt, options = given["format"], tuple(given["options"])
    if fmt not in family.formats or len(options) != (len(LETTERS) if fmt == "choice" else 0):
        raise BadValue(f"{family.id} has the formats {family.formats}, a choice six options; got {fmt!r}, {options!r}.")
    instance = from_plain(game.instance_type, given["instance"])
    game.check(instance)
    query = from_plain(family.query_type, given["query"])
    return Sample(game.name, family.id, fmt, game.check_style(given["style"]), instance, query, "", "", "", options)
