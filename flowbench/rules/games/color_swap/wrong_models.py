"""Models that come of misreading the cards, or of mistaking a piece."""

from collections.abc import Iterator

import numpy as np

from flowbench.rules.games.color_swap.records import Card, Colours, Model, Row, swapped
from flowbench.rules.games.options import Wrong
from flowbench.rules.games.pairs import in_pairs


def wrong_models(model: Model, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Colours]]:
    """Three pairs, see `in_pairs`; the edit exchanges two pieces or paints one, and so hardly shows."""
    mistakes = _misread(model, rng)
    if rng.random() < hard:
        first, second = _two_pieces(model, rng)
        yield from in_pairs(
            model.final, "two pieces exchanged", lambda colours: _exchanged(colours, first, second), mistakes
        )
    else:
        piece = int(rng.integers(len(model.colours)))
        others = [k for k in range(len(model.palette)) if k not in (model.final[piece], model.colours[piece])]
        colour = others[int(rng.integers(len(others)))]
        yield from in_pairs(
            model.final, "a piece of another colour", lambda colours: _painted(colours, piece, colour), mistakes
        )
    for piece in rng.permutation(len(model.colours)):
        yield Wrong("a piece left as it was", _painted(model.final, int(piece), model.colours[piece]))


def _misread(model: Model, rng: np.random.Generator) -> list[Wrong[Colours]]:
    """What other readings of the cards lead to, in any order."""
    start, cards = model.colours, model.cards
    found = [
        Wrong("rows one after the other", _chained(start, cards)),
        Wrong("cards the other way round", _undone(start, cards)),
        Wrong("nothing exchanged", start),
    ]
    if len(cards) > 1:
        found += [
            Wrong("second card first", swapped(start, cards[::-1])),
            Wrong("one card only", swapped(start, cards[:1])),
            Wrong("one card only", swapped(start, cards[1:])),
        ]
    for number, card in enumerate(cards):
        for kind, other in _misread_rows(card, len(model.palette), rng):
            found.append(Wrong(kind, swapped(start, (*cards[:number], other, *cards[number + 1 :]))))
    return [found[int(k)] for k in rng.permutation(len(found))]


def _misread_rows(card: Card, colour_count: int, rng: np.random.Generator) -> Iterator[tuple[str, Card]]:
    """A card with one of its rows left out, its arrow read differently, or another colour at its end."""
    for k, row in enumerate(card):
        before, after = card[:k], card[k + 1 :]
        others = [colour for colour in range(colour_count) if colour not in (row.source, row.target)]
        yield "a row left out", before + after
        yield "an arrow misread", (*before, Row(row.source, row.target, not row.both), *after)
        yield "another colour", (*before, Row(row.source, others[int(rng.integers(len(others)))], row.both), *after)


def _chained(colours: Colours, cards: tuple[Card, ...]) -> Colours:
    """As if each row were a card of its own."""
    return swapped(colours, tuple((row,) for card in cards for row in card))


def _undone(colours: Colours, cards: tuple[Card, ...]) -> Colours:
    """As if every arrow pointed the other way."""
    turned = tuple(tuple(Row(row.target, row.source, row.both) for row in card) for card in cards)
    return swapped(colours, turned)


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


def _painted(colours: Colours, piece: int, colour: int) -> Colours:
    return (*colours[:piece], colour, *colours[piece + 1 :])
