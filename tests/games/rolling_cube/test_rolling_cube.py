"""What makes Rolling Cube this game: the matrices and the example of the paper, roll by roll."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from flowbench.render.board.colours import MIN_CONTRAST, contrast
from flowbench.rules.games.answers.cells import Grid
from flowbench.rules.games.cube_frames import COMPASS, FACES, FRAMES, ORIENTATIONS, ROLLED, ROLLS, SEEN
from flowbench.rules.games.game import Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.rolling_cube.generator import turn_count, visits
from flowbench.rules.games.rolling_cube.picture import LOOKS, disc_places
from flowbench.rules.games.rolling_cube.records import Rolls, after, face_of
from flowbench.rules.games.sample import score
from flowbench.rules.games.stickers import draw_faces, flipped, likenesses, turned
from flowbench.rules.games.table import game
from tests.games.harness import create, instances
from tests.games.rolling_cube import referee

CUBE = game("rolling_cube")
PAPER_MOVES = "ENESENE"
A, B, C, D, E, F = (
    (6, 6, 4, 1, 3, 2, 4, 2, 5), (5, 2, 4, 2, 3, 1, 4, 6, 6), (4, 5, 4, 6, 1, 1, 2, 6, 3),
    (4, 2, 5, 6, 3, 2, 6, 1, 4), (4, 1, 6, 2, 3, 6, 5, 2, 4), (4, 6, 6, 2, 3, 1, 5, 2, 4),
)  # fmt: skip
FINAL = {
    "north": "N20 N10 N00 N21 N11 N01 N22 N12 N02",
    "south": "S02 S12 S22 S01 S11 S21 S00 S10 S20",
    "east": "B02 B12 B22 B01 B11 B21 B00 B10 B20",
    "west": "T02 T12 T22 T01 T11 T21 T00 T10 T20",
    "bottom": "W02 W12 W22 W01 W11 W21 W00 W10 W20",
}
ONE_ROLL = {
    "top": "W20 W10 W00", "bottom": "E20 E10 E00", "north": "N02 N12 N22",
    "south": "S20 S10 S00", "east": "T20 T10 T00", "west": "B20 B10 B00",
}  # fmt: skip


def orientation(moves):
    number = 0
    for move in moves:
        number = ROLLED[number][COMPASS.index(move)]
    return number


def named(sticker):
    face, place = divmod(sticker, 9)
    return f"{FACES[face][0].upper()}{place // 3}{place % 3}"


def test_matrices_of_the_paper():
    assert np.array_equal(ORIENTATIONS[orientation(PAPER_MOVES)], [[0, 0, -1], [0, 1, 0], [1, 0, 0]])
    assert np.array_equal(ROLLS["E"], [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])
    assert np.array_equal(ROLLS["N"], [[1, 0, 0], [0, 0, 1], [0, -1, 0]])
    assert np.array_equal(np.transpose(ROLLS["E"]), ROLLS["W"]) and np.array_equal(np.transpose(ROLLS["N"]), ROLLS["S"])


def test_final_faces_of_the_paper_sticker_by_sticker():
    seen = SEEN[orientation(PAPER_MOVES)]
    for face, stickers in FINAL.items():
        assert [named(sticker) for sticker in seen[FACES.index(face)]] == stickers.split()
    for face, stickers in ONE_ROLL.items():
        assert [named(sticker) for sticker in SEEN[orientation("E")][FACES.index(face)][:3]] == stickers.split()


def test_rolls_make_a_group_of_24():
    assert len(set(ORIENTATIONS)) == 24
    assert orientation("EEEE") == 0 and orientation("ENWS" * 3) == 0 and orientation("ENWS") != 0
    assert np.array_equal(ORIENTATIONS[orientation("ENWS")], [[0, 1, 0], [0, 0, -1], [-1, 0, 0]])


def test_frames_look_from_outside():
    for frame in FRAMES:
        up, view = -np.array(frame.down), -np.array(frame.normal)
        assert np.array_equal(np.cross(view, up), frame.right)


def paper_instance():
    """The example: an initial East face 416/236/524 ends on Top as 664/132/425."""
    faces = list(draw_faces(np.random.default_rng(0)))
    faces[FACES.index("east")] = tuple(k - 1 for k in E)
    return Rolls(5, 7, (2, 0), PAPER_MOVES, tuple(faces), "digits")


def test_option_a_of_the_paper_is_right_and_the_others_are_not():
    instance = paper_instance()
    family = CUBE.family("RC1")
    query = family.ask(instance, np.random.default_rng(0), 0.5, "open")
    grammar = family.grammar(instance, query)
    answers = ["/".join("".join(map(str, face[k : k + 3])) for k in (0, 3, 6)) for face in (A, B, C, D, E, F)]
    verdicts = [family.flaw(instance, query, grammar.parse(answer)) for answer in answers]
    assert [verdict is None for verdict in verdicts] == [True] + [False] * 5


def test_options_of_the_paper_are_turns_and_a_mirror_of_the_target():
    assert (turned(A, 2), turned(A, 3), turned(A, 1), flipped(A)) == (B, D, E, F)
    assert C not in likenesses(A)


@pytest.mark.parametrize("moves", ["E", "N", "W", "S", "ENWS", "NNEESSWW", PAPER_MOVES])
def test_strings_that_are_cut_anew_agree(moves):
    instance = Rolls(7, 7, (3, 3), moves, draw_faces(np.random.default_rng(1)), "digits")
    end = after(instance)
    for face, name in enumerate(FACES):
        expected = sum(referee.after(instance, len(moves))[name], [])
        assert [str(symbol + 1) for symbol in face_of(instance, end.orientation, face)] == expected


def test_faces_are_unlike_one_another():
    for instance in instances("rolling_cube", "follow", 10):
        alike = [likeness for face in instance.faces for likeness in likenesses(face)]
        assert len(set(alike)) == 48
        assert all(sorted(face.count(k) for k in range(6)) == [1, 1, 1, 2, 2, 2] for face in instance.faces)


@pytest.mark.parametrize(
    ("hard", "sides", "rolls", "turns", "revisits"),
    [(0.0, (3, 4), (3, 5), 1, 0), (0.5, (5, 5), (6, 9), 3, 1), (1.0, (6, 7), (10, 16), 5, 3)],
)
def test_difficulty_is_as_specified(hard, sides, rolls, turns, revisits):
    for key in range(12):
        instance = draw_instance(CUBE, Setting(hard, "follow"), key)
        cells = visits(instance)
        assert {instance.rows, instance.columns} <= set(range(sides[0], sides[1] + 1))
        assert rolls[0] <= len(instance.moves) <= rolls[1] and turn_count(instance.moves) >= turns
        assert len(cells) - len(set(cells)) <= revisits
        assert not any(pair in instance.moves for pair in ("NS", "SN", "EW", "WE"))


def test_goal_is_reached_on_a_shortest_way():
    for instance in instances("rolling_cube", "goal", 6):
        plan = CUBE.solve(instance, CUBE.initial(instance))
        assert plan.proof == "optimal" and 2 <= len(plan.actions) <= len(instance.moves)
        assert not reachable(instance, len(plan.actions) - 1)


def reachable(instance, depth):
    """Whether some sequence of at most `depth` rolls reaches the goal: positions level by level, by the other judge."""
    row, column, symbol = instance.target
    level = {(instance.start, ""): (instance.start, referee.start(instance))}
    seen = set()
    for _ in range(min(depth, 5) + 1):
        for cell, cube in level.values():
            if cell == (row, column) and cube["top"][1][1] == referee.VOCABULARY[instance.vocabulary][symbol]:
                return True
        seen |= set(level)
        onward = {}
        for cell, cube in level.values():
            for move, (down, right) in {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}.items():
                target = cell[0] + down, cell[1] + right
                if target[0] in range(instance.rows) and target[1] in range(instance.columns):
                    rolled = referee.roll(cube, move)
                    onward[target, str(rolled["top"]) + str(rolled["north"])] = (target, rolled)
        level = {key: value for key, value in onward.items() if key not in seen}
    return False


def test_evaluation_shows_marks_only():
    questions = create("rolling_cube", size=12, seed=0, split="eval")
    assert {questions.sample(k).instance.vocabulary for k in range(12)} == {"marks"}


def test_spellings_of_symbols():
    grid = Grid(3, 3, referee.VOCABULARY["marks"], referee.OTHER_SPELLINGS)
    expected = (("circle", "square", "plus"), ("heart", "moon", "triangle"), ("circle", "circle", "circle"))
    for text in (
        "circle square plus / heart moon triangle / circle circle circle",
        "csp/hmt/ccc",
        "Disc,S,cross;h m t;o O c",
        "[[circle, square, plus], [heart, moon, triangle], [disk, disk, disk]]",
    ):
        assert grid.parse(text) == expected


def test_eight_symbols_and_a_turned_target_score_nothing():
    instance = paper_instance()
    sample = replace(create("rolling_cube", "RC1", "open", size=1).sample(0), instance=instance)
    assert score(CUBE, sample, "664/132/425").score == 1.0
    for text in ("664/132/42", "524/231/466", "425/632/614", "664/132/426", "466/231/524"):
        assert score(CUBE, sample, text).score == 0.0


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_what_the_answer_needs_can_be_read(look):
    pairs = [(look.digit, look.disc), (look.ink, look.ground), *((symbol, look.sticker) for symbol in look.symbols)]
    assert min(contrast(*pair) for pair in pairs) >= MIN_CONTRAST


def test_discs_of_a_cell_that_is_entered_again_do_not_touch_and_hold_their_numbers():
    for instance in (draw_instance(CUBE, Setting(1.0, "follow"), key) for key in range(40)):
        places = disc_places(instance)
        assert min(1.15 * radius for _, radius in places) >= 11.0
        for (first, a), (second, b) in itertools.combinations(places, 2):
            assert np.hypot(first[0] - second[0], first[1] - second[1]) > a + b
