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

    ## Reward and episode end
    1 on the step that closes the last contour, else 0; terminated at the goal.

    ## Arguments
    `variant` ("standard"), `style` ("print", "chalk", "stars", "mono"). Events: `closed`: the layer whose contour
    was closed. All else, also what `info` holds, is the same for all games: see `GameEnv`.

    ## Version history
    v0: first version.
    """  # noqa: E501 (a table row is one line)

    env_id = "Game2Real-DotShape-v0"
