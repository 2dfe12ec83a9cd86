"""FlowBench-CloserTo-v0."""

from flowbench.envs.rooms.base import RoomEnv


class CloserToEnv(RoomEnv):
    """Move object A so that of four landmarks the wanted one is nearest to it, from surface to surface.

    Distances run between axis-aligned boxes; ambiguous where the best two differ by less than 0.10 m. The four classes
    are the letters of the task's landmarks in order. The wanted landmark is never the one that is nearest before the
    move: it is the second, third or fourth, equally often. Truncated after 24 attempts. Observations, actions, rewards
    and arguments: see `RoomEnv`.

    ## Version history
    v0: first version.
    """

    env_id = "FlowBench-CloserTo-v0"
