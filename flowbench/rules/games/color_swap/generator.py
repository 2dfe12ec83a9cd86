"""Draws models and cards for Color Swap."""

import numpy as np

from flowbench.render.board.clipping import area
from flowbench.render.board.paints import PAINTS
from flowbench.rules.games.color_swap.figures import (
    CUT_SHARES,
    EXTENT_ANGLES,
    FIGURES,
    Cut,
    Piece,
    halves,
    is_sound,
    widths,
)
from flowbench.rules.games.color_swap.records import Card, Model, Row
from flowbench.rules.games.difficulty import Dial
from flowbench.rules.games.game import Setting
from flowbench.rules.games.rejection import Reject

PIECES = Dial((8, 12), (13, 20), (20, 32))
COLOURS = Dial((4, 4), (6, 6), (8, 8))
ROWS = Dial((1, 1), (2, 3), (3, 4))
CARDS = Dial((1, 1), (1, 1), (2, 2))
MAX_PIECES, MAX_COLOURS, MAX_ROWS, MAX_CARDS = 32, 8, 4, 2
OF_EACH = 2  # pieces of each colour, at least
BOTH_WAYS_SHARE = 0.5  # of the rows
CYCLE_SHARE = 0.5  # of the cards with three rows or more that exchange three colours in a circle
TILT_DEG = 25  # of a cut, away from square to the longest extent of the piece
CUT_TRIES = 12


def draw_model(rng: np.random.Generator, setting: Setting) -> Model:
    """A model.

    Raises:
        Reject: when the figure cannot be cut so finely, or the cards change next to nothing.
    """
    hard = setting.hard
    colour_count = COLOURS.draw(rng, hard)
    count = max(PIECES.draw(rng, hard), OF_EACH * colour_count)
    figure = sorted(FIGURES)[int(rng.integers(len(FIGURES)))]
    cuts = _draw_cuts(rng, figure, count)
    chosen = sorted(int(k) for k in rng.permutation(len(PAINTS))[:colour_count])
    palette = tuple(list(PAINTS)[k] for k in chosen)
    colours = _draw_colours(rng, count, colour_count)
    touched = tuple(int(k) for k in rng.permutation(colour_count)[1:])
    cards = tuple(_draw_card(rng, touched, ROWS.draw(rng, hard)) for _ in range(CARDS.draw(rng, hard)))
    model = Model(figure, cuts, palette, colours, cards)
    if sum(a != b for a, b in zip(model.colours, model.final, strict=True)) < OF_EACH:
        raise Reject("cards change too little")
    return model


def _draw_cuts(rng: np.random.Generator, figure: str, count: int) -> tuple[Cut, ...]:
    """Cut one of the largest pieces in two, again and again."""
    pieces, cuts = list(FIGURES[figure]), []
    areas = [area(piece) for piece in pieces]
    while len(pieces) < count:
        largest = sorted(range(len(pieces)), key=lambda k: -areas[k])[:3]
        cut, parts = _draw_cut(rng, pieces, largest)
        cuts.append(cut)
        pieces[cut[0]], added = parts
        pieces.append(added)
        areas[cut[0]], last = (area(part) for part in parts)
        areas.append(last)
    return tuple(cuts)


def _draw_cut(rng: np.random.Generator, pieces: list[Piece], among: list[int]) -> tuple[Cut, tuple[Piece, Piece]]:
    for _ in range(CUT_TRIES):
        piece = among[int(rng.integers(len(among)))]
        angle = (longest_extent(pieces[piece]) + int(rng.integers(-TILT_DEG, TILT_DEG + 1))) % 180
        percent = int(rng.integers(CUT_SHARES.start, CUT_SHARES.stop))
        parts = halves(pieces[piece], angle, percent)
        if all(is_sound(part) for part in parts):
            return (piece, angle, percent), parts
    raise Reject("pieces too small to be cut")


def longest_extent(piece: Piece) -> int:
    """The direction in which a piece reaches farthest, in degrees."""
    lengths = widths(piece)
    return EXTENT_ANGLES[lengths.index(max(lengths))]


def _draw_colours(rng: np.random.Generator, count: int, colour_count: int) -> tuple[int, ...]:
    """At least two pieces of each colour."""
    drawn = [*list(range(colour_count)) * OF_EACH, *rng.integers(colour_count, size=count - OF_EACH * colour_count)]
    return tuple(int(drawn[k]) for k in rng.permutation(count))


def _draw_card(rng: np.random.Generator, touched: tuple[int, ...], count: int) -> Card:
    """Rows in which no colour has two successors; only `touched` colours occur."""
    order = [int(k) for k in rng.permutation(touched)]
    rows: list[Row] = []
    if count >= 3 and rng.random() < CYCLE_SHARE:
        a, b, c = order.pop(), order.pop(), order.pop()
        rows += [Row(a, b, False), Row(b, c, False), Row(c, a, False)]
    while len(rows) < count:
        if not order:
            raise Reject("too few colours for the card")
        rows.append(_draw_row(rng, touched, order, rows))
    return tuple(rows[int(k)] for k in rng.permutation(count))


def _draw_row(rng: np.random.Generator, touched: tuple[int, ...], order: list[int], rows: list[Row]) -> Row:
    """A row for the last of the colours that have no successor yet; takes it, or both, off the list."""
    source = order.pop()
    if order and rng.random() < BOTH_WAYS_SHARE:
        return Row(source, order.pop(), True)
    others = [k for k in touched if k != source and Row(k, source, False) not in rows]
    return Row(source, others[int(rng.integers(len(others)))], False)
