"""VGI-SlidingPuzzle-v0."""

from flowbench.envs.processes.base import ProcessEnv


class SlidingPuzzleEnv(ProcessEnv):
    """Slide numbered tiles into order through one empty cell.

    ## Description
    Levels are the length of the shortest plan, from the table of all 181,440 boards of 3 x 3 or, for 4 x 4, by
    iterative deepening: `"easy"` 2 to 4 slides, `"mid"` 5 to 8, `"hard"` 9 to 13, or 8 to 12 on a 4 x 4 board. What is
    shared by all processes (modes, clips, judge) stands in docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (4, 4) | int16 | the tile in each cell, 0 the empty one, -1 beyond a 3 x 3 board |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (4,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(4)`: the tile beside the empty cell that slides 0 up, 1 right, 2 down, 3 left into it.

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
    "permissive": no other slide can be forced), `reward` ("sparse", "progress"), `max_steps`, `split` ("train", "eval", "dev").
    `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-SlidingPuzzle-v0"
