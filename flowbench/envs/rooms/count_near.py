"""FlowBench-CountNear-v0."""

from flowbench.envs.rooms.base import RoomEnv


class CountNearEnv(RoomEnv):
    """Move object A so that a wanted number of six objects is within tau metres of it, centre to centre.

    The six are the nearest to A before the move, named in random order; tau is one of 0.5, 0.75, 1 and 1.25 m, the
    number one of 2, 3, 4 and 5. Ambiguous where one of the six is nearer to tau than max(0.04 m, 6 %). Classes:
    "2/flip", "2/stay", ... "5/stay": with a flip another number of them is within tau before the move. Truncated after
    8 attempts. Observations, actions, rewards and arguments: see `RoomEnv`.

    ## Version history
    v0: first version.
    """

    env_id = "FlowBench-CountNear-v0"
