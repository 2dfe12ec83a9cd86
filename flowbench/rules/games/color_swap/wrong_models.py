"""Models that come of misreading the cards, or of mistaking a piece; which one all others resemble is drawn.

Three readings of the cards hang together by two mistakes, and each comes with the same small change made to it. The
right one is as often at an end of this chain as in the middle, so that the options themselves do not tell.
"""

from collections.abc import Callable, Iterator

import numpy as np

from flowbench.rules.games.color_swap.records import Card, Colours, Model, Row, swapped
from flowbench.rules.games.options import Wrong
from flowbench.rules.games.rejection import Reject

TRIES = 40  # for six models that are different
MIDDLE_SHARE = 1.0 / 3.0  # of the questions in which both other readings are mistakes made from the right one

Cards = tuple[Card, ...]
Reading = Wrong[Cards]


def wrong_models(model: Model, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Colours]]:
    """Five wrong models.

    Raises:
        Reject: when models are too much alike.
    """
    for _ in range(TRIES):
        readings = _draw_readings(model, rng)
        kind, change = _draw_change(model, rng, hard)
        wrongs = [Wrong(kind, change(model.final))]
        for reading in readings:
            colours = swapped(model.colours, reading.value)
            wrongs += [Wrong(reading.kind, colours), Wrong(f"{reading.kind}, and {kind}", change(colours))]
        if len({model.final, *(wrong.value for wrong in wrongs)}) == len(wrongs) + 1:
            return iter(wrongs)
    raise Reject("models too much alike")


def _draw_readings(model: Model, rng: np.random.Generator) -> tuple[Reading, Reading]:
    """Two mistakes, or one and another one on top of it."""
    mistakes = _misread(model.cards, len(model.palette), rng)
    first = mistakes[0]
    if rng.random() < MIDDLE_SHARE:
        return first, mistakes[1]
    second = _misread(first.value, len(model.palette), rng)[0]
    return first, Wrong(f"{first.kind}, {second.kind}", second.value)


def _draw_change(model: Model, rng: np.random.Generator, hard: float) -> tuple[str, Callable[[Colours], Colours]]:
    """Two pieces exchanged, the more often the harder, or one painted."""
    if rng.random() < hard:
        first, second = _two_pieces(model, rng)
        return "two pieces exchanged", lambda colours: _exchanged(colours, first, second)
    piece, shift = int(rng.integers(len(model.colours))), int(rng.integers(1, len(model.palette)))
    return "a piece of another colour", lambda colours: _painted(colours, piece, shift, len(model.palette))


def _misread(cards: Cards, colour_count: int, rng: np.random.Generator) -> list[Reading]:
    """Other readings of cards, in any order."""
    found: list[Reading] = [
        Wrong("rows one after the other", tuple((row,) for card in cards for row in card)),
        Wrong("arrows the other way round", _turned(cards)),
        Wrong("nothing exchanged", ()),
    ]
    if len(cards) > 1:
        found += [
            Wrong("second card first", cards[::-1]),
            Wrong("one card only", cards[:1]),
            Wrong("one card only", cards[1:]),
        ]
    for number, card in enumerate(cards):
        for kind, other in _misread_rows(card, colour_count, rng):
            found.append(Wrong(kind, (*cards[:number], other, *cards[number + 1 :])))
    return [found[int(k)] for k in rng.permutation(len(found))]


def _misread_rows(card: Card, colour_count: int, rng: np.random.Generator) -> Iterator[tuple[str, Card]]:
    """A card with one of its rows left out, its arrow read differently, or another colour at its end."""
    for k, row in enumerate(card):
        before, after = card[:k], card[k + 1 :]
        others = [colour for colour in range(colour_count) if colour not in (row.source, row.target)]
        yield "a row left out", before + after
        yield "an arrow misread", (*before, Row(row.source, row.target, not row.both), *after)
        yield "another colour", (*before, Row(row.source, others[int(rng.integers(len(others)))], row.both), *after)


def _turned(cards: Cards) -> Cards:
    """As if every arrow pointed the other way."""
    return tuple(tuple(Row(row.target, row.source, row.both) for row in card) for card in cards)


def _two_pieces(model: Model, rng: np.random.Generator) -> tuple[int, int]:
    """Two pieces whose colours differ, before and after; if there are none, any two."""
    order = [int(k) for k in rng.permutation(len(model.colours))]
    pairs = ((a, b) for k, a in enumerate(order) for b in order[k + 1 :])
    apart = (pair for pair in pairs if all(c[pair[0]] != c[pair[1]] for c in (model.colours, model.final)))
    return next(apart, (order[0], order[1]))


def _exchanged(colours: Colours, first: int, second: int) -> Colours:
    changed = list(colours)
    changed[first], changed[second] = colours[second], colours[first]
    return tuple(changed)


def _painted(colours: Colours, piece: int, shift: int, colour_count: int) -> Colours:
    """A piece in the colour so many further on in the palette."""
    return (*colours[:piece], (colours[piece] + shift) % colour_count, *colours[piece + 1 :])
