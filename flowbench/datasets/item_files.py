"""The files of an item: `record.json`, its pictures `i0.png`, `i1.png`, ... and the arrays."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from flowbench.datasets.files import Files
from flowbench.datasets.index import MAX_PICTURES
from flowbench.datasets.record import write_record
from flowbench.errors import BadValue
from flowbench.records import Episode, Item
from flowbench.render.arrays import read_npz, write_npz
from flowbench.render.files import read_png, write_png


@dataclass(frozen=True)
class Limits:
    """Sizes beyond which files are refused.

    Attributes:
        index_bytes: of index.jsonl, plan.json.
        record_bytes: of one record.json.
        file_bytes: of one picture or array file, packed.
        array_bytes: of all arrays of an item, unpacked.
        pixels: of one picture.
    """

    index_bytes: int = 1 << 30
    record_bytes: int = 8 << 20
    file_bytes: int = 256 << 20
    array_bytes: int = 1 << 30
    pixels: int = 1 << 26


class Lazy(Mapping[str, NDArray[Any]]):
    """Arrays by name, read from disk when they are first looked at."""

    def __init__(self, read: Callable[[], Mapping[str, NDArray[Any]]]) -> None:
        """Remember how to read."""
        self._read = read

    @cached_property
    def _arrays(self) -> Mapping[str, NDArray[Any]]:
        return self._read()

    def __getitem__(self, name: str) -> NDArray[Any]:
        """The array with this name."""
        return self._arrays[name]

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self._arrays)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._arrays)


def write_item(folder: Path, item: Item, episode: Episode, keys: Mapping[str, str]) -> None:
    """Write an item's files into a folder."""
    names = [f"i{k}" for k in range(len(item.images))]
    if sorted(item.images) != names or not 1 <= len(names) <= MAX_PICTURES:
        raise BadValue(f"An item has the pictures i0, i1, ... up to {MAX_PICTURES}, got {sorted(item.images)}.")
    (folder / "record.json").write_bytes(write_record(item, episode, keys))
    for name in names:
        write_png(folder / f"{name}.png", item.images[name])
    write_npz(folder / "arrays.npz", item.arrays)


def images_in(files: Files, limits: Limits, names: Sequence[str]) -> Mapping[str, NDArray[Any]]:
    """The pictures of an item, when they are looked at."""
    return Lazy(lambda: {name: read_image(files, name, limits) for name in names})


def arrays_in(files: Files, limits: Limits) -> Mapping[str, NDArray[Any]]:
    """The arrays of an item, when they are looked at."""
    return Lazy(lambda: read_arrays(files, limits))


def read_image(files: Files, name: str, limits: Limits) -> NDArray[Any]:
    """One picture (H, W, 3) uint8.

    Raises:
        StoreError: if it is missing, damaged or larger than the limits.
    """
    with files.at(f"{name}.png", limits.file_bytes) as path:
        return read_png(path, limits.pixels)


def read_arrays(files: Files, limits: Limits) -> dict[str, NDArray[Any]]:
    """The arrays, read without pickle.

    Raises:
        StoreError: if the file is missing, damaged, holds objects or is larger than the limits.
    """
    with files.at("arrays.npz", limits.file_bytes) as path:
        return read_npz(path, limits.array_bytes)
