"""FlowBench-NearObject-v0."""

from flowbench.envs.rooms.base import RoomEnv


class NearObjectEnv(RoomEnv):
    """Move object A so that it is, or is not, within tau metres of object L, centre to centre.

    tau is one of 0.35, 0.5, 0.75, 1 and 1.25 m; ambiguous nearer to it than max(0.05 m, 10 %). Classes: "yes/flip",
    "yes/stay", "no/flip", "no/stay"; without a flip the move goes against the answer (toward L and still too far, or
    away and still near). Truncated after 8 attempts. Observations, actions, rewards and arguments: see `RoomEnv`.

    ## Version history
    v0: first version.
    """

    env_id = "FlowBench-NearObject-v0"
