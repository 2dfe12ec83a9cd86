"""Game2Real-DotShape-v0."""

from flowbench.envs.games.base import GameEnv


class DotShapeEnv(GameEnv):
    """Join numbered dots in their order until every contour is closed.

    ## Description
    One to three layers of numbered dots lie inside one another; discs belong to the outer layer, rings to the next and
    squares to the innermost of three. The agent joins one dot after the other: the next number of a layer that has been
    begun, or number 1 of the next layer inward. Joining number 1 again closes a contour. The goal is that all are closed.

    ## Observation space
    Dict.

    | key | shape | dtype | content |
    |---|---|---|---|
    | `grid` | (3, 23, 3) | int16 | layer (from the outer one inward), dot, then x and y in pixels of the picture (0 to 512) and 1 when the dot has been joined; -1 where there is no dot |
    | `action_mask` | (69,) | int8 | 1 where the action is legal |

    ## Action space
    `Discrete(69)`: layer x 23 + dot joins a dot; both count from 0.

    ## Reward
    1 on the step that closes the last contour, else 0. `illegal="penalty"` makes an illegal action cost 0.1. With
    `reward="shaped"` each step also earns a quarter of the share of the shortest way that it saves.

    ## Episode end
    Terminated at the goal, and at an illegal action with `illegal="terminate"`; truncated after `max_steps`, by default
    four times the optimum and ten more. Stepping on raises `ResetNeeded`.

    ## Info keys
    `position` (instance and state: what planners see), `step`, `seed` (pass it back to `reset` for the same episode),
    `options`; after each step `transition`, `events` (`closed`: the layer whose contour was closed), `illegal`, with
    `reason` where it is true, and at the goal `optimal`: whether no shorter way exists.

    ## Arguments
    `difficulty` ("easy", "medium", "hard" or a number from 0 to 1), `variant` ("standard"), `split` ("train", "eval",
    "dev"; no instance is in two of them), `illegal` ("noop", "penalty", "terminate"), `reward` ("sparse", "shaped"),
    `max_steps`, `style` ("print", "chalk", "stars", "mono"). `reset(options=...)` takes `difficulty` and `instance` (a
    record or its JSON values).

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-DotShape-v0"
