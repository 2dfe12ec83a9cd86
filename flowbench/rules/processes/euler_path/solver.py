"""Euler paths: along the lowest edge that does not cut off what is left (Fleury's rule)."""

from collections.abc import Iterable

from flowbench.rules.processes.euler_path.records import Graph


def euler_path(graph: Graph, vertex: int, left: frozenset[int]) -> tuple[int, ...] | None:
    """The edges of a path from a vertex that uses each edge that is left once; None where there is none."""
    if not _can_begin(graph, vertex, left):
        return None
    path: list[int] = []
    while left:
        choices = [edge for edge in graph.at_vertex[vertex] if edge in left]
        edge = next(edge for edge in choices if _can_begin(graph, graph.across(vertex, edge), left - {edge}))
        path.append(edge)
        vertex, left = graph.across(vertex, edge), left - {edge}
    return tuple(path)


def _can_begin(graph: Graph, vertex: int, left: frozenset[int]) -> bool:
    """Euler's condition: one piece that the vertex belongs to, with no odd vertex, or two of which it is one."""
    if not left:
        return True
    odd = odd_vertices(graph, left)
    if len(odd) not in (0, 2) or (odd and vertex not in odd):
        return False
    return reached(graph, vertex, left) == left


def odd_vertices(graph: Graph, left: Iterable[int]) -> list[int]:
    """Vertices with an odd number of edges that are left."""
    kept = set(left)
    return [v for v, edges in enumerate(graph.at_vertex) if sum(edge in kept for edge in edges) % 2]


def reached(graph: Graph, vertex: int, left: frozenset[int]) -> frozenset[int]:
    """The edges that can be got to from a vertex."""
    found: set[int] = set()
    vertices, edge_of = {vertex}, [vertex]
    while edge_of:
        here = edge_of.pop()
        for edge in graph.at_vertex[here]:
            if edge in left and edge not in found:
                found.add(edge)
                there = graph.across(here, edge)
                if there not in vertices:
                    vertices.add(there)
                    edge_of.append(there)
    return frozenset(found)


def traps(graph: Graph, path: Iterable[int]) -> int:
    """Steps of a path at which another free edge would have cut off what is left."""
    vertex, left, count = graph.start, frozenset(range(len(graph.edges))), 0
    for edge in path:
        others = [k for k in graph.at_vertex[vertex] if k in left and k != edge]
        count += any(not _can_begin(graph, graph.across(vertex, k), left - {k}) for k in others)
        vertex, left = graph.across(vertex, edge), left - {edge}
    return count
