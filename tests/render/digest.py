"""Prints the hash of pictures in all qualities; run by `test_determinism` in processes of its own."""

import hashlib

import numpy as np

from flowbench.records import Camera
from flowbench.render.pictures import PHOTOS, render, silhouettes
from tests.render.solids import clutter


def digest() -> str:
    """The hash of colour, depth and ids of two views, and of the silhouettes of one."""
    model = clutter(np.random.default_rng(5))
    total = hashlib.sha256()
    for yaw in (0.0, 137.0):
        camera = Camera((0.1, 0.2, -0.3), yaw, 12.0, 95.0, 160, 121)
        pixels = render(model, camera)
        photos = [render(model, camera, quality).frame.copy() for quality in PHOTOS]
        for array in (pixels.frame, pixels.depth, pixels.ids, silhouettes(model, camera), *photos):
            total.update(array.tobytes())
    return total.hexdigest()


if __name__ == "__main__":
    print(digest())
