"""PNG pictures, written fast: one filter for all rows, of whose bytes zlib-ng packs runs alone.

The format is that of the PNG specification (W3C, third edition): a signature, then chunks of length, name, data and
CRC-32.
"""

import struct

import numpy as np
from zlib_ng import zlib_ng

from flowbench.records import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">IIBBBBB")  # width, height, bits, colour type, compression, filter method, interlace
_RGB = 2
_UP = 2  # each byte less the one above it
_LEVEL = 1


def encode(image: Image) -> bytes:
    """The PNG file of an (H, W, 3) uint8 RGB picture; equal bytes for equal pictures."""
    height, width = image.shape[:2]
    header = _HEADER.pack(width, height, 8, _RGB, 0, 0, 0)
    packer = zlib_ng.compressobj(_LEVEL, zlib_ng.DEFLATED, zlib_ng.MAX_WBITS, zlib_ng.DEF_MEM_LEVEL, zlib_ng.Z_RLE)
    body = packer.compress(_filtered(image).data) + packer.flush()
    return b"".join((_SIGNATURE, _chunk(b"IHDR", header), _chunk(b"IDAT", body), _chunk(b"IEND", b"")))


def _filtered(image: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """(H * (1 + 3 W),) the rows, each after the number of its filter."""
    height, width = image.shape[:2]
    pixels = image.reshape(height, 3 * width)
    rows = np.empty((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 0] = _UP
    rows[0, 1:] = pixels[0]
    np.subtract(pixels[1:], pixels[:-1], out=rows[1:, 1:])
    return rows.reshape(-1)


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib_ng.crc32(data, zlib_ng.crc32(name))
    return b"".join((struct.pack(">I", len(data)), name, data, struct.pack(">I", check)))
