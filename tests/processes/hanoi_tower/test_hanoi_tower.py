import pytest

from flowbench.rules.processes.hanoi_tower.generator import distances, goal_of
from flowbench.rules.processes.hanoi_tower.records import Stacks
from flowbench.rules.processes.hanoi_tower.rubric import is_top_move


@pytest.mark.parametrize("disks", [1, 2, 3, 4])
def test_all_states_are_reached_and_a_whole_stack_takes_two_to_the_n_less_one(disks):
    table = distances(disks, 2)
    assert len(table) == 3**disks and table[goal_of(disks, 0)] == 2**disks - 1 == max(table.values())


@pytest.mark.parametrize(
    ("after", "allowed"),
    [
        (((3, 2), (1,), ()), True),
        (((3, 2), (), (1,)), True),
        (((3, 1), (2,), ()), False),
        (((3,), (1,), (2,)), False),
        (((3,), (2, 1), ()), False),
        (((), (3, 2, 1), ()), False),
    ],
)
def test_only_the_topmost_disk_moves(after, allowed):
    assert is_top_move(Stacks(((3, 2, 1), (), ())), Stacks(after)) is allowed


def test_a_larger_disk_on_a_smaller_one_is_a_top_move_all_the_same():
    assert is_top_move(Stacks(((2,), (1,), ())), Stacks(((), (1, 2), ())))
