"""Signed gaps between boxes and the walls of a room, and whether points lie on its floor.

Where a scene has several rooms, a box has to do with the walls of the room its centre is in, as far as they are in
front of the centre, and besides it may not cut through any wall: see `wall_slabs`.
"""

import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flowbench.geometry.jit import jit
from flowbench.records import Floats, Opening, Room, Wall

SLAB_HALF_M = 0.005  # half the thickness of the slab of a wall between rooms


@dataclass(frozen=True)
class WallGap:
    """A wall and the signed gap to it in metres: negative when the box reaches into the wall."""

    wall_id: str
    gap_m: float


def wall_gaps(box: Floats, walls: Sequence[Wall], rooms: Sequence[Room] = ()) -> list[WallGap]:
    """Signed gap from a (15,) world box to each wall it stands before, the nearest first.

    A wall counts when the box's extent along it overlaps the wall's own, openings one can pass left out; where there
    are several rooms, the walls that the box's centre is before in its own room count.
    """
    rows = wall_rows(walls)
    gaps = gaps_to(box, rows, room_edges(rooms))
    found: dict[str, float] = {}
    for row, gap in zip(rows, gaps.tolist(), strict=True):
        name = walls[int(row[8])].wall_id
        if gap < found.get(name, math.inf):
            found[name] = gap
    return sorted((WallGap(name, gap) for name, gap in found.items()), key=lambda gap: gap.gap_m)


def wall_rows(walls: Sequence[Wall]) -> Floats:
    """(w, 10) walls for the compiled checks, each without its openings in as many rows as it needs.

    Columns: foot start (x, z), unit direction (x, z), length, inward normal (x, z), the room's key (-1: the scene is
    one room), the wall's number, the height at which the piece begins.
    """
    keys = _room_keys(wall.room_id for wall in walls)
    rows = []
    for number, wall in enumerate(walls):
        along = np.subtract(wall.end, wall.start)
        length = math.hypot(along[0], along[1])
        along = along / length
        for start, end, bottom in solid_pieces(wall, length):
            foot = np.asarray(wall.start) + start * along if start else wall.start
            rows.append([*foot, *along, end - start, *wall.inward, keys[wall.room_id], number, bottom])
    return np.array(rows, dtype=np.float64).reshape(-1, 10)


def solid_pieces(wall: Wall, length: float) -> list[tuple[float, float, float]]:
    """(start, end, lowest height) of the parts of a wall beside and above the openings one can pass."""
    pieces, reached = [], 0.0
    for opening in sorted(_passable(wall.openings), key=lambda opening: opening.start_m):
        if opening.start_m > reached:
            pieces.append((reached, opening.start_m, 0.0))
        pieces.append((max(opening.start_m, 0.0), min(opening.end_m, length), opening.high_m))
        reached = max(reached, opening.end_m)
    return [*pieces, (reached, length, 0.0)] if reached < length else pieces


def _room_keys(room_ids: Iterable[str]) -> Mapping[str, float]:
    """A number for each room that follows from its id alone; -1 for none."""
    return {name: float(zlib.crc32(name.encode())) if name else -1.0 for name in room_ids}


def _passable(openings: Sequence[Opening]) -> list[Opening]:
    return [opening for opening in openings if opening.passable]


def wall_slabs(walls: Sequence[Wall], ceiling_m: float) -> tuple[Floats, NDArray[np.int64]]:
    """(n, 15) thin boxes of the walls between rooms, without their openings, and the (n,) wall of each.

    None for a scene that is one room: there a body that passes a wall is outside.
    """
    rows = wall_rows(walls)
    rows = rows[rows[:, 7] >= 0.0]
    slabs = np.zeros((len(rows), 15))
    for slab, (x, z, ax, az, length, nx, nz, _, _, bottom) in zip(slabs, rows.tolist(), strict=True):
        half, middle_m = length / 2, (bottom + ceiling_m) / 2
        slab[:3] = x + ax * half - nx * SLAB_HALF_M, middle_m, z + az * half - nz * SLAB_HALF_M
        slab[3:6] = half, (ceiling_m - bottom) / 2, SLAB_HALF_M
        slab[6:] = ax, 0.0, az, 0.0, 1.0, 0.0, nx, 0.0, nz
    return slabs, rows[:, 8].astype(np.int64)


def room_edges(rooms: Sequence[Room]) -> Floats:
    """(e, 5) the edges of all rooms' floors for the compiled checks: both ends (x, z), then the room's key."""
    keys = _room_keys(room.room_id for room in rooms)
    rows = [
        [*corner, *room.floor[(k + 1) % len(room.floor)], keys[room.room_id]]
        for room in rooms
        for k, corner in enumerate(room.floor)
    ]
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


@jit
def gaps_to(box: Floats, walls: Floats, rooms: Floats) -> Floats:
    """(w,) signed gap in metres from a (15,) world box to each wall row; inf where it does not stand before it."""
    gaps = np.full(walls.shape[0], math.inf)
    room = room_at(rooms, box[0], box[2])
    top = box[1] + box[3] * abs(box[7]) + box[4] * abs(box[10]) + box[5] * abs(box[13])
    for w in range(walls.shape[0]):
        wall = walls[w]
        if wall[7] >= 0.0 and (wall[7] != room or top <= wall[9]):
            continue
        along = (box[0] - wall[0]) * wall[2] + (box[2] - wall[1]) * wall[3]
        away = (box[0] - wall[0]) * wall[5] + (box[2] - wall[1]) * wall[6]
        if wall[7] >= 0.0 and away < 0.0:
            continue
        reach_along, reach_away = 0.0, 0.0
        for k in range(3):
            x, z = box[6 + 3 * k], box[8 + 3 * k]
            reach_along += box[3 + k] * abs(x * wall[2] + z * wall[3])
            reach_away += box[3 + k] * abs(x * wall[5] + z * wall[6])
        if along + reach_along >= 0.0 and along - reach_along <= wall[4]:
            gaps[w] = away - reach_away
    return gaps


@jit
def room_at(rooms: Floats, x: float, z: float) -> float:
    """Key of the room a point lies in, by the even-odd rule over the edges of each; -1 where it lies in none."""
    first = 0
    while first < rooms.shape[0]:
        last, inside = first, False
        while last < rooms.shape[0] and rooms[last, 4] == rooms[first, 4]:
            ax, az, bx, bz = rooms[last, 0], rooms[last, 1], rooms[last, 2], rooms[last, 3]
            if (az > z) != (bz > z) and x < ax + (z - az) / (bz - az) * (bx - ax):
                inside = not inside
            last += 1
        if inside:
            return float(rooms[first, 4])
        first = last
    return -1.0


@jit
def on_floor(floor: Floats, x: float, z: float) -> bool:
    """Whether a point lies inside a simple floor polygon (n, 2), by the even-odd rule."""
    inside = False
    for n in range(len(floor)):
        ax, az = floor[n]
        bx, bz = floor[(n + 1) % len(floor)]
        if (az > z) != (bz > z) and x < ax + (z - az) / (bz - az) * (bx - ax):
            inside = not inside
    return inside
