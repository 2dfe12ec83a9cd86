"""Compile everything once, so that parallel processes read it from the disk cache."""

import gymnasium as gym

import flowbench

for env_id in flowbench.registry.ids("rooms"):
    env = gym.make(env_id, width=160, height=160, scenes=["FloorPlan1"])
    planner = flowbench.make_planner(env.spec)
    observation, info = env.reset(seed=0)
    _, _, _, _, info = env.step(planner.act(observation, info))
    if info["transition"].verdict.answer is not None:
        flowbench.annotate(info["transition"])
    env.close()
print("compiled")
