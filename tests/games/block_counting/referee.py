"""A second judge: looks for something in the way by walking from each face towards the viewer in small steps."""

import re
from functools import cache

from flowbench.rules.games.block_counting.records import Pile

STEP, REACH = 0.05, 12.0
AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "top": (0, 0, 1)}


def seen_from_corner(pile):
    """Rows and columns reversed or exchanged so that the nearest column is the last one."""
    heights, n = pile.heights, len(pile.heights)
    order = {
        0: lambda x, y: (x, y), 1: lambda x, y: (y, n - 1 - x), 2: lambda x, y: (n - 1 - x, n - 1 - y),
        3: lambda x, y: (n - 1 - y, x),
    }[pile.corner]  # fmt: skip
    return [[heights[order(x, y)[0]][order(x, y)[1]] for y in range(n)] for x in range(n)]


def is_filled(heights, point):
    x, y, z = (int(value // 1) for value in point)
    return 0 <= x < len(heights) and 0 <= y < len(heights[0]) and 0 <= z < heights[x][y]


def is_seen(heights, x, y, z):
    """Whether one of the two halves of a face of this cube has nothing before its middle."""
    for axis in AXES.values():
        others = [k for k in range(3) if axis[k] == 0]
        for near, far in ((1 / 3, 2 / 3), (2 / 3, 1 / 3)):
            point = [x + axis[0], y + axis[1], z + axis[2]]
            point[others[0]] += near
            point[others[1]] += far
            distances = (STEP * (k + 0.5) for k in range(int(REACH / STEP)))
            if not any(is_filled(heights, [value + distance for value in point]) for distance in distances):
                return True
    return False


@cache
def hidden(pile):
    heights = seen_from_corner(pile)
    cubes = [(x, y, z) for x, row in enumerate(heights) for y, height in enumerate(row) for z in range(height)]
    return sum(not is_seen(heights, *cube) for cube in cubes)


def right_numbers(sample):
    flat = [height for row in sample.instance.heights for height in row]
    return {
        "BC1": lambda: [sum(flat)],
        "BC2": lambda: [len(flat) - flat.count(0)],
        "BC3": lambda: [hidden(sample.instance)],
        "BC4": lambda: [flat.count(height) for height in range(1, sample.instance.most + 1)],
    }[sample.family]()


def accepts(sample, text):
    text = text.strip().lower()
    if sample.fmt == "choice":
        letter = text.strip(" ().").upper()
        return letter in tuple("ABCDEF") and is_right(sample, sample.options["ABCDEF".index(letter)])
    return is_right(sample, text) or (text.endswith(".") and is_right(sample, text[:-1]))


def is_right(sample, text):
    numbers = [str(number) for number in right_numbers(sample)]
    if sample.family != "BC4":
        return text.strip() == numbers[0]
    parts = [part.strip() for part in re.split(r"[;,]", re.sub(r"[;,]\s*$", "", text.strip()))]
    pairs = [re.fullmatch(r"h([1-5])\s*[=:]\s*([0-9]+)", part) for part in parts]
    if None in pairs or len(pairs) != len(numbers):
        return False
    return {pair[1]: pair[2] for pair in pairs} == {str(k + 1): number for k, number in enumerate(numbers)}


def equivalents(instance):
    """Turned and mirrored bases, seen from any corner."""
    n = len(instance.heights)
    places = [
        lambda r, c: (r, c), lambda r, c: (c, r), lambda r, c: (n - 1 - r, c), lambda r, c: (r, n - 1 - c),
        lambda r, c: (n - 1 - r, n - 1 - c), lambda r, c: (n - 1 - c, n - 1 - r), lambda r, c: (c, n - 1 - r),
        lambda r, c: (n - 1 - c, r),
    ]  # fmt: skip
    moved = (
        tuple(tuple(instance.heights[at(r, c)[0]][at(r, c)[1]] for c in range(n)) for r in range(n)) for at in places
    )
    return [Pile(heights, instance.most, k % 4) for k, heights in enumerate(moved)]
