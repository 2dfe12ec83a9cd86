"""Values spread over the items of a stream: each block of items holds each value as often as it is listed."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from flowbench.seeding import Key, ordered

T = TypeVar("T")


def spread(values: Sequence[T], index: int, *key: Key) -> T:
    """The value of an item: it depends on the key and the index alone, and each block is in an order of its own."""
    block, place = divmod(index, len(values))
    return values[_order(len(values), block, *key)[place]]


@lru_cache(maxsize=256)
def _order(length: int, block: int, *key: Key) -> tuple[int, ...]:
    return tuple(ordered(range(length), "spread", *key, block))
