"""Models that are the same but for the order of their pieces, the names of their colours and how cards are written.

The pieces (with their neighbours), the colours and the cards are one graph. Its nodes are told apart by what is around
them, in rounds (colour refinement after Weisfeiler and Leman), which no renumbering or renaming can change.
"""

from collections import Counter
from typing import Any

from flowbench.rules.games.color_swap.figures import neighbours_of
from flowbench.rules.games.color_swap.records import Model, becomes

ROUNDS = 3

_Edges = list[list[tuple[int, int]]]  # node -> (kind of edge, other node)
_NEIGHBOUR, _HAS_COLOUR, _COLOUR_OF, _FIRST_CARD = 0, 1, 2, 3  # each card: one kind for leading to, one for coming from


def canonical(model: Model) -> Any:
    """How often each kind of node occurs, round by round, and what makes the kinds."""
    edges = _graph(model)
    piece_count = len(model.colours)
    labels = [0 if node < piece_count else 1 for node in range(len(edges))]
    told: list[Any] = []
    for _ in range(ROUNDS):
        seen = [
            (labels[node], tuple(sorted((kind, labels[to]) for kind, to in edges[node]))) for node in range(len(edges))
        ]
        counts = sorted(Counter(seen).items())
        told.append(counts)
        numbers = {kind: number for number, (kind, _) in enumerate(counts)}
        labels = [numbers[kind] for kind in seen]
    return told


def _graph(model: Model) -> _Edges:
    piece_count = len(model.colours)
    edges: _Edges = [[] for _ in range(piece_count + len(model.palette))]
    for a, b in neighbours_of(model.figure, model.cuts):
        edges[a].append((_NEIGHBOUR, b))
        edges[b].append((_NEIGHBOUR, a))
    for piece, colour in enumerate(model.colours):
        edges[piece].append((_HAS_COLOUR, piece_count + colour))
        edges[piece_count + colour].append((_COLOUR_OF, piece))
    for number, card in enumerate(model.cards):
        for colour in range(len(model.palette)):
            result = becomes(card, colour)
            edges[piece_count + colour].append((_FIRST_CARD + 2 * number, piece_count + result))
            edges[piece_count + result].append((_FIRST_CARD + 2 * number + 1, piece_count + colour))
    return edges
