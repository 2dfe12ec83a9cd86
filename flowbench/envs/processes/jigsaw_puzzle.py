"""VGI-JigsawPuzzle-v0."""

from flowbench.envs.processes.base import ProcessEnv


class JigsawPuzzleEnv(ProcessEnv):
    """Put the cut pieces of a picture together.

    ## Description
    No two cuts of a puzzle have the same form, so that the pieces fit together in one way only. A hand puts the pieces
    into a frame, in which some lie from the beginning. Levels: `"easy"` 2 x 2 pieces, all beside the frame; `"mid"` 2 x
    3, one placed; `"hard"` 3 x 3, three placed, four of the others turned. A piece may be put wherever its edges fit what
    lies there, which need not be its own place. What is shared by all processes (modes, clips, judge) stands in
    docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (10, 6) | int16 | row 0: rows, columns, zeros; row p: piece p as it lies: its sides at the top, right, bottom and left (0 straight, else the number of the form of the cut, negative for the hole), its slot (from 1, row by row; 0 beside the frame), quarter turns counter-clockwise from upright; -1 for no piece |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (324,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(324)`: piece p goes into slot s after t quarter turns counter-clockwise from how it lies: (9 p + s) 4 + t.

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
    "permissive": pieces are put where they do not fit, on others, or from slot to slot), `reward` ("sparse", "progress"), `max_steps`, `split` ("train", "eval", "dev").
    `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-JigsawPuzzle-v0"
