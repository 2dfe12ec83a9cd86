"""VGI-HanoiTower-v0."""

from flowbench.envs.processes.base import ProcessEnv


class HanoiTowerEnv(ProcessEnv):
    """Move a stack of disks to the marked peg, one at a time, never a larger one onto a smaller.

    ## Description
    Three pegs and up to four disks, in any legal state. Levels are the length of the shortest plan, read off the full
    graph of states: `"easy"` 2 disks, 3 moves; `"mid"` 3 disks, 5 to 7; `"hard"` 3 or 4 disks, 8 to 12. What is shared
    by all processes (modes, clips, judge) stands in docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (4, 4) | int16 | rows 0 to 2: the disks of the left, middle and right peg from below, 1 the smallest, 0 none; row 3: the target peg (0 to 2), then 0 |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (6,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(6)`: the topmost disk goes from peg to peg: 0 left to middle, 1 left to right, 2 middle to left, 3 middle
    to right, 4 right to left, 5 right to middle.

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
    "permissive": larger disks are put onto smaller ones), `reward` ("sparse", "progress"), `max_steps`, `split` ("train", "eval", "dev").
    `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-HanoiTower-v0"
