"""VGI-MazeSquare-v0."""

from flowbench.envs.processes.base import ProcessEnv


class MazeSquareEnv(ProcessEnv):
    """Drive a small car through a square maze to the red square.

    ## Description
    The corridors of the maze are a tree, so that one way leads to the goal. Levels are the length of that way: `"easy"`
    4 x 4 cells, 5 to 7 steps; `"mid"` 5 x 5, 8 to 11; `"hard"` 6 x 6 or 7 x 7, 12 to 17, with at least 2, 3 and 4 turns.
    An action drives one cell on. What is shared by all processes (modes, clips, judge) stands in docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (15, 15) | int16 | the maze from above, cell (r, c) at [2 r + 1, 2 c + 1], walls between them: 0 free, 1 wall, 2 goal, 3 to 6 the car looking up, right, down, left; -1 beyond a smaller maze |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (4,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(4)`: one cell 0 up, 1 right, 2 down, 3 left, in the picture.

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
    "permissive": walls are driven through), `reward` ("sparse", "progress"), `max_steps`, `split` ("train", "eval", "dev").
    `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-MazeSquare-v0"
