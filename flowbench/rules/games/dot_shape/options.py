"""The options of the three families: right ones drawn from a key, and wrong ones that resemble them."""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from flowbench.rules.games.dot_shape.arrange import mirrored, presented, turned
from flowbench.rules.games.dot_shape.contours import DIFFERENT, corner_distance, counts_of, unclear_dots, vertices
from flowbench.rules.games.dot_shape.edits import draw_edit, is_clean, moves_of, vertex_moved
from flowbench.rules.games.dot_shape.generator import (
    LEAST_VERTICES,
    MOST_PASSES,
    MOST_VERTICES,
    Size,
    dots_span,
    draw_layers,
    most_dots,
    size_with,
)
from flowbench.rules.games.dot_shape.records import Layers
from flowbench.rules.games.options import Wrong
from flowbench.rules.games.rejection import Reject

OTHER_OPTIONS = 5
MOST_STEP = 2  # from one number of dots to the next in a layer
# Of 0 to 5 options with fewer vertices, where there is room for as many: with the most and the fewest vertices there is
# not, and the other ranks are more likely. So over all questions each rank is as likely.
RANK_WEIGHTS = (2.0, 1.8, 1.8, 1.8, 1.8, 1.0)
TRIES = 40  # of changes, for one that is clean and far enough

Named = tuple[str, Layers]
Changes = list[tuple[str, tuple[int, ...]]]  # kinds of mistakes, and the numbers of dots they give


def wrong_contours(layers: Layers, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Layers]]:
    """One change made to the right drawing and to two others; the two others themselves; then single changes.

    The others are the drawing turned and mirrored, or at the hardest with a vertex moved. So each option differs from
    the others as the right one does, and none stands out.
    """
    near = bool(rng.random() < hard)
    bases = _moved_twice(layers, rng) if near else _turned_and_mirrored(layers, rng)
    for _ in range(TRIES):
        name, edit = draw_edit(layers, rng, near)
        pairs = [(f"{kind}, {name}" if kind else name, edit(base)) for kind, base in [("", layers), *bases]]
        if all(_is_wrong(layers, kind, changed) for kind, changed in pairs):
            for kind, changed in [*pairs, *bases]:
                yield Wrong(kind, presented(changed, rng))
            break
    for _ in range(TRIES):
        name, edit = draw_edit(layers, rng, near=False)
        if _is_wrong(layers, name, changed := edit(layers)):
            yield Wrong(name, presented(changed, rng))


def _turned_and_mirrored(layers: Layers, rng: np.random.Generator) -> list[Named]:
    quarters = [int(k) for k in rng.permutation((1, 2, 3))[:2]]
    return _first_wrong(
        layers, [("turned", turned(layers, quarters[0])), ("mirrored", turned(mirrored(layers), quarters[1] % 3))]
    )


def _moved_twice(layers: Layers, rng: np.random.Generator) -> list[Named]:
    moves = moves_of(layers, int(rng.integers(len(layers))))
    order = [moves[int(k)] for k in rng.permutation(len(moves))]
    return _first_wrong(layers, (("another vertex moved", vertex_moved(*move)(layers)) for move in order))


def _first_wrong(layers: Layers, candidates: Iterator[Named] | list[Named]) -> list[Named]:
    """The first two that are clean and far enough from the right drawing."""
    found = []
    for name, candidate in candidates:
        if _is_wrong(layers, name, candidate):
            found.append((name, candidate))
        if len(found) == 2:
            return found
    raise Reject("too few other contours")


def _is_wrong(layers: Layers, name: str, changed: Layers) -> bool:
    readable = is_clean(name, changed) and unclear_dots(changed) is None
    return readable and corner_distance(layers, changed, DIFFERENT) > DIFFERENT


def same_corners(layers: Layers, rng: np.random.Generator) -> Layers:
    """A new drawing whose outer contour has as many vertices as this one's."""
    return _with_corners(layers, len(vertices(layers[0])), rng)


def other_corners(layers: Layers, rng: np.random.Generator) -> Iterator[Wrong[Layers]]:
    """Drawings with fewer and more vertices; how many of the five have fewer is drawn, so that ranks say nothing."""
    corners = len(vertices(layers[0]))
    fewer = 2 * min(3, corners - LEAST_VERTICES)
    more = 2 * min(3, MOST_VERTICES - corners)
    ranks = np.arange(max(0, OTHER_OPTIONS - more), min(OTHER_OPTIONS, fewer) + 1)
    weights = np.array(RANK_WEIGHTS if len(ranks) == len(RANK_WEIGHTS) else (1.0,) * len(ranks))
    below = int(rng.choice(ranks, p=weights / weights.sum()))
    steps = [-(1 + k // 2) for k in range(below)] + [1 + k // 2 for k in range(OTHER_OPTIONS - below)]
    for step in steps:
        yield Wrong(f"{abs(step)} {'more' if step > 0 else 'fewer'}", _with_corners(layers, corners + step, rng))


def _with_corners(layers: Layers, corners: int, rng: np.random.Generator) -> Layers:
    """A drawing with as many layers and an outer contour of so many vertices; half of them have its number of dots."""
    most, dots = min(MOST_PASSES, most_dots(len(layers), 0) - corners), len(layers[0])
    if rng.random() < 0.5 or not 0 <= dots - corners <= most:
        dots = corners + int(rng.integers(0, max(0, most) + 1))
    return presented(draw_layers(rng, [Size(corners, dots - corners), *_sizes(layers[1:], rng)]), rng)


def _sizes(layers: Layers, rng: np.random.Generator) -> list[Size]:
    return [size_with(rng, len(layer)) for layer in layers]


def same_counts(layers: Layers, rng: np.random.Generator) -> Layers:
    """A new drawing with as many dots in every layer."""
    return _with_counts(counts_of(layers), rng)


def other_counts(layers: Layers, rng: np.random.Generator, hard: float) -> Iterator[Wrong[Layers]]:
    """Drawings with other numbers of dots.

    With several layers two of them vary: three totals are divided among them in two ways each, and any of the six may
    be the right one. A single layer has fewer or more, how many of each is drawn.
    """
    counts = counts_of(layers)
    for kind, changed in _changes_of_one(counts, rng) if len(counts) == 1 else _changes_of_two(counts, rng, hard):
        yield Wrong(kind, _with_counts(changed, rng))


def _changes_of_one(counts: Sequence[int], rng: np.random.Generator) -> Changes:
    (right,) = counts
    least = max(0, OTHER_OPTIONS - (most_dots(1, 0) - right))
    below = int(rng.integers(least, min(OTHER_OPTIONS, right - LEAST_VERTICES) + 1))
    steps = [-(1 + k) for k in range(below)] + [1 + k for k in range(OTHER_OPTIONS - below)]
    return [(f"{abs(step)} {'more' if step > 0 else 'fewer'}", (right + step,)) for step in steps]


def _changes_of_two(counts: Sequence[int], rng: np.random.Generator, hard: float) -> Changes:
    """Changes to numbers of dots that layers have at this difficulty."""
    spans = [dots_span(len(counts), place, hard) for place in range(len(counts))]
    for _ in range(TRIES):
        one, two = (int(k) for k in rng.permutation(len(counts))[:2])
        step, gap, next_gap = (int(k) for k in rng.integers(1, MOST_STEP + 1, 3))
        changes = _crossed(counts, one, two, _around((0, step), rng), _around((0, gap, gap + next_gap), rng))
        if all(low <= dots <= high for _, changed in changes for dots, (low, high) in zip(changed, spans, strict=True)):
            return changes
    raise Reject("no room for other numbers of dots")


def _around(numbers: Sequence[int], rng: np.random.Generator) -> list[int]:
    """Numbers less one of them, whichever: what the right one is apart from all."""
    chosen = numbers[int(rng.integers(len(numbers)))]
    return [number - chosen for number in numbers]


def _crossed(counts: Sequence[int], one: int, two: int, moves: Sequence[int], totals: Sequence[int]) -> Changes:
    """Dots moved from layer `two` to layer `one` and changes of the total, in every combination but for no change."""
    found = []
    for move, total in product(moves, totals):
        changed = list(counts)
        changed[one] += move
        changed[two] += total - move
        if move or total:
            found.append(("dots moved" if not total else "two layers" if move else f"layer {two}", tuple(changed)))
    return found


def _with_counts(counts: Sequence[int], rng: np.random.Generator) -> Layers:
    return presented(draw_layers(rng, [size_with(rng, count) for count in counts]), rng)
