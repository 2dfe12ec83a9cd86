"""Nets that are the same but for how they lie on paper, the names of symbols, and the letters and order of squares."""

from typing import Any

from flowbench.rules.games.cube_net.folding import likenesses
from flowbench.rules.games.cube_net.records import Net
from flowbench.rules.games.stickers import likenesses as face_likenesses
from flowbench.rules.games.stickers import renamed


def canonical(net: Net) -> Any:
    """The least description of the net in its eight ways to lie. A net that is turned turns its patterns with it."""
    return min(_described(net, way) for way in range(8))


def _described(net: Net, way: int) -> list[Any]:
    cells = likenesses(net.cells)[way]
    faces = [face_likenesses(face)[way] for face in net.faces]
    order = sorted(range(len(cells)), key=lambda k: cells[k])
    patterns = renamed(tuple(faces[k] for k in order))
    return [[cells[k] for k in order], order.index(net.anchor), patterns]
