"""Sheets of pixels that Pillow draws on and NumPy reads, with no copy in between; their memory is used again."""

from typing import Self

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pillow
from PIL import ImageDraw

from flowbench.render.drawing import Colour

SIZES_KEPT = 6  # of sheets whose memory is kept for the next ones


class Sheet:
    """A picture in memory.

    Attributes:
        pixels: (H, W, 4) uint8: red, green, blue, and a byte without meaning.
        image: the same pixels, in Pillow's hands.
        pen: draws on them.
    """

    def __init__(self, width: int, height: int) -> None:
        """Pixels of any colour."""
        self.pixels: NDArray[np.uint8] = np.empty((height, width, 4), dtype=np.uint8)
        self.image = Pillow.frombuffer("RGBX", (width, height), self.pixels, "raw", "RGBX", 0, 1)
        self.image.readonly = 0  # drawing would go to a copy otherwise
        self.pen = ImageDraw.Draw(self.image)

    @classmethod
    def of(cls, width: int, height: int, colour: Colour) -> Self:
        """A sheet of one colour, on memory that was put aside if there is some: fresh memory is slow to fill."""
        try:
            sheet = _ASIDE[width, height].pop()
        except (KeyError, IndexError):
            sheet = cls(width, height)
        sheet.pen.fontmode = "L"
        sheet.values.fill(colour[0] | colour[1] << 8 | colour[2] << 16)
        assert isinstance(sheet, cls)
        return sheet

    @property
    def values(self) -> NDArray[np.uint32]:
        """(H, W) the pixels as numbers: red + 256 green + 65,536 blue."""
        return self.pixels.view("<u4")[:, :, 0]

    def put_aside(self) -> None:
        """Give the memory back; whoever still draws on it spoils another picture."""
        height, width = self.pixels.shape[:2]
        if (width, height) not in _ASIDE and len(_ASIDE) >= SIZES_KEPT:
            _ASIDE.clear()
        kept = _ASIDE.setdefault((width, height), [])
        if len(kept) < 2:  # a canvas has two
            kept.append(self)


_ASIDE: dict[tuple[int, int], list[Sheet]] = {}
