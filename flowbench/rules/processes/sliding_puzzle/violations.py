"""Clips that break the rules of Sliding Puzzle."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flowbench.records import Vector
from flowbench.rules.processes.animation import Moving, Segment, film, segments_of, steps_of
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.entity import Entity, Scene
from flowbench.rules.processes.motion import carried, slid
from flowbench.rules.processes.process import Process
from flowbench.rules.processes.sliding_puzzle.records import STEPS, Tiles, Tray, source, swapped
from flowbench.rules.processes.table_plane import FPS

_FRAMES = round(0.8 * FPS)


def violations(rules: Process[Any, Any], tray: Tray, case_id: str) -> Sequence[Corruption]:
    """A tile that goes diagonally, one that is lifted, two at once, and slides to another order."""
    return (*_diagonal(rules, tray, case_id), *_plans(rules, tray, case_id))


def _diagonal(rules: Process[Any, Any], tray: Tray, case_id: str) -> Iterator[Corruption]:
    """A tile diagonal to the empty cell slides into it."""
    board = tray.start
    row, column = divmod(board.index(0), tray.size)
    cell = next(
        r * tray.size + c
        for r, c in ((row - 1, column - 1), (row - 1, column + 1), (row + 1, column - 1), (row + 1, column + 1))
        if 0 <= r < tray.size and 0 <= c < tray.size
    )
    start = rules.scene(tray, Tiles(board))
    after = rules.scene(tray, Tiles(swapped(board, cell)))
    segment = Segment(_FRAMES, _sliding(start, after, slid), start, after)
    yield Corruption(
        "diagonal slide", film(case_id, [segment], start), hits=("S3",), may=("S6",), tiers=(0,), exactly=1
    )


def _plans(rules: Process[Any, Any], tray: Tray, case_id: str) -> Iterator[Corruption]:
    """The solver's plan with its first tile lifted or two tiles moving at once, and a plan that leads elsewhere."""
    plan = rules.solve(tray, rules.initial(tray)).actions
    segments = segments_of(rules, tray, steps_of(rules, tray, plan))
    start = segments[0].before
    raised = Segment(_FRAMES, _sliding(start, segments[0].after, carried), start, segments[0].after)
    yield Corruption("lifted tile", film(case_id, [raised, *segments[1:]], start), hits=("S4",), tiers=(2,), exactly=1)
    if len(plan) >= 2:
        both = segments[1].after
        at_once = Segment(_FRAMES, _sliding(start, both, slid), start, both)
        clip = film(case_id, [at_once, *segments[2:]], start)
        yield Corruption("two tiles at once", clip, hits=("S2", "S3"), tiers=(2,), exactly=1)
    astray = _astray(tray)
    clip = film(case_id, segments_of(rules, tray, steps_of(rules, tray, astray)), start)
    yield Corruption("wrong goal", clip, hits=("S6",), tiers=(0, 1))


def _astray(tray: Tray) -> tuple[int, ...]:
    """Slides that go round and end out of order."""
    board, last = tray.start, None
    plan: list[int] = []
    while len(plan) < 4 or board == tray.goal:
        for direction in range(len(STEPS)):
            cell = source(board, tray.size, direction)
            if cell is not None and last != (direction + 2) % 4 and swapped(board, cell) != tray.goal:
                board, last = swapped(board, cell), direction
                plan.append(direction)
                break
    return tuple(plan)


def _sliding(start: Scene, after: Scene, way: Callable[[Vector, Vector, float], Vector]) -> Moving:
    """All that differs goes its way at once."""
    movers = [name for name in start if start[name] != after[name]]

    def moving(share: float) -> dict[str, Entity]:
        return {name: start[name].at(way(start[name].pos, after[name].pos, share)) for name in movers}

    return moving
