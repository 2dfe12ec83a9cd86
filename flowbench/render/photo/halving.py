"""A picture at half its size, its colours mixed in linear light."""

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.jit import jit
from flowbench.records import Image

_LEVELS = 4096


def _linear(byte: float) -> float:
    share = byte / 255.0
    return float(share / 12.92 if share <= 0.04045 else round(((share + 0.055) / 1.055) ** 2.4, 12))


_DECODED = np.array([round(_linear(k) * (_LEVELS - 1)) for k in range(256)], dtype=np.int32)
_ENCODED = np.searchsorted(
    np.array([_linear(k + 0.5) * (_LEVELS - 1) for k in range(255)]), np.arange(_LEVELS), side="right"
).astype(np.uint8)


def halved(frame: Image) -> Image:
    """(H / 2, W / 2, 3) the mean of each 2 x 2 square; H and W are even."""
    out = np.empty((frame.shape[0] // 2, frame.shape[1] // 2, 3), dtype=np.uint8)
    _halve(frame, _DECODED, _ENCODED, out)
    return out


@jit
def _halve(frame: Image, decoded: NDArray[np.int32], encoded: NDArray[np.uint8], out: Image) -> None:
    for y in range(out.shape[0]):
        for x in range(out.shape[1]):
            for k in range(3):
                upper = decoded[frame[2 * y, 2 * x, k]] + decoded[frame[2 * y, 2 * x + 1, k]]
                lower = decoded[frame[2 * y + 1, 2 * x, k]] + decoded[frame[2 * y + 1, 2 * x + 1, k]]
                out[y, x, k] = encoded[(upper + lower + 2) >> 2]
