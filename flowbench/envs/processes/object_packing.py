"""VGI-ObjectPacking-v0."""

from flowbench.envs.processes.base import ProcessEnv


class ObjectPackingEnv(ProcessEnv):
    """Pack what belongs into a bag for an occasion, and leave the rest.

    ## Description
    Things lie around an open container; a card shows the occasion (beach, school, picnic, gym, camping, office). A thing is
    packed when it fits with a centimetre to spare, belongs to the occasion, and is neither open and liquid, wet, dirty,
    sharp and bare, hot, alive, nor so heavy that it crushes the rest. Levels: `"easy"` 4 things, 2 to pack; `"mid"` 5, 2 or
    3; `"hard"` 6, 3 or 4, with near twins (the closed bottle and the open one). An action packs one thing; a wrong one is
    legal as long as it fits, and then the goal is out of reach. What is shared by all processes (modes, clips, judge)
    stands in docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (5, 6) | int16 | a column a thing: fits (0, 1), hazard (0 none, 1 open liquid, 2 wet, 3 dirty, 4 bare blade, 5 hot, 6 alive, 7 crushes), suits the occasion (0, 1), packed (0, 1), -1 where there is none; row 4: the occasion (0 to 5) |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (6,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(6)`: pack thing 0 to 5.

    ## Reward
    1 on the step that reaches the goal, else 0. With `reward="progress"` each step also earns the share of the shortest
    way that it saves.

    ## Episode end
    Terminated at the goal; truncated after `max_steps`, by default twice the optimum and four more. Stepping on raises
    `ResetNeeded`.

    ## Info keys
    `position` (case and state: what planners see), `case_id`, `goal` and `prompt` (texts), `step`, `violations`, `seed`
    (pass it back to `reset` for the same episode), `options`; after each step `transition`, and `illegal` (the reason)
    where the action was.

    ## Arguments
    `level` ("easy", "mid", "hard"), `style` ("line", "real"), `obs_mode` ("state", "image", "both"), `mode` ("strict",
    "permissive": no illegal action can be forced here), `reward` ("sparse", "progress"), `max_steps`, `split`
    ("train", "eval", "dev"). `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a
    record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-ObjectPacking-v0"
