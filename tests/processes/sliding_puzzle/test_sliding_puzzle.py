import numpy as np
import pytest

from flowbench.rules.games.rejection import NoPlan
from flowbench.rules.processes.sliding_puzzle.records import Tray
from flowbench.rules.processes.sliding_puzzle.solver import distances, estimate, shortest

GOAL = Tray(3, ()).goal


def test_table_holds_half_of_all_boards_and_the_farthest_is_31_slides_away():
    assert len(distances()) == 181_440 and max(distances().values()) == 31


def test_estimate_never_exceeds_the_distance():
    boards = list(distances())
    for k in np.random.default_rng(0).integers(len(boards), size=500).tolist():
        assert estimate(boards[k], 3) <= distances()[boards[k]]


def test_boards_of_the_other_parity_have_no_plan():
    with pytest.raises(NoPlan):
        shortest((1, 2, 3, 4, 5, 6, 8, 7, 0), 3, GOAL)
    with pytest.raises(NoPlan):
        shortest((*range(1, 14), 15, 14, 0), 4, Tray(4, ()).goal)
