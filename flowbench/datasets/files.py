"""Where the files of one item are read from: its folder, or (see `tar`) a packed shard."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from flowbench.datasets.folders import inside
from flowbench.datasets.strict_json import opened, read_bytes


class Files(Protocol):
    """The files of one item."""

    def name(self, member: str) -> str:
        """What errors call a file."""

    def read(self, member: str, max_bytes: int) -> bytes:
        """The bytes of a file of at most `max_bytes`.

        Raises:
            StoreError: if it is missing, no regular file, or larger.
        """

    def at(self, member: str, max_bytes: int) -> contextlib.AbstractContextManager[Path]:
        """A path at which a file of at most `max_bytes` can be read, for as long as the context lasts.

        Raises:
            StoreError: if it is missing, no regular file, or larger.
        """


@dataclass(frozen=True)
class LooseFiles:
    """The files in an item's folder."""

    folder: Path

    def name(self, member: str) -> str:
        """The path of a file."""
        return str(self.folder / member)

    def read(self, member: str, max_bytes: int) -> bytes:
        """The bytes of a file."""
        return read_bytes(inside(self.folder, member), max_bytes)

    @contextlib.contextmanager
    def at(self, member: str, max_bytes: int) -> Iterator[Path]:
        """The path of a file."""
        path = inside(self.folder, member)
        with opened(path, max_bytes):
            pass
        yield path
