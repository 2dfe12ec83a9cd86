"""VGI-PickUnique-v0."""

from flowbench.envs.processes.base import ProcessEnv


class PickUniqueEnv(ProcessEnv):
    """Find the one item that has no copy and put it into the tray.

    ## Description
    Items lie in a grid; they have a form, a colour, a pattern and an orientation, and all but one have an identical copy.
    Levels: `"easy"` 3 x 3 items, one attribute varies; `"mid"` 4 x 4, two; `"hard"` 5 x 5 or 6 x 6, three or four, with
    near twins for each of them. A hand takes an item, which lifts it over its place, and lays it into the tray. Any item
    may be taken, but none is put back: another one puts the goal out of reach. What is shared by all processes (modes,
    clips, judge) stands in docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (5, 36) | int16 | a column an item, row by row: form (0 to 6), colour (0 to 7), pattern (0 to 3), quarter turns (0 to 3), where it is (0 in its place, 1 in the hand, 2 in the tray); -1 where there is none |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (37,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(37)`: 0 to 35 take an item, counted row by row; 36 lays what is held into the tray.

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

    env_id = "VGI-PickUnique-v0"
