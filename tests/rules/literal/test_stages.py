import numpy as np
import pytest

from flowbench.records import Task
from flowbench.rules.rooms.literal.stages import in_stages, relaxed


def test_the_papers_order_of_relaxation():
    assert relaxed("yes/flip", ("yes", "no")) == [("yes/flip",), ("yes/stay",), ("no/flip",), ("no/stay",)]
    assert relaxed("3/flip", ("2", "3", "4")) == [("3/flip",), ("3/stay",), ("2/flip", "4/flip"), ("2/stay", "4/stay")]
    assert relaxed("no/stay", ("yes", "no")) == [("no/stay",), ("yes/stay",)]


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        ([("yes",), ("no",)], ["yes"] * 4 + ["no"] * 4),
        ([("a",), ("b",), ("c",), ("d",)], ["a"] * 2 + ["b"] * 2 + ["c"] * 2 + ["d"] * 2),
        ([("stay",)], ["stay"] * 8),
    ],
)
def test_every_stage_has_its_share_of_the_eight_proposals_of_a_view(stages, expected):
    def tasks(name, parameters):
        return (Task("toy", "Bin|1", (), name, parameters) for _ in range(20))

    found = list(in_stages(stages, np.random.default_rng(0), tasks))
    want = expected[0]
    assert [task.wanted for task in found] == expected
    assert [task.parameters for task in found] == [{} if name == want else {"instead_of": want} for name in expected]


def test_a_stage_without_tasks_is_passed_over():
    def tasks(name, parameters):
        return [Task("toy", "Bin|1", (), name, parameters)] if name == "no" else []

    (only,) = in_stages([("yes",), ("no",)], np.random.default_rng(0), tasks)
    assert only == Task("toy", "Bin|1", (), "no", {"instead_of": "yes"})
