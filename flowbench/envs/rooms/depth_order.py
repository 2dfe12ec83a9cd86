"""FlowBench-DepthOrder-v0."""

from flowbench.envs.rooms.base import RoomEnv


class DepthOrderEnv(RoomEnv):
    """Move object A so that it is, or is not, closer to (farther from) the camera than object L.

    Compared are the median z-depths (along the optical axis) of the masks of A and L after the move; ambiguous where
    they differ by less than max(0.10 m, 5 % of the larger). Classes: "yes/flip", "yes/stay", "no/flip", "no/stay": a
    flip passes the depth of L, the others approach it without passing. Truncated after 8 attempts. Observations,
    actions, rewards and arguments: see `RoomEnv`.

    ## Version history
    v0: first version.
    """

    env_id = "FlowBench-DepthOrder-v0"
