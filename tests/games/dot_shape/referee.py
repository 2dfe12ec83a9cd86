"""A second judge: contours as point clouds, corners by the law of cosines, with none of the game's functions."""

import math
from functools import lru_cache

import numpy as np

from flowbench.rules.games.dot_shape.records import Dots

STEPS = 400  # points along a contour


def read(text):
    return [[tuple(int(v) for v in dot.split(",")) for dot in layer.split(" ")] for layer in text.split(" / ")]


def corners(layer):
    """The dots where the angle between the two sides is less than 160 degrees."""
    found = []
    for before, dot, after in zip(layer[-1:] + layer[:-1], layer, layer[1:] + layer[:1], strict=True):
        a, b, c = math.dist(dot, before), math.dist(dot, after), math.dist(before, after)
        cosine = max(-1.0, min(1.0, (a * a + b * b - c * c) / (2 * a * b)))
        if math.degrees(math.acos(cosine)) <= 160.0:
            found.append(dot)
    return found


def cloud(layer):
    """(400, 2) points along the closed contour, at equal steps."""
    dots = np.array([*layer, layer[0]], dtype=float)
    gone = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(dots, axis=0).T))])
    along = np.arange(STEPS) * gone[-1] / STEPS
    return np.stack([np.interp(along, gone, dots[:, k]) for k in (0, 1)], axis=1)


@lru_cache(maxsize=64)
def standard(layers):
    """The clouds of layers of dots, so that the outer one has its middle at 0 and a root mean square radius of 1."""
    clouds = [cloud(corners(list(layer))) for layer in layers]
    middle = clouds[0].mean(axis=0)
    spread = np.sqrt(((clouds[0] - middle) ** 2).sum(axis=1).mean())
    return [(points - middle) / spread for points in clouds]


def farthest(some, others):
    return np.hypot(some[:, None, 0] - others[:, 0], some[:, None, 1] - others[:, 1]).min(axis=1).max()


def apart(first, second):
    """The largest distance of any point of one drawing from the same layer of the other, in outer diameters."""
    ours, theirs = (standard(tuple(map(tuple, layers))) for layers in (first, second))
    if len(ours) != len(theirs):
        return math.inf
    diameter = np.hypot(*(ours[0][:, None] - ours[0][::4]).T).max()
    pairs = zip(ours, theirs, strict=True)
    return max(max(farthest(a[::3], b), farthest(b[::3], a)) for a, b in pairs) / diameter


def accepts(sample, text):
    letter = text.strip(" ().").upper()
    if letter not in tuple("ABCDEF"):
        return False
    layers = read(sample.options["ABCDEF".index(letter)])
    reference = [list(layer) for layer in sample.instance.layers]
    if sample.family == "DS1":
        return apart(reference, layers) < 0.03  # between what is the same and what is different
    if sample.family == "DS2":
        return len(corners(reference[0])) == len(corners(layers[0]))
    return [len(layer) for layer in reference] == [len(layer) for layer in layers]


def equivalents(instance):
    """Turned, mirrored, renumbered, counted the other way round, and moved a little."""
    layers = instance.layers
    quarter = tuple(tuple((5120 - y, x) for x, y in layer) for layer in layers)
    return [
        instance,
        Dots(quarter),
        Dots(tuple(tuple((5120 - x, y) for x, y in layer) for layer in layers)),
        Dots(tuple(tuple((y, x) for x, y in layer) for layer in layers)),
        Dots(tuple(layer[3:] + layer[:3] for layer in layers)),
        Dots(tuple(layer[::-1] for layer in layers)),
        Dots(tuple(tuple((x + 7, y - 4) for x, y in layer) for layer in layers)),
    ]
