"""A second judge: contours as point clouds, corners by the law of cosines, with none of the game's functions."""

import math

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
    """Many points along the closed contour, at equal steps."""
    ends = layer[1:] + layer[:1]
    lengths = [math.dist(a, b) for a, b in zip(layer, ends, strict=True)]
    step, points, gone = sum(lengths) / STEPS, [], 0.0
    for (ax, ay), (bx, by), length in zip(layer, ends, lengths, strict=True):
        while gone < length:
            share = gone / length
            points.append((ax + (bx - ax) * share, ay + (by - ay) * share))
            gone += step
        gone -= length
    return points


def standard(layers):
    """All clouds, moved and scaled so that the outer one has its middle at 0 and a root mean square radius of 1."""
    clouds = [cloud(corners(layer)) for layer in layers]
    x, y = (sum(point[k] for point in clouds[0]) / len(clouds[0]) for k in (0, 1))
    spread = math.sqrt(sum((px - x) ** 2 + (py - y) ** 2 for px, py in clouds[0]) / len(clouds[0]))
    return [[((px - x) / spread, (py - y) / spread) for px, py in points] for points in clouds]


def farthest(some, others):
    return max(min((ax - bx) ** 2 + (ay - by) ** 2 for bx, by in others) for ax, ay in some) ** 0.5


def apart(first, second):
    """The largest distance of any point of one drawing from the same layer of the other, in outer diameters."""
    ours, theirs = standard(first), standard(second)
    if len(ours) != len(theirs):
        return math.inf
    diameter = max(math.dist(a, b) for a in ours[0] for b in ours[0][::4])
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
