"""What makes Cube Net this game: the eleven nets, how they fold, and how each position is read."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from flowbench.errors import BadValue
from flowbench.rules.games.cube_frames import FRAMES
from flowbench.rules.games.cube_net.families import OTHERS
from flowbench.rules.games.cube_net.folding import POSITIONS, folds_of, frames_of, hinges, is_net, likenesses, nets
from flowbench.rules.games.cube_net.generator import central
from flowbench.rules.games.cube_net.records import Net
from flowbench.rules.games.game import Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.sample import score
from flowbench.rules.games.stickers import draw_faces, rows, turned
from flowbench.rules.games.stickers import flipped as mirrored
from flowbench.rules.games.table import game
from tests.games.cube_net import referee
from tests.games.harness import create, instances, samples

NET = game("cube_net")
CROSS = ((0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1))


def hexominoes():
    """The 35 free hexominoes, by growing and comparing all eight likenesses as sets."""
    found = {frozenset({(0, 0)})}
    for _ in range(5):
        grown = {
            shape | {(row + a, column + b)}
            for shape in found
            for row, column in shape
            for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (row + a, column + b) not in shape
        }
        found = {min((corner(likeness) for likeness in eight(shape)), key=sorted) for shape in grown}
    return found


def eight(shape):
    for mirror in (1, -1):
        cells = {(row, mirror * column) for row, column in shape}
        for _ in range(4):
            cells = {(column, -row) for row, column in cells}
            yield cells


def corner(cells):
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return frozenset((row - top, column - left) for row, column in cells)


def test_eleven_of_35_hexominoes_fold_to_a_cube():
    shapes = hexominoes()
    assert len(shapes) == 35
    closed = [tuple(sorted(shape)) for shape in shapes if folds_in_space(tuple(sorted(shape)))]
    assert len(closed) == 11 == len(nets())
    assert {frozenset(cells) for cells in closed} == {min(map(corner, eight(cells)), key=sorted) for cells in nets()}
    assert [is_net(tuple(sorted(shape))) for shape in shapes].count(True) == 11


def folds_in_space(cells):
    """Whether six squares turned about their hinges come to lie on six sides; a block of four cannot be folded."""
    if any({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} <= set(cells) for r, c in cells):
        return False
    centres = {tuple(np.round(points.mean(axis=0), 3)) for points in referee.folded(cells, 0)}
    return len(centres) == 6


def test_nets_lie_in_64_ways():
    assert len({tuple(sorted(way)) for cells in nets() for way in likenesses(cells)}) == 64


def test_squares_of_the_cross_are_read_as_printed():
    frames = frames_of(CROSS, 2)
    assert [frames[cell] for cell in CROSS] == [
        FRAMES[POSITIONS.index(p)] for p in ("top", "left", "front", "right", "back", "bottom")
    ]
    assert {fold.quarters for fold in folds_of(CROSS, 2)} == {0}


def test_anchor_is_in_front_as_printed():
    for instance in instances("cube_net", "standard", 8):
        fold = instance.folds[instance.anchor]
        assert POSITIONS[fold.position] == "front" and fold.quarters == 0


@pytest.mark.parametrize("number", range(11))
def test_folding_agrees_with_turning_points_in_space(number):
    faces = draw_faces(np.random.default_rng(number))
    for cells in likenesses(nets()[number]):
        for anchor in range(6):
            net = Net(cells, "PQRSTU", faces, anchor, "digits")
            seen = referee.sides_of(net)
            for position in POSITIONS:
                pattern = [list(row) for row in rows(net.read_at(position), tuple("123456"))]
                assert seen[position] == (net.labels[net.square_at(position)].lower(), pattern)


def test_all_nets_ways_and_anchors_occur():
    drawn = [draw_instance(NET, Setting(1.0, "standard"), key) for key in range(150)]
    assert len({min(tuple(sorted(way)) for way in likenesses(net.cells)) for net in drawn}) == 11
    assert {net.anchor for net in drawn} == set(range(6)) and max(Counter(net.labels for net in drawn).values()) <= 4


def test_easiest_anchor_is_the_most_central_square():
    for key in range(12):
        net = draw_instance(NET, Setting(0.0, "standard"), key)
        assert net.anchor == central(net.cells)
        assert sum(hinges(net.cells, net.anchor)) == min(sum(hinges(net.cells, k)) for k in range(6))


@pytest.mark.parametrize(("difficulty", "least", "most"), [("easy", 1, 1), ("hard", 2, 5)])
def test_what_is_asked_lies_as_far_away_as_specified(difficulty, least, most):
    questions = create("cube_net", "CN2", "open", size=15, difficulty=difficulty)
    for sample in (questions.sample(k) for k in range(15)):
        net = sample.instance
        far = hinges(net.cells, net.anchor)[net.square_at(sample.query.positions[0])]
        assert least <= far <= most


def test_hard_questions_about_squares_ask_for_two():
    questions = create("cube_net", "CN1", size=24, difficulty="hard")
    assert {len(questions.sample(k).query.positions) for k in range(24)} == {2}
    easy = create("cube_net", "CN1", size=24, difficulty="easy")
    assert {len(easy.sample(k).query.positions) for k in range(24)} == {1}


def test_turned_and_mirrored_patterns_score_nothing():
    for sample in samples("cube_net", "CN2", "open", 8):
        net = sample.instance
        right, words = net.read_at(sample.query.positions[0]), tuple(referee.VOCABULARY[net.vocabulary])
        for wrong in [turned(right, k) for k in (1, 2, 3)] + [turned(mirrored(right), k) for k in range(4)]:
            text = " / ".join(" ".join(row) for row in rows(wrong, words))
            assert score(NET, sample, text).score == 0.0


def test_the_opposite_square_scores_nothing():
    opposite = {"top": "bottom", "bottom": "top", "left": "right", "right": "left", "back": "front"}
    questions = create("cube_net", "CN1", "open", size=10, difficulty="easy")
    for sample in (questions.sample(k) for k in range(10)):
        net, (position,) = sample.instance, sample.query.positions
        assert score(NET, sample, net.labels[net.square_at(opposite[position])]).score == 0.0
        assert score(NET, sample, sample.answer.lower()).score == 1.0


def test_a_wrong_square_is_fatal_only_at_the_sixth():
    net = instances("cube_net", "standard", 1)[0]
    state = NET.initial(net)
    plan = NET.solve(net, state).actions
    assert len(plan) == 5 and NET.solve(net, state).proof == "unique"
    wrong = plan[0] ^ 1  # another quarter turn
    for action in (wrong, *plan[1:]):
        assert NET.ending(net, state) is None
        state = NET.step(net, state, action).state
    assert NET.ending(net, state) == "dead"


def test_evaluation_shows_marks_and_colours_only():
    questions = create("cube_net", size=12, seed=0, split="eval")
    assert {questions.sample(k).instance.vocabulary for k in range(12)} == {"marks", "colours"}
    assert len(OTHERS) == 5


def bad_nets():
    net = draw_instance(NET, Setting(0.5, "standard"), 1)
    return [
        replace(net, cells=((0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5))),
        replace(net, cells=((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1))),
        replace(net, cells=net.cells[:5]),
        replace(net, cells=tuple((row + 1, column) for row, column in net.cells)),
        replace(net, labels="PQRSTT"),
        replace(net, faces=net.faces[1:]),
        replace(net, faces=((0,) * 8, *net.faces[1:])),
        replace(net, faces=((6,) * 9, *net.faces[1:])),
        replace(net, anchor=6),
        replace(net, vocabulary="runes"),
    ]


@pytest.mark.parametrize("net", bad_nets())
def test_nets_that_break_a_rule_are_refused(net):
    with pytest.raises(BadValue, match="Cube Net"):
        NET.check(net)


@pytest.mark.parametrize("family", ["CN1", "CN2", "CN3"])
def test_the_right_option_does_not_stand_out_among_the_six(family):
    """Whoever picks the option that shares most, or least, with the others is right about as often as chance."""
    right = {"nearest": 0, "farthest": 0}
    questions = create("cube_net", family, "choice", size=120, seed=4)
    for k in range(120):
        sample = questions.sample(k)
        words = [option.replace(";", "").split() for option in sample.options]
        apart = [sum(a != b for other in words for a, b in zip(word, other, strict=True)) for word in words]
        right["nearest"] += "ABCDEF"[int(np.argmin(apart))] == sample.answer
        right["farthest"] += "ABCDEF"[int(np.argmax(apart))] == sample.answer
    assert max(right.values()) / 120 < 0.33
