"""VGI-MazeRound-v0."""

from flowbench.envs.processes.base import ProcessEnv


class MazeRoundEnv(ProcessEnv):
    """Roll a marble through a round maze to the red spot.

    ## Description
    The corridors are a tree, so that one way leads to the goal. Rings of cells lie about the middle: 6 cells in ring 1,
    12 in ring 2, 24 further out. One end of the way is the middle, the other a cell of the outermost ring that is open to
    the outside; three mazes in ten begin in the middle. Levels are the length of the way: `"easy"` 3 rings, 5 to 7 steps;
    `"mid"` 4 rings, 8 to 11; `"hard"` 5 rings, 12 to 16, with at least 2, 3 and 4 changes of direction. An action rolls
    one cell on. What is shared by all processes (modes, clips, judge) stands in docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (3, 6, 24) | int16 | by ring (0 the middle) and sector (clockwise from the top), -1 where there is no such cell. Layer 0: 0 free, 1 goal, 2 marble; layer 1: 1 where a wall runs on the inner side of the cell; layer 2: 1 where one stands on its clockwise side |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (5,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(5)`: one cell 0 outward, 1 outward to the right one of two cells that lie outside, 2 inward, 3 clockwise,
    4 counter-clockwise. Where two cells lie outside, 0 leads to the left one, seen from the middle.

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
    "permissive": walls are rolled through), `reward` ("sparse", "progress"), `max_steps`, `split` ("train", "eval", "dev").
    `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-MazeRound-v0"
