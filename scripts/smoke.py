"""What a user does first, against an installed package: list ids, make, step and render one of each family."""

import gymnasium as gym

import flowbench

families = {}
for env_id in flowbench.registry.ids():
    families.setdefault(flowbench.registry.entry(env_id).family, env_id)
for family, env_id in families.items():
    small = {"width": 160, "height": 160} if family == "rooms" else {}
    env = gym.make(env_id, render_mode="rgb_array", **small)
    planner = flowbench.make_planner(env.spec)
    observation, info = env.reset(seed=7)
    observation, reward, terminated, truncated, info = env.step(planner.act(observation, info))
    frame = env.render()
    print(f"{family}: {env_id} frame {frame.shape} reward {reward}")
    env.close()
