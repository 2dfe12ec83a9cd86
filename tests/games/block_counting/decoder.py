"""Reads a pile back from pixels: the face at each triangle by its colour, then column by column from the front."""

import itertools

import numpy as np

from flowbench.rules.games.block_counting.picture import LOOKS, SIZE, Projection

SIDES, HEIGHTS = (3, 4, 5), (2, 3, 4, 5)
EDGE = 8  # pixels around the picture with nothing but ground


def truth(sample, role):
    return tuple(map(tuple, sample.instance.seen))


def decode(frame, role, style):
    look = LOOKS[style]
    colours = {
        "top": [look.faces["top"]],
        "x": [look.faces["x"]],
        "y": [look.faces["y"]],
        "floor": [*look.tiles, look.ground],
    }
    names = [name for name, shades in colours.items() for _ in shades]
    shades = np.array([shade for shades in colours.values() for shade in shades])
    found = set()
    for side, most in itertools.product(SIDES, HEIGHTS):
        projection = Projection.fit(side, most)

        def face_at(triangle, projection=projection):
            x, y = projection.point(*centre(triangle), 0)
            if not (EDGE < x < SIZE - EDGE and EDGE < y < SIZE - EDGE):
                return "floor"
            around = frame[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3].reshape(-1, 3)
            colour = np.sort(around, axis=0)[len(around) // 2].astype(int)  # the median of each channel
            return names[int(np.abs(shades - colour).max(axis=1).argmin())]

        heights = rebuild(side, most, face_at)
        if heights is not None and outline_fits(frame, projection, side, look):
            found.add(heights)
    assert len(found) == 1, found
    return found.pop()


def centre(triangle):
    a, b, half = triangle
    return (a + 2 / 3, b + 1 / 3) if half == 0 else (a + 1 / 3, b + 2 / 3)


def outline_fits(frame, projection, side, look):
    """Whether the base, drawn in ink, ends at its nearest corner."""
    x, y = projection.point(side, side, 0)
    below = frame[int(y) + 6 : int(y) + 10, int(x) - 2 : int(x) + 3].reshape(-1, 3).astype(int)
    at = frame[int(y) - 4 : int(y) + 3, int(x) - 2 : int(x) + 3].reshape(-1, 3).astype(int)
    return np.abs(below - look.ground).max() < 12 and np.abs(at - look.ink).max(axis=1).min() < 60


def faces_of(x, y, z):
    """Triangles of the three faces of a cube that look this way, worked out from the corners of each face."""
    a, b = x - z, y - z
    sides = {(a, b, 0): "x", (a, b - 1, 1): "x", (a, b, 1): "y", (a - 1, b, 0): "y"}
    return sides | {(a - 1, b - 1, 0): "top", (a - 1, b - 1, 1): "top"}


def rebuild(side, most, face_at):
    """Heights that explain every triangle of the picture; columns nearest to the viewer are settled first."""
    order = sorted(itertools.product(range(side), repeat=2), key=lambda place: -sum(place))
    seen = {}

    def look(triangle):
        if triangle not in seen:
            seen[triangle] = face_at(triangle)
        return seen[triangle]

    def settle(k, taken, heights):
        if k == len(order):
            rows = tuple(tuple(heights[x, y] for y in range(side)) for x in range(side))
            return rows if all(look(t) == "floor" for t in outside(taken)) else None
        x, y = order[k]
        for height in range(most + 1):
            own = {}
            for z in reversed(range(height)):
                own = faces_of(x, y, z) | own
            own.setdefault((x, y, 0), "floor") if height == 0 else None
            own.setdefault((x, y, 1), "floor") if height == 0 else None
            new = {triangle: face for triangle, face in own.items() if triangle not in taken}
            top = {triangle for triangle in new if own[triangle] in ("top", "floor")}
            if top and all(look(triangle) == face for triangle, face in new.items()):
                rows = settle(k + 1, taken | new.keys(), heights | {(x, y): height})
                if rows is not None:
                    return rows
        return None

    def outside(taken):
        near = {
            (a + i, b + j, half)
            for a, b, _ in taken
            for i, j, half in itertools.product((-1, 0, 1), (-1, 0, 1), (0, 1))
        }
        return near - taken

    return settle(0, frozenset(), {})
