"""What makes Block Counting this game: what is hidden, and that what is seen allows one pile only."""

import itertools

import pytest

from flowbench.errors import BadValue
from flowbench.render.board.colours import MIN_CONTRAST, contrast
from flowbench.rules.games.block_counting.families import hidden, total, visible
from flowbench.rules.games.block_counting.picture import LOOKS
from flowbench.rules.games.block_counting.records import Guess, Pile
from flowbench.rules.games.block_counting.sight import see, shows_every_column
from flowbench.rules.games.sample import score
from flowbench.rules.games.table import game
from tests.games.block_counting import referee
from tests.games.harness import create, instances

PILES = game("block_counting")


@pytest.mark.parametrize(
    ("heights", "numbers"),
    [
        (((3, 2, 1), (2, 2, 1), (1, 1, 1)), (14, 9, 5)),
        (((2, 2), (2, 2)), (8, 7, 1)),
        (((3, 3, 3),) * 3, (27, 19, 8)),
    ],
)
def test_counts_of_the_specification(heights, numbers):
    pile = Pile(heights, 3, 0)
    assert (total(pile), visible(pile), hidden(pile)) == numbers
    assert hidden(pile) == referee.hidden(pile)


@pytest.mark.parametrize(
    ("rows", "columns", "most", "good", "everything"),
    [(2, 2, 2, 48, 81), (2, 2, 3, 140, 256), (2, 3, 2, 252, 729), (3, 3, 2, 1972, 19_683)],
)
def test_no_other_pile_looks_like_one_that_is_accepted(rows, columns, most, good, everything):
    pictures: dict[frozenset, list[bool]] = {}
    for flat in itertools.product(range(most + 1), repeat=rows * columns):
        heights = tuple(flat[k * columns : (k + 1) * columns] for k in range(rows))
        sight = see(heights)
        picture = frozenset((triangle, surface.face) for triangle, surface in sight.map.items())
        pictures.setdefault(picture, []).append(shows_every_column(heights, sight))
    assert sum(map(len, pictures.values())) == everything
    assert sum(map(sum, pictures.values())) == good
    assert all(not any(accepted) or len(accepted) == 1 for accepted in pictures.values())


def test_walking_towards_the_viewer_finds_the_same_cubes_hidden():
    for pile in instances("block_counting", "standard", 12):
        assert hidden(pile) == referee.hidden(pile)
        assert [list(row) for row in pile.seen] == referee.seen_from_corner(pile)


def test_piles_are_of_the_size_asked_for():
    for pile, (side, most) in zip(
        instances("block_counting", "standard", 3), ((3, (2, 3)), (4, (4,)), (5, (5,))), strict=True
    ):
        assert len(pile.heights) == side and pile.most in most and 6 <= total(pile) <= 60


def test_seen_cubes_and_a_wrong_split_score_nothing():
    for sample in (create("block_counting", "BC1", "open", size=9, difficulty="hard").sample(k) for k in range(9)):
        assert score(PILES, sample, str(visible(sample.instance))).score == float(hidden(sample.instance) == 0)
    sample = create("block_counting", "BC4", "open", size=1, difficulty="hard").sample(0)
    numbers = referee.right_numbers(sample)
    swapped = (
        [numbers[1], numbers[0], *numbers[2:]]
        if numbers[0] != numbers[1]
        else [numbers[0] + 1, numbers[1] - 1, *numbers[2:]]
    )
    for counts, expected in ((numbers, 1.0), (swapped, 0.0)):
        text = "; ".join(f"h{k + 1}={count}" for k, count in enumerate(counts))
        assert score(PILES, sample, text).score == expected


@pytest.mark.parametrize(
    "pile",
    [
        Pile(((0, 0), (0, 1)), 0, 0),
        Pile(((1, 1), (1, 9)), 5, 0),
        Pile(((1, 1), (1, 1)), 5, 4),
        Pile(((1, 1, 1), (1, 1, 1)), 5, 0),
        Pile(((0, 0), (0, 5)), 5, 0),
        Pile((), 5, 0),
    ],
)
def test_piles_that_hide_a_column_or_are_none_are_refused(pile):
    with pytest.raises(BadValue):
        PILES.check(pile)


def test_wrong_guess_is_the_end():
    pile = instances("block_counting", "standard", 1)[0]
    wrong = PILES.step(pile, PILES.initial(pile), 50).state
    assert PILES.ending(pile, wrong) == "dead" and PILES.mask(pile, wrong).sum() == 0
    assert PILES.ending(pile, Guess(pile.heights, True)) == "goal"


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_faces_and_edges_can_be_told_apart(look):
    shades = [look.faces[face] for face in ("top", "x", "y")]
    assert min(contrast(a, b) for a, b in itertools.combinations(shades, 2)) > 1.25
    assert contrast(look.ink, look.faces["top"]) >= MIN_CONTRAST
