import dataclasses
import math

import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.corridors import turns
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.maze_round.process import MazeRound
from flowbench.rules.processes.maze_round.rails import Rails
from flowbench.rules.processes.maze_round.records import (
    CLOCKWISE,
    COUNTER,
    INWARD,
    OUT_LEFT,
    OUT_RIGHT,
    Marble,
    middle_deg,
    sectors,
)  # fmt: skip
from flowbench.rules.processes.predicates.driving import arc_crossings
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.tracks import Tracks
from tests.processes.harness import case_of, oracle_of

RULES = MazeRound()
LEVELS = ("easy", "mid", "hard")
every_maze = pytest.mark.parametrize(("level", "index"), [(level, index) for level in LEVELS for index in range(1, 9)])


def test_rings_have_twice_as_many_cells_where_their_arcs_would_be_long():
    assert [sectors(ring) for ring in range(6)] == [1, 6, 12, 24, 24, 24]


@every_maze
def test_each_direction_has_a_way_back_that_is_open_just_as_well(level, index):
    maze = case_of("maze_round", level, index).instance
    for cell in [(ring, sector) for ring in range(maze.rings + 1) for sector in range(sectors(ring))]:
        for direction in range(maze.directions):
            there = maze.beside(cell, direction)
            back = [d for d in range(maze.directions) if there is not None and maze.beside(there, d) == cell]
            if there is not None and cell != (0, 0) and there != (0, 0):
                assert len(back) == 1 and maze.is_open(there, back[0]) == maze.is_open(cell, direction)


def test_left_and_right_are_those_of_one_who_looks_outward_from_the_middle():
    maze = case_of("maze_round").instance
    left, right = maze.beside((1, 0), OUT_LEFT), maze.beside((1, 0), OUT_RIGHT)
    assert (left, right) == ((2, 0), (2, 1))
    assert middle_deg(left) > middle_deg((1, 0)) > middle_deg(right)  # degrees grow counter-clockwise
    assert maze.beside((1, 0), CLOCKWISE) == (1, 1) and maze.beside((1, 0), COUNTER) == (1, 5)
    assert maze.beside((3, 0), OUT_RIGHT) is None and maze.beside((3, 5), OUT_LEFT) == (4, 5)
    assert maze.beside((0, 0), OUT_LEFT) == (1, maze.gap) and maze.beside((2, 3), INWARD) == (1, 1)


@every_maze
def test_ways_lead_between_the_middle_and_the_mouth_with_the_wanted_turns(level, index):
    case = case_of("maze_round", level, index)
    spans = {"easy": (5, 7, 2), "mid": (8, 11, 3), "hard": (12, 16, 4)}
    low, high, least = spans[level]
    assert low <= len(plan(case)) <= high and turns(tuple(plan(case))) >= least
    assert {case.instance.start[0], case.instance.goal[0]} == {0, case.instance.rings}


def test_mazes_begin_at_the_mouth_or_in_the_middle():
    starts = [case_of("maze_round", "easy", index).instance.start[0] for index in range(1, 41)]
    assert 4 <= starts.count(0) <= 20


def _distance(point, wall):
    a, b = np.array(wall[:2]), np.array(wall[2:])
    share = np.clip((point - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
    return math.dist(point, a + share * (b - a))


def _points(arc):
    angles = np.radians(np.linspace(arc[1], arc[2], 90))
    return np.stack([arc[0] * np.cos(angles), arc[0] * np.sin(angles)], axis=1)


@every_maze
def test_the_marble_keeps_away_from_all_walls(level, index):
    case = case_of("maze_round", level, index)
    maze = case.instance
    walls = np.concatenate([_points(arc) for arc in maze.arcs])
    for frame in oracle_of(case).frames[::3]:
        place = np.array(frame.entities["marble"].pos[:2])
        assert np.sqrt(((walls - place) ** 2).sum(axis=1)).min() > 0.33 * maze.cell_m
        assert min(_distance(place, spoke) for spoke in maze.spokes) > 0.33 * maze.cell_m


def test_rails_are_as_long_as_they_measure_and_have_no_jumps_when_one_turns_back():
    maze = case_of("maze_round", "hard", 3).instance
    way = plan(case_of("maze_round", "hard", 3))
    cells = [state.cell for state in RULES.states_of(maze, way)]
    for there in (cells, cells[:4] + cells[2::-1], cells[:6] + cells[4::-1] + cells[1:]):
        rails = Rails(maze, tuple(there))
        points = np.array([rails.at(rails.length_m * k / 2000) for k in range(2001)])
        steps = np.sqrt((np.diff(points, axis=0) ** 2).sum(axis=1))
        assert steps.max() < 1.001 * rails.length_m / 2000 and steps.sum() == pytest.approx(rails.length_m, rel=1e-3)
        assert (
            math.dist(points[0], maze.centre(there[0])) < 1e-9 and math.dist(points[-1], maze.centre(there[-1])) < 1e-9
        )
        passed = [maze.cell_at(x, y) for x, y in points.tolist()]
        assert [cell for k, cell in enumerate(passed) if k == 0 or cell != passed[k - 1]] == there


def test_turning_back_is_judged_clean():
    case = case_of("maze_round", "mid", 2)
    first, second, *_ = (state.cell for state in RULES.states_of(case.instance, plan(case)))
    back = next(d for d in range(5) if case.instance.beside(second, d) == first)
    clip = animate(RULES, case.instance, case.case_id, (plan(case)[0], back, *plan(case)))
    assert judge(case, clip).success


@pytest.mark.parametrize(("to_deg", "hit"), [(180.0, 0), (0.0, 1), (90.0, 1), (-90.0, 1), (172.0, 1), (179.0, 0)])
def test_an_arc_is_crossed_wherever_it_runs_but_not_in_its_gap(to_deg, hit):
    case = case_of("maze_round")
    start = RULES.scene(case.instance, Marble(0, 0))
    angle = math.radians(to_deg)
    scenes = [
        start | {"marble": start["marble"].at((0.01 * k * math.cos(angle), 0.01 * k * math.sin(angle), 0.0))}
        for k in range(20)
    ]
    tracks = Tracks(start, oracle_of(case).with_scenes(scenes))
    assert len(arc_crossings(tracks, "marble", [(0.1, -175.0, 175.0)], 0.08)) == hit


def test_rolling_out_of_the_mouth_and_back_is_no_way():
    case = next(
        case_of("maze_round", "mid", k) for k in range(1, 9) if case_of("maze_round", "mid", k).instance.start[0]
    )
    clip = oracle_of(case)
    marble = clip.frames[0].entities["marble"]
    x, y, z = marble.pos
    scale = [1.0 + 0.03 * min(k, 24 - k) for k in range(25)]
    out = [clip.frames[0].entities | {"marble": marble.at((x * s, y * s, z))} for s in scale]
    verdict = judge(case, clip.with_scenes([*out, *(frame.entities for frame in clip.frames)]))
    assert verdict.counts == {"M1": 0, "M2": 0, "M3": 0, "M4": 1, "M5": 0}


def test_the_outer_wall_is_open_at_the_mouth_alone():
    maze = case_of("maze_round").instance
    outer = [arc for arc in maze.arcs if arc[0] == pytest.approx(maze.cell_m * (maze.rings + 1), abs=1e-5)]
    (_, first, last), step = outer[0], 360.0 / sectors(maze.rings)
    assert len(outer) == 1 and last - first == pytest.approx(360.0 - step, abs=1e-3)
    assert math.cos(math.radians((first + last) / 2.0 - 180.0 - middle_deg(maze.mouth))) == pytest.approx(1.0, abs=1e-6)


def test_stretches_in_one_direction_are_one_line_of_the_solution():
    maze = dataclasses.replace(case_of("maze_round", "hard", 1).instance, start=(3, 0), goal=(0, 0))
    assert RULES.oracle(maze, (3, 3, 0, 0, 2, 2, 2, 4, 1, 4, 0, 0)) == (
        "Roll 2 cells clockwise.",
        "Roll 2 cells outward.",
        "Roll 3 cells inward.",
        "Roll one cell counter-clockwise.",
        "Roll one cell outward to the right.",
        "Roll one cell counter-clockwise.",
        "Roll 2 cells outward.",
    )
    assert RULES.oracle(maze, (2, 0)) == ("Roll one cell inward.", "Roll one cell outward to the left.")


@pytest.mark.parametrize(
    "change",
    [
        {"rings": 6},
        {"inner": ()},
        {"start": (1, 0)},
        {"goal": (4, 24)},
        {"sides": ((2, 0, 0, 0, 0, 0),)},
        {"start": (4, 1), "goal": (4, 2)},
        {"inner": tuple((1,) * sectors(ring) for ring in range(1, 5))},
    ],
)
def test_other_mazes_are_refused(change):
    with pytest.raises(BadValue, match="round maze"):
        RULES.check(dataclasses.replace(case_of("maze_round").instance, **change))
