"""A folder of predictions, a file an item.

Flow is `<id>.flo`, `<id>.png` (KITTI, 16 bits) or `<id>.npz` with the array "flow" (H, W, 2); pictures are `<id>.png`
(8 bits). Nothing else is looked at, and nothing is unpickled.
"""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

import numpy as np

from flowbench.errors import StoreError
from flowbench.records import FlowMap, Image
from flowbench.render.arrays import read_npz
from flowbench.render.files import read_flo, read_kitti_flow, read_png

FLOW_SUFFIXES = (".flo", ".png", ".npz")
FRAME_SUFFIXES = (".png",)
NPZ_NAME = "flow"


class Predictions:
    """The files of a folder by item id."""

    def __init__(self, folder: Path, suffixes: tuple[str, ...]) -> None:
        """Remember where to look; the folder must exist."""
        if not folder.is_dir():
            raise StoreError(f"{folder} is not a folder.")
        self.folder, self.suffixes = folder, suffixes

    @cached_property
    def files(self) -> Mapping[str, Path]:
        """Item id -> its file.

        Raises:
            StoreError: if an id has two files, or a file is a link.
        """
        found: dict[str, Path] = {}
        for path in sorted(self.folder.iterdir()):
            if path.suffix.lower() not in self.suffixes:
                continue
            if path.is_symlink() or not path.is_file():
                raise StoreError(f"{path} is not a regular file.")
            if path.stem in found:
                raise StoreError(f"{self.folder} has {found[path.stem].name} and {path.name}. Keep one of them.")
            found[path.stem] = path
        return found


def read_flow(path: Path, shape: tuple[int, int]) -> FlowMap:
    """A predicted flow (H, W, 2) float32, pixels (u right, v down); nan where a KITTI file says invalid.

    Raises:
        StoreError: if it cannot be read, or its size is not `shape` (H, W).
    """
    suffix = path.suffix.lower()
    if suffix == ".flo":
        flow = read_flo(path)
    elif suffix == ".png":
        vectors, valid = read_kitti_flow(path)
        flow = np.where(valid[:, :, None], vectors, np.float32(np.nan))
    else:
        flow = _npz_flow(path)
    if flow.shape != (*shape, 2):
        raise StoreError(
            f"{path} has the shape {flow.shape}, expected {(*shape, 2)}. Resize it, its vectors with it, to the item's "
            "pictures."
        )
    return flow.astype(np.float32)


def _npz_flow(path: Path) -> FlowMap:
    arrays = read_npz(path)
    if NPZ_NAME not in arrays or arrays[NPZ_NAME].dtype.kind != "f":
        raise StoreError(f"{path} has no array {NPZ_NAME!r} of floats; it holds {sorted(arrays)}.")
    return arrays[NPZ_NAME]


def read_frame(path: Path, shape: tuple[int, int]) -> Image:
    """A predicted picture (H, W, 3) uint8.

    Raises:
        StoreError: if it cannot be read, or its size is not `shape` (H, W).
    """
    frame = read_png(path)
    if frame.shape[:2] != shape:
        raise StoreError(f"{path} is {frame.shape[1]} x {frame.shape[0]}, expected {shape[1]} x {shape[0]} pixels.")
    return frame
