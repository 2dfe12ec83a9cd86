"""VGI-Sorting-v0."""

from flowbench.envs.processes.base import ProcessEnv


class SortingEnv(ProcessEnv):
    """Put pieces into a row from the darkest to the lightest.

    ## Description
    Pieces of one hue and different lightness lie in a top row; a hand puts them into the slots of a bottom row, the
    darkest first and leftmost. Levels are the number of pieces and the steps of CIELAB lightness between them:
    `"easy"` 3 pieces, steps of 14; `"mid"` 4, 9; `"hard"` 5 or 6, 6. An action puts one piece into one slot. It is legal
    only for the darkest piece that is left; a wrong slot is legal, and then the goal is out of reach. What is shared by
    all processes (modes, clips, judge) stands in docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (2, 6) | int16 | row 0 the top row, row 1 the slots: 1 the darkest piece, 2 the next, ...; 0 nothing; -1 beyond a shorter row |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (36,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(36)`: 6 p + s puts the piece at position p of the top row (0 the leftmost) into slot s.

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
    "permissive": pieces are placed out of turn, and moved again), `reward` ("sparse", "progress"), `max_steps`, `split`
    ("train", "eval", "dev"). `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a
    record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-Sorting-v0"
