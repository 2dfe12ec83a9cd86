"""Shortest plans: a table of all boards for 3 x 3, and iterative deepening with linear conflicts for larger ones."""

from collections import deque
from collections.abc import Mapping
from functools import cache

from flowbench.rules.games.rejection import NoPlan, Reject
from flowbench.rules.processes.sliding_puzzle.records import STEPS, Board, source, swapped

MAX_NODES = 400_000  # of one search in depth
TABLE_SIZE = 3


def shortest(board: Board, size: int, goal: Board) -> tuple[int, ...]:
    """The directions of a shortest plan.

    Raises:
        NoPlan: for a board of the other parity.
        Reject: when the search reached its cap.
    """
    if not is_solvable(board, size):
        raise NoPlan("this order of tiles cannot be reached by sliding")
    return _descent(board, size) if size == TABLE_SIZE else _deepening(board, size, goal)


def is_solvable(board: Board, size: int) -> bool:
    """By parity: of inversions, and on even boards of the empty cell's row, too."""
    tiles = [tile for tile in board if tile]
    inversions = sum(a > b for k, a in enumerate(tiles) for b in tiles[k + 1 :])
    row = 0 if size % 2 else size - 1 - board.index(0) // size
    return (inversions + row) % 2 == 0


@cache
def distances() -> Mapping[Board, int]:
    """The number of slides from each of the 181,440 solvable 3 x 3 boards to the goal."""
    goal = (*range(1, TABLE_SIZE**2), 0)
    found, queue = {goal: 0}, deque([goal])
    while queue:
        board = queue.popleft()
        for direction in range(len(STEPS)):
            cell = source(board, TABLE_SIZE, direction)
            if cell is not None and (after := swapped(board, cell)) not in found:
                found[after] = found[board] + 1
                queue.append(after)
    return found


def _descent(board: Board, size: int) -> tuple[int, ...]:
    table, plan = distances(), []
    while table[board]:
        for direction in range(len(STEPS)):
            cell = source(board, size, direction)
            if cell is not None and table[swapped(board, cell)] == table[board] - 1:
                plan.append(direction)
                board = swapped(board, cell)
                break
    return tuple(plan)


def _deepening(board: Board, size: int, goal: Board) -> tuple[int, ...]:
    """IDA*: searches in depth with a growing bound."""
    bound = estimate(board, size)
    nodes = [0]
    while True:
        plan: list[int] = []
        least = _search(board, size, goal, 0, bound, plan, nodes)
        if least is None:
            return tuple(plan)
        bound = least


def _search(
    board: Board, size: int, goal: Board, done: int, bound: int, plan: list[int], nodes: list[int]
) -> int | None:
    """None when the goal was found, else the least bound that was exceeded."""
    nodes[0] += 1
    if nodes[0] > MAX_NODES:
        raise Reject("the solver gave up")
    total = done + estimate(board, size)
    if total > bound:
        return total
    if board == goal:
        return None
    least = 1 << 30
    for direction in range(len(STEPS)):
        cell = source(board, size, direction)
        if cell is None or (plan and plan[-1] == (direction + 2) % 4):
            continue
        plan.append(direction)
        found = _search(swapped(board, cell), size, goal, done + 1, bound, plan, nodes)
        if found is None:
            return None
        least = min(least, found)
        plan.pop()
    return least


def estimate(board: Board, size: int) -> int:
    """Slides that are needed at least: ways of all tiles, and two more for each that must make way in its own line."""
    total = 0
    for cell, tile in enumerate(board):
        if tile:
            total += abs(cell // size - (tile - 1) // size) + abs(cell % size - (tile - 1) % size)
    for k in range(size):
        row = [(tile - 1) % size for tile in board[k * size : (k + 1) * size] if tile and (tile - 1) // size == k]
        column = [(tile - 1) // size for tile in board[k::size] if tile and (tile - 1) % size == k]
        total += 2 * (_conflicts(row) + _conflicts(column))
    return total


def _conflicts(places: list[int]) -> int:
    """Tiles of a line that must leave it: all but a longest run in order."""
    longest: list[int] = []
    for k, place in enumerate(places):
        longest.append(1 + max((longest[j] for j in range(k) if places[j] < place), default=0))
    return len(places) - max(longest, default=0)
