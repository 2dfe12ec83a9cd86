"""Clips that break the rules of Euler Path."""

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flowbench.rules.processes.animation import animate, film, segments_of, steps_of
from flowbench.rules.processes.corruptions.corruption import Corruption
from flowbench.rules.processes.corruptions.edits import edited, shifted
from flowbench.rules.processes.entity import Entity, rounded
from flowbench.rules.processes.euler_path.generator import distance
from flowbench.rules.processes.euler_path.records import Graph, Pen, Point
from flowbench.rules.processes.process import Process, Step

_SWERVE_M = 0.06
LONGEST = 3  # edges on which a detour may be
_LOST_FRAMES = 8


def violations(rules: Process[Any, Any], graph: Graph, case_id: str) -> Sequence[Corruption]:
    """Another start, off the strings, a string twice, a trail that is lost, a dead end."""
    plan = rules.solve(graph, rules.initial(graph)).actions
    return (
        *_elsewhere(rules, graph, case_id, plan),
        *_swerve(rules, graph, case_id, plan),
        *_twice(rules, graph, case_id, plan),
        *_lost_trail(rules, graph, case_id, plan),
        *_dead_end(rules, graph, case_id),
    )


def _elsewhere(rules: Process[Any, Any], graph: Graph, case_id: str, plan: Sequence[int]) -> Iterator[Corruption]:
    """The same way from its other end; a round trip from its second vertex on."""
    vertices = [graph.start]
    for edge in plan:
        vertices.append(graph.across(vertices[-1], edge))
    open_way = vertices[-1] != graph.start
    start = vertices[-1] if open_way else vertices[1]
    other = dataclasses.replace(graph, start=start)
    way = tuple(reversed(plan)) if open_way else (*plan[1:], plan[0])
    clip = animate(rules, other, case_id, way)
    mark = rules.scene(graph, rules.initial(graph))["mark"]
    marked = edited(clip, range(len(clip.frames)), "mark", lambda item: mark)
    yield Corruption("starts at another pin", marked, hits=("E1", "E4"), tiers=(2,), exactly=1)


def _swerve(rules: Process[Any, Any], graph: Graph, case_id: str, plan: Sequence[int]) -> Iterator[Corruption]:
    """The plan, but along a long edge the chalk makes a detour to the side, where it is farthest from all strings."""
    steps = steps_of(rules, graph, plan)
    segments = segments_of(rules, graph, steps)
    longest = sorted(range(len(plan)), key=lambda j: -segments[j].frames)[:LONGEST]
    detours = ((j, _aside(graph, steps[j], sign)) for j in longest for sign in (1.0, -1.0))
    k, aside = max(detours, key=lambda detour: _clearance(graph, steps[detour[0]], detour[1]))
    straight = segments[k].moving

    def moving(share: float) -> Mapping[str, Entity]:
        bump = _SWERVE_M * math.sin(math.pi * (share - 0.3) / 0.4) if 0.3 < share < 0.7 else 0.0
        shown = dict(straight(share))
        chalk = shifted(shown["chalk"], (bump * aside[0], bump * aside[1], 0.0))
        shown["chalk"] = chalk
        if bump:
            points = shown["trail"].fact("points")
            tip = rounded(chalk.pos)[:2]
            shown["trail"] = dataclasses.replace(shown["trail"], extra=(("points", (*points[:-1], tip)),))
        return shown

    bent = dataclasses.replace(segments[k], moving=moving)
    clip = film(case_id, [*segments[:k], bent, *segments[k + 1 :]], segments[0].before)
    yield Corruption("leaves a string", clip, hits=("E2",), tiers=(2,), exactly=1)


def _twice(rules: Process[Any, Any], graph: Graph, case_id: str, plan: Sequence[int]) -> Iterator[Corruption]:
    """The plan, and its last edge back again."""
    clip = animate(rules, graph, case_id, (*plan, plan[-1]), permissive=True)
    yield Corruption("a string twice", clip, hits=("E3",), tiers=(1,), exactly=1)


def _lost_trail(rules: Process[Any, Any], graph: Graph, case_id: str, plan: Sequence[int]) -> Iterator[Corruption]:
    """For a moment the trail is gone."""
    clip = animate(rules, graph, case_id, plan)
    middle = len(clip.frames) // 2
    start = clip.frames[0].entities["trail"]
    gone = edited(clip, range(middle, middle + _LOST_FRAMES), "trail", lambda item: start)
    yield Corruption("the trail is lost", gone, hits=("E5",), tiers=(2,), exactly=1)


def _dead_end(rules: Process[Any, Any], graph: Graph, case_id: str) -> Iterator[Corruption]:
    """By the rules into a corner from which strings are left."""
    way = _stranded(rules, graph, rules.initial(graph), ())
    if way is not None:
        yield Corruption("wrong goal", animate(rules, graph, case_id, way), hits=("E7",), tiers=(1,))


def _stranded(rules: Process[Any, Any], graph: Graph, state: Pen, way: tuple[int, ...]) -> tuple[int, ...] | None:
    """A legal way that cannot go on, and is not the goal."""
    actions = [k for k in graph.at_vertex[state.vertex] if k not in state.trail]
    if not actions:
        return None if rules.is_goal(graph, state) else way
    ends = (_stranded(rules, graph, rules.advance(graph, state, k), (*way, k)) for k in actions)
    return next((end for end in ends if end is not None), None)


def _aside(graph: Graph, step: Step[Pen], sign: float) -> Point:
    """The direction square to an edge, to one of its sides."""
    a, b = graph.points[step.before.vertex], graph.points[step.after.vertex]
    length = sign * math.dist(a, b)
    return -(b[1] - a[1]) / length, (b[0] - a[0]) / length


def _clearance(graph: Graph, step: Step[Pen], aside: Point) -> float:
    """How far the middle of a detour is from all strings."""
    a, b = graph.points[step.before.vertex], graph.points[step.after.vertex]
    peak = ((a[0] + b[0]) / 2.0 + _SWERVE_M * aside[0], (a[1] + b[1]) / 2.0 + _SWERVE_M * aside[1])
    return min(distance(peak, graph.points[p], graph.points[q]) for p, q in graph.edges)
