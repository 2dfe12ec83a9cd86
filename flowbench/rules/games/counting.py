"""Wrong counts: what miscounting gives, and numbers nearby; the right one has no place of its own among them."""

from collections.abc import Iterator, Sequence

import numpy as np

from flowbench.rules.games.options import Wrong

WRONG_COUNT = 5
MOST_OFF = 5
EVEN = (1.0,) * (WRONG_COUNT + 1)


def wrong_counts(
    right: int, mistakes: Sequence[tuple[str, int]], rng: np.random.Generator, weights: Sequence[float] = EVEN
) -> Iterator[Wrong[int]]:
    """Wrong counts, none below 0; how many are below the right one is drawn.

    Args:
        mistakes: (kind, count) of specific mistakes, the most plausible first; they come before numbers nearby.
        weights: of 0 to 5 wrong counts below the right one. Where there are fewer than five, all are as likely.
    """
    near = [(f"off by {off}", right + sign * off) for off in range(1, MOST_OFF + 1) for sign in (-1, 1)]
    wrongs: dict[int, str] = {}
    for kind, count in (*mistakes, *near):
        if count >= 0 and count != right:
            wrongs.setdefault(count, kind)
    below = [Wrong(kind, count) for count, kind in wrongs.items() if count < right]
    above = [Wrong(kind, count) for count, kind in wrongs.items() if count > right]
    if len(below) < WRONG_COUNT:
        rank = int(rng.integers(len(below) + 1))
    else:
        rank = int(rng.choice(WRONG_COUNT + 1, p=np.array(weights) / sum(weights)))
    rank = max(rank, WRONG_COUNT - len(above))
    return iter([*below[:rank], *above[: WRONG_COUNT - rank], *below[rank:], *above[WRONG_COUNT - rank :]])
