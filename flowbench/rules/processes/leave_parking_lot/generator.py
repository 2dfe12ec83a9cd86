"""Draws lots: tracks from inside to the border that cross, so that cars must wait; on hard one must back up."""

from collections.abc import Sequence

import numpy as np

from flowbench.rules.games.rejection import NoPlan, Reject
from flowbench.rules.processes.leave_parking_lot.records import Lot
from flowbench.rules.processes.leave_parking_lot.solver import can_leave_forwards, shortest
from flowbench.rules.processes.leave_parking_lot.ways import Track, Ways

CARS = {"easy": 2, "mid": 3, "hard": 4}
PLANS = {"easy": (6, 10), "mid": (10, 14), "hard": (14, 19)}  # actions of a shortest plan
LEAST_WAITS = {"easy": 1, "mid": 2, "hard": 3}  # pairs of cars one of which must leave before the other can
LEAST_TO_BACK = 4  # cells of a track on which a car may back up and another stand ahead of it
ATTEMPTS = 3000


def draw_lot(rng: np.random.Generator, level: str) -> Lot:
    """A lot whose cars depend on each other as the level wants.

    Raises:
        Reject: when none came out.
    """
    low, high = PLANS[level]
    for _ in range(ATTEMPTS):
        lot = _lot(rng, level)
        if lot is None or waits(lot) < LEAST_WAITS[level] or (level == "hard" and not must_back_up(lot)):
            continue
        try:
            plan = shortest(lot, lot.starts, high)
        except (NoPlan, Reject):
            continue
        if low <= len(plan) and drives_smoothly(lot, plan):
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


def must_back_up(lot: Lot) -> bool:
    """Whether the first car shuts others in and is shut in, would make way one cell back, and nothing else helps."""
    track, start = lot.tracks[0], lot.starts[0]
    others = range(1, len(lot.tracks))
    blocked = any(lot.tracks[other][lot.starts[other]] in track[start + 1 :] for other in others)
    ahead = (lot.tracks[other][lot.starts[other] + 1 :] for other in others)
    makes_way = any(track[start] in way and track[0] not in way for way in ahead)
    return start > 0 and blocked and makes_way and not can_leave_forwards(lot, lot.starts)


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


def _lot(rng: np.random.Generator, level: str) -> Lot | None:
    """Cars on tracks of their own; on hard the first has backed into its place, is shut in, and shuts another in."""
    ways, cars = Ways.all(), CARS[level]
    first = ways.any(rng)
    if level != "hard":
        return _apart((first, *(ways.any(rng) for _ in range(cars - 1))), (0,) * cars)
    if len(first) < LEAST_TO_BACK:
        return None
    ahead = first[2:]
    blocking = ways.from_cell(rng, ahead[int(rng.integers(len(ahead)))])
    passing = ways.through_cell(rng, first[1])
    others = [blocking, passing, *(ways.any(rng) for _ in range(cars - 3))]
    if None in others:
        return None
    tracks = (first, *(track for k in rng.permutation(len(others)) if (track := others[int(k)]) is not None))
    return _apart(tracks, (1, *(0,) * (cars - 1)))


def _apart(tracks: tuple[Track, ...], starts: tuple[int, ...]) -> Lot | None:
    """The lot, unless two cars would stand on one cell or leave by one."""
    lot = Lot(tracks, starts)
    standing = [track[start] for track, start in zip(tracks, starts, strict=True)]
    ends = [[track[-1] for track in tracks], list(lot.exits), standing]
    return lot if all(len(set(cells)) == len(tracks) for cells in ends) else None
