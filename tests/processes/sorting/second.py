"""Another solver: tries every order of putting pieces down, shortest plans first, with its own measure of lightness."""

import itertools


def _luminance(colour):
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def rows(ramp):
    """All rows (pieces from left to right) that run from dark to light."""
    light = [_luminance(colour) for colour in ramp.colours]
    return [
        row
        for row in itertools.permutations(range(len(light)))
        if all(light[a] < light[b] for a, b in itertools.pairwise(row))
    ]


def optimum(ramp):
    return min(len(row) for row in rows(ramp))


def solutions(ramp):
    return len(rows(ramp))
