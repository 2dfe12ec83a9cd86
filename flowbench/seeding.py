"""The one door to randomness: every generator is derived from a hash of a typed key.

Keys are never added up (`seed + i` makes neighbouring streams share samples) and never passed to `SeedSequence` as
bare lists (`[1, 0]` equals `[1]` there). A key is a sequence of strings and integers; its canonical text, with types
and lengths spelled out, goes through SHA-256.
"""

import hashlib
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from flowbench.errors import BadValue

Key = str | int


def digest(*key: Key) -> bytes:
    """Return the 32-byte SHA-256 of a typed key.

    >>> digest("a", 1) == digest("a", "1")
    False
    >>> digest(1, 0) == digest(1)
    False
    """
    canonical = b"".join(_encode(part) for part in key)
    return hashlib.sha256(canonical).digest()


def generator(*key: Key) -> np.random.Generator:
    """Return the generator that belongs to a key: the same stream in every process and on every platform.

    >>> int(generator(7, "FlowBench-Occlusion-v0", "train", 0).integers(1000))
    811
    """
    words = np.frombuffer(digest(*key), dtype="<u4").astype(np.uint32)
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(words)))


def fraction(*key: Key) -> float:
    """Return the number in [0, 1) that belongs to a key (53 bits of its hash)."""
    return (int.from_bytes(digest(*key)[:8], "little") >> 11) / float(1 << 53)


def ordered(items: Sequence[Any], *key: Key) -> list[Any]:
    """Return the items in the order that belongs to a key: a permutation, the input untouched."""
    order = generator(*key).permutation(len(items))
    return [items[int(i)] for i in order]


def seed_value(seed: object) -> int | None:
    """Normalise a user's seed: None, or a non-negative integer of any integer type.

    Raises:
        BadValue: for negative numbers and anything that is not an integer; names the type and the value.
    """
    if seed is None:
        return None
    try:
        if isinstance(seed, bool):
            raise TypeError
        value = operator.index(seed)  # type: ignore[arg-type]
    except TypeError as e:
        raise BadValue(
            f"A seed must be a non-negative integer or None, got {type(seed).__name__} {seed!r}. Pass int(seed)."
        ) from e
    if value < 0:
        raise BadValue(f"A seed must be a non-negative integer or None, got {type(seed).__name__} {seed!r}.")
    return value


def _encode(part: Key) -> bytes:
    if isinstance(part, str):
        text, tag = part.encode(), b"s"
    else:
        text, tag = str(operator.index(part)).encode(), b"i"
    return tag + str(len(text)).encode() + b":" + text
