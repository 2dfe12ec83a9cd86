"""Packed shards: one plain ustar file a round, whose members are `<item id>.<file>` in the order of the slots.

Nothing in it but names, sizes and bytes varies (no times, owners, links, extended headers), so equal items give equal
tars. Item ids hold no dots: readers such as WebDataset, which split a name at its first dot, get the id as the key and
"record.json", "i0.png", "i1.png", ..., "arrays.npz" as the columns.
"""

import contextlib
import hashlib
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from flowbench.datasets.folders import ITEM_ID, inside, write_streamed
from flowbench.datasets.index import FIXED_FILES, IMAGE_FILES, Row
from flowbench.datasets.plan import ROUND
from flowbench.datasets.strict_json import opened
from flowbench.errors import StoreError

Places = Mapping[str, tuple[int, int]]  # member name -> (offset of its bytes, their number)
BLOCK = 512
MAX_NAME = 100  # characters a ustar name holds
MAX_MEMBERS = ROUND * len((*FIXED_FILES, *IMAGE_FILES))
MAX_TAR_BYTES = 1 << 40  # only members are read, and their sizes are limited one by one
CHUNK_BYTES = 1 << 20


@dataclass(frozen=True)
class PackedFiles:
    """The files of one item in a tar."""

    tar: Path
    item_id: str
    places: Places

    def name(self, member: str) -> str:
        """The tar and the name in it."""
        return f"{self.tar}: {self.item_id}.{member}"

    def read(self, member: str, max_bytes: int) -> bytes:
        """The bytes of a file."""
        place = self.places.get(f"{self.item_id}.{member}")
        if place is None:
            raise StoreError(f"{self.name(member)} is missing.")
        if place[1] > max_bytes:
            raise StoreError(f"{self.name(member)} has {place[1]} bytes, more than the limit of {max_bytes}.")
        with opened(self.tar, MAX_TAR_BYTES) as file:
            file.seek(place[0])
            data = file.read(place[1])
        if len(data) != place[1]:
            raise StoreError(f"{self.name(member)} is cut off.")
        return data

    @contextlib.contextmanager
    def at(self, member: str, max_bytes: int) -> Iterator[Path]:
        """A copy of a file in a temporary folder."""
        data = self.read(member, max_bytes)
        with tempfile.TemporaryDirectory(prefix="flowbench-") as folder:
            path = Path(folder) / member
            path.write_bytes(data)
            try:
                yield path
            except StoreError as e:
                raise StoreError(str(e).replace(str(path), self.name(member))) from e


def write_tar(path: Path, rows: Iterable[Row], root: Path) -> None:
    """Pack the folders of some items.

    Raises:
        StoreError: if a file is missing or not as its row says.
    """
    write_streamed(path, lambda out: _write_members(out, rows, root))


def read_places(path: Path, max_bytes: int) -> Places:
    """Where the members of a tar lie; only headers are read.

    Raises:
        StoreError: if it is damaged, or holds anything but plain files named as ours, each of at most `max_bytes`.
    """
    places: dict[str, tuple[int, int]] = {}
    with opened(path, MAX_TAR_BYTES) as file:
        while any(header := file.read(BLOCK)):
            info = _header(header, path)
            if len(places) == MAX_MEMBERS or info.name in places or info.size > max_bytes:
                raise StoreError(f"{path}: member {info.name!r} is one too many, a second one, or too large.")
            places[info.name] = (file.tell(), info.size)
            file.seek(-(-info.size // BLOCK) * BLOCK, 1)
    return places


def _header(block: bytes, path: Path) -> tarfile.TarInfo:
    try:
        info = tarfile.TarInfo.frombuf(block, "ascii", "strict")
    except (tarfile.HeaderError, UnicodeDecodeError) as e:
        raise StoreError(f"{path} is not a tar of ours: {e}.") from e
    key, _, member = info.name.partition(".")
    if info.type != tarfile.REGTYPE or not ITEM_ID.fullmatch(key) or member not in (*FIXED_FILES, *IMAGE_FILES):
        raise StoreError(f"{path} holds {info.name!r}, which is no file of an item of ours.")
    return info


def _write_members(out: IO[bytes], rows: Iterable[Row], root: Path) -> None:
    for row in rows:
        for member in row.members:
            info = tarfile.TarInfo(f"{row.item_id}.{member}")
            if len(info.name) > MAX_NAME:
                raise StoreError(f"{info.name} is longer than the {MAX_NAME} characters a tar of ours holds.")
            _write_member(out, info, inside(root, *row.parts, member), row.files[member])
    out.write(bytes(2 * BLOCK))


def _write_member(out: IO[bytes], info: tarfile.TarInfo, path: Path, expected: str) -> None:
    digest = hashlib.sha256()
    with opened(path, 1 << 32) as file:
        info.size = path.stat().st_size
        out.write(info.tobuf(tarfile.USTAR_FORMAT, "ascii", "strict"))
        while chunk := file.read(CHUNK_BYTES):
            digest.update(chunk)
            out.write(chunk)
    out.write(bytes(-info.size % BLOCK))
    if digest.hexdigest() != expected:
        raise StoreError(f"{path} is not what its row says; replay the data set.")
