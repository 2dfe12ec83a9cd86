"""What makes Maze Square what it is: one way, walls that count only when they are crossed, turns in cells."""

import dataclasses
import itertools

import pytest

from flowbench.errors import BadValue
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.entity import yaw
from flowbench.rules.processes.generation import draw_case
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.maze_square.records import Maze
from flowbench.rules.processes.position import Case
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.table import process

RULES = process("maze_square")
# Two by two cells, a wall between the left ones: from the upper left one over the right to the lower left one.
SMALL = Maze(2, ((1, 1), (1, 0), (1, 1)), ((1, 0, 1), (1, 0, 1)), (0, 0), "E", (1, 0))
CASE = Case("maze_square", "maze_square_lv1_001", "easy", SMALL)
CELL_M = 0.4


@pytest.mark.parametrize(
    ("level", "sizes", "lengths", "turns"),
    [("easy", (4,), (5, 7), 2), ("mid", (5,), (8, 11), 3), ("hard", (6, 7), (12, 17), 4)],
)
def test_levels_are_sizes_lengths_and_turns(level, sizes, lengths, turns):
    for index in range(1, 13):
        case = draw_case("maze_square", level, index)
        way = plan(case)
        assert case.instance.size in sizes and lengths[0] <= len(way) <= lengths[1]
        assert sum(a != b for a, b in itertools.pairwise(way)) >= turns


def along(*points):
    """The counts of a clip in which the car, looking right, goes straight from point to point in a second each."""
    start = RULES.scene(SMALL, RULES.initial(SMALL))
    scenes = [start] * 12
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        for k in range(1, 25):
            pos = (ax + (bx - ax) * k / 24, ay + (by - ay) * k / 24, 0.0)
            scenes.append({**start, "car": start["car"].at(pos, yaw(0.0))})
    scenes += [scenes[-1]] * 18
    clip = animate(RULES, SMALL, CASE.case_id, ()).with_scenes(scenes)
    return judge(CASE, clip).counts


@pytest.mark.parametrize(
    ("lowest", "crossed"),
    [(0.03, 0), (0.0, 0), (-0.04, 0), (-0.06, 1), (-0.2, 1)],
    ids=["touched", "on the wall", "grazed", "behind it", "in the next cell"],
)
def test_a_wall_is_crossed_only_by_what_gets_behind_it(lowest, crossed):
    counts = along((-0.2, 0.2), (-0.2, lowest), (-0.2, 0.2))
    assert min(counts["M2"], 1) == crossed


def test_going_round_the_end_of_a_wall_is_no_crossing():
    assert along((-0.2, 0.2), (0.2, 0.2), (0.2, -0.2), (-0.2, -0.2))["M2"] == 0


def test_a_static_clip_scores_as_in_the_specification():
    verdict = judge(CASE, animate(RULES, SMALL, CASE.case_id, ()))
    assert list(verdict.counts.values()) == [0, 0, 0, 0, 1]
    assert (verdict.rubric, verdict.tier, verdict.final) == (pytest.approx(0.9), 0, 0.0)


def test_through_the_wall_is_shorter_and_judged():
    assert len(plan(CASE)) == 3
    clip = animate(RULES, SMALL, CASE.case_id, (2,), permissive=True)
    assert judge(CASE, clip).counts["M2"] == 1 and not judge(CASE, clip).success


@pytest.mark.parametrize(
    "changes",
    [{"size": 9}, {"goal": (0, 0)}, {"goal": (2, 0)}, {"heading": "X"}, {"h": ((1, 1), (1, 1), (1, 1))}, {"v": ()}],
    ids=str,
)
def test_mazes_that_are_none_are_refused(changes):
    with pytest.raises(BadValue, match="A maze has"):
        RULES.check(dataclasses.replace(SMALL, **changes))
