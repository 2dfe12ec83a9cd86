"""How often a view gives an Occlusion item, for each wanted answer, and why the rest do not."""

from collections import Counter

import gymnasium as gym
import pytest

import flowbench
from flowbench.datasets.run_slot import run_slot
from flowbench.datasets.slots import Slot
from flowbench.simulators import scenes

OCCLUSION = "FlowBench-Occlusion-v0"
ALL = scenes.scene_names("ithor")
VIEWS = 3


@pytest.mark.parametrize(
    "names", [pytest.param(ALL[5::20], id="sampled"), pytest.param(ALL, id="all", marks=pytest.mark.slow)]
)
def test_yield_of_the_published_views(names):
    env = gym.make(OCCLUSION, quality="flat", disable_env_checker=True)
    planner = flowbench.make_planner(OCCLUSION)
    views, items, reasons = Counter(), Counter(), Counter()
    for name in names:
        room = scenes.load_facts(name).room_type
        for view in range(VIEWS):
            for wanted in ("yes", "no"):
                result = run_slot(env, planner, Slot(OCCLUSION, "balanced", "test", 0, name, view, wanted, 0))
                views.update([wanted, (room, wanted)])
                if result.candidate is not None:
                    items.update([wanted, (room, wanted)])
                else:
                    why = result.log.reasons or {"no proposal in this view": 1}
                    reasons[wanted, max(why, key=why.get)] += 1
    shares = {key: round(items[key] / views[key], 3) for key in views}
    together = (items["yes"] + items["no"]) / (views["yes"] + views["no"])
    print(f"\nyield over {len(names)} scenes x {VIEWS} views: {together:.3f} together, {shares}")
    print("failed slots:", dict(reasons))
    assert together >= 0.40
