"""Shortest plans over the places of all cars; of equal plans the one in which cars take the fewest turns."""

import heapq
from functools import lru_cache

from flowbench.rules.games.rejection import NoPlan, Reject
from flowbench.rules.processes.leave_parking_lot.records import Lot

MAX_STATES = 20_000
Places = tuple[int, ...]
Node = tuple[Places, int]  # places, action that led there


def moved(lot: Lot, at: Places, action: int) -> Places | None:
    """Where the cars are after an action, whatever stands there; None beyond the track's ends."""
    car, back = divmod(action, 2)
    index = at[car] + (-1 if back else 1)
    if not 0 <= index <= len(lot.tracks[car]) or lot.is_out(car, at[car]):
        return None
    return (*at[:car], index, *at[car + 1 :])


def is_free(lot: Lot, at: Places, car: int, there: Places) -> bool:
    """Whether no other car stands in the cell that a car is to drive into."""
    track = lot.tracks[car]
    if there[car] == len(track):  # outside, each car has a place of its own
        return True
    cell = track[there[car]]
    for other, (place, way) in enumerate(zip(at, lot.tracks, strict=True)):
        if other != car and place < len(way) and way[place] == cell:
            return False
    return True


@lru_cache(maxsize=512)
def shortest(lot: Lot, at: Places, most: int | None = None) -> tuple[int, ...]:
    """The actions of a shortest plan until all cars are out.

    Args:
        most: longer plans are not looked for.

    Raises:
        NoPlan: when there is none.
        Reject: when there is none so short, or the search reached its cap.
    """
    goal = tuple(len(track) for track in lot.tracks)
    start: Node = (at, -2)
    came: dict[Node, Node] = {}
    heap: list[tuple[int, int, Node, Node]] = [(_left(lot, at), 0, start, start)]
    while heap:
        least, changes, node, before = heapq.heappop(heap)
        if node in came:
            continue
        if most is not None and least > most:
            raise Reject("a plan that is too long")
        came[node] = before
        if node[0] == goal:
            return _plan(came, node)
        if len(came) > MAX_STATES:
            raise Reject("the solver gave up")
        length = least - _left(lot, node[0])
        for action in range(2 * len(lot.tracks)):
            there = moved(lot, node[0], action)
            if there is not None and (there, action) not in came and is_free(lot, node[0], action // 2, there):
                total = length + 1 + _left(lot, there)
                heapq.heappush(heap, (total, changes + (action != node[1]), (there, action), node))
    raise NoPlan("the cars are stuck")


def can_leave_forwards(lot: Lot, at: Places) -> bool:
    """Whether all cars get out without any backing up."""
    seen, reached = {at}, [at]
    while reached:
        here = reached.pop()
        if _left(lot, here) == 0:
            return True
        for car in range(len(lot.tracks)):
            there = moved(lot, here, 2 * car)
            if there is not None and there not in seen and is_free(lot, here, car, there):
                seen.add(there)
                reached.append(there)
    return False


def _left(lot: Lot, at: Places) -> int:
    """Drives that are needed at least: all the ways out that are left."""
    return sum(map(len, lot.tracks)) - sum(at)


def _plan(came: dict[Node, Node], node: Node) -> tuple[int, ...]:
    plan = []
    while came[node] != node:
        plan.append(node[1])
        node = came[node]
    return tuple(reversed(plan))
