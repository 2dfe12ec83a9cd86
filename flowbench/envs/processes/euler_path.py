"""VGI-EulerPath-v0."""

from flowbench.envs.processes.base import ProcessEnv


class EulerPathEnv(ProcessEnv):
    """Trace every edge of a graph exactly once without lifting the chalk.

    ## Description
    A graph of pins and strings has a way that uses each string once from the pin with the ring. Levels: `"easy"` 5
    vertices and 6 edges, `"mid"` 6 and 8 or 9, `"hard"` 7 or 8 and 11 or 12, with at least 1, 2 and 3 places on the way
    where another string would have led into a dead end. What is shared by all processes (modes, clips, judge) stands in
    docs/processes.md.

    ## Observation space
    Dict, by `obs_mode`.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `state` | (13, 3) | int16 | row 0: vertices, edges, the present vertex; then an edge a row: its two vertices, how often it is traced; -1 beyond the last |
    | `image` | (720, 1280, 3) | uint8 | the picture in the style of the environment |
    | `action_mask` | (12,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(12)`: along the edge of that number, in the order of `state`.

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
    "permissive": edges are traced again), `reward` ("sparse", "progress"), `max_steps`, `split` ("train", "eval", "dev").
    `reset(options=...)` takes `level`, `index` (number of the case, from 1) and `case` (a record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "VGI-EulerPath-v0"
