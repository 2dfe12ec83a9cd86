"""Reads models and cards back from pixels: what fills each piece, what cards show, and that lines part the pieces."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from flowbench.render.board.paints import PAINTS
from flowbench.rules.games.color_swap.picture import (
    LOOKS,
    SIZE,
    legend_swatch,
    model_box,
    option_box,
    placed,
    row_swatches,
)
from tests.games.pixels import near

PERIOD = 8.0
LEAST_PIXELS = 30  # of a piece


@dataclass(frozen=True)
class Truth:
    pieces: list  # polygons in pixels
    names: list  # of their colours
    legend: list = field(default_factory=list)
    cards: list = field(default_factory=list)  # (source, target, both) by card


@dataclass(frozen=True)
class Reading:
    """What a picture shows; where the pieces are is looked up when it is compared, what they are is read."""

    frame: np.ndarray
    style: str
    legend: list
    cards: list

    def __eq__(self, truth):
        return (
            region_count(self.frame, self.style) == len(truth.pieces)
            and [piece_name(self.frame, piece, self.style) for piece in truth.pieces] == truth.names
            and (self.legend, self.cards) == (truth.legend, truth.cards)
        )


def truth(sample, role):
    instance = sample.instance
    palette = list(instance.palette)
    if role in tuple("ABCDEF"):
        pieces = [placed(piece, option_box()) for piece in instance.pieces]
        return Truth(pieces, sample.options["ABCDEF".index(role)].split())
    cards = [[(palette[row.source], palette[row.target], row.both) for row in card] for card in instance.cards]
    return Truth(
        [placed(piece, model_box()) for piece in instance.pieces],
        [palette[k] for k in instance.colours],
        palette,
        cards,
    )


def decode(frame, role, style):
    if role in tuple("ABCDEF"):
        return Reading(frame, style, [], [])
    legend = []
    while len(legend) < 8 and is_framed(frame, legend_swatch(len(legend), SIZE), style):
        legend.append(swatch_name(frame, legend_swatch(len(legend), SIZE), style))
    return Reading(frame[:, :SIZE], style, legend, read_cards(frame, style))


def read_cards(frame, style):
    cards, before = [], 0
    while len(cards) < 2:
        rows = []
        while len(rows) < 4 and is_framed(frame, row_swatches(len(cards), len(rows), before, SIZE)[0], style):
            source, target = row_swatches(len(cards), len(rows), before, SIZE)
            rows.append(
                (swatch_name(frame, source, style), swatch_name(frame, target, style), is_double(frame, target, style))
            )
        cards.append(rows)
        before += len(rows)
    return [rows for rows in cards if rows]


def is_framed(frame, box, style):
    left, top, right, bottom = (int(value) for value in box)
    above, under = frame[top - 1, left:right], frame[bottom, left:right]
    return bottom < SIZE and near(np.concatenate([above, under]), LOOKS[style].ink, 40).mean() > 0.9


def is_double(frame, target, style):
    """Whether an arrow before a target swatch is as tall at its left end as at its right."""
    top, right = int(target[1]), int(target[0]) - 4
    ink = near(frame[top : top + 24, right - 36 : right], LOOKS[style].ink, 60)
    heights = ink.sum(axis=0)
    columns = np.flatnonzero(heights)
    return bool(heights[columns[0] : columns[0] + 11].max() > 6)


def swatch_name(frame, box, style):
    left, top, right, bottom = (int(value) for value in box)
    ys, xs = np.mgrid[top + 2 : bottom - 2, left + 2 : right - 2]
    return name_at(frame, ys.ravel(), xs.ravel(), style)


def piece_name(frame, piece, style):
    mask = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(piece).astype(np.int32)], 1)
    inside = (
        cv2.erode(mask, np.ones((7, 7), np.uint8))
        if frame.shape[0] == SIZE
        else cv2.erode(mask, np.ones((5, 5), np.uint8))
    )
    return name_at(frame, *np.nonzero(inside), style)


def name_at(frame, ys, xs, style):
    if style == "mono":
        ink = frame[ys, xs, 0] < 128
        return min(PAINTS, key=lambda name: np.mean(ink != expected(name, xs + 0.5, ys + 0.5)))
    look = LOOKS[style]
    middle = np.median(frame[ys, xs], axis=0)
    shades = {name: np.array(colour) * (1 - look.glow) + 255 * look.glow for name, colour in PAINTS.items()}
    rims = {name: np.array(colour) * (1 - look.edge) for name, colour in PAINTS.items()}
    return min(PAINTS, key=lambda name: min(np.abs(middle - shade[name]).max() for shade in (shades, rims)))


def expected(name, x, y):
    """Where the pattern of a colour has ink."""
    half = PERIOD / 2
    patterns = {
        "white": lambda: x < 0,
        "brown": lambda: x >= 0,
        "red": lambda: x % PERIOD < half,
        "blue": lambda: y % PERIOD < half,
        "yellow": lambda: (x + y) / 2**0.5 % PERIOD < half,
        "green": lambda: (x - y) / 2**0.5 % PERIOD < half,
        "purple": lambda: (x // half + y // half) % 2 == 0,
        "orange": lambda: np.abs(x % PERIOD - half) + np.abs(y % PERIOD - half) < 0.3 * PERIOD * 2**0.5,
    }
    return patterns[name]()


def region_count(frame, style):
    """How many regions lines enclose: a piece that runs into another, or is cut in two, changes their number."""
    look = LOOKS[style]
    lines = near(frame, look.line, 60 if look.patterns else 16).astype(np.uint8)
    if look.patterns:  # edges of black on white are grey too, but thin
        lines = cv2.morphologyEx(lines, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(1 - lines, connectivity=4)
    outside = set(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return sum(stats[k, cv2.CC_STAT_AREA] >= LEAST_PIXELS for k in range(1, count) if k not in outside)
