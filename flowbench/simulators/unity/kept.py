"""Snapshots whose pictures cannot be drawn again: they go along when pickled."""

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flowbench.records import Pixels, Snapshot


@dataclass(frozen=True, eq=False)
class KeptSnapshot(Snapshot):
    """A snapshot with the simulator's own picture."""

    def __getstate__(self) -> dict[str, Any]:
        """Everything, the picture deflated."""
        packed = self.pixels and tuple(
            _pack(array) for array in (self.pixels.frame, self.pixels.depth, self.pixels.ids)
        )
        return super().__getstate__() | {"pixels": packed}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Inflate the picture."""
        packed = state["pixels"]
        self.__dict__.update(state, pixels=packed and Pixels(*(_unpack(*array) for array in packed)))


def _pack(array: NDArray[Any]) -> tuple[bytes, str, tuple[int, ...]]:
    return zlib.compress(array.tobytes(), 1), array.dtype.str, array.shape


def _unpack(data: bytes, dtype: str, shape: tuple[int, ...]) -> NDArray[Any]:
    return np.frombuffer(bytearray(zlib.decompress(data)), dtype).reshape(shape)
