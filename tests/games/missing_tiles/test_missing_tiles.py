"""What makes Missing Tiles this game: facing sides agree, so one tile fits."""

from dataclasses import replace
from itertools import product

import gymnasium
import numpy as np
import pytest

from flowbench.errors import BadValue, ParseError
from flowbench.rules.games.answers.slots import Slots
from flowbench.rules.games.game import Setting
from flowbench.rules.games.generation import draw_instance
from flowbench.rules.games.missing_tiles.game import SUBMIT
from flowbench.rules.games.missing_tiles.records import Board, Guess
from flowbench.rules.games.missing_tiles.tile import degree, mirrored, ports, turned
from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.games.sample import make_sample
from flowbench.rules.games.table import game
from tests.games.harness import grade, instances, samples
from tests.games.missing_tiles import referee

TILES = game("missing_tiles")
# Two slots a side. N of the middle tile: both; E: none; S: the eastern; W: the northern.
SMALL = Board(
    rows=3, columns=3, slots=2,
    level=((0, 0, 0), (0, 3, 1), (0, 2, 0), (0, 0, 0)),
    upright=((0, 1, 0, 0), (0, 1, 0, 0), (0, 2, 3, 0)),
    missing=((1, 1),),
)  # fmt: skip


def fits(board, sides):
    """Whether a tile can lie in the gap: each of its sides is the facing side of the neighbour, or of nothing."""
    row, column = board.asked
    facing = []
    for side, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
        other = (row + down, column + right)
        facing.append(board.tile(other)[(side + 2) % 4] if board.holds(other) else 0)
    return list(sides) == facing


@pytest.mark.parametrize("count", [12, pytest.param(120, marks=pytest.mark.slow)])
def test_exactly_one_of_all_tiles_fits(count):
    for board in instances("missing_tiles", "standard", count):
        tiles = [tile for tile in product(range(2**board.slots), repeat=4) if fits(board, tile)]
        assert tiles == [board.wanted()]
        assert {side: set(k) for side, k in zip("nesw", map(set, named(board)), strict=True)} == referee.wanted(board)


def named(board):
    return [[k + 1 for side, k in ports(board.wanted()) if side == number] for number in range(4)]


def asked(board, family, fmt="open", hard=0.5):
    return make_sample(TILES, TILES.family(family), fmt, board, "mono", 0, np.random.default_rng(0), hard)


def test_answers_of_a_small_board():
    whole, ports_of = asked(SMALL, "MT1"), asked(SMALL, "MT3")
    assert whole.answer == "N=12; E=none; S=2; W=1"
    assert ports_of.answer == "ports=N1+N2+S2+W1; degree=4"
    for right in ("W=1; S=2; E=none; N=21", "n:1+2, e:{}, s:2, w:1", "N={2,1}; E=[]; S=2; W=1."):
        assert grade(whole, right) == 1.0, right
    for wrong in (
        "N=12; E=none; S=2",
        "N=12; E=none; S=2; W=",
        "N=122; E=none; S=2; W=1",
        "N=12; E=none; S=23; W=1",
        "N=12; E=0; S=2; W=1",
        "N=12; E=none; S=1; W=2",
        "N=12; E=none; S=2; W=1; N=12",
    ):
        assert grade(whole, wrong) == 0.0, wrong
    assert grade(ports_of, "degree=4; ports=W1+S2+N2+N1") == 1.0
    for wrong in ("ports=N1+N2+S2+W1; degree=5", "ports=N1+N2+S2; degree=3", "ports=N1+N2+S2+W1+E1; degree=5"):
        assert grade(ports_of, wrong) == 0.0, wrong
    assert grade(ports_of, "ports=N1+N2+S2+W3; degree=4") == 0.0  # there is no slot 3


def test_some_sides_never_lie_on_the_rim_alone():
    for sample in samples("missing_tiles", "MT2", "open", 30):
        board, rim = sample.instance, {"N": (0, None), "W": (None, 0)}
        rim |= {"S": (board.rows - 1, None), "E": (None, board.columns - 1)}
        inside = [
            side
            for side in sample.query.sides
            if not any(a is not None and a == b for a, b in zip(rim[side], board.asked, strict=True))
        ]
        assert inside and list(sample.query.sides) == sorted(sample.query.sides, key="NESW".index)


def test_difficulty_sets_size_slots_and_gaps():
    found = {hard: instances_at(hard) for hard in (0.0, 0.5, 1.0)}
    assert {(b.rows, b.slots, len(b.missing)) for b in found[0.0]} == {(3, 1, 1)}
    assert {(b.rows, b.slots, len(b.missing)) for b in found[0.5]} == {(4, 2, 1), (5, 2, 1)}
    assert {(b.rows, b.slots, len(b.missing)) for b in found[1.0]} == {(6, 3, 2)}
    on_rim = {hard: np.mean([bool({0, b.rows - 1} & set(b.asked)) for b in boards]) for hard, boards in found.items()}
    assert 0.3 < on_rim[0.0] < 0.7 and 0.1 < on_rim[0.5] < 0.4 and on_rim[1.0] < 0.25


def instances_at(hard, count=60):
    return [draw_instance(TILES, Setting(hard, "standard"), 4, k) for k in range(count)]


def test_turning_four_times_and_mirroring_twice_change_nothing():
    for tile in product(range(4), repeat=4):
        assert turned(tile, 2, 4) == tile and mirrored(mirrored(tile, 2), 2) == tile
        assert degree(turned(tile, 2)) == degree(tile) == len(list(ports(tile)))
    assert turned((0b01, 0, 0, 0), 2) == (0, 0b01, 0, 0)  # the western slot of N is the northern one of E
    assert turned((0, 0b01, 0, 0), 2) == (0, 0, 0b10, 0)  # and that the eastern one of S
    assert turned(turned((0b100, 0, 0, 0), 3), 3) == (0, 0, 0b001, 0)


def test_a_wrong_tile_handed_in_is_the_end():
    state = TILES.step(SMALL, Guess(), SUBMIT).state
    assert TILES.ending(SMALL, state) == "dead" and not TILES.mask(SMALL, state).any()
    with pytest.raises(NoPlan):
        TILES.solve(SMALL, state)


def test_plan_changes_what_differs_and_nothing_else():
    assert TILES.solve(SMALL, Guess()).actions == (0, 1, 7, 9, SUBMIT)
    assert TILES.solve(SMALL, Guess((3, 1, 2, 1))).actions == (3, SUBMIT)


def test_environment_pays_for_the_right_tile_only():
    env = gymnasium.make("Game2Real-MissingTiles-v0").unwrapped
    env.reset(seed=1, options={"instance": SMALL})
    rewards = [env.step(action)[1] for action in (0, 1, 7, 9)]
    _, reward, terminated, _, info = env.step(SUBMIT)
    assert rewards == [0.0] * 4 and reward == 1.0 and terminated and info["optimal"]


@pytest.mark.parametrize(
    "change",
    [
        {"slots": 1},
        {"slots": 4},
        {"rows": 4},
        {"missing": ()},
        {"missing": ((1, 1), (1, 2))},
        {"missing": ((3, 0),)},
        {"level": ((1, 0, 0), (0, 3, 1), (0, 2, 0), (0, 0, 0))},
        {"missing": ((0, 2), (2, 0))} | {"level": ((0,) * 3,) * 4, "upright": ((0,) * 4,) * 3},
    ],
)
def test_boards_against_the_rules_are_refused(change):
    with pytest.raises(BadValue):
        TILES.check(replace(SMALL, **change))


def test_options_have_no_centre():
    """Were every wrong tile one change away from the right one, a look at the options alone would give it away."""
    hits = 0
    for sample in samples("missing_tiles", "MT1", "choice", 90):
        tiles = [option_ports(option) for option in sample.options]
        apart = [sum(len(a ^ b) for b in tiles) for a in tiles]
        hits += sample.answer == "ABCDEF"[int(np.argmin(apart))]
    assert hits / 90 < 0.35


def option_ports(text):
    return {(field[0], slot) for field in text.split("; ") for slot in field[2:] if slot.isdigit()}


def test_slots_are_read_as_a_set_of_digits():
    slots = Slots(3)
    assert [slots.parse(text) for text in ("31", "1+3", "{3, 1}", "none", "[]")] == [(1, 3)] * 3 + [()] * 2
    for wrong in ("", "4", "0", "11", "1 3", "{1", "1-3", "one", "1+", "+1"):
        with pytest.raises(ParseError):
            slots.parse(wrong)
    assert [slots.write(value) for value in ((1, 3), ())] == ["13", "none"]
