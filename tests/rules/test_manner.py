import dataclasses

import numpy as np
import pytest

from flowbench import registry
from flowbench.records import Task
from flowbench.rules.rooms import left_right, manner, occlusion
from flowbench.rules.rooms.literal import occlusion as paper_occlusion
from flowbench.rules.rooms.manner import Manner
from tests.rules.test_occlusion import BEFORE, TASK

BUDGETS = {  # default, fast, full
    "Occlusion": (16, 16, 48),
    "LeftRight": (24, 24, 24),
    "NearObject": (8, 8, 64),
    "DepthOrder": (8, 8, 8),
    "CountNear": (8, 8, 64),
    "ClosestThree": (40, 40, 40),
    "CloserTo": (24, 6, 24),
    "ContactWall": (12, 12, 25),
    "Feasibility": (12, 3, 12),
}


def rule_of(category):
    return registry.resolve(registry.entry(f"FlowBench-{category}-v0").rule)


@pytest.mark.parametrize("category", BUDGETS)
@pytest.mark.parametrize("preset", ["balanced", "paper", "paper_literal"])
def test_searches_have_the_papers_budgets_in_every_preset(category, preset):
    budgets = [manner.budget(rule_of(category), Manner(preset, search)) for search in ("default", "fast", "full")]
    assert tuple(budgets) == BUDGETS[category]
    assert manner.budget(occlusion, Manner(preset, "ray_grid")) == 48


def test_only_occlusion_has_the_ray_and_grid_search():
    with_grid = [category for category in BUDGETS if "ray_grid" in manner.searches(rule_of(category))]
    assert with_grid == ["Occlusion"]
    assert manner.searches(left_right) == ("default", "fast", "full")


@pytest.mark.parametrize("preset", ["balanced", "paper_literal"])
@pytest.mark.parametrize("search", manner.SEARCHES)
def test_a_task_says_in_which_manner_it_was_made(preset, search):
    how = Manner(preset, search)
    parameters = how.mark({"tau": 0.5})
    task = Task("near_object", "Bin|1", (), "yes", parameters)
    assert Manner.of(task) == how and parameters["tau"] == 0.5 and how.mark(parameters) == parameters
    assert manner.choose(task, 1, 2) == (2 if preset == "paper_literal" else 1)


@pytest.mark.parametrize("preset", ["balanced", "paper"])
def test_the_usual_manner_leaves_no_trace(preset):
    assert Manner(preset).mark({"side": "left"}) == {"side": "left"}
    tasks = list(occlusion.propose(BEFORE, "yes", np.random.default_rng(0)))
    assert list(manner.propose(occlusion, BEFORE, "yes", np.random.default_rng(0), Manner(preset))) == tasks


def test_a_budget_alone_changes_neither_tasks_nor_witnesses():
    usual = next(occlusion.propose(BEFORE, "yes", np.random.default_rng(0)))
    fast = next(manner.propose(occlusion, BEFORE, "yes", np.random.default_rng(0), Manner("balanced", "fast")))
    assert fast == dataclasses.replace(usual, parameters={"search": "fast"})
    assert manner.plans_of(occlusion, Manner.of(fast)) is occlusion


@pytest.mark.parametrize(
    ("preset", "search"), [("paper_literal", "default"), ("balanced", "ray_grid"), ("paper_literal", "full")]
)
def test_other_plans_stand_in_for_the_rules_own(preset, search):
    assert manner.plans_of(occlusion, Manner(preset, search)) is paper_occlusion


def test_a_rule_without_other_plans_keeps_its_own_in_every_manner():
    class Rule:
        RENDER_BUDGET = 5
        propose = staticmethod(lambda before, want, rng: iter([TASK]))
        witnesses = staticmethod(lambda scene, task: ["a motion"])

    how = Manner("paper_literal", "full")
    (task,) = manner.propose(Rule, BEFORE, "yes", np.random.default_rng(0), how)
    assert task == dataclasses.replace(TASK, parameters={"rules": "paper_literal", "search": "full"})
    assert manner.witnesses(Rule, BEFORE.scene, task) == ["a motion"]
    assert (manner.budget(Rule, how), manner.searches(Rule)) == (5, ("default", "fast", "full"))
