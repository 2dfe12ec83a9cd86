"""FlowBench-Feasibility-v0."""

from flowbench.envs.rooms.base import RoomEnv


class FeasibilityEnv(RoomEnv):
    """Move object A so that a further, named move of it would, or would not, be free of collisions.

    The further move (the probe: a slide along one or two axes of the level camera frame, 0.25 to 1.0 m) belongs to the
    task. After each attempt the simulator tries it at way-points at most 5 cm apart and takes it back; no picture shows
    it. Yes: free all the way, at least -0.02 m from every wall, and supported at the end. No: stopped on the way.
    Ambiguous where a probe 5 cm shorter or longer would end otherwise, and where it is free and ends in the air;
    rejected where it leads out of the picture or what stops it cannot be seen. Classes: "yes/flip", "yes/stay",
    "no/flip", "no/stay"; a flip has another answer than the same probe from A's first place. Truncated after 12
    attempts. Observations, actions, rewards and arguments: see `RoomEnv`.

    ## Version history
    v0: first version.
    """

    env_id = "FlowBench-Feasibility-v0"
