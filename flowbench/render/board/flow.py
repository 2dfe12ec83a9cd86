"""Exact optical flow between two pictures of one board: pieces move rigidly, everything else stays."""

import math

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.records import FlowMap, Mask
from flowbench.render.board.picture import Picture, Place


def flow_between(first: Picture, second: Picture) -> tuple[FlowMap, Mask]:
    """Flow (H, W, 2) float32 pixels (u right, v down) from the first picture to the second, and (H, W) bool validity.

    A vector is valid when the point it leads to is inside the second picture and the same thing is seen there. What
    has a place in one picture only has no flow (0) and is not valid.

    Raises:
        BadValue: when the pictures differ in size.
    """
    if first.ids.shape != second.ids.shape:
        raise BadValue(f"Flow needs two pictures of one size, got {first.ids.shape} and {second.ids.shape}.")
    flow = np.zeros((*first.ids.shape, 2), dtype=np.float32)
    gone = [ident for ident in first.places if ident not in second.places]
    for ident, place in first.places.items():
        if ident in second.places and second.places[ident] != place:
            _move(flow, first.ids == ident, place, second.places[ident])
    return flow, _arrives(flow, first.ids, second.ids) & ~np.isin(first.ids, gone)


def _move(flow: FlowMap, where: Mask, start: Place, end: Place) -> None:
    rows, columns = np.nonzero(where)
    x, y = columns + 0.5 - start.x, rows + 0.5 - start.y
    turn = math.radians(end.turn_deg - start.turn_deg)
    cosine, sine = math.cos(turn), math.sin(turn)
    flow[rows, columns, 0] = cosine * x - sine * y + end.x - (columns + 0.5)
    flow[rows, columns, 1] = sine * x + cosine * y + end.y - (rows + 0.5)


def _arrives(flow: FlowMap, first: NDArray[np.int32], second: NDArray[np.int32]) -> Mask:
    height, width = first.shape
    rows, columns = np.indices(first.shape)
    x = np.floor(columns + 0.5 + flow[:, :, 0]).astype(np.intp)
    y = np.floor(rows + 0.5 + flow[:, :, 1]).astype(np.intp)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    seen = second[np.where(inside, y, 0), np.where(inside, x, 0)]
    arrives: Mask = inside & (seen == first)
    return arrives
