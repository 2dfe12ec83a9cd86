"""Colours of pixels compared, for decoders."""

import cv2
import numpy as np


def near(pixels, colour, within):
    """Where each of the three channels is at most `within` from a colour's; pixels are uint8."""
    if pixels.size == 0:
        return np.zeros(pixels.shape[:-1], dtype=bool)
    low = tuple(max(0, int(value) - within) for value in colour)
    high = tuple(min(255, int(value) + within) for value in colour)
    return cv2.inRange(pixels.reshape(1, -1, 3), low, high).reshape(pixels.shape[:-1]) > 0


def distance(pixels, colour):
    """The sum of the differences of the three channels from a colour's, int16."""
    channels = (np.abs(pixels[..., k].astype(np.int16) - np.int16(colour[k])) for k in range(3))
    return sum(channels, np.zeros(pixels.shape[:-1], dtype=np.int16))
