"""The rules of Euler Path."""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from flowbench.errors import BadValue
from flowbench.rules.games.game import GridSpace, Solution
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.corruptions.corruption import Corruption, Roles
from flowbench.rules.processes.entity import FIXTURE, PIECE, Entity, entity
from flowbench.rules.processes.euler_path import generator, violations
from flowbench.rules.processes.euler_path.looks import NAMES, EulerLooks
from flowbench.rules.processes.euler_path.records import MOST_EDGES, MOST_VERTICES, Graph, Pen, Point
from flowbench.rules.processes.euler_path.rubric import pin_at, rubric, tier
from flowbench.rules.processes.euler_path.solver import euler_path
from flowbench.rules.processes.euler_path.words import ABOUT, WORDS
from flowbench.rules.processes.motion import cruised
from flowbench.rules.processes.process import Process, Reference, Step
from flowbench.rules.processes.rubric import Item
from flowbench.rules.processes.scenery import scenery
from flowbench.rules.processes.tracks import Tracks

TRAIL_M = 0.0005  # height of the trail above the board
_PACE_S, _M_PER_S = 0.2, 0.9  # of an edge: time to turn, and speed


class EulerPath(Process[Graph, Pen]):
    """A piece of chalk traces all edges."""

    name: ClassVar[str] = "euler_path"
    title: ClassVar[str] = "Euler Path"
    about = ABOUT
    words = WORDS
    instance_type: ClassVar[type[Any]] = Graph
    state_type: ClassVar[type[Any]] = Pen
    action_count: ClassVar[int] = MOST_EDGES
    grid: ClassVar[GridSpace] = GridSpace((MOST_EDGES + 1, 3), -1, MOST_EDGES)
    seconds: ClassVar[float] = 0.6
    looks = EulerLooks()
    roles: ClassVar[Roles] = Roles(
        inventory="E4", attributes="E4", fixtures="E6", jump=("E4",), final="E7", hands="E4",
        piece="chalk", fixture="graph",
    )  # fmt: skip

    def sample(self, rng: np.random.Generator, level: str) -> Graph:
        """A graph with an Euler path and traps beside it."""
        return generator.draw_graph(rng, level)

    def check(self, instance: Graph) -> None:
        """A graph that can be traced from its start."""
        vertices, edges = len(instance.points), instance.edges
        sized = 2 <= vertices <= MOST_VERTICES and 1 <= len(edges) <= MOST_EDGES and 0 <= instance.start < vertices
        proper = sized and all(0 <= a < b < vertices for a, b in edges) and len(set(edges)) == len(edges)
        placed = all(abs(x) <= generator.HALF_X_M and abs(y) <= generator.HALF_Y_M for x, y in instance.points)
        if not (proper and placed and euler_path(instance, instance.start, frozenset(range(len(edges)))) is not None):
            raise BadValue(
                f"A graph has 2 to {MOST_VERTICES} vertices on the table, 1 to {MOST_EDGES} different edges (lower "
                f"number first) and a start from which one way uses each edge once; got {instance}."
            )

    def initial(self, instance: Graph) -> Pen:
        """At the marked vertex."""
        return Pen(instance.start)

    def obstacle(self, instance: Graph, state: Pen, action: int) -> str | None:
        """No such edge here, or traced already."""
        if not 0 <= action < len(instance.edges):
            return "there is no such edge"
        if state.vertex not in instance.edges[action]:
            return "this edge does not begin here"
        return "this edge is traced already" if action in state.trail else None

    def advance(self, instance: Graph, state: Pen, action: int) -> Pen:
        """Along an edge."""
        return Pen(instance.across(state.vertex, action), (*state.trail, action))

    def force(self, instance: Graph, state: Pen, action: int) -> Pen | None:
        """Along a traced edge again, or straight over the board to the nearer end of an edge, and along it."""
        return self.advance(instance, state, action) if 0 <= action < len(instance.edges) else None

    def is_goal(self, instance: Graph, state: Pen) -> bool:
        """Every edge traced, none twice."""
        return sorted(state.trail) == list(range(len(instance.edges)))

    def solve(self, instance: Graph, state: Pen) -> Solution:
        """The rest of an Euler path; all are as long."""
        left = frozenset(range(len(instance.edges))) - set(state.trail)
        path = euler_path(instance, state.vertex, left) if len(set(state.trail)) == len(state.trail) else None
        if path is None:
            raise NoPlan("no way from here traces each edge that is left once")
        return Solution(path, "optimal")

    def observe(self, instance: Graph, state: Pen) -> NDArray[np.int16]:
        """(13, 3). Row 0: vertices, edges, the present vertex. Then an edge a row: its vertices, how often traced.

        Rows beyond the last edge are -1.
        """
        grid = np.full(self.grid.shape, -1, dtype=np.int16)
        grid[0] = len(instance.points), len(instance.edges), state.vertex
        for k, edge in enumerate(instance.edges):
            grid[k + 1] = *edge, min(state.trail.count(k), MOST_EDGES)
        return grid

    def text(self, instance: Graph, state: Pen) -> str:
        """The edges, and where the chalk is."""
        edges = ", ".join(
            f"{NAMES[a]}{NAMES[b]}{' (traced)' if k in state.trail else ''}" for k, (a, b) in enumerate(instance.edges)
        )
        return f"edges: {edges}\nstart: {NAMES[instance.start]}\nchalk: {NAMES[state.vertex]}"

    def action_name(self, instance: Graph, action: int) -> str:
        """For example "edge AC"."""
        if action >= len(instance.edges):
            return f"edge {action + 1} (not there)"
        a, b = instance.edges[action]
        return f"edge {NAMES[a]}{NAMES[b]}"

    def scene(self, instance: Graph, state: Pen) -> dict[str, Entity]:
        """Graph and mark are fixtures; chalk and trail are pieces."""
        (x, y), (mark_x, mark_y) = instance.points[state.vertex], instance.points[instance.start]
        graph = {"points": instance.points, "edges": instance.edges}
        return scenery("above", "cork", (190, 148, 102)) | {
            "graph": entity(FIXTURE, (0.0, 0.0, 0.0), shape="graph", color=(244, 240, 230), extra=graph),
            "mark": entity(FIXTURE, (mark_x, mark_y, 0.0), shape="mark", color=(32, 78, 176)),
            "trail": self._trail(self._corners(instance, state.trail)),
            "chalk": entity(PIECE, (x, y, 0.0), shape="chalk", color=(246, 240, 226)),
        }

    def _trail(self, points: Sequence[Point]) -> Entity:
        told = tuple((round(x, 5) + 0.0, round(y, 5) + 0.0) for x, y in points)
        return entity(PIECE, (0.0, 0.0, TRAIL_M), shape="trail", color=(240, 128, 24), extra={"points": told})

    def _corners(self, instance: Graph, trail: Sequence[int]) -> list[Point]:
        vertex = instance.start
        points = [instance.points[vertex]]
        for edge in trail:
            entry, vertex = instance.entry(vertex, edge), instance.across(vertex, edge)
            points += [instance.points[v] for v in (entry, vertex) if instance.points[v] != points[-1]]
        return points

    def duration(self, instance: Graph, step: Step[Pen]) -> float:
        """Longer ways take longer."""
        return _PACE_S + sum(itertools.starmap(math.dist, itertools.pairwise(self._way(instance, step)))) / _M_PER_S

    def motion(self, instance: Graph, steps: Sequence[Step[Pen]], number: int, share: float) -> Mapping[str, Entity]:
        """Straight along the edge, the trail behind it."""
        step = steps[number]
        passed, tip = _along(self._way(instance, step), cruised(share))
        chalk = self.scene(instance, step.before)["chalk"]
        trail = self._trail([*self._corners(instance, step.before.trail), *passed, tip]) if share > 0.0 else None
        return {"chalk": chalk.at((*tip, 0.0))} | ({"trail": trail} if trail else {})

    def _way(self, instance: Graph, step: Step[Pen]) -> list[Point]:
        """Where the chalk is before the edge, at the edge's beginning if that is elsewhere, and at its end."""
        done = len(self._corners(instance, step.before.trail))
        return self._corners(instance, step.after.trail)[done - 1 :]

    def read(self, instance: Graph, tracks: Tracks, row: int) -> Pen | None:
        """The vertex of the chalk and the edges of the trail; None where either is between pins."""
        item = tracks["trail"].entities[row]
        points = (item.fact("points") or ()) if item is not None else ()
        pins = [pin_at(instance, point) for point in points]
        vertex = pin_at(instance, tracks["chalk"].pos[row].tolist())
        pairs = [(min(a, b), max(a, b)) for a, b in zip(pins, pins[1:], strict=False)]
        if vertex < 0 or not all(pair in instance.edges for pair in pairs):
            return None
        return Pen(vertex, tuple(instance.edges.index(pair) for pair in pairs))

    def rubric(self, instance: Graph) -> tuple[Item, ...]:
        """E1 to E7."""
        return rubric(instance)

    def tier(self, instance: Graph, tracks: Tracks) -> int:
        """See `words.tiers`."""
        return tier(instance, tracks)

    def note(self, instance: Graph) -> str:
        """Which pin is marked."""
        return f"The ring is around the pin {NAMES[instance.start]}."

    def oracle(self, instance: Graph, actions: Sequence[int]) -> tuple[str, ...]:
        """An edge a line."""
        vertex, lines = instance.start, []
        for action in actions:
            after = instance.across(vertex, action)
            lines.append(f"Trace the string from {NAMES[vertex]} to {NAMES[after]}.")
            vertex = after
        return tuple(lines)

    def reference(self, instance: Graph, actions: Sequence[int]) -> Reference:
        """The order of the pins, and the board with the whole trail."""
        vertices = [instance.start]
        for action in actions:
            vertices.append(instance.across(vertices[-1], action))
        told = f"One way: {', '.join(NAMES[v] for v in vertices)}."
        return Reference(told, self.scene(instance, Pen(vertices[-1], tuple(actions))))

    def violations(self, instance: Graph, case_id: str) -> Sequence[Corruption]:
        """Another start, off the strings, a string twice, a trail that is lost, a dead end."""
        return violations.violations(self, instance, case_id)


def _along(way: Sequence[Point], share: float) -> tuple[list[Point], Point]:
    """The corners that are passed, and the place, at a share of a way."""
    left = share * sum(itertools.starmap(math.dist, itertools.pairwise(way)))
    for number, (a, b) in enumerate(itertools.pairwise(way), 1):
        length = math.dist(a, b)
        if left <= length or number + 1 == len(way):
            part = min(left / length, 1.0)
            return list(way[1:number]), (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
        left -= length
    return [], way[0]
