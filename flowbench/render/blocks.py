"""Arrays cut from one block of memory.

Touching fresh small pages costs as much as drawing a frame does. NumPy asks for huge pages from 4 MB on, so arrays that
live and die together share a block of at least that size, and scratch is kept.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ALIGNMENT = 64
_SMALL, _HUGE = 1 << 19, 1 << 22  # bytes: below the first, blocks are not worth rounding up to the second

Part = tuple[tuple[int, ...], type]  # shape, scalar type


class Block:
    """Memory that grows to the largest request and is cut up anew by each."""

    def __init__(self) -> None:
        """Start without memory."""
        self._bytes = np.empty(0, dtype=np.uint8)

    def carve(self, *parts: Part) -> tuple[NDArray[Any], ...]:
        """Unset arrays of the given shapes and types; they overlap those of the last call."""
        sizes = [math.prod(shape) * np.dtype(kind).itemsize for shape, kind in parts]
        padded = [-(-size // _ALIGNMENT) * _ALIGNMENT for size in sizes]
        total = sum(padded)
        if total > len(self._bytes):
            self._bytes = np.empty(max(total, _HUGE if total > _SMALL else 0), dtype=np.uint8)
        starts = [sum(padded[:number]) for number in range(len(parts))]
        return tuple(
            self._bytes[start : start + size].view(kind).reshape(shape)
            for start, size, (shape, kind) in zip(starts, sizes, parts, strict=True)
        )
