"""Pictures of any size in an array of one size."""

import cv2
import numpy as np

from flowbench.records import Image


def fitted(picture: Image, height: int, width: int) -> Image:
    """(height, width, 3) uint8: a picture at the top left, made smaller where it does not fit, the rest black."""
    share = min(1.0, height / picture.shape[0], width / picture.shape[1])
    rows, columns = (max(1, int(side * share)) for side in picture.shape[:2])
    canvas = np.zeros((height, width, 3), dtype=np.uint8)
    canvas[:rows, :columns] = (
        picture if share == 1.0 else cv2.resize(picture, (columns, rows), interpolation=cv2.INTER_AREA)
    )
    return canvas
