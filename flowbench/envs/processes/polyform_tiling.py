"""VGI-PolyformTiling-v0."""

from flowbench.envs.processes.base import ProcessEnv


class PolyformTilingEnv(ProcessEnv):
    """Lay pieces of squares so that they cover a region exactly.

    ## Description
    The pieces fit together in one way only, which an exact-cover search proves; none may be mirrored. Levels: `"easy"`
    3 pieces, 10 to 12 cells, and `"mid"` 4 pieces, 16 to 20 cells, lie as they must be laid; `"hard"` 5 or 6
    pentominoes lie turned. A hand lays the pieces. What is shared by all processes (modes, clips, judge) stands in
    docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (7, 6, 6) | int16 | layer 0: the region, -1 outside it, 0 free, else the number of the piece that lies there; layers 1 to 6: the pieces that wait, their number in their cells, 0 elsewhere |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (864,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(864)`: piece p goes with its box at row r and column c, after t quarter turns counter-clockwise: ((6 p +
    r) 6 + c) 4 + t.

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
    "permissive": pieces are laid on others or beyond the outline), `reward` ("sparse", "progress"), `max_steps`, `split` ("train", "eval", "dev").
    `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-PolyformTiling-v0"
