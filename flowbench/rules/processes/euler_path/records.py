"""Instance and state of Euler Path."""

import math
from dataclasses import dataclass
from functools import cached_property

Point = tuple[float, float]
Edge = tuple[int, int]  # vertices, the lower number first

MOST_VERTICES, MOST_EDGES = 8, 12


@dataclass(frozen=True)
class Graph:
    """An instance.

    Attributes:
        points: where the vertices are, metres.
        edges: in order; actions are their numbers.
        start: the marked vertex.
    """

    points: tuple[Point, ...]
    edges: tuple[Edge, ...]
    start: int

    @cached_property
    def at_vertex(self) -> tuple[tuple[int, ...], ...]:
        """The edges of each vertex."""
        return tuple(tuple(k for k, edge in enumerate(self.edges) if v in edge) for v in range(len(self.points)))

    def entry(self, vertex: int, edge: int) -> int:
        """Where an edge is begun from a vertex: there, or, where it does not touch it, at its nearer end."""
        here = self.points[vertex]
        return min(self.edges[edge], key=lambda end: (end != vertex, math.dist(self.points[end], here)))

    def across(self, vertex: int, edge: int) -> int:
        """The other end of an edge; of one that does not touch the vertex, the end that is farther away."""
        a, b = self.edges[edge]
        start = vertex if vertex in (a, b) else self.entry(vertex, edge)
        return b if start == a else a


@dataclass(frozen=True, slots=True)
class Pen:
    """A state.

    Attributes:
        vertex: where the pen is.
        trail: the edges traced so far, in order. By violations an edge may be there twice, or begin elsewhere than the
            one before ended: the chalk then goes straight to its nearer end.
    """

    vertex: int
    trail: tuple[int, ...] = ()
