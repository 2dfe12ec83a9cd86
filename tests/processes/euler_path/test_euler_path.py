"""What makes Euler Path what it is: a start, traps beside the way, strings that are told apart, each traced once."""

import dataclasses
import itertools
import math

import pytest

from flowbench.errors import BadValue
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.euler_path.records import Graph, Pen
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.table import process

RULES = process("euler_path")
# A triangle 0 1 2 with a tail 2 3; and a far string 4 5 only in `SPLIT`, which no way reaches.
POINTS = ((-0.4, 0.0), (0.0, 0.3), (0.0, -0.3), (0.5, -0.3))
TAILED = Graph(POINTS, ((0, 1), (0, 2), (1, 2), (2, 3)), 2)
CASE = Case("euler_path", "euler_path_lv1_001", "easy", TAILED)


def completes(graph, vertex, left):
    """Whether some way from a vertex takes all the edges that are left, by trying."""
    if not left:
        return True
    here = [edge for edge in left if vertex in graph.edges[edge]]
    return any(completes(graph, sum(graph.edges[edge]) - vertex, left - {edge}) for edge in here)


@pytest.mark.parametrize(
    ("level", "vertices", "edges", "traps"),
    [("easy", (5, 5), (6, 6), 1), ("mid", (6, 6), (8, 9), 2), ("hard", (7, 8), (11, 12), 3)],
)
def test_levels_are_vertices_edges_and_traps_beside_the_way(level, vertices, edges, traps):
    for index in range(1, 7):
        case = draw_case("euler_path", level, index)
        graph, vertex, left, found = case.instance, case.instance.start, frozenset(range(99)), 0
        left = frozenset(range(len(graph.edges)))
        assert vertices[0] <= len(graph.points) <= vertices[1] and edges[0] <= len(left) <= edges[1]
        for edge in plan(case):
            beside = [k for k in left if vertex in graph.edges[k] and k != edge]
            found += any(not completes(graph, sum(graph.edges[k]) - vertex, left - {k}) for k in beside)
            vertex, left = sum(graph.edges[edge]) - vertex, left - {edge}
        assert found >= traps


@pytest.mark.parametrize("level", ["easy", "mid", "hard"])
def test_strings_at_a_pin_are_25_degrees_apart_and_no_pin_lies_on_another_string(level):
    for index in range(1, 9):
        graph = draw_case("euler_path", level, index).instance
        for vertex, (x, y) in enumerate(graph.points):
            ends = [sum(edge) - vertex for edge in graph.edges if vertex in edge]
            ways = sorted(math.degrees(math.atan2(graph.points[e][1] - y, graph.points[e][0] - x)) for e in ends)
            gaps = [b - a for a, b in itertools.pairwise([*ways, ways[0] + 360.0])]
            assert len(gaps) == 1 or min(gaps) >= 25.0
            for a, b in (edge for edge in graph.edges if vertex not in edge):
                (ax, ay), (bx, by) = graph.points[a], graph.points[b]
                inside = (x - ax) * (bx - ax) + (y - ay) * (by - ay)
                away = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / math.dist((ax, ay), (bx, by))
                assert away > 0.035 or not 0 < inside < math.dist((ax, ay), (bx, by)) ** 2


def counts_of(*actions):
    verdict = judge(CASE, animate(RULES, TAILED, CASE.case_id, actions, permissive=True))
    return {item: count for item, count in verdict.counts.items() if count}, verdict.tier


def test_the_tail_must_come_last_and_each_slip_is_told_apart():
    assert plan(CASE)[-1] == 3 and counts_of(*plan(CASE)) == ({}, 2)
    with pytest.raises(NoPlan):
        RULES.solve(TAILED, Pen(3, (3,)))
    assert counts_of(3) == ({"E7": 1}, 1)
    assert counts_of(1, 1) == ({"E3": 1, "E7": 1}, 1)


def test_a_forced_string_elsewhere_is_reached_straight_over_the_board():
    after = RULES.step(TAILED, RULES.initial(TAILED), 3).state
    hop = RULES.step(TAILED, after, 0, permissive=True).state
    assert after.vertex == 3 and hop == Pen(0, (3, 0))  # over to its nearer end, the upper pin, and along it
    found, tier = counts_of(3, 0)
    assert set(found) == {"E2", "E7"} and tier == 1


@pytest.mark.parametrize(
    "changes",
    [{"start": 0}, {"start": 9}, {"edges": ((1, 0),)}, {"edges": ((0, 1), (0, 1))}, {"points": POINTS[:2]}],
    ids=str,
)
def test_graphs_that_cannot_be_traced_are_refused(changes):
    with pytest.raises(BadValue, match="A graph has"):
        RULES.check(dataclasses.replace(TAILED, **changes))
