"""VGI-ClassifyBlocks-v0."""

from flowbench.envs.processes.base import ProcessEnv


class ClassifyBlocksEnv(ProcessEnv):
    """Put each block into the tray whose sign it matches.

    ## Description
    Toy blocks of several colours, forms and sizes lie on a table before trays with signs; a hand puts them into the
    trays. Levels are the rule: `"easy"` 4 or 5 blocks, 2 trays by colour; `"mid"` 6 blocks, 3 trays by form, colours
    distract; `"hard"` 7 or 8 blocks, 4 trays by colour and form. An action puts one block into one tray, which holds
    four. A wrong tray is legal, and then the goal is out of reach. What is shared by all processes (modes, clips, judge)
    stands in docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (5, 8) | int16 | a column a block, rows 0 to 2: colour (1 to 6), form (1 to 4), tray (from 1; 0 on the table); a column a tray, rows 3 and 4: colour and form of its sign, 0 for any; -1 where there is none |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (32,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(32)`: 4 b + t puts block b into tray t, both from 0, the leftmost tray 0.

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
    "permissive": blocks are moved from tray to tray), `reward` ("sparse", "progress"), `max_steps`, `split`
    ("train", "eval", "dev"). `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a
    record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-ClassifyBlocks-v0"
