"""The four families of questions about a scene: one kind or several, in the whole scene or in regions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from flowbench.render.board.picture import Picture
from flowbench.rules.games.answers.grammar import Fields, Grammar, Integer
from flowbench.rules.games.difficulty import Dial
from flowbench.rules.games.family import Family, Format
from flowbench.rules.games.game import Game
from flowbench.rules.games.hidden_object import picture
from flowbench.rules.games.hidden_object.generator import TARGET_COUNT
from flowbench.rules.games.hidden_object.names import region_letter, target_name
from flowbench.rules.games.hidden_object.records import Marks, Scene
from flowbench.rules.games.hidden_object.wrong_counts import OTHER_OPTIONS, Asked, starts, wrong_count, wrong_counts
from flowbench.rules.games.options import Wrong
from flowbench.rules.games.rejection import Reject

KINDS_EVERYWHERE = Dial((2, 2), (2, 3), (3, 4))  # asked for together, in the whole scene
KINDS_HERE = Dial((2, 2), (2, 3), (3, 3))  # in one region

Counts = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class CountQuery:
    """What is counted.

    Attributes:
        kinds: the kinds T1, T2, ... of the card.
        regions: where; none stands for the whole scene.
        card: whether the card is a picture of its own, rather than part of the scene's.
    """

    kinds: tuple[int, ...]
    regions: tuple[int, ...]
    card: bool


def _askable(instance: Scene, hard: float) -> list[int]:
    """Kinds with as many objects as this difficulty asks for."""
    low, high = TARGET_COUNT.span(hard)
    found = [kind for kind in range(len(instance.kinds)) if low <= instance.count(kind) <= high]
    if not found:
        raise Reject("no kind with a count of this difficulty")
    return found


def _one(rng: np.random.Generator, choices: list[Any]) -> Any:
    return choices[int(rng.integers(len(choices)))]


def _larger(rng: np.random.Generator, counts: list[int]) -> int:
    """One of a few counts, larger ones more likely: in a region small ones are far more common."""
    weights = np.minimum(counts, OTHER_OPTIONS) + 1.0
    return int(rng.choice(counts, p=weights / weights.sum()))


def _card(rng: np.random.Generator) -> bool:
    return bool(rng.random() < 0.5)


def _targets(query: CountQuery) -> tuple[str, ...]:
    return tuple(target_name(k) for k in range(len(query.kinds)))


def _listed(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


class _Shown(Family[Scene, CountQuery, Any]):
    """What the families share: the pictures, with the kinds of the query on the card."""

    formats: ClassVar[tuple[Format, ...]] = ("open", "choice")
    query_type = CountQuery

    def pictures(self, game: Game[Scene, Any], query: CountQuery) -> tuple[tuple[str, str], ...]:
        """The card and the scene, or the scene with the card below it."""
        return picture.APART if query.card else picture.TOGETHER

    def draw(self, game: Game[Scene, Any], instance: Scene, query: CountQuery, style: str, role: str) -> Picture:
        """One of them."""
        targets = tuple(zip(_targets(query), query.kinds, strict=True))
        return picture.draw(instance, Marks(), targets, game.check_style(style), role)


class OneKind(_Shown):
    """HO1: how many of one kind are in the scene."""

    id = "HO1"

    def ask(self, instance: Scene, rng: np.random.Generator, hard: float, fmt: Format) -> CountQuery:
        """First the count, each as often as it fits among six options, then a kind that has it."""
        kinds = _askable(instance, hard)
        counts = sorted({instance.count(kind) for kind in kinds})
        weights = np.array([len(starts(count, TARGET_COUNT.span(hard))) for count in counts], dtype=np.float64)
        count = int(rng.choice(counts, p=weights / weights.sum()))
        return CountQuery((_one(rng, [kind for kind in kinds if instance.count(kind) == count]),), (), _card(rng))

    def question(self, instance: Scene, query: CountQuery) -> str:
        """The wording."""
        return "How many objects of the kind T1 on the card are in the whole scene?"

    def grammar(self, instance: Scene, query: CountQuery) -> Grammar[Any]:
        """A number."""
        return Integer()

    def answer(self, instance: Scene, query: CountQuery) -> int:
        """By counting."""
        return instance.count(query.kinds[0], *query.regions)

    def flaw(self, instance: Scene, query: CountQuery, value: int) -> str | None:
        """Too many or too few."""
        apart = value - self.answer(instance, query)
        return f"{abs(apart)} too {'many' if apart > 0 else 'few'}" if apart else None

    def wrongs(self, instance: Scene, query: CountQuery, rng: np.random.Generator, hard: float) -> Iterator[Wrong[int]]:
        """See `wrong_count`."""
        return wrong_count(instance, Asked(query.kinds[0]), TARGET_COUNT.span(hard), rng)


class OneInRegion(OneKind):
    """HO2: how many of one kind lie in a region. Such counts are too small for six options that are equally likely."""

    id = "HO2"
    formats = ("open",)

    def ask(self, instance: Scene, rng: np.random.Generator, hard: float, fmt: Format) -> CountQuery:
        """First the count, then a kind and a region that have it; of the kind there are some elsewhere, too."""
        places = [(kind, region) for kind in _askable(instance, hard) for region in range(len(instance.regions))]
        counted = {(kind, region): instance.count(kind, region) for kind, region in places}
        fair = {place: count for place, count in counted.items() if count < instance.count(place[0])}
        if not fair:
            raise Reject("no kind in more than one region")
        count = _larger(rng, sorted(set(fair.values())))
        kind, region = _one(rng, [place for place, found in fair.items() if found == count])
        return CountQuery((kind,), (region,), _card(rng))

    def question(self, instance: Scene, query: CountQuery) -> str:
        """The wording."""
        return f"How many objects of the kind T1 on the card lie in region {region_letter(query.regions[0])}?"


class SeveralKinds(_Shown):
    """HO3: how many of each of two to four kinds are in the scene."""

    id = "HO3"

    def ask(self, instance: Scene, rng: np.random.Generator, hard: float, fmt: Format) -> CountQuery:
        """Kinds of the right counts, not all equally many."""
        kinds = _some_kinds(instance, rng, hard, KINDS_EVERYWHERE)
        return CountQuery(_uneven(instance, kinds, None), (), _card(rng))

    def question(self, instance: Scene, query: CountQuery) -> str:
        """The wording."""
        listed = _listed(_targets(query))
        return f"How many objects of each of the kinds {listed} on the card are in the whole scene?"

    def grammar(self, instance: Scene, query: CountQuery) -> Grammar[Any]:
        """A field a kind, or a region."""
        return Fields({name: Integer() for name, _ in self._asked(query)})

    def answer(self, instance: Scene, query: CountQuery) -> Counts:
        """By counting."""
        return tuple((name, asked.count(instance)) for name, asked in self._asked(query))

    def flaw(self, instance: Scene, query: CountQuery, value: Counts) -> str | None:
        """The first field that is wrong."""
        right = dict(self.answer(instance, query))
        return next((f"{name} is wrong" for name, count in value if count != right[name]), None)

    def wrongs(
        self, instance: Scene, query: CountQuery, rng: np.random.Generator, hard: float
    ) -> Iterator[Wrong[Counts]]:
        """See `wrong_counts`."""
        return wrong_counts(instance, self._asked(query), TARGET_COUNT.span(hard), rng)

    def _asked(self, query: CountQuery) -> tuple[tuple[str, Asked], ...]:
        if len(query.kinds) == 1:
            return tuple((region_letter(region), Asked(query.kinds[0], region)) for region in query.regions)
        return tuple(
            (name, Asked(kind, *query.regions)) for name, kind in zip(_targets(query), query.kinds, strict=True)
        )


class SeveralHere(SeveralKinds):
    """HO4: how many of each of two or three kinds lie in a region, or how many of one kind in each region."""

    id = "HO4"
    formats = ("open",)  # as in HO2

    def ask(self, instance: Scene, rng: np.random.Generator, hard: float, fmt: Format) -> CountQuery:
        """Either form, as likely."""
        if rng.random() < 0.5:
            kind = _one(rng, [kind for kind in _askable(instance, hard) if instance.count(kind) > 0] or [None])
            if kind is None:
                raise Reject("nothing to count")
            return CountQuery((kind,), tuple(range(len(instance.regions))), _card(rng))
        kinds = _some_kinds(instance, rng, hard, KINDS_HERE)
        here = [sum(instance.count(kind, region) for kind in kinds) for region in range(len(instance.regions))]
        wanted = _larger(rng, sorted(set(here)))
        region = _one(rng, [region for region, count in enumerate(here) if count == wanted])
        return CountQuery(_uneven(instance, kinds, region), (region,), _card(rng))

    def question(self, instance: Scene, query: CountQuery) -> str:
        """The wording."""
        if len(query.kinds) == 1:
            return "How many objects of the kind T1 on the card lie in each of the regions?"
        listed, region = _listed(_targets(query)), region_letter(query.regions[0])
        return f"How many objects of each of the kinds {listed} on the card lie in region {region}?"


def _some_kinds(instance: Scene, rng: np.random.Generator, hard: float, count: Dial) -> list[int]:
    kinds, wanted = _askable(instance, hard), count.draw(rng, hard)
    if len(kinds) < wanted:
        raise Reject("too few kinds with a count of this difficulty")
    return [kinds[int(k)] for k in rng.permutation(len(kinds))[:wanted]]


def _uneven(instance: Scene, kinds: list[int], region: int | None) -> tuple[int, ...]:
    if len({instance.count(kind, region) for kind in kinds}) == 1:
        raise Reject("all counts are the same")
    return tuple(kinds)
