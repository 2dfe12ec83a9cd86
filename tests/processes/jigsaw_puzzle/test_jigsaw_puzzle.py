import dataclasses
import itertools

import numpy as np
import pytest
import shapely

from flowbench.errors import BadValue
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.animation import animate
from flowbench.rules.processes.drawing.painter import draw_scene, painter
from flowbench.rules.processes.drawing.sheets import raised, sheet
from flowbench.rules.processes.jigsaw_puzzle.cutting import piece_shape
from flowbench.rules.processes.jigsaw_puzzle.generator import are_apart
from flowbench.rules.processes.jigsaw_puzzle.painting import KINDS, NUMBERS, Painting, layers
from flowbench.rules.processes.jigsaw_puzzle.process import JigsawPuzzle
from flowbench.rules.processes.jigsaw_puzzle.records import Assembly, Edge, number_of, parts_of
from flowbench.rules.processes.jigsaw_puzzle.rubric import sides_of
from flowbench.rules.processes.judge import judge
from flowbench.rules.processes.predicates.outlines import moved
from flowbench.rules.processes.prompts import plan
from flowbench.rules.processes.tracks import Tracks
from tests.processes.harness import case_of, oracle_of, states_along

RULES = JigsawPuzzle()
LEVELS = ("easy", "mid", "hard")
every_puzzle = pytest.mark.parametrize(
    ("level", "index"), [(level, index) for level in LEVELS for index in range(1, 7)]
)


def shapes_of(jigsaw, poses):
    """The polygons of the pieces where they lie."""
    return [
        moved(piece_shape(sides_of(jigsaw, piece), jigsaw.cell_m), *jigsaw.slot_at(slot), 90.0 * turns)
        for piece, (slot, turns) in enumerate(poses)
    ]


@every_puzzle
def test_pieces_in_their_places_fill_the_frame_without_gap_or_overlap(level, index):
    jigsaw = case_of("jigsaw_puzzle", level, index).instance
    shapes = shapes_of(jigsaw, [(home, 0) for home in jigsaw.homes])
    half_x, half_y = jigsaw.columns * jigsaw.cell_m / 2, jigsaw.rows * jigsaw.cell_m / 2
    frame = shapely.box(-half_x, -half_y, half_x, half_y)
    assert shapely.union_all(shapes, grid_size=1e-9).symmetric_difference(frame).area < 1e-8
    assert all(one.intersection(two).area < 1e-9 for one, two in itertools.combinations(shapes, 2))
    assert all(shape.is_valid and shape.geom_type == "Polygon" for shape in shapes)


@every_puzzle
def test_what_the_rules_call_fitting_leaves_no_overlap_and_stays_in_the_frame(level, index):
    jigsaw = case_of("jigsaw_puzzle", level, index).instance
    state = RULES.initial(jigsaw)
    for action in plan(case_of("jigsaw_puzzle", level, index))[: jigsaw.waiting // 2]:
        state = RULES.advance(jigsaw, state, action)
    lie = {piece for piece, pose in enumerate(state.poses) if pose is not None}
    taken = {state.poses[piece][0] for piece in lie}
    frame = shapely.box(*(sign * n * jigsaw.cell_m / 2 for sign in (-1, 1) for n in (jigsaw.columns, jigsaw.rows)))
    for piece, slot, quarters in itertools.product(range(jigsaw.count), range(jigsaw.count), range(4)):
        if piece not in lie and slot not in taken:
            action = number_of(piece, slot, quarters)
            shapes = shapes_of(jigsaw, [p or (0, 0) for p in RULES.advance(jigsaw, state, action).poses])
            overlap = max((shapes[piece].intersection(shapes[other]).area for other in lie), default=0.0)
            assert RULES.obstacle(jigsaw, state, action) or (
                overlap < 1e-9 and shapes[piece].difference(frame).area < 1e-9
            )


@every_puzzle
def test_no_two_cuts_have_the_same_form(level, index):
    edges = case_of("jigsaw_puzzle", level, index).instance.edges
    assert all(are_apart(one, two) for one, two in itertools.combinations(edges, 2))


def test_a_tab_of_one_form_does_not_fill_the_hole_of_another():
    form = (0.0, 0.1, 0.05)
    both = shapely.box(-0.075, -0.075, 0.075, 0.225)
    for other in (form, (0.08, 0.1, 0.05), (0.0, 0.9, 0.05), (0.0, 0.1, 0.0)):
        below = piece_shape(((1, *form), *3 * ((0, 0.0, 0.0, 0.0),)), 0.15)
        above = moved(piece_shape((*2 * ((0, 0.0, 0.0, 0.0),), (-1, *other), (0, 0.0, 0.0, 0.0)), 0.15), 0.0, 0.15, 0.0)
        wrong = below.intersection(above).area + both.difference(below.union(above)).area
        assert (wrong < 1e-9) == (other == form) and (wrong > 8e-5) == (other != form)


def test_levels_place_and_turn_as_many_pieces_as_they_say():
    for level, size, placed, turned in (("easy", 4, 0, 0), ("mid", 6, 1, 0), ("hard", 9, 3, 4)):
        for index in range(1, 9):
            jigsaw = case_of("jigsaw_puzzle", level, index).instance
            assert (jigsaw.count, jigsaw.placed, sum(map(bool, jigsaw.turns))) == (size, placed, turned)
            assert all(pose is not None for pose in RULES.initial(jigsaw).poses[jigsaw.waiting :])


def test_a_legal_piece_in_a_wrong_place_leaves_no_plan():
    case = case_of("jigsaw_puzzle", "easy")
    start = RULES.initial(case.instance)
    legal = [action for action in np.flatnonzero(RULES.mask(case.instance, start)).tolist()]
    assert len(legal) == 16  # each of four corners fits into each corner, turned in one way
    wrong = [action for action in legal if action not in plan(case)]
    assert len(wrong) == 12
    for action in wrong:
        with pytest.raises(NoPlan, match="does not belong"):
            RULES.solve(case.instance, RULES.advance(case.instance, start, action))


def test_a_turned_whole_is_no_solution():
    jigsaw = case_of("jigsaw_puzzle", "easy").instance
    turned = {0: 2, 1: 0, 2: 3, 3: 1}  # a quarter turn counter-clockwise of all slots
    state = Assembly(tuple((turned[home], 1) for home in jigsaw.homes))
    overlap = itertools.combinations(shapes_of(jigsaw, state.poses), 2)
    assert all(one.intersection(two).area < 1e-9 for one, two in overlap) and not RULES.is_goal(jigsaw, state)


def test_actions_turn_pieces_from_how_they_lie():
    jigsaw = case_of("jigsaw_puzzle", "hard").instance
    piece = next(k for k, turns in enumerate(jigsaw.turns) if turns)
    action = number_of(piece, jigsaw.homes[piece], (4 - jigsaw.turns[piece]) % 4)
    assert parts_of(action) == (piece, jigsaw.homes[piece], (4 - jigsaw.turns[piece]) % 4)
    assert RULES.advance(jigsaw, RULES.initial(jigsaw), action).poses[piece] == (jigsaw.homes[piece], 0)


def test_sides_of_neighbours_are_seen_as_halves_of_one_cut():
    case = case_of("jigsaw_puzzle", "hard")
    jigsaw, seen = case.instance, RULES.observe(case.instance, states_along(case)[-1])
    by_slot = {int(row[4]) - 1: row for row in seen[1:]}
    for slot, row in by_slot.items():
        assert row[5] == 0
        for direction in range(4):
            there = jigsaw.beside(slot, direction)
            assert row[direction] == (0 if there is None else -by_slot[there][(direction + 2) % 4])
            assert (row[direction] == 0) == (there is None)


def test_the_picture_in_the_frame_is_the_painting():
    case = case_of("jigsaw_puzzle", "hard", 2)
    jigsaw, scene = case.instance, oracle_of(case).frames[-1].entities
    frame = draw_scene(RULES.looks, "line", scene).astype(int)
    half, found = jigsaw.rows * jigsaw.cell_m / 2, []
    painted = [(colour, shapely.Polygon(points)) for colour, points in layers(jigsaw.painting, 1.0)]
    for u, v in itertools.product(np.linspace(0.03, 0.97, 40), repeat=2):
        x, y = round(640 + (2 * u - 1) * half * 800), round(360 - (2 * v - 1) * half * 800)
        colour = [colour for colour, shape in painted if shape.contains(shapely.Point(u, v))][-1]
        found.append(np.abs(frame[y, x] - colour).max() <= 2)
    assert np.mean(found) > 0.85  # the others lie on the lines of the cuts or between two colours


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [0.0, 0.37, 1.0])
def test_paintings_cover_all_and_say_something_everywhere(kind, value):
    for columns, rows in ((2, 2), (3, 2), (3, 3)):
        shapes = layers(Painting(kind, (value,) * NUMBERS), columns / rows)
        covered = shapely.union_all([shapely.Polygon(points).buffer(0) for _, points in shapes])
        assert covered.contains(shapely.box(0, 0, columns / rows, 1))
        for column, row in itertools.product(range(columns), range(rows)):
            part = shapely.box(column / rows, row / rows, (column + 1) / rows, (row + 1) / rows)
            inside = {
                colour for colour, points in shapes if shapely.Polygon(points).buffer(0).intersection(part).area > 1e-4
            }
            assert len(inside) >= 2, (column, row)


def test_where_pieces_lie_on_each_other_one_of_them_is_seen_in_front():
    case = case_of("jigsaw_puzzle", "easy")
    jigsaw = case.instance
    state = Assembly(tuple((0, 0) for _ in jigsaw.homes))
    scene = RULES.scene(jigsaw, state)
    painted = painter(RULES.looks, "real", scene, 640)
    pixels = painted.picture(scene)
    front = pixels.ids == painted.numbers["piece_4"]
    rows, columns = np.flatnonzero(front.any(axis=1)), np.flatnonzero(front.any(axis=0))
    assert front[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].mean() > 0.8  # holes show what lies below


def test_slow_laying_down_is_not_moving_again():
    case = case_of("jigsaw_puzzle", "hard", 3)
    clip = oracle_of(case)
    scenes = [scene for frame in clip.frames for scene in [frame.entities] * 4]
    assert judge(case, clip.with_scenes(scenes)).success


def test_pieces_that_lay_there_from_the_beginning_count_for_nothing_but_must_stay():
    case = case_of("jigsaw_puzzle", "mid")
    placed, slot = case.instance.count - 1, case.instance.homes[-1]
    tracks = Tracks(oracle_of(case).frames[0].entities, oracle_of(case))
    assert all(release.piece != f"piece_{placed + 1}" for release in RULES.releases(case.instance, tracks))
    free = next(home for home in case.instance.homes if home != slot)
    away = animate(RULES, case.instance, case.case_id, (number_of(placed, free, 0),), permissive=True)
    verdict = judge(case, away)
    assert verdict.counts["J4"] == 1 and verdict.tier == 0


def test_sheets_have_the_area_of_their_shape_and_look_up():
    shape = shapely.Point(0, 0).buffer(0.1).difference(shapely.Point(0.02, 0).buffer(0.05))
    made = sheet(shape, 0.01)
    corners = made.vertices[made.faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert np.abs(across[:, 1]).sum() / 2 == pytest.approx(shape.area) and len(set(np.sign(across[:, 1]))) == 1
    whole = raised(shapely.box(0, 0, 0.1, 0.2), 0.0, 0.03)
    assert np.ptp(whole.vertices, axis=0) == pytest.approx([0.1, 0.03, 0.2])


@pytest.mark.parametrize(
    "change",
    [
        {"rows": 4},
        {"homes": (0, 0, 1, 2, 3, 4)},
        {"turns": (4, 0, 0, 0, 0, 0)},
        {"turns": (0, 0, 0, 0, 0, 1)},
        {"edges": (Edge(0, 0.0, 0.1, 0.0),) * 7},
        {"edges": ()},
        {"placed": 6},
        {"painting": Painting("forest", (0.5,) * NUMBERS)},
        {"painting": Painting("farm", (0.5,) * 3)},
        {"painting": Painting("farm", (1.5,) * NUMBERS)},
    ],
)
def test_other_puzzles_are_refused(change):
    with pytest.raises(BadValue, match="A jigsaw has"):
        RULES.check(dataclasses.replace(case_of("jigsaw_puzzle").instance, **change))
