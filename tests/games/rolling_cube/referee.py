"""A second judge: the cube as twelve strings that are re-cut by hand-written rules for one roll, no matrices."""

import re
from functools import lru_cache

from flowbench.rules.games.rolling_cube.records import Rolls

VOCABULARY = {
    "marks": ["circle", "square", "triangle", "plus", "heart", "moon"],
    "digits": list("123456"),
    "letters": list("ghjkpt"),
}
OTHER_SPELLINGS = {
    "c": "circle", "disc": "circle", "disk": "circle", "o": "circle", "s": "square", "t": "triangle",
    "p": "plus", "cross": "plus", "+": "plus", "h": "heart", "m": "moon", "crescent": "moon",
}  # fmt: skip
NAMES = ("top", "bottom", "north", "south", "east", "west")

# What each face is after a roll to the East, cell by cell: (old face, old row, old column), rows from the top.
EAST = {
    "top": "W20 W10 W00 W21 W11 W01 W22 W12 W02",
    "bottom": "E20 E10 E00 E21 E11 E01 E22 E12 E02",
    "north": "N02 N12 N22 N01 N11 N21 N00 N10 N20",
    "south": "S20 S10 S00 S21 S11 S01 S22 S12 S02",
    "east": "T20 T10 T00 T21 T11 T01 T22 T12 T02",
    "west": "B20 B10 B00 B21 B11 B01 B22 B12 B02",
}


def quarter(face, times=1):
    """Clockwise."""
    for _ in range(times):
        face = [list(row) for row in zip(*face[::-1], strict=True)]
    return face


def east(cube):
    initials = {name[0].upper(): name for name in NAMES}
    cells = {
        name: [cube[initials[cell[0]]][int(cell[1])][int(cell[2])] for cell in EAST[name].split()] for name in NAMES
    }
    return {name: [flat[0:3], flat[3:6], flat[6:9]] for name, flat in cells.items()}


def seen_from_west_as_south(cube):
    """The whole world turned by a quarter, so that what was East is North: faces move, Top and Bottom turn."""
    return {
        "top": quarter(cube["top"], 3),
        "bottom": quarter(cube["bottom"], 1),
        "north": cube["east"],
        "west": cube["north"],
        "south": cube["west"],
        "east": cube["south"],
    }


def roll(cube, direction):
    turns = {"E": 0, "S": 1, "W": 2, "N": 3}[direction]  # world turns that bring the direction to the East
    for _ in range(turns):
        cube = seen_from_west_as_south(cube)
    cube = east(cube)
    for _ in range((4 - turns) % 4):
        cube = seen_from_west_as_south(cube)
    return cube


def start(instance):
    words = VOCABULARY[instance.vocabulary]
    grids = [[[words[s] for s in face[k : k + 3]] for k in (0, 3, 6)] for face in instance.faces]
    return dict(zip(NAMES, grids, strict=True))


@lru_cache(maxsize=64)
def after(instance, count):
    cube = start(instance)
    for direction in instance.moves[:count]:
        cube = roll(cube, direction)
    return cube


def read_symbol(text, instance):
    text = text.strip()
    if instance.vocabulary == "marks":
        text = OTHER_SPELLINGS.get(text, text)
    return text if text in VOCABULARY[instance.vocabulary] else None


def read_grid(text, instance):
    """Rows by slash, semicolon or newline; nothing else than what mutations of a written grid can be."""
    rows = re.split(r"\s*[/;]\s*|\s*\n\s*", text.strip())
    grid = []
    for row in rows:
        parts = row.replace(",", " ").split()
        if len(parts) == 1 and read_symbol(parts[0], instance) is None:
            parts = list(parts[0])
        grid.append([read_symbol(part, instance) for part in parts])
    return grid if [len(row) for row in grid] == [3, 3, 3] and None not in sum(grid, []) else None


def read_fields(text, keys):
    """key -> text; None when a key is missing, doubled or unknown."""
    marks = list(re.finditer(rf"(?:^|[;,\n])\s*({'|'.join(keys)})\s*[=:]", text))
    if not marks or text[: marks[0].start()].strip() or [mark[1] for mark in marks].count(marks[0][1]) > 1:
        return None
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    found = [(mark[1], text[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)]
    return found if sorted(key for key, _ in found) == sorted(keys) else None


def accepts(sample, text):
    text = text.strip().lower()
    if sample.fmt == "choice":
        letter = text.strip(" ().").upper()
        return letter in tuple("ABCDEF") and is_right(sample, sample.options["ABCDEF".index(letter)].lower())
    whole = [text, text[:-1]] if text.endswith(".") else [text]
    return any(is_right(sample, part) for part in whole)


def is_right(sample, text):
    instance, query = sample.instance, sample.query
    text = re.sub(r"\s*[;,]\s*$", "", text)
    if sample.family == "RC1":
        return read_grid(text, instance) == after(instance, len(instance.moves))["top"]
    if sample.family == "RC4" and len(query.rolls) == 1:
        return read_grid(text, instance) == after(instance, query.rolls[0])[query.face]
    keys = [f"k{roll}" for roll in query.rolls] if sample.family == "RC4" else list(query.faces)
    fields = read_fields(text, keys)
    if fields is None or (sample.family == "RC4" and [key for key, _ in fields] != keys):
        return False
    if sample.family == "RC4":
        wanted = {f"k{roll}": after(instance, roll)["top"][1][1] for roll in query.rolls}
        return all(read_symbol(value, instance) == wanted[key] for key, value in fields)
    end = after(instance, len(instance.moves))
    if query.whole:
        return all(read_grid(value, instance) == end[key] for key, value in fields)
    return all(read_symbol(value, instance) == end[key][1][1] for key, value in fields)


def equivalents(instance):
    """The world turned by one, two, three quarters; symbols renamed; another vocabulary; the board moved along."""
    found = [instance]
    numbers = {word: k for k, word in enumerate(VOCABULARY[instance.vocabulary])}
    cube, moves, start_cell = start(instance), instance.moves, instance.start
    rows, columns = instance.rows, instance.columns
    for _ in range(3):
        cube, moves = seen_from_west_as_south(cube), moves.translate(str.maketrans("ENWS", "NWSE"))
        start_cell, rows, columns = (columns - 1 - start_cell[1], start_cell[0]), columns, rows
        faces = tuple(tuple(numbers[word] for row in cube[name] for word in row) for name in NAMES)
        found.append(Rolls(rows, columns, start_cell, moves, faces, instance.vocabulary, instance.variant))
    renamed = tuple(tuple((symbol + 2) % 6 for symbol in face) for face in instance.faces)
    found.append(Rolls(instance.rows, instance.columns, instance.start, instance.moves, renamed, "digits"))
    return found
