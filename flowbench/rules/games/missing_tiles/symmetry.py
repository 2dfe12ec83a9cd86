"""Boards of Missing Tiles that are the same but for turning and mirroring."""

from typing import Any

from flowbench.rules.games.missing_tiles.records import Board
from flowbench.rules.games.missing_tiles.tile import Sides, mirrored, turned

_OFF_BOARD, _GONE = -1, -2
_RING = range(-1, 2)

Patch = tuple[tuple[Sides, ...], ...]  # 3 x 3 tiles around the one that is asked for


def canonical(board: Board) -> Any:
    """Slots a side, and the least of the eight likenesses of the tile asked for and its surroundings."""
    patch = _patch(board)
    likenesses = []
    for start in (patch, _mirrored(patch, board.slots)):
        for _ in range(4):
            likenesses.append(start)
            start = _turned(start, board.slots)
    return [board.slots, min(likenesses)]


def _patch(board: Board) -> Patch:
    row, column = board.asked
    return tuple(tuple(_seen(board, row + down, column + right) for right in _RING) for down in _RING)


def _seen(board: Board, row: int, column: int) -> Sides:
    if not board.holds((row, column)):
        return (_OFF_BOARD,) * 4
    return (_GONE,) * 4 if (row, column) in board.missing[1:] else board.tile((row, column))


def _turned(patch: Patch, slots: int) -> Patch:
    """A quarter clockwise, every tile with it."""
    return tuple(tuple(_tile_turned(tile, slots) for tile in column[::-1]) for column in zip(*patch, strict=True))


def _mirrored(patch: Patch, slots: int) -> Patch:
    return tuple(tuple(_tile_mirrored(tile, slots) for tile in row[::-1]) for row in patch)


def _tile_turned(tile: Sides, slots: int) -> Sides:
    return tile if tile[0] < 0 else turned(tile, slots)


def _tile_mirrored(tile: Sides, slots: int) -> Sides:
    return tile if tile[0] < 0 else mirrored(tile, slots)
