"""Wrong counts: what miscounting gives, and numbers nearby; the right one has no place of its own among them."""

from collections.abc import Iterator, Sequence

import numpy as np

from flowbench.rules.games.options import Wrong

WRONG_COUNT = 5
MOST_OFF = 5


def wrong_counts(right: int, mistakes: Sequence[tuple[str, int]], rng: np.random.Generator) -> Iterator[Wrong[int]]:
    """Wrong counts, none below 0, as many below the right one as a die says, as far as there are.

    Args:
        mistakes: (kind, count) of specific mistakes, the most plausible first; they come before numbers nearby.
    """
    near = [(f"off by {off}", right + sign * off) for off in range(1, MOST_OFF + 1) for sign in (-1, 1)]
    wrongs: dict[int, str] = {}
    for kind, count in (*mistakes, *near):
        if count >= 0 and count != right:
            wrongs.setdefault(count, kind)
    below = [Wrong(kind, count) for count, kind in wrongs.items() if count < right]
    above = [Wrong(kind, count) for count, kind in wrongs.items() if count > right]
    rank = min(int(rng.integers(WRONG_COUNT + 1)), len(below))
    rank = max(rank, WRONG_COUNT - len(above))
    return iter([*below[:rank], *above[: WRONG_COUNT - rank], *below[rank:], *above[WRONG_COUNT - rank :]])
