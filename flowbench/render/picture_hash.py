"""Hashes of pictures: of their exact pixels, and one of 256 bits that is alike for pictures that look alike."""

import hashlib

import cv2
import numpy as np

from flowbench.errors import BadValue
from flowbench.records import Image

_SIDE, _KEPT = 64, 16  # of the reduced picture, and of the lowest frequencies that are kept


def pixel_hash(image: Image) -> str:
    """SHA-256 in hex of a picture's size and pixels."""
    return hashlib.sha256(repr(image.shape).encode() + np.ascontiguousarray(image).tobytes()).hexdigest()


def look_hash(image: Image) -> str:
    """64 hex digits: whether each of the 16 x 16 lowest frequencies of the grey picture is above their median."""
    grey = cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_RGB2GRAY).astype(np.float32)
    small = cv2.resize(grey, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    low = cv2.dct(small)[:_KEPT, :_KEPT]
    bits = np.packbits((low > np.median(low)).ravel())
    return bits.tobytes().hex()


def look_distance(first: str, second: str) -> int:
    """In how many of their 256 bits two hashes differ.

    Raises:
        BadValue: for what is no hash of `look_hash`.
    """
    try:
        a, b = bytes.fromhex(first), bytes.fromhex(second)
    except ValueError as e:
        raise BadValue(f"A hash is {_KEPT * _KEPT // 4} hex digits, got {first!r} and {second!r}.") from e
    if not len(a) == len(b) == _KEPT * _KEPT // 8:
        raise BadValue(f"A hash has {_KEPT * _KEPT} bits, got {8 * len(a)} and {8 * len(b)}.")
    return (int.from_bytes(a) ^ int.from_bytes(b)).bit_count()
