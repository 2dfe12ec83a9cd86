"""Which scenes ContactWall asks about."""

import gymnasium as gym
import pytest

from flowbench.datasets.plan import make_plan
from flowbench.errors import BadValue, NothingToAsk
from flowbench.simulators import scenes

CONTACT_WALL = "FlowBench-ContactWall-v0"
KNOWN, UNKNOWN = "FloorPlan1", "FloorPlan211"  # nothing in the one, but something in the other shows inner walls


def test_plans_leave_out_scenes_with_signs_of_inner_walls():
    views = make_plan(CONTACT_WALL, kwargs={"scenes": "ithor"}).views
    asked = {scene for scene, _ in views}
    assert len(views) == 3 * len(asked) and KNOWN in asked and UNKNOWN not in asked
    assert asked == {name for name in scenes.scene_names("ithor") if not scenes.load_facts(name).inner_walls}
    assert not any(scenes.load_facts(name).floor_is_approximate for name in asked)


@pytest.mark.parametrize("named", ["robothor", [UNKNOWN]])
def test_scenes_without_known_walls_are_refused_at_once(named):
    with pytest.raises(BadValue, match="where they are is known in none.*Pass scenes='ithor'"):
        gym.make(CONTACT_WALL, scenes=named)
    with pytest.raises(BadValue, match="known in none"):
        make_plan(CONTACT_WALL, kwargs={"scenes": named})


def test_a_scene_with_inner_walls_among_others_is_never_drawn_and_has_no_task():
    env = gym.make(CONTACT_WALL, width=64, height=64, quality="flat", scenes=[UNKNOWN, KNOWN])
    assert {env.reset(seed=seed)[1]["options"]["scene"] for seed in range(6)} == {KNOWN}
    with pytest.raises(NothingToAsk):
        env.reset(seed=0, options={"scene": UNKNOWN, "view": 0})
