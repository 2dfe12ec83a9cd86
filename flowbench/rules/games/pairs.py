"""Wrong answers in pairs: whoever looks for the answer that most others resemble finds no answer that stands out."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from flowbench.rules.games.options import Wrong

V = TypeVar("V")

PAIRS = 3  # of six options: the right one with its neighbour, and two others with theirs


def in_pairs(right: V, kind: str, edit: Callable[[V], V], mistakes: Iterable[Wrong[V]]) -> Iterator[Wrong[V]]:
    """The right answer edited, then two mistakes with the same edit made to each; then the other mistakes.

    Args:
        kind: what the edit is, in a word or two.
        edit: a small change.
        mistakes: what comes of larger ones, the best first.
    """
    yield Wrong(kind, edit(right))
    seen = {right, edit(right)}
    later = []
    for mistake in mistakes:
        pair = {mistake.value, edit(mistake.value)}
        if len(seen) < 2 * PAIRS and len(pair) == 2 and not pair & seen:
            seen |= pair
            yield mistake
            yield Wrong(f"{mistake.kind}, and {kind}", edit(mistake.value))
        else:
            later.append(mistake)
    yield from later
