"""The judge's items of Euler Path."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from flowbench.records import Floats
from flowbench.rules.processes.entity import Entity
from flowbench.rules.processes.euler_path.records import Graph
from flowbench.rules.processes.predicates.ending import final
from flowbench.rules.processes.predicates.motion import continuous, hands
from flowbench.rules.processes.predicates.spells import spells
from flowbench.rules.processes.predicates.stillness import fixed
from flowbench.rules.processes.predicates.things import attributes, inventory
from flowbench.rules.processes.rubric import Event, Item
from flowbench.rules.processes.tolerance import TOL
from flowbench.rules.processes.tracks import Tracks

AT_PIN_M = 0.035  # how near to a pin the chalk is at it
ALONG = 0.6  # share of a string that must be passed for it to be traced
OFF_M = 0.02  # how far beside a string the chalk may be


@dataclass(frozen=True)
class Pass:
    """The chalk went from pin to pin, which a string joins, from a row to a row; `along` says whether along it."""

    edge: int
    start: int
    end: int
    first: int
    last: int
    along: bool


def rubric(graph: Graph) -> tuple[Item, ...]:
    """E1 to E7."""
    return (
        Item(
            "E1", "The chalk starts at the marked pin.", "rule violation", "starts at the pin",
            lambda tracks: starts_elsewhere(graph, tracks),
        ),
        Item(
            "E2", "The chalk stays on the strings.", "rule violation", "along the strings only",
            lambda tracks: off_strings(graph, tracks),
        ),
        Item(
            "E3", "No string is traced twice.", "rule violation", "traced twice",
            lambda tracks: traced_twice(graph, tracks),
        ),
        Item(
            "E4", "The same piece of chalk throughout, never lifted, never jumping.", "physical collapse",
            "never lifted",
            lambda tracks: [
                *continuous(tracks, ("chalk",)), *outrun(tracks), *lifted(tracks), *inventory(tracks, ("chalk",)),
                *attributes(tracks, ("chalk",)), *hands(tracks, 0, ()),
            ],
        ),
        Item(
            "E5", "The trail follows the chalk and stays.", "object-state inconsistency", "trail follows",
            lambda tracks: torn_trail(tracks),
        ),
        Item(
            "E6", "Pins, strings, mark and camera stay as they are.", "object-state inconsistency", "board stay",
            lambda tracks: fixed(tracks, ("graph", "mark")),
        ),
        Item(
            "E7", "At the end every string is covered by the trail.", "rule violation", "every string is covered",
            lambda tracks: final(tracks, partial(all_covered, graph, tracks), "strings are left without a trail"),
        ),
    )  # fmt: skip


def passes(graph: Graph, tracks: Tracks) -> tuple[Pass, ...]:
    """The ways of the chalk between pins that strings join, in order."""
    return tracks.kept("passes", lambda: _read_passes(graph, tracks))


def _read_passes(graph: Graph, tracks: Tracks) -> tuple[Pass, ...]:
    chalk = tracks["chalk"]
    pins = np.array(graph.points)
    apart = np.sqrt(((chalk.pos[:, None, :2] - pins[None]) ** 2).sum(axis=2))
    nearest, near = apart.argmin(axis=1), apart.min(axis=1) <= AT_PIN_M
    found, last = [], None
    for row in range(len(tracks)):
        if chalk.jumps[row]:
            last = None
        if near[row]:
            pin = int(nearest[row])
            if last is not None and last[0] != pin:
                edge = _edge_between(graph, last[0], pin)
                if edge is not None:
                    along = _went_along(graph, chalk.pos[last[1] : row + 1, :2], edge)
                    found.append(Pass(edge, last[0], pin, last[1], row, along))
            last = (pin, row)
    return tuple(found)


def _edge_between(graph: Graph, one: int, two: int) -> int | None:
    pair = (min(one, two), max(one, two))
    return graph.edges.index(pair) if pair in graph.edges else None


def _went_along(graph: Graph, way: Floats, edge: int) -> bool:
    """Whether the chalk was on a string for most of its way between the pins."""
    a, b = (np.array(graph.points[v]) for v in graph.edges[edge])
    return bool((_beside(way, a, b) <= OFF_M).mean() >= ALONG)


def _beside(points: Floats, a: Floats, b: Floats) -> Floats:
    """(n,) distances of points from a stretch."""
    way = b - a
    share = np.clip(((points - a) @ way) / float(way @ way), 0.0, 1.0)
    return np.asarray(np.sqrt(((points - a - share[:, None] * way) ** 2).sum(axis=1)))


def starts_elsewhere(graph: Graph, tracks: Tracks) -> list[Event]:
    """The first string is left from another pin, or the first row has the chalk elsewhere."""
    way = passes(graph, tracks)
    if way and way[0].start != graph.start:
        return [Event(tracks.time(way[0].first), tracks.time(way[0].last), "chalk", "begins at another pin")]
    return []


def off_strings(graph: Graph, tracks: Tracks) -> list[Event]:
    """The chalk is beside all strings."""
    chalk = tracks["chalk"].pos[:, :2]
    apart = np.full(len(chalk), np.inf)
    for a, b in graph.edges:
        apart = np.minimum(apart, _beside(chalk, np.array(graph.points[a]), np.array(graph.points[b])))
    return spells(tracks, apart > OFF_M, "chalk", "leaves the strings", apart / OFF_M)


def traced_twice(graph: Graph, tracks: Tracks) -> list[Event]:
    """An event for each time that a string is traced again."""
    found, seen = [], set[int]()
    for way in (way for way in passes(graph, tracks) if way.along):
        if way.edge in seen:
            found.append(Event(tracks.time(way.first), tracks.time(way.last), f"edge {way.edge}", "is traced again"))
        seen.add(way.edge)
    return found


def lifted(tracks: Tracks) -> list[Event]:
    """The chalk is above the board."""
    chalk = tracks["chalk"]
    excess = np.abs(chalk.pos[:, 2] - chalk.pos[0, 2]) / TOL.position_m
    return spells(tracks, chalk.there & (excess > 1.0), "chalk", "is lifted", excess)


def outrun(tracks: Tracks) -> list[Event]:
    """The trail grows where the chalk did not go."""
    chalk, lengths = tracks["chalk"], []
    for item in tracks["trail"].entities:
        points = (item.fact("points") or ()) if item is not None else ()
        lengths.append(sum(math.dist(a, b) for a, b in zip(points, points[1:], strict=False)))
    longest, gone = np.maximum.accumulate(np.array(lengths)), np.cumsum(chalk.steps_m)
    bad, last = np.zeros(len(tracks), dtype=np.bool_), 0
    for row in np.flatnonzero(np.diff(longest, prepend=longest[:1])).tolist():
        bad[row] = longest[row] - longest[last] > gone[row] - gone[last] + 2.0 * TOL.position_m
        last = row
    return spells(tracks, bad, "chalk", "is outrun by the trail")


def torn_trail(tracks: Tracks) -> list[Event]:
    """The trail is missing, loses what was drawn, or does not end at the chalk."""
    trail, chalk = tracks["trail"], tracks["chalk"]
    bad = np.zeros(len(tracks), dtype=np.bool_)
    drawn: Sequence[tuple[float, float]] = ()
    last: Entity | None = None
    for row, item in enumerate(trail.entities):
        if item is None or item.vis < 1.0 - TOL.visibility:
            bad[row] = True
            continue
        points = item.fact("points") or ()
        if item is not last and drawn and not _goes_on(drawn, points):
            bad[row] = True
            continue
        drawn, last = points, item
        tip = points[-1] if points else (float(chalk.pos[0, 0]), float(chalk.pos[0, 1]))
        jumped = bool(chalk.jumps[max(row - 2, 0) : row + 1].any())
        bad[row] = not jumped and math.dist(tip, chalk.pos[row, :2].tolist()) > 2.0 * TOL.position_m
    return spells(tracks, bad, "trail", "does not follow the chalk, or is lost", np.ones(len(tracks)))


def _goes_on(drawn: Sequence[tuple[float, float]], points: Sequence[tuple[float, float]]) -> bool:
    """Whether a trail holds all corners of an earlier one, its loose end apart."""
    return len(points) >= len(drawn) and tuple(points[: len(drawn) - 1]) == tuple(drawn[:-1])


def all_covered(graph: Graph, tracks: Tracks, row: int) -> bool:
    """Whether the trail, as it is seen in a row, runs along every string."""
    item = tracks["trail"].entities[row]
    points = (item.fact("points") or ()) if item is not None and item.vis >= 1.0 - TOL.visibility else ()
    stretches = {frozenset((pin_at(graph, a), pin_at(graph, b))) for a, b in zip(points, points[1:], strict=False)}
    return all(frozenset(edge) in stretches for edge in graph.edges)


def pin_at(graph: Graph, point: Sequence[float]) -> int:
    """The number of the pin at a point, -1 where there is none."""
    k = min(range(len(graph.points)), key=lambda v: math.dist(graph.points[v], point[:2]))
    return k if math.dist(graph.points[k], point[:2]) <= AT_PIN_M else -1


def tier(graph: Graph, tracks: Tracks) -> int:
    """2 all strings covered at the end, each traced once; 1 some traced; else 0."""
    if all(all_covered(graph, tracks, row) for row in range(len(tracks))[tracks.end]):
        return 2 if not traced_twice(graph, tracks) else 1
    way = passes(graph, tracks)
    return int(any(one.along for one in way) and way[0].start == graph.start)
