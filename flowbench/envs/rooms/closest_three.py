"""FlowBench-ClosestThree-v0."""

from flowbench.envs.rooms.base import RoomEnv


class ClosestThreeEnv(RoomEnv):
    """Move object A so that three wanted ones of six objects are the nearest to it, centre to centre.

    The six (letters A to F in the task's order, which is random) are the three nearest before the move, the wanted
    three, and the next nearest. An answer is three sorted letters, "ABC" to "DEF". Ambiguous where the fourth distance
    exceeds the third by less than max(0.06 m, 8 % of the third). Classes: "flip" (other three than before the move)
    and "stay" (the same three). Truncated after 40 attempts. Observations, actions, rewards and arguments: see
    `RoomEnv`.

    ## Version history
    v0: first version.
    """

    env_id = "FlowBench-ClosestThree-v0"
