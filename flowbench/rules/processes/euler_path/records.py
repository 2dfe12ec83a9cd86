"""Instance and state of Euler Path."""

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

    def across(self, vertex: int, edge: int) -> int:
        """The other end of an edge."""
        a, b = self.edges[edge]
        return b if vertex == a else a


@dataclass(frozen=True, slots=True)
class Pen:
    """A state.

    Attributes:
        vertex: where the pen is.
        trail: the edges traced so far, in order; by violations an edge may be there twice.
    """

    vertex: int
    trail: tuple[int, ...] = ()
