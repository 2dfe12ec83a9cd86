"""Draws graphs that have an Euler path, well spread over the table, with traps on the way."""

import itertools
import math
from collections.abc import Mapping

import numpy as np

from flowbench.rules.games.rejection import Reject
from flowbench.rules.processes.euler_path.records import Edge, Graph, Point
from flowbench.rules.processes.euler_path.solver import euler_path, odd_vertices, traps

VERTICES = {"easy": (5, 5), "mid": (6, 6), "hard": (7, 8)}
EDGES = {"easy": (6, 6), "mid": (8, 9), "hard": (11, 12)}
LEAST_TRAPS = {"easy": 1, "mid": 2, "hard": 3}
HALF_X_M, HALF_Y_M = 0.6, 0.34  # of the part of the table that the graph may take
APART_M = 0.2  # between vertices
CLEAR_M = 0.07  # between an edge and other vertices
LEAST_ANGLE_DEG = 25.0  # between edges at a vertex, and where they cross
MOST_CROSSINGS = 2
TRIES = 60


def draw_graph(rng: np.random.Generator, level: str) -> Graph:
    """A graph with an Euler path from its marked vertex.

    Raises:
        Reject: when the vertices do not fit, or no graph on them has one.
    """
    points = _points(rng, int(rng.integers(VERTICES[level][0], VERTICES[level][1] + 1)))
    count = int(rng.integers(EDGES[level][0], EDGES[level][1] + 1))
    pairs = [pair for pair in itertools.combinations(range(len(points)), 2) if _is_clear(points, pair)]
    crossed = {(one, two): _crossing(points, one, two) for one, two in itertools.permutations(pairs, 2)}
    for _ in range(TRIES):
        edges = _edges(rng, pairs, crossed, count)
        if edges is None:
            continue
        graph = Graph(points, edges, 0)
        odd = odd_vertices(graph, range(count))
        if len(odd) not in (0, 2) or not all(graph.at_vertex):
            continue
        starts = odd or list(range(len(points)))
        graph = Graph(points, edges, starts[int(rng.integers(len(starts)))])
        path = euler_path(graph, graph.start, frozenset(range(count)))
        if path is not None and traps(graph, path) >= LEAST_TRAPS[level]:
            return graph
    raise Reject("no such graph on these vertices")


def _points(rng: np.random.Generator, count: int) -> tuple[Point, ...]:
    points: list[Point] = []
    for _ in range(400):
        x, y = float(rng.uniform(-HALF_X_M, HALF_X_M)), float(rng.uniform(-HALF_Y_M, HALF_Y_M))
        if all(math.dist((x, y), point) > APART_M for point in points):
            points.append((round(x, 3), round(y, 3)))
        if len(points) == count:
            return tuple(points)
    raise Reject("the vertices do not fit")


def _edges(
    rng: np.random.Generator, pairs: list[Edge], crossed: Mapping[tuple[Edge, Edge], int], count: int
) -> tuple[Edge, ...] | None:
    """So many edges that can be told apart; None when they do not come together."""
    chosen: list[Edge] = []
    crossings = 0
    for k in rng.permutation(len(pairs)).tolist():
        if len(chosen) == count:
            break
        more = sum(crossed[pairs[k], other] for other in chosen)
        if crossings + more <= MOST_CROSSINGS:
            chosen.append(pairs[k])
            crossings += more
    return tuple(sorted(chosen)) if len(chosen) == count else None


def _is_clear(points: tuple[Point, ...], edge: Edge) -> bool:
    a, b = (points[v] for v in edge)
    return all(distance(points[v], a, b) > CLEAR_M for v in range(len(points)) if v not in edge)


def _crossing(points: tuple[Point, ...], edge: Edge, other: Edge) -> int:
    """1 where two edges cross, else 0; where they can hardly be told apart more than any graph may have."""
    shared = set(edge) & set(other)
    crossed = not shared and crosses(*(points[v] for v in (*edge, *other)))
    if (shared or crossed) and _angle(points, edge, other, shared) < LEAST_ANGLE_DEG:
        return MOST_CROSSINGS + 1
    return int(crossed)


def _angle(points: tuple[Point, ...], one: Edge, two: Edge, shared: set[int]) -> float:
    """Between two edges, away from the vertex they share; of edges that cross the smaller one."""
    if shared:
        corner = shared.pop()
        ends = [points[b if a == corner else a] for a, b in (one, two)]
        ways = [math.atan2(y - points[corner][1], x - points[corner][0]) for x, y in ends]
        return abs(math.degrees(math.remainder(ways[0] - ways[1], 2.0 * math.pi)))
    ways = [math.atan2(points[b][1] - points[a][1], points[b][0] - points[a][0]) for a, b in (one, two)]
    return abs(math.degrees(math.remainder(ways[0] - ways[1], math.pi)))


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches cross."""
    return _side(a, b, c) * _side(a, b, d) < 0.0 and _side(c, d, a) * _side(c, d, b) < 0.0


def _side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def distance(point: Point, a: Point, b: Point) -> float:
    """From a point to a stretch."""
    way = (b[0] - a[0], b[1] - a[1])
    share = ((point[0] - a[0]) * way[0] + (point[1] - a[1]) * way[1]) / (way[0] ** 2 + way[1] ** 2)
    share = min(max(share, 0.0), 1.0)
    return math.dist(point, (a[0] + share * way[0], a[1] + share * way[1]))
