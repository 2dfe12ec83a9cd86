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


def is_free(lot: Lot, at: Places, car: int, index: int) -> bool:
    """Whether no other car stands on a cell of a car's track."""
    cell = lot.cell(car, index)
    return all(
        other == car or lot.is_out(other, place) or lot.cell(other, place) != cell for other, place in enumerate(at)
    )


@lru_cache(maxsize=512)
def shortest(lot: Lot, at: Places) -> tuple[int, ...]:
    """The actions of a shortest plan until all cars are out.

    Raises:
        NoPlan: when there is none.
        Reject: when the search reached its cap.
    """
    goal = tuple(len(track) for track in lot.tracks)
    start: Node = (at, -2)
    came: dict[Node, Node] = {start: start}
    done: set[Node] = set()
    heap: list[tuple[int, int, Node, Node]] = [(0, 0, start, start)]
    while heap:
        length, changes, node, before = heapq.heappop(heap)
        if node in done:
            continue
        done.add(node)
        came[node] = before
        if node[0] == goal:
            return _plan(came, node)
        if len(done) > MAX_STATES:
            raise Reject("the solver gave up")
        for action in range(2 * len(lot.tracks)):
            there = moved(lot, node[0], action)
            if there is not None and is_free(lot, node[0], action // 2, there[action // 2]):
                heapq.heappush(heap, (length + 1, changes + (action != node[1]), (there, action), node))
    raise NoPlan("the cars are stuck")


def _plan(came: dict[Node, Node], node: Node) -> tuple[int, ...]:
    plan = []
    while came[node] != node:
        plan.append(node[1])
        node = came[node]
    return tuple(reversed(plan))
