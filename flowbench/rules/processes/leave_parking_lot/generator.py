"""Draws lots: tracks from inside to the border that cross, so that cars must wait; on hard one must back up."""

from collections.abc import Sequence

import numpy as np

from flowbench.rules.games.rejection import NoPlan, Reject
from flowbench.rules.processes.leave_parking_lot.records import COLUMNS, LENGTHS, ROWS, STEPS, Cell, Lot, beyond
from flowbench.rules.processes.leave_parking_lot.solver import shortest

CARS = {"easy": 2, "mid": 3, "hard": 4}
PLANS = {"easy": (6, 10), "mid": (10, 14), "hard": (14, 19)}  # actions of a shortest plan
LEAST_WAITS = {"easy": 1, "mid": 2, "hard": 3}  # pairs of cars one of which must leave before the other can
ATTEMPTS = 3000


def draw_lot(rng: np.random.Generator, level: str) -> Lot:
    """A lot whose cars depend on each other as the level wants.

    Raises:
        Reject: when none came out.
    """
    low, high = PLANS[level]
    for _ in range(ATTEMPTS):
        lot = _tracks(rng, CARS[level], level == "hard")
        if lot is None or waits(lot) < LEAST_WAITS[level] or (level == "hard" and not may_back_up(lot)):
            continue
        try:
            plan = shortest(lot, lot.starts)
        except (NoPlan, Reject):
            continue
        if (
            low <= len(plan) <= high
            and drives_smoothly(lot, plan)
            and (level != "hard" or any(action % 2 for action in plan))
        ):
            return lot
    raise Reject("no cars that depend on each other as wanted")


def waits(lot: Lot) -> int:
    """Pairs (one, other) where `other` stands on the track ahead of `one`."""
    return sum(
        lot.tracks[other][lot.starts[other]] in lot.tracks[one][lot.starts[one] + 1 :]
        for one in range(len(lot.tracks))
        for other in range(len(lot.tracks))
        if one != other
    )


def may_back_up(lot: Lot) -> bool:
    """Whether the first car is in another's way, cannot leave yet, and would make way one cell back."""
    track, start = lot.tracks[0], lot.starts[0]
    others = range(1, len(lot.tracks))
    ahead = {other: lot.tracks[other][lot.starts[other] + 1 :] for other in others}
    blocked = any(lot.tracks[other][lot.starts[other]] in track[start + 1 :] for other in others)
    return start > 0 and blocked and any(track[start] in way and track[0] not in way for way in ahead.values())


def drives_smoothly(lot: Lot, plan: Sequence[int]) -> bool:
    """Whether no car stops where its track bends, or backs up from there."""
    at = list(lot.starts)
    for k, action in enumerate(plan):
        car, back = divmod(action, 2)
        if back and (k == 0 or plan[k - 1] != action) and bends_at(lot, car, at[car]):
            return False
        at[car] += -1 if back else 1
        stops = not back and (k + 1 == len(plan) or plan[k + 1] != action)
        if stops and bends_at(lot, car, at[car]):
            return False
    return True


def bends_at(lot: Lot, car: int, index: int) -> bool:
    """Whether a track bends at a place."""
    if not 0 < index < len(lot.tracks[car]):
        return False
    (r0, c0), (r1, c1), (r2, c2) = (lot.cell(car, k) for k in (index - 1, index, index + 1))
    return (r1 - r0, c1 - c0) != (r2 - r1, c2 - c1)


def _tracks(rng: np.random.Generator, cars: int, backing: bool) -> Lot | None:
    tracks: list[tuple[Cell, ...]] = []
    starts: list[int] = []
    for car in range(cars):
        track = _track(rng)
        start = 1 if backing and car == 0 and track is not None and len(track) > LENGTHS[0] else 0
        if track is None:
            return None
        tracks.append(track)
        starts.append(start)
    lot = Lot(tuple(tracks), tuple(starts))
    standing = [lot.tracks[car][start] for car, start in enumerate(starts)]
    ends = [(track[-1], beyond(track[-1])) for track in tracks]
    apart = (
        len(set(standing)) == cars and len({end for end, _ in ends}) == cars and len({out for _, out in ends}) == cars
    )
    return lot if apart else None


def _track(rng: np.random.Generator) -> tuple[Cell, ...] | None:
    """A way from an inner cell to the border with few turns, that never touches itself."""
    cell = (int(rng.integers(1, ROWS - 1)), int(rng.integers(1, COLUMNS - 1)))
    track, direction = [cell], int(rng.integers(4))
    length = int(rng.integers(LENGTHS[0], LENGTHS[1] + 1))
    while len(track) < length:
        if len(track) > 1 and rng.random() < 0.3:
            direction = (direction + (1 if rng.random() < 0.5 else 3)) % 4
        cell = (cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1])
        inside = 0 <= cell[0] < ROWS and 0 <= cell[1] < COLUMNS
        if not inside or sum(abs(cell[0] - r) + abs(cell[1] - c) <= 1 for r, c in track) > 1:
            return None
        track.append(cell)
        if _leads_out(track):
            break
    return tuple(track) if len(track) >= LENGTHS[0] and _leads_out(track) else None


def _leads_out(track: list[Cell]) -> bool:
    """Whether the last step goes straight on over the border."""
    (row, column), (out_row, out_column) = track[-1], beyond(track[-1])
    at_border = row in (0, ROWS - 1) or column in (0, COLUMNS - 1)
    way = (row - track[-2][0], column - track[-2][1])
    return at_border and way == (out_row - row, out_column - column)
