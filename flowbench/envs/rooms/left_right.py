"""FlowBench-LeftRight-v0."""

from flowbench.envs.rooms.base import RoomEnv


class LeftRightEnv(RoomEnv):
    """Move object A so that it is, or is not, to the left (right) of object L in the picture.

    Compared are the mean columns of the masks of A and L after the move; ambiguous where they differ by less than 5 %
    of the width. Classes: "yes/flip", "yes/stay", "no/flip", "no/stay": a flip crosses L, the others come nearer to it
    without crossing. Truncated after 24 attempts. Observations, actions, rewards and arguments: see `RoomEnv`.

    ## Version history
    v0: first version.
    """

    env_id = "FlowBench-LeftRight-v0"
