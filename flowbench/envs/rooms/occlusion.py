"""FlowBench-Occlusion-v0."""

from flowbench.envs.rooms.base import RoomEnv


class OcclusionEnv(RoomEnv):
    """Move object A so that it does, or does not, hide most of object B.

    cover = |A's mask after and B's mask before| / |B's mask before|; yes from 0.5 on, no up to 0.10, ambiguous between.
    Truncated after 16 attempts. Observations, actions, rewards and arguments: see `RoomEnv`.

    ## Version history
    v0: first version.
    """

    env_id = "FlowBench-Occlusion-v0"
