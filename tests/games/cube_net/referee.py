"""A second judge: nine points a square, turned in space about the hinges, and looked at from six sides."""

import re
from dataclasses import replace
from functools import lru_cache

import numpy as np

VOCABULARY = {
    "marks": ["circle", "square", "triangle", "plus", "heart", "moon"],
    "digits": list("123456"),
    "colours": ["red", "yellow", "green", "blue", "purple", "white"],
}
OTHER_SPELLINGS = {
    "c": "circle", "disc": "circle", "disk": "circle", "o": "circle", "s": "square", "t": "triangle",
    "p": "plus", "cross": "plus", "+": "plus", "h": "heart", "m": "moon", "crescent": "moon",
}  # fmt: skip

# x to the right, y up, z towards the eye. Of each side: where it is extreme, and how rows and columns grow.
SIDES = {
    "front": ((0, 0, 1), (0, -1, 0), (1, 0, 0)),
    "back": ((0, 0, -1), (0, -1, 0), (-1, 0, 0)),
    "right": ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    "left": ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
    "top": ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
    "bottom": ((0, -1, 0), (0, 0, -1), (1, 0, 0)),
}
HINGES = {  # row and column step: the middle of the hinge from the middle of a square of side 3, and the axis
    (0, 1): ((1.5, 0, 0), (0, 1, 0)),
    (0, -1): ((-1.5, 0, 0), (0, -1, 0)),
    (1, 0): ((0, -1.5, 0), (1, 0, 0)),
    (-1, 0): ((0, 1.5, 0), (-1, 0, 0)),
}


def folded(cells, anchor):
    """Nine points of each square in space."""
    centres = {cell: np.array([3.0 * cell[1], -3.0 * cell[0], 0.0]) for cell in cells}
    offsets = np.array([[column - 1, 1 - row, 0] for row in range(3) for column in range(3)])
    points = {cell: centres[cell] + offsets for cell in cells}

    def fold(cell, parent):
        """All squares that hang on this one, folded at their hinges, those farthest away first."""
        hanging = [cell]
        for step, (hinge, axis) in HINGES.items():
            child = (cell[0] + step[0], cell[1] + step[1])
            if child in points and child != parent:
                branch = fold(child, cell)
                for other in branch:
                    points[other] = quarter_turn(points[other] - centres[cell] - hinge, axis) + hinge + centres[cell]
                hanging += branch
        return hanging

    fold(cells[anchor], None)
    return [points[cell] for cell in cells]


def quarter_turn(points, axis):
    """By the right-hand rule about an axis through the origin."""
    axis = np.array(axis)
    return np.outer(points @ axis, axis) + np.cross(axis, points)


@lru_cache(maxsize=16)
def sides_of(instance):
    """position -> (letter of the square, rows of words)."""
    points = folded(instance.cells, instance.anchor)
    middle = np.mean(points, axis=(0, 1))
    words = VOCABULARY[instance.vocabulary]
    seen = {}
    for position, (out, down, right) in SIDES.items():
        square = max(range(6), key=lambda k: (points[k].mean(axis=0) - middle) @ out)
        order = sorted(
            range(9), key=lambda k: (round(points[square][k] @ down, 3), round(points[square][k] @ right, 3))
        )
        pattern = [words[instance.faces[square][k]] for k in order]
        seen[position] = (instance.labels[square].lower(), [pattern[k : k + 3] for k in (0, 3, 6)])
    return seen


def read_symbol(text, instance):
    text = OTHER_SPELLINGS.get(text.strip(), text.strip()) if instance.vocabulary == "marks" else text.strip()
    return text if text in VOCABULARY[instance.vocabulary] else None


def read_grid(text, instance):
    grid = []
    for row in re.split(r"\s*[/;]\s*|\s*\n\s*", text.strip()):
        parts = row.replace(",", " ").split()
        if len(parts) == 1 and read_symbol(parts[0], instance) is None:
            parts = list(parts[0])
        grid.append([read_symbol(part, instance) for part in parts])
    return grid


def read_fields(text):
    """(key, text) in order; None for what is no list of fields."""
    fields = [re.fullmatch(r"([a-z0-9]+)\s*[=:]\s*(.*)", part.strip()) for part in re.split(r"[;,\n]", text)]
    return None if None in fields else [(field[1], field[2].strip()) for field in fields]


def accepts(sample, text):
    text = text.strip().lower()
    if sample.fmt == "choice":
        letter = text.strip(" ().").upper()
        return letter in tuple("ABCDEF") and is_right(sample, sample.options["ABCDEF".index(letter)].lower())
    return any(is_right(sample, part) for part in ([text, text[:-1].rstrip()] if text.endswith(".") else [text]))


def is_right(sample, text):
    instance, query = sample.instance, sample.query
    seen = sides_of(instance)
    if sample.family == "CN1" and len(query.positions) == 1:
        return text == seen[query.positions[0]][0]
    text = re.sub(r"\s*[;,]\s*$", "", text)
    if sample.family == "CN2":
        return read_grid(text, instance) == seen[query.positions[0]][1]
    fields = read_fields(text)
    if fields is None:
        return False
    if sample.family == "CN1":
        return sorted(fields) == sorted((position, seen[position][0]) for position in query.positions)
    wanted = {f"r{row + 1}c{column + 1}": seen[query.position][1][row][column] for row, column in query.cells}
    return sorted(
        (key, read_symbol(value, instance)) for key, value in fields if read_symbol(value, instance)
    ) == sorted(wanted.items()) and len(fields) == len(wanted)


def equivalents(instance):
    """The sheet turned and mirrored, squares in another order and with other letters, symbols renamed."""
    found = [instance]
    grids = [np.reshape(face, (3, 3)) for face in instance.faces]
    cells = np.array(instance.cells)
    for _ in range(3):
        cells = np.stack([cells[:, 1], cells[:, 0].max() - cells[:, 0]], axis=1)
        grids = [np.rot90(grid, -1) for grid in grids]
        found.append(rebuilt(instance, cells, grids))
    mirror = np.stack([cells[:, 0], cells[:, 1].max() - cells[:, 1]], axis=1)
    found.append(rebuilt(instance, mirror, [np.fliplr(grid) for grid in grids]))
    found.append(replace(instance, labels=instance.labels[::-1], vocabulary="digits"))
    found.append(replace(instance, faces=tuple(tuple((symbol + 1) % 6 for symbol in face) for face in instance.faces)))
    order = (3, 0, 5, 1, 4, 2)
    found.append(
        replace(
            instance,
            cells=tuple(instance.cells[k] for k in order),
            faces=tuple(instance.faces[k] for k in order),
            anchor=order.index(instance.anchor),
        )
    )
    return found


def rebuilt(instance, cells, grids):
    faces = tuple(tuple(int(symbol) for symbol in grid.ravel()) for grid in grids)
    return replace(instance, cells=tuple((int(row), int(column)) for row, column in cells), faces=faces)
