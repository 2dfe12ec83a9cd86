"""A second judge: every port is a point on a fine lattice; what touches the missing tile is looked up there."""

import re

from flowbench.rules.games.missing_tiles.records import Board
from tests.games.fields import endings, read_fields

SIDES = "nesw"


def lattice(board):
    """Points (x, y) of all ports; a tile is slots + 1 points wide."""
    pitch = board.slots + 1
    points = set()
    for y, row in enumerate(board.level):
        for x, bits in enumerate(row):
            points |= {(x * pitch + k + 1, y * pitch) for k in range(board.slots) if bits & 2**k}
    for y, row in enumerate(board.upright):
        for x, bits in enumerate(row):
            points |= {(x * pitch, y * pitch + k + 1) for k in range(board.slots) if bits & 2**k}
    return points


def wanted(board):
    """side letter -> set of slots from 1, of the tile asked for."""
    pitch, points = board.slots + 1, lattice(board)
    row, column = board.missing[0]
    left, top = column * pitch, row * pitch
    slots = range(1, board.slots + 1)
    return {
        "n": {k for k in slots if (left + k, top) in points},
        "e": {k for k in slots if (left + pitch, top + k) in points},
        "s": {k for k in slots if (left + k, top + pitch) in points},
        "w": {k for k in slots if (left, top + k) in points},
    }


def read_slots(text, count):
    if text in ("none", "{}", "[]"):
        return set()
    inside = re.sub(r"^\[(.*)\]$|^\{(.*)\}$", lambda match: match[1] or match[2] or "", text).strip()
    parts = re.split(r"\s*[+,]\s*", inside) if re.search("[+,]", inside) else list(inside)
    good = all(re.fullmatch("[1-9]", part) and int(part) <= count for part in parts)
    return {int(part) for part in parts} if good and parts and len(set(parts)) == len(parts) else None


def read_ports(text, count):
    if text == "none":
        return set()
    parts = re.split(r"\s*[+,;]\s*", text)
    good = all(re.fullmatch(f"[nesw][1-{count}]", part) for part in parts)
    return set(parts) if good and len(set(parts)) == len(parts) else None


def accepts(sample, text):
    text = text.strip().lower()
    if sample.fmt == "choice":
        letter = text.strip(" ().").upper()
        return letter in tuple("ABCDEF") and is_right(sample, sample.options["ABCDEF".index(letter)].lower())
    return any(is_right(sample, part) for part in endings(text))


def is_right(sample, text):
    right, count = wanted(sample.instance), sample.instance.slots
    if sample.family == "MT3":
        fields = read_fields(text, ["ports", "degree"])
        named = {f"{side}{slot}" for side in SIDES for slot in right[side]}
        return (
            fields is not None and fields["degree"] == str(len(named)) and read_ports(fields["ports"], count) == named
        )
    sides = [side.lower() for side in sample.query.sides] if sample.family == "MT2" else list(SIDES)
    fields = read_fields(text, sides)
    return fields is not None and all(read_slots(fields[side], count) == right[side] for side in sides)


def turned(board):
    """A quarter clockwise: (x, y) goes to (height - y, x)."""
    height = board.rows * (board.slots + 1)
    points = {(height - y, x) for x, y in lattice(board)}
    missing = tuple((column, board.rows - 1 - row) for row, column in board.missing)
    return rebuilt(board.columns, board.rows, board.slots, points, missing)


def mirrored(board):
    width = board.columns * (board.slots + 1)
    points = {(width - x, y) for x, y in lattice(board)}
    missing = tuple((row, board.columns - 1 - column) for row, column in board.missing)
    return rebuilt(board.rows, board.columns, board.slots, points, missing)


def rebuilt(rows, columns, slots, points, missing):
    pitch = slots + 1
    level = [[0] * columns for _ in range(rows + 1)]
    upright = [[0] * (columns + 1) for _ in range(rows)]
    for x, y in points:
        if y % pitch == 0:
            level[y // pitch][x // pitch] += 2 ** (x % pitch - 1)
        else:
            upright[y // pitch][x // pitch] += 2 ** (y % pitch - 1)
    return Board(rows, columns, slots, tuple(map(tuple, level)), tuple(map(tuple, upright)), missing)


def equivalents(instance):
    found = []
    for start in (instance, mirrored(instance)):
        for _ in range(4):
            found.append(start)
            start = turned(start)
    return found
