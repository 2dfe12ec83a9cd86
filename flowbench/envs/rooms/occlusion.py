"""FlowBench-Occlusion-v0."""

from flowbench.envs.rooms.base import RoomEnv


class OcclusionEnv(RoomEnv):
    """Move object A so that it does, or does not, hide most of object B.

    ## Description
    A household scene is seen from a fixed camera. The task names a mover A, a smaller object B and a wanted answer to
    "does A hide most of B after the move?". Each step tries one translation of A **from its first place** (with
    `compound=True`: from where it is now) and looks again. The answer is computed from the realised picture:
    cover = |A's mask after and B's mask before| / |B's mask before|; yes from 0.5 on, no up to 0.10, ambiguous between.
    A task is only given if a free and supported motion is known that should bring the wanted answer about.

    ## Observation space
    Dict. All bounds are finite.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `image` | (H, W, 3) | uint8 | RGB, row 0 at the top |
    | `objects` | (96, 20) | float32 | one row an object: mover, landmark, then visible ones by pixels. Columns: surface id, type number, box centre (right, up, forward; metres, level camera frame), box size (3; metres, body axes), sin and cos of yaw relative to the camera, visible pixels, visible share of the free silhouette, u / W, v / H, then 0/1 flags: pickupable, moveable, usable mover, is mover, is landmark, in frame |
    | `task` | (16,) | float32 | category, wanted answer (0 yes, 1 no), mover's surface id, up to six landmark surface ids, numeric parameters |

    ## Action space
    `Box(-1, 1, (3,), float32)`: the mover's translation (right, up, forward) in the level camera frame times 2.0 m,
    rounded to whole centimetres before it is executed. The camera's pitch never enters.

    ## Reward
    1 when the outcome is plausible (free of collisions, supported, inside the room, moved by at least 0.15 m, the mover
    clearly seen), unambiguous, and the wanted one; else 0. With `reward="shaped"` a plausible outcome that is not the
    wanted one earns up to 0.25 for coming near it.

    ## Episode end
    Terminated at the wanted outcome, truncated after 16 attempts. Stepping on raises `ResetNeeded`.

    ## Info keys
    `scene` (SceneState at reset: what planners see), `task`, `step`, `seed` (pass it back to `reset` for the same
    episode), `options` (scene, view, wanted, proposal of this episode), and after each step `transition`.

    ## Arguments
    `scenes` ("ithor", "robothor" or a list of names), `views_per_scene` (3), `preset` ("balanced", "paper", "paper_literal"),
    `backend` ("embedded"), `quality` ("textured", "flat"), `width`, `height` (800), `reward` ("sparse", "shaped"),
    `compound` (False). `reset(options=...)` takes `scene`, `view`, `mover`, `landmarks`, `wanted`, `proposal`, for that
    one episode; an automatic reset of a vector environment draws everything anew.

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "FlowBench-Occlusion-v0"
