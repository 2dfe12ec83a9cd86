"""Named arrays in one `.npz` file: equal bytes for equal arrays, and nothing in a foreign file is trusted.

Pickle is never used. The number of members, and the shape and type in each header, are checked against the limits
before anything is allocated.
"""

import io
import math
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray
from zlib_ng import zlib_ng

from flowbench.errors import BadValue, StoreError

MAX_BYTES = 1 << 27  # all arrays of a file together: 128 MiB
MAX_MEMBERS = 256
_LEVEL = 2  # of zlib-ng: files as small as level 1 of zlib gives, in a third of the time
_LOCAL = struct.Struct("<4s5H3I2H")
_LISTED = struct.Struct("<4s6H3I5H2I")
_VERSION, _UNIX, _UTF8 = 20, 3 << 8, 1 << 11
_FIRST_DAY = 0x21  # 1980-01-01, the earliest day a zip file can hold
_READABLE = 0o644 << 16
_END = struct.Struct("<4s4H2IH")  # the record that closes a zip file


def write_npz(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays by name, sorted, deflated, without time stamps."""
    listing, count = b"", 0
    with path.open("wb") as file:
        for name in sorted(arrays):
            array = np.asarray(arrays[name], order="C")
            if array.dtype.hasobject:
                raise BadValue(f"Array {name!r} holds Python objects; only numbers, booleans and text can be stored.")
            member = _Member(f"{name}.npy".encode(), _header(array), array.reshape(-1).view(np.uint8).data)
            listing += member.listed(file.tell())
            file.write(member.local())
            file.write(member.packed)
            count += 1
        start = file.tell()
        file.write(listing)
        file.write(_END.pack(b"PK\x05\x06", 0, 0, count, count, len(listing), start, 0))


class _Member:
    """A deflated member of a zip file (PKWARE's APPNOTE, 4.3): what stands before its bytes, and in the listing."""

    def __init__(self, name: bytes, *parts: bytes | memoryview) -> None:
        packer = zlib_ng.compressobj(_LEVEL, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS)
        check, size = 0, 0
        packed = []
        for part in parts:
            check, size = zlib_ng.crc32(part, check), size + len(part)
            packed.append(packer.compress(part))
        self.packed = b"".join((*packed, packer.flush()))
        self._name = name
        kind = (_VERSION, _UTF8, zipfile.ZIP_DEFLATED, 0, _FIRST_DAY)
        self._facts = (*kind, check, len(self.packed), size, len(name), 0)

    def local(self) -> bytes:
        """The header before the bytes."""
        return _LOCAL.pack(b"PK\x03\x04", *self._facts) + self._name

    def listed(self, start: int) -> bytes:
        """The entry in the listing at the end, for a header at `start`."""
        return _LISTED.pack(b"PK\x01\x02", _UNIX | _VERSION, *self._facts, 0, 0, 0, _READABLE, start) + self._name


def _header(array: NDArray[Any]) -> bytes:
    head = io.BytesIO()
    npy.write_array_header_1_0(head, npy.header_data_from_array_1_0(array))
    return head.getvalue()


def read_npz(path: Path, max_bytes: int = MAX_BYTES, max_members: int = MAX_MEMBERS) -> dict[str, NDArray[Any]]:
    """Read arrays by name.

    Raises:
        StoreError: the file is no plain `.npz`, is damaged, holds objects, or is larger than the limits allow.
    """
    _check_members(path, max_members)
    arrays: dict[str, NDArray[Any]] = {}
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                name = member.filename.removesuffix(".npy")
                if name == member.filename or name in arrays:
                    raise StoreError(f"{path} has an unexpected member {member.filename!r}.")
                left = max_bytes - sum(array.nbytes for array in arrays.values())
                arrays[name] = _read_member(path, archive, member, left)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as e:
        raise StoreError(f"{path} is not a readable .npz file: {e}") from e
    return arrays


def _check_members(path: Path, max_members: int) -> None:
    """Look at the closing record alone: opening an archive already reads all its names."""
    with path.open("rb") as file:
        size = file.seek(0, io.SEEK_END)
        file.seek(max(0, size - _END.size - 0xFFFF))
        tail = file.read()
    place = tail.rfind(b"PK\x05\x06")
    if place < 0 or len(tail) - place < _END.size:
        raise StoreError(f"{path} is not a .npz file.")
    members, listing = _END.unpack_from(tail, place)[4:6]
    if members > max_members or listing > 1024 * max_members:
        raise StoreError(f"{path} has {members} members; the limit is {max_members}.")


def _read_member(path: Path, archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int) -> NDArray[Any]:
    with archive.open(member) as stream:
        try:
            version = npy.read_magic(stream)
            read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}[version]
            shape, fortran, kind = read(stream)
        except (ValueError, KeyError, SyntaxError, RecursionError) as e:
            raise StoreError(f"{path}: member {member.filename!r} is not an array: {e}") from e
        if kind.hasobject:
            raise StoreError(f"{path}: member {member.filename!r} holds pickled objects, which are never loaded.")
        size = math.prod(shape) * kind.itemsize
        if min(shape, default=0) < 0 or size > left:
            raise StoreError(f"{path}: member {member.filename!r} declares {shape} {kind}; {left} bytes are left.")
        body = stream.read(size)
        if len(body) != size or stream.read(1):
            raise StoreError(f"{path}: member {member.filename!r} is damaged: its length does not fit {shape} {kind}.")
    array = np.frombuffer(bytearray(body), dtype=kind)
    return array.reshape(shape, order="F" if fortran else "C")
