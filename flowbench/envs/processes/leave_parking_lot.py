"""VGI-LeaveParkingLot-v0."""

from flowbench.envs.processes.base import ProcessEnv


class LeaveParkingLotEnv(ProcessEnv):
    """Let toy cars leave a walled lot, each along its own coloured track.

    ## Description
    Tracks share cells, so that some cars must leave before others can. Levels are the length of the shortest plan:
    `"easy"` 2 cars, 6 to 10 drives of one cell; `"mid"` 3 cars, 10 to 14; `"hard"` 4 cars, 14 to 19, and one must back
    up first. What is shared by all processes (modes, clips, judge) stands in docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (4, 22) | int16 | a car a row: cells done, cells of its track, then row and column of each cell, the exit (beyond the border) last; padded with -2 |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (8,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(8)`: car k drives one cell on along its track (2 k) or back (2 k + 1); a car that is out stays out.

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
    "permissive": cars drive into others), `reward` ("sparse", "progress"), `max_steps`, `split` ("train", "eval", "dev").
    `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-LeaveParkingLot-v0"
